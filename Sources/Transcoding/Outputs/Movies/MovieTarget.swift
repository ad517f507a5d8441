internal import Movies
internal import Synchronization

/// A written movie: its frames are encoded, and the other tracks of the source copied.
final class MovieTarget: FrameTarget {
  private let writer: MovieWriter
  private var encoding: MovieEncoding
  /// Whether the first loss ends the conversion.
  private let isStrict: Bool
  private let control: RunControl
  private let source: String
  private let kind: OutputKind
  private let destination: Destination
  private(set) var findings: [Finding] = []

  init(
    _ kind: OutputKind, _ encoding: MovieEncoding, stating tags: OutputTags, for clip: Clip,
    copying source: CopiedMovie?, to destination: Destination, _ asked: EncodingSettings, isStrict: Bool,
    _ control: RunControl
  ) throws(TranscodingError) {
    (self.isStrict, self.control, self.source, self.kind) = (isStrict, control, clip.name, kind)
    (self.destination, self.encoding) = (destination, encoding)
    var choices = TrackChoices(asked)
    choices.title = source?.title
    do throws(MovieError) {
      writer = try MovieWriter(
        descriptor: destination.descriptor, name: destination.name, container: kind.container, video: encoding.video,
        copying: source?.reader, choices, only: source?.span)
    } catch {
      throw TranscodingError(error)
    }
    try report(findingsBefore(copying: source, of: clip, stating: tags))
    if let codec = asked.audioCodec?.rawValue, !writer.converted.contains(where: { $0.codec == codec }) {
      try report([
        Finding(
          code: "unused-settings",
          found: "\(.audioCodec) was given, but no sound of \(clip.name) is converted to \(codec)",
          fix: "leave it out")
      ])
    }
  }

  var statesLightAtTheEnd: Bool { writer.statesLightAtTheEnd }

  /// Whether the movie gets boxes that FFmpeg does not write.
  private var addsBoxes: Bool { destination.isFile && (kind == .mp4 || kind == .mov) }

  func makePicture() throws -> MoviePicture { MoviePicture(try writer.makeFrame()) }

  func write(_ picture: MoviePicture) throws {
    Signals.progressed()
    if encoding.constant != nil {
      try encoding.constant?.take(picture, of: source, spare: makePicture, write: writer.write)
    } else {
      try picture.frame.withLock { frame in
        encoding.setTime(of: &frame)
        try writer.write(frame)
      }
    }
    try checkJumps()
    try reportCaptions(lost: writer.lostCaptions)
  }

  /// Writes all frames from chunks that were encoded apart.
  ///
  /// - Parameter lostCaptions: The number of frames whose captions the encoders of the chunks did not write.
  func join(_ chunks: [ChunkFile], lostCaptions: Int, progress: () throws -> Void) throws {
    try reportCaptions(lost: lostCaptions)
    try writer.join(chunks) {
      Signals.progressed()
      try control.check()
      try progress()
    }
    try checkJumps()
  }

  func finish(_ color: OutputTags) throws {
    try encoding.constant?.finish(write: writer.write)
    try writer.finish(stating: color.metadata)
    if let unit = writer.replacedUnit { try destination.replace(unit, by: color.metadata.replaceableUnit) }
    var boxes = MovieTags()
    if !writer.statesAmbient.container { boxes.metadata.ambient = color.metadata.ambient }
    boxes.dolbyVision = encoding.dolbyVision
    if addsBoxes, boxes != MovieTags() { try destination.add(boxes, control) }
    try checkJumps()
    try report(findingsAfterwards)
  }

  /// Reports findings; with `--strict`, a loss is an error instead.
  private func report(_ found: [Finding]) throws(TranscodingError) {
    if isStrict, let loss = found.first(where: \.isLoss) { throw .strict(loss) }
    findings += found
    control.report(found)
  }

