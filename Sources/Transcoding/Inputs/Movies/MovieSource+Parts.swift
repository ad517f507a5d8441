internal import Movies
internal import Synchronization

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
    let changes: [(Bool, TagProperty)] = [
      (color.primaries != other.color.primaries, .primaries), (color.transfer != other.color.transfer, .transfer),
      (color.matrix != other.color.matrix, .matrix), (color.range != other.color.range, .range),
      (color.chromaLocation != other.color.chromaLocation, .chromaLocation),
      (metadata.mastering != other.metadata.mastering, .mastering),
      (metadata.contentLight != other.metadata.contentLight, .contentLight),
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

/// The color statements of a movie that apply whatever a single picture states.
struct TagResolver: Sendable {
  /// The source resolved from options, container and first picture.
  let source: Source
  /// The stream's statement for the first picture.
  let first: FrameTags
  /// The container's statement, which applies to all pictures that state nothing.
  let container: (color: ColorDescription, metadata: StaticMetadata)
  /// The options' statement, which applies to all pictures.
  let given: (color: ColorDescription, metadata: StaticMetadata)
  private let format: PixelFormat
  /// Whether the stream states only a matrix, which implies a whole standard, as in VP9: the container's primaries and transfer then do not apply to
  /// pictures of another matrix.
  private let statesMatrixAlone: Bool

  /// - Parameters:
  ///   - video: The track as of the picture at which the movie was opened.
  ///   - isFirst: Whether that picture is the first.
  ///   - track: The statements of container and stream, if known.
  init(
    _ source: Source, _ video: VideoTrack, isFirst: Bool, track: TrackDescription?,
    given: (color: ColorDescription, metadata: StaticMetadata)
  ) {
    (self.source, self.given, format) = (source, given, video.format)
    statesMatrixAlone = video.codec == "vp9"
    let container = track?.resolved { $0 == .container }
    self.container = (container?.color ?? ColorDescription(), container?.metadata ?? StaticMetadata())
    let picture = video.statement
    guard !isFirst, let stream = track?.resolved(from: { $0 != .container }) else {
      first = picture
      return
    }
    // The stream's first parameter sets describe the first picture, which was not decoded. The opened picture supplies the rest.
    var first = picture
    let others = stream.color.without(picture.color)
    first.color = stream.color.without(others).completed(by: picture.color)
    self.first = first
  }

  /// The source of pictures with this statement of the stream.
  ///
  /// Values equal to the first picture's are resolved as for it, so a container may override them; other values apply as stated, since a container
  /// states one color and no changes. Options always apply.
  func source(of picture: FrameTags, with messages: FrameMessages? = nil) -> Source {
    guard picture != first else { return source }
    var changed = source
    func pick<Value: Equatable>(_ path: WritableKeyPath<ColorDescription, Value?>) {
      guard given.color[keyPath: path] == nil, picture.color[keyPath: path] != first.color[keyPath: path] else {
        return
      }
      changed.color[keyPath: path] = picture.color[keyPath: path] ?? container.color[keyPath: path]
    }
    if source.gamut == nil { pick(\.primaries) }
    if source.log == nil { pick(\.transfer) }
    pick(\.matrix)
    pick(\.range)
    pick(\.chromaLocation)
    if statesMatrixAlone, changed.color.matrix != source.color.matrix {
      if given.color.primaries == nil { changed.color.primaries = nil }
      if given.color.transfer == nil { changed.color.transfer = nil }
    }
    func isPossible(_ matrix: MatrixCoefficients) -> Bool {
      matrix.isPossible(subsamplingChroma: format.chroma != .c444)
    }
    if given.color.matrix == nil, changed.color.matrix.map(isPossible) == false {
      changed.color.matrix = container.color.matrix.flatMap { isPossible($0) ? $0 : nil }
    }
    let isSameColor = picture.color == first.color
    func pick<Value: Equatable>(_ path: WritableKeyPath<StaticMetadata, Value?>) {
      guard given.metadata[keyPath: path] == nil else { return }
      if isSameColor, picture.metadata[keyPath: path] == first.metadata[keyPath: path] { return }
      changed.metadata[keyPath: path] = picture.metadata[keyPath: path] ?? container.metadata[keyPath: path]
    }
    pick(\.mastering)
    pick(\.contentLight)
    if !isSameColor { changed.metadata.ambient = given.metadata.ambient ?? container.metadata.ambient }
    changed.isDolbyVisionOnly =
      picture.isDolbyVisionOnly || source.isDolbyVisionOnly && (!first.isDolbyVisionOnly || isSameColor)
    if !isSameColor, let messages {
      changed.carriesHDR10Plus = messages.hdr10Plus != nil
      changed.carriesDolbyVision = messages.dolbyVisionRPU != nil
      changed.carriesHeadroomAdaptiveMetadata = messages.headroom != nil
    }
    return changed
  }
}

extension TrackDescription {
  /// Resolves the statements of some carriers, without the defaults that the codec's standard infers.
  fileprivate func resolved(
    from isChosen: (Statement.Carrier) -> Bool
  ) -> (color: ColorDescription, metadata: StaticMetadata) {
    var track = self
    track.inferences = []
    track.statements.removeAll { !isChosen($0.carrier) }
    let resolved = track.resolved
    return (resolved.color, resolved.metadata)
  }
}
