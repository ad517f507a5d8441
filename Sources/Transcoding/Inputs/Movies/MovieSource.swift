internal import Movies
internal import Synchronization

/// An opened movie: its properties and its decoded frames.
final class MovieSource: FrameSource {
  /// The properties of the pictures from the first selected one on that share its color.
  var clip: Clip { parts.withLock(\.clip) }
  let reader: MovieReader
  let colors: TagResolver
  let parts: Mutex<Parts>
  /// Whether the caller takes single fields of interlaced pictures.
  private let keepsFields: Bool
  /// Whether the first damage stops the reading.
  let isStrict: Bool
  private let whole: CopiedMovie
  /// Whether the file ends within an element of stated length.
  private let isCutShort: Bool
  private let rest = Mutex(RemainingFrames())

  private struct RemainingFrames {
    /// The number of frames left; `nil` for all.
    var frames: Int?
    /// The end time, in units of the track.
    var end: Ticks?
    /// The end time of the selected frames, and whether their number is limited.
    var selection: (end: Ticks?, isCounted: Bool) = (nil, false)
    /// Whether the movie ended before the requested frames did.
    var hasEnded = false
    /// The time of the last frame and the range of frame durations, in units of the track.
    var last: (time: Ticks, durations: ClosedRange<Ticks>?)?
    /// The part of the movie that is copied beside the frames; `nil` if it starts where the movie does.
    var span: Range<Seconds>?
    /// The rate of the frames from the first selected one on; `nil` if it is not known to be constant.
    var grid: RateGrid?

    mutating func note(_ time: Ticks) {
      var durations = last?.durations
      if let step = last.map({ time - $0.time }) {
        durations = min(durations?.lowerBound ?? step, step)...max(durations?.upperBound ?? step, step)
      }
      last = (time, durations)
    }
  }

  init(
    _ reader: MovieReader, _ clip: Clip, _ colors: TagResolver, _ media: MediaDescription, keepsFields: Bool,
    isStrict: Bool
  ) {
    (self.reader, self.colors, self.keepsFields, self.isStrict) = (reader, colors, keepsFields, isStrict)
    isCutShort = media.isCutShort
    let dolbyVision = media.place(of: reader).flatMap { place in
      media.tracks[place].statements.lazy.compactMap(\.value.dolbyVision).first
    }
    whole = CopiedMovie(
      reader: reader, span: nil, grid: nil, title: media.title, languages: media.languages, dolbyVision: dolbyVision)
    parts = Mutex(Parts(clip: clip, statement: reader.video.statement))
  }

  var movie: MovieSource? { self }

  var isStill: Bool { reader.isPictureFile || clip.frameCount == 1 }

  /// Whether the movie states when frames are shown.
  var isTimed: Bool { reader.video.start != nil }

  /// The time of the first frame in the container, in seconds.
  var startTime: Double { reader.video.start?.seconds(in: reader.video.timeBase).value ?? 0 }

  var firstMessages: FrameMessages {
    FrameMessages(
      hdr10Plus: reader.nextHDR10Plus, dolbyVisionRPU: reader.nextDolbyVisionRPU,
      headroom: reader.nextHeadroomAdaptiveMetadata)
  }