  private func reportCaptions(lost: Int) throws(TranscodingError) {
    guard lost > 0, !findings.contains(where: { $0.code == "captions-left-out" }) else { return }
    try report([
      Finding(
        code: "captions-left-out",
        found:
          "the pictures of \(source) have closed captions (CEA-608 or CEA-708), which \(encoding.video.encoder) does not write",
        consequence: "the output has no captions",
        fix: "to keep them, write .mp4, .mov or .mkv with \(.videoCodec, "h264")")
    ])
  }

  private func checkJumps() throws(TranscodingError) {
    if isStrict, let jump = writer.jumps.first { throw .strict(finding(jump), fix: "cut the movie there") }
  }

  private func findingsBefore(copying source: CopiedMovie?, of clip: Clip, stating tags: OutputTags) -> [Finding] {
    var findings = leftOut(writer.leftOut)
    for made in writer.converted {
      let loss = made.isLossless.map { $0 ? ", without loss" : "" } ?? ""
      findings.note("track-converted", "\(made.track) is converted to \(made.codec)\(loss), since \(made.reason)")
    }
    if !tags.color.isHDR, let reader = source?.reader {
      for track in reader.tracks where track.isHDR && track.index != reader.video.index && !isLeftOut(track) {
        let copy = ["ffmpeg", "-i", clip.name, "-map", "0:\(track.index)", "-c", "copy", "alone.mkv"]
        findings.note(
          "track-stays-hdr", "\(track) is HDR too, and is copied unchanged",
          fix: "to convert it, first copy it to its own movie with \(ShellWords.line(copy))")
      }
    }
    findings += unstated(writer.unstated)
    for made in writer.converted {
      guard let layouts = made.mixedLayouts else { continue }
      findings.note(
        "channels-mixed",
        "\(made.track) has the channel layout \(layouts[0]), which its new codec, \(made.codec), lacks",
        consequence: "its channels are mixed to \(layouts[1])", fix: "to keep them, write .mkv")
    }
    for made in writer.converted {
      guard let layout = made.assumedLayout else { continue }
      findings.note(
        "channels-assumed", "\(made.track) does not name its channels",
        consequence: "assuming the channel layout \(layout)",
        fix: "to keep the sound without names, write .mov or .mkv, or leave it out with \(.audio, "drop")")
    }
    if tags.metadata.ambient != nil, !addsBoxes { findings += unstatedAmbient }
    guard let source else { return findings }
    // The library takes only three-letter codes.
    for (track, language) in zip(source.reader.tracks, source.languages) where !isLeftOut(track) {
      guard let language else { continue }
      findings.note(
        "language-shortened", "the language of \(track) is \(language)",
        consequence: "the output states \(track.language ?? "none"), as FFmpeg reads it")
    }
    if source.span.map({ !$0.lowerBound.value.isFinite }) ?? true, source.reader.clockStart > 0 {
      let start = Ticks(source.reader.clockStart).seconds(in: source.reader.video.timeBase).value.rounded(to: 3)
      findings.note(
        "clock-start", "the clock of \(clip.name) begins at \(start) s",
        consequence: "all times are shifted by that, so that the output begins at 0")
    }
    return findings
  }

  private func isLeftOut(_ track: MovieTrack) -> Bool { writer.leftOut.contains { $0.track == track } }

  private func leftOut(_ tracks: [(track: MovieTrack, reason: String)]) -> [Finding] {
    tracks.map { track, reason in
      Finding(
        code: track.isUndescribedData ? "data-left-out" : "track-left-out",
        found: "\(track) is left out, since \(reason)")
    }
  }

  /// The findings about the ambient viewing environment, which the container or the stream may state.
  private var unstatedAmbient: [Finding] {
    let (name, room) = ("the ambient viewing environment", writer.statesAmbient)
    guard room.stream else { return room.container ? [] : unstated([name]) }
    guard !room.container, kind == .mp4 || kind == .mov else { return [] }
    return [
      Finding(
        code: "ambient-in-stream",
        found: "\(kind) states \(name) in a box that is written at the end, which only a file allows",
        consequence: "only the stream states it")
    ]
  }

