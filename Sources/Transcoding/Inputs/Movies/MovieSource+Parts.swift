internal import Movies
internal import Synchronization
internal import ToneMapping

extension MovieSource {
  /// The parts of a movie whose color changes.
  struct Parts: Sendable {
    /// The clip, with the color from which plans are made.
    var clip: Clip
    /// The stream's statement for pictures of that color.
    var statement: FrameTags
    /// The parts of another color, by the stream's statement for their pictures; `nil` if the resolved color is the same.
    var known: [FrameTags: ColorSegment?] = [:]
    /// The statement of the picture that was read last.
    var last: FrameTags?
    /// The number of the next picture, the number of the first, and the start time of durations.
    var next = 0, first = 0
    var begin = 0.0
    /// Whether the next picture is read only for comparison.
    var isBefore = false
    /// The first color changes, and the number of all.
    var changes: [Finding] = []
    var count = 0
  }

  /// Starts at the picture that the reader holds, whose color becomes the clip's.
  func beginParts(at number: Int, seconds: Double, hasFrameBefore: Bool) {
    let messages = firstMessages
    parts.withLock { parts in
      var new = Parts(clip: parts.clip, statement: reader.nextStatement ?? reader.video.statement)
      new.clip.source = colors.source(of: new.statement, with: messages)
      (new.next, new.first, new.begin) = (hasFrameBefore ? number - 1 : number, number, seconds)
      new.isBefore = hasFrameBefore
      parts = new
    }
  }

  /// The part of the movie that contains a picture; `nil` if its color is the clip's.
  func part(of picture: MoviePicture) throws(TranscodingError) -> ColorSegment? {
    let (statement, time) = picture.frame.withLock { ($0.statement, $0.time) }
    guard let statement else { return nil }
    return parts.withLock { parts in part(stating: statement, of: picture, at: time, &parts) }
  }

  /// Sets the part of a picture that was read, and records a change of color.
  func place(_ picture: MoviePicture) throws(TranscodingError) {
    let (statement, time) = picture.frame.withLock { ($0.statement, $0.time) }
    guard let statement else { return }
    picture.part = try parts.withLock { parts throws(TranscodingError) in
      defer { parts.next += 1 }
      let part = part(stating: statement, of: picture, at: time, &parts)
      if parts.isBefore {
        parts.isBefore = false
        return part
      }
      let last = parts.last ?? parts.statement
      parts.last = statement
      guard !colors.isSame(statement, last) else { return part }
      let (change, remedy) = words(from: last, to: statement, at: time, parts)
      if isStrict { throw .strict(Finding(code: "color-changes", found: change), fix: remedy) }
      parts.count += 1
      if parts.count <= Self.keptChanges {
        parts.changes.note(
          "color-changes", "\(change)", consequence: "each part is read with its own color",
          fix: statement.options(unlike: last).map { "if it does not change, state it with \($0)" })
      }
      return part
    }
  }

  private static var keptChanges: Int { 8 }

  var changes: [Finding] {
    parts.withLock { parts in
      guard parts.count > parts.changes.count else { return parts.changes }
      return parts.changes + [
        Finding(
          code: "color-changes", found: "the color of \(parts.clip.name) changes \(parts.count) times in all",
          consequence: "each part is read with its own color")
      ]
    }
  }

  private func part(
    stating statement: FrameTags, of picture: MoviePicture, at time: Ticks?, _ parts: inout Parts
  ) -> ColorSegment? {
    guard statement != parts.statement else { return nil }
    if let known = parts.known[statement] { return known }
    var part: ColorSegment?
    if !colors.isSame(statement, parts.statement) {
      let (change, remedy) = words(from: parts.last ?? parts.statement, to: statement, at: time, parts)
      part = ColorSegment(colors.source(of: statement, with: picture.messages), change: change, remedy: remedy)
    }
    parts.known.updateValue(part, forKey: statement)
    return part
  }

  /// Describes the change and its location, and how to convert the parts separately.
  private func words(
    from last: FrameTags, to statement: FrameTags, at time: Ticks?, _ parts: Parts
  ) -> (change: String, remedy: Fix) {
    let change = "from \(last.words(unlike: statement)) to \(statement.words(unlike: last))"
    guard let time, reader.video.start != nil else {
      return (
        "the color of \(parts.clip.name) changes at frame \(parts.next) \(change)",
        "convert the parts apart, with \(.frames) \(parts.next - parts.first) and \(.start) \(parts.next)"
      )
    }
    let seconds = reader.seconds(at: time).value
    // Rounded down; the previous frame is earlier still.
    func text(_ seconds: Double) -> String { "\(((seconds * 1000 + 1e-4).rounded(.down) / 1000).rounded(to: 3))s" }
    return (
      "the color of \(parts.clip.name) changes at \(seconds.rounded(to: 3)) s \(change)",
      "convert the parts apart, with \(.duration) \(text(seconds - parts.begin)) and \(.start) \(text(seconds))"
    )
  }
}

extension FrameTags {
  /// The options for the properties in which this statement differs from another; `nil` if no options cover them.
  fileprivate func options(unlike other: FrameTags) -> Fix? {
    let (own, its) = ((color, metadata), (other.color, other.metadata))
    let changes: [(Bool, TagProperty)] = [
      (own.0.primaries != its.0.primaries, .primaries), (own.0.transfer != its.0.transfer, .transfer),
      (own.0.matrix != its.0.matrix, .matrix), (own.0.range != its.0.range, .range),
      (own.0.chromaLocation != its.0.chromaLocation, .chromaLocation),
      (own.1.mastering != its.1.mastering, .mastering), (own.1.contentLight != its.1.contentLight, .contentLight),
    ]
    let options = changes.filter(\.0).map { "\($0.1.setting)" as Fix }
    return options.isEmpty || isDolbyVisionOnly != other.isDolbyVisionOnly ? nil : list(options)
  }
}

extension TagResolver {
  /// Whether pictures with different stream statements resolve to the same color, because options decide.
  func isSame(_ one: FrameTags, _ other: FrameTags) -> Bool {
    guard one != other else { return true }
    let (one, other) = (source(of: one), source(of: other))
    return one.color == other.color && one.metadata == other.metadata
      && one.isDolbyVisionOnly == other.isDolbyVisionOnly
  }
}