  /// The movie as the selected frames leave it to copy.
  var copied: CopiedMovie {
    var copied = whole
    (copied.span, copied.grid) = rest.withLock { ($0.span, $0.grid) }
    return copied
  }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    do {
      let grid = try reader.rateGrid()
      guard let begin = try move(to: frames) else { return nil }
      var new = RemainingFrames(frames: frames.frames)
      new.grid = grid?.starting(at: reader.time(atOrAfter: begin.seconds))
      var end = Seconds(.infinity)
      if let duration = frames.duration {
        end = Seconds(duration + (frames.start.seconds ?? begin.seconds.value))
        if reader.video.start != nil {
          new.end = reader.time(atOrAfter: end)
          end = reader.copiesMore ? try self.end(ofPictureBefore: end, frames) : end
        } else {
          new.frames = frames.frameCount(end.value * (try clip.rate(for: .duration, .seconds(duration)))) - begin.number
        }
      }
      if let count = frames.frames, reader.copiesMore, !end.value.isFinite {
        end = try self.end(of: begin, count)
      }
      if !frames.start.isAtStart {
        new.span = begin.seconds..<max(begin.seconds, end)
      } else if end.value.isFinite {
        new.span = Seconds(-.infinity)..<end
      }
      beginParts(
        at: begin.number, seconds: frames.start.seconds ?? begin.seconds.value,
        hasFrameBefore: hasFrameBefore && begin.number > 0)
      if hasFrameBefore, begin.number > 0 {
        _ = try reader.move(to: .number(begin.number - 1))
        new.frames = new.frames.map { $0.adding(1) }
      }
      if reader.isPictureFile { new.frames = min(new.frames ?? 1, 1) }
      new.selection = (new.end, new.frames != nil)
      rest.withLock { $0 = new }
      return frames.range(begin.number, count: frames.frames, of: clip)
    } catch {
      throw TranscodingError(reading: clip.name, error)
    }
  }

  /// The coded pictures of the selected frames, of which the first has this number. The source has to be moved afterwards.
  func selectedPictures() throws(TranscodingError) -> (first: Int, pictures: MovieReader.CodedPictures) {
    let (count, end, first) = (rest.withLock(\.frames), rest.withLock(\.end), parts.withLock(\.first))
    do {
      let coded = try reader.codedPictures()
      guard case .pictures(let all) = coded else { return (first, coded) }
      let selected = try reader.decodable(all).dropFirst(first).prefix { picture in
        end.map { picture.time < $0 } ?? true
      }
      return (first, .pictures(Array(count.map { selected.prefix($0) } ?? selected)))
    } catch {
      throw TranscodingError(reading: clip.name, error)
    }
  }

  /// Restricts reading to a chunk of the selected frames. All that follows from the first selected frame stays as it is.
  ///
  /// - Parameter needsEarlier: Whether a frame depends on earlier ones apart from coding.
  /// - Returns: Whether there is a frame.
  func move(to chunk: Chunk, needsEarlier: Bool) throws(TranscodingError) -> Bool {
    do {
      guard try reader.move(toPictureAt: chunk.time, needsEarlier: needsEarlier) else { return false }
    } catch {
      throw TranscodingError(reading: clip.name, error)
    }
    rest.withLock { rest in
      rest.end = chunk.end ?? rest.selection.end
      rest.frames = chunk.end == nil && rest.selection.isCounted ? chunk.frames : nil
    }
    parts.withLock { ($0.next, $0.last, $0.isBefore) = (chunk.first, nil, false) }
    return true
  }

  /// Returns the end time of a number of frames, from the packets or the rate.
  private func end(of begin: (number: Int, seconds: Seconds), _ count: Int) throws -> Seconds {
    let next = begin.number.adding(count)
    if let end = try reader.seconds(ofPictureAt: .number(next)) { return end }
    let isCounted = reader.video.start != nil && reader.isSeekable
    guard !isCounted, let rate = clip.frameRate?.value else { return Seconds(.infinity) }
    return Seconds(begin.seconds.value + Double(count) / rate)
  }

  /// Returns when the last frame that starts before a time ends, from the packets or the rate.
  private func end(ofPictureBefore end: Seconds, _ frames: FrameSelection) throws -> Seconds {
    if let next = try reader.seconds(ofPictureAt: .seconds(end)) { return next }
    guard let rate = clip.frameRate?.value else { return end }
    return Seconds(Double(frames.frameCount(end.value * rate)) / rate)
  }

  /// Moves to the first frame. In a bare stream, its time is its number divided by the stated rate.
  private func move(to frames: FrameSelection) throws -> (number: Int, seconds: Seconds)? {
    guard reader.video.start == nil else { return try reader.move(to: MovieReader.Position(frames.start)) }
    var position = MovieReader.Position(frames.start)
    if case .seconds(let seconds) = position {
      position = .number(frames.frameCount(seconds.value * (try clip.rate(for: .start, frames.start))))
    }
    guard let number = try reader.move(to: position)?.number else { return nil }
    return (number, clip.frameRate.map { Seconds(Double(number) / $0.value) } ?? 0)
  }

  func seconds(of picture: MoviePicture, index: Int) -> Double? {
    // A bare stream has no times.
    guard reader.video.start != nil else { return clip.frameRate.map { Double(index) / $0.value } }
    return picture.frame.withLock { $0.time }.map { reader.seconds(at: $0).value }
  }

  func makePicture() throws -> MoviePicture { MoviePicture(try reader.makeFrame()) }

  var faults: [Finding] {
    var faults: [Finding] = []
    if reader.damagedPackets > 0 || reader.damagedFrames > 0 {
      let packets = plural(reader.damagedPackets, "packet")
      let first = reader.firstDamage.map { seconds, reason in
        ", the first\(seconds.map { " at \($0.value.rounded(to: 3)) s" } ?? "") (\(reason))"
      }
      faults.note(
        "damaged-packets",
        "\(clip.name) has \(packets) that the decoder could not use, and \(plural(reader.damagedFrames, "frame")) with regions"
          + " that it concealed\(first ?? "")", consequence: "the output has the rest")
    }
    faults += changes
    if let cut { faults.append(cut) }
    return faults
  }

  /// The finding for data missing at the end, if the whole movie was requested, or more frames than it has.
  private var cut: Finding? {
    guard rest.withLock({ $0.hasEnded || $0.frames == nil && $0.end == nil }) else { return nil }
    let missing = reader.missingTime.map { $0.value.rounded(to: 1) }.flatMap { $0 > 0 ? $0 : nil }
    let isOverOneTwentieth = missing.map { $0 > max(1, (reader.video.duration?.value ?? 0) / 20) } ?? false
    guard reader.endsEarly || isCutShort || isOverOneTwentieth else { return nil }
    return Finding(
      code: "cut-short",
      found: missing.map { "\(clip.name) ends \($0) s before its stated end, so it is cut short or damaged" }
        ?? "\(clip.name) ends within its data, so it is cut short or damaged",
      consequence: "the output ends there")
  }

  /// The finding for an output file that states one rate, which loses varying frame times.
  var unkeptTimes: Finding? {
    guard let durations = rest.withLock({ $0.last?.durations }) else { return nil }
    // In damaged movies, times can be so far apart that their difference overflows Int64.
    let (minimum, most) = (Double(durations.lowerBound.count), Double(durations.upperBound.count))
    // Durations may differ by the rounding of the time base.
    guard most - minimum > max(1, minimum / 8) else { return nil }
    return Finding(
      code: "varying-rate", found: "\(clip.name) has a variable frame rate, but the output states a constant one",
      consequence: "it has the frames, but not their times", fix: "write a movie, such as out.mkv")
  }

  func read(into picture: MoviePicture) throws -> Bool {
    try rest.withLock { rest in
      guard rest.frames != 0 else { return false }
      guard try picture.frame.withLock({ try reader.read(into: &$0) }) else {
        rest.hasEnded = true
        return false
      }
      let (time, isOfFields) = picture.frame.withLock { ($0.time, $0.isInterlaced) }
      if let time, let end = rest.end, time >= end {
        rest.frames = 0
        return false
      }
      if isStrict, reader.damagedPackets + reader.damagedFrames > 0 { throw damage(at: time) }
      if isOfFields, !reader.video.isInterlaced, !keepsFields {
        throw TranscodingError.input(.interlacedLater(clip.name, seconds: time.map { reader.seconds(at: $0).value }))
      }
      try place(picture)
      rest.frames = rest.frames.map { $0 - 1 }
      if let time { rest.note(time) }
      return true
    }
  }

  private func damage(at time: Ticks?) -> TranscodingError {
    let place = time.map { " near \(reader.seconds(at: $0).value.rounded(to: 3)) s" } ?? ""
    let reason = reader.firstDamage.map { " (\($0.reason))" } ?? ""
    let finding = Finding(code: "damaged-packets", found: "\(clip.name) is damaged\(place)\(reason)")
    return .strict(finding, fix: "repair the file")
  }
}

extension MovieReader.Position {
  fileprivate init(_ position: FramePosition) {
    self =
      switch position {
      case .index(let index): .number(index)
      case .seconds(let seconds): .seconds(Seconds(seconds))
      }
  }
}

extension MediaDescription {
  /// The index of the track whose pictures are decoded; `nil` if it cannot be determined.
  func place(of reader: MovieReader) -> Int? {
    let (video, all) = (reader.video, reader.tracks)
    if tracks.count == 1 { return 0 }
    let number = all[video.index].id
    if number != 0, let place = tracks.firstIndex(where: { $0.id == number }) { return place }
    // If the container's track numbers are unknown, tracks are matched by order.
    let moving = all.filter { $0.kind == .video && !$0.isCover }
    return moving.count == tracks.count ? moving.firstIndex { $0.index == video.index } : nil
  }
}