  private func unstated(_ words: [String]) -> [Finding] {
    words.map { Finding(code: "unstated", found: "\(kind) does not state \($0), so the output leaves it out") }
  }

  private var findingsAfterwards: [Finding] {
    var findings = leftOut(writer.lostTracks) + unstated(writer.lostWords)
    for track in writer.emptyTracks {
      findings.note("track-empty", "\(track) is left out, since nothing of it is in this part of the movie")
    }
    for (track, count) in writer.faultyTracks {
      findings.note(
        "track-damaged", "\(track) has \(plural(count, "packet")) that could not be decoded",
        consequence: "its new track is without them")
    }
    for (track, count) in writer.wordlessTracks {
      findings.note(
        "cues-left-out", "\(track) has \(plural(count, "cue")) without words, such as drawings",
        consequence: "its new track is without them")
    }
    for (track, count) in writer.refusedPackets {
      findings.note(
        "packets-refused", "\(track) has \(plural(count, "damaged packet")), which \(kind) does not take",
        consequence: "the output is without them", fix: isStrict ? "repair the movie" : "check the result")
    }
    for (track, late) in writer.lateTracks {
      findings.note(
        "track-starts-late", "\(track) starts \(late.value.rounded(to: 3)) s after the start of the part",
        consequence: "it begins with its first key picture there")
    }
    for (track, length) in writer.overlappingTracks {
      findings.note(
        "sound-overlaps", "\(track) has \(length.value.rounded(to: 3)) s of sound at times that already have sound",
        consequence: "the output leaves it out", fix: isStrict ? "repair the movie" : "check the result")
    }
    findings += writer.jumps.map(finding)
    if let lead = writer.lead {
      findings.note(
        "times-moved-together",
        "a track begins \(lead.value.rounded(to: 3)) s before 0, but this container has no negative times",
        consequence: "all times are shifted by that")
    }
    if let constant = encoding.constant, constant.repeated + constant.leftOut > 0 {
      findings.note(
        "constant-rate", "\(source) does not have a constant rate of \(constant.rate.fraction) frames/s",
        consequence: "\(plural(constant.repeated, "frame")) repeated and \(plural(constant.leftOut, "frame")) left out")
    }
    let changed = writer.changedTimes
    if changed > 0 {
      findings.note(
        "moved-times", "times that were missing or did not increase were moved: \(changed)",
        fix: isStrict ? "repair the movie" : "check the result")
    }
    return findings
  }

  private func finding(_ jump: TimeJump) -> Finding {
    let what = jump.track.map { "\($0)" } ?? "the pictures"
    let place = "\(jump.at.value.rounded(to: 3)) s"
    let length = "\(jump.by.value.magnitude.rounded(to: 3)) s"
    return Finding(
      code: "time-jump",
      found: "the times of \(what) in \(source) jump \(jump.by.value < 0 ? "back" : "ahead") by \(length) at \(place)",
      consequence: jump.isClosed
        ? "the output continues without the jump, which it cannot represent" : "the output has the same gap")
  }
}

extension Finding {
  /// Whether a movie lacks something of its source that no setting leaves out, and that some movie could hold. Another codec, and a shift of all times,
  /// lose nothing.
  fileprivate var isLoss: Bool {
    ![
      "ambient-in-stream", "clock-start", "constant-rate", "data-left-out", "times-moved-together", "track-converted",
      "track-empty", "track-stays-hdr", "unused-settings",
    ].contains(code)
  }
}

extension TrackChoices {
  fileprivate init(_ asked: EncodingSettings) {
    self.init(
      subtitles: asked.subtitles.flatMap { Way(rawValue: $0.rawValue) } ?? .convert,
      audio: asked.audio.flatMap { Way(rawValue: $0.rawValue) } ?? .convert,
      soundEncoder: asked.audioCodec.flatMap { SoundEncoder(rawValue: $0.rawValue) })
  }
}
