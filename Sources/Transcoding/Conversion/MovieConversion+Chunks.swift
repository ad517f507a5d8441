internal import JSONText
internal import Movies
internal import Synchronization
internal import SystemCalls

// A movie that is encoded in chunks, each by an encoder of its own.
extension MovieConversion {
  /// The chunks of the movie, which depend on its pictures, the selected frames and a minimum number of frames alone.
  ///
  /// - Throws: `chunk` and `setting` for a conversion that cannot be divided.
  func chunks(of length: Int) throws(TranscodingError) -> [Chunk] {
    try checkDivision()
    guard kind.isMovie else { throw .chunk(.notAMovieFile(output.map { "\($0)" } ?? "-")) }
    guard let own = source.movie, !own.reader.isPictureFile else {
      throw .chunk(.notAMovie("\(input)"))
    }
    let movie = own.reader.isSeekable ? try reopened() : own
    let (first, coded) = try movie.selectedPictures()
    let base = movie.reader.video.timeBase
    func seconds(_ time: Ticks) -> Double { movie.reader.seconds(at: time).value }
    switch coded {
    case .untimed: throw .chunk(.untimed("\(input)"))
    case .jump(let last, let step): throw .chunk(.irregular("\(input)", at: last.value, by: step.value))
    case .pictures(let pictures):
      guard !pictures.isEmpty else { throw .input(.noFrame(source.clip.name, settings.frames, count: nil)) }
      for (one, next) in zip(pictures, pictures.dropFirst()) {
        let step = (next.time - one.time).seconds(in: base).value
        guard step > 0, step < Self.longestStep else {
          throw .chunk(.irregular("\(input)", at: seconds(one.time), by: step))
        }
      }
      return [Chunk](of: pictures, from: first, length: length)
    }
  }

  /// The shortest time between two pictures, in seconds, that is a jump rather than a variable rate.
  private static let longestStep = 10.0

  /// Checks that no setting needs all frames in one process.
  private func checkDivision() throws(TranscodingError) {
    let own: SettingEffect = .init(.chunks, does: "converts parts of the movie by themselves")
    let others: [(Bool, SettingName, String?, String)] = [
      (settings.light.mode == .onePass, .dynamics, "one-pass", "needs the frames before"),
      (settings.input.frameRate != nil, .fps, nil, "repeats and leaves out frames by their order"),
      (settings.output.alpha.alphaFile != nil, .alphaFile, nil, "is read beside all frames"),
      (settings.output.alpha.background?.file != nil, .background, nil, "is read beside all frames"),
      (settings.output.preview != nil, .preview, nil, "is of the first frame"),
      (settings.output.hdr10Plus != nil, .outHDR10plus, nil, "is of all frames"),
    ]
    if let other = others.first(where: \.0) {
      throw .setting(.contradiction(own, .init(other.1, other.2, does: other.3)))
    }
    if curves.measuresBefore, let selected = FrameSelection.rows.first(where: { $0.isGiven(settings.frames) })?.name {
      throw .setting(
        .contradiction(
          .init(
            .dynamics, settings.light.mode?.rawValue,
            does: "follows the light of the whole movie, which is measured in the same chunks"),
          .init(selected, does: "leaves frames out")))
    }
  }

  func encode(_ chunk: Chunk, to destination: Destination, for plan: String) throws {
    var counter = FrameCounter(.converting, chunk.range, of: source.clip, control)
    counter.destination = destination
    _ = try encode([chunk], reading: source, to: destination.descriptor, named: destination.name, for: plan, &counter)
    counter.finish()
  }

  /// Encodes chunks in turn.
  ///
  /// - Parameter file: An open file, which receives the chunks at its position.
  /// - Returns: The decision about the first frame, and the facts about all chunks.
  private func encode(
    _ chunks: [Chunk], reading source: some FrameSource, to file: Int32, named name: String, for plan: String = "",
    _ counter: inout FrameCounter, finish: () throws -> Void = {}
  ) throws -> (decision: Decision, facts: ChunkFacts) {
    guard let movie = source.movie else { preconditionFailure("only a movie has chunks") }
    let all = chunks.reduce(0) { $0 + $1.frames }
    let prepared = try prepared(
      reading: source, FrameRange(first: chunks[0].first, count: all, expected: all, isEstimated: false))
    let copied = movie.copied
    var encoding = try encoding(copying: copied, isFile: true)
    var (facts, assumed) = (ChunkFacts(), [Finding]())
    for chunk in chunks {
      guard try movie.move(to: chunk, needsEarlier: settings.deinterlaces) else {
        throw TranscodingError.chunk(.undecodable("\(input)", firstFrame: chunk.first, frames: chunk.frames))
      }
      let writer = try ChunkWriter(
        descriptor: file, name: name, container: encoding.container, video: encoding.video, of: copied.reader,
        only: copied.span)
      let frames = try start(
        prepared, from: chunk.first, into: { MoviePicture(try writer.makeFrame()) }, countingLight: true)
      var count = 0
      try frames.pump.forEach { picture in
        Signals.progressed()
        try picture.frame.withLock { frame in
          encoding.setTime(of: &frame)
          try writer.write(frame)
        }
        count += 1
        counter.advance()
      }
      try control.check()
      guard count > 0 else {
        throw TranscodingError.chunk(.undecodable("\(input)", firstFrame: chunk.first, frames: chunk.frames))
      }
      var own = frames.worker.facts(count)
      (own.plan, own.first, own.lostCaptions) = (plan, chunk.first, writer.lostCaptions)
      try writer.finish(own.json.line)
      try finish()
      facts = facts.joined(with: own)
      assumed += frames.worker.findings.filter { !assumed.contains($0) }
    }
    let faults = source.faults + (prepared.backdrop?.faults ?? [])
    try end(prepared.curves, faults, facts: facts, assumed: assumed)
    return (prepared.curves.decision, facts)
  }

  /// Encodes the movie in chunks, if the settings ask for them, into a file without a name beside its output.
  func coded(
    beside destination: Destination?, _ decision: inout Decision, _ counter: inout FrameCounter
  ) throws -> CodedChunks? {
    guard let length = settings.encoding.chunkFrames else { return nil }
    let chunks = try chunks(of: length)
    guard let folder = destination?.part?.place.folder else {
      throw TranscodingError.chunk(.notAMovieFile(output.map { "\($0)" } ?? "-"))
    }
    // A loss of the joined movie is refused before its chunks are encoded.
    if settings.isStrict { try rehearseStart(copying: reopened(), RunControl()) }
    let name = "a temporary file beside \(output.map { "\($0)" } ?? "-")"
    let file: Descriptor
    do { file = try folder.makeNamelessFile() } catch {
      throw TranscodingError.output(.cannotCreate(name, reason: "\(error)"))
    }
    var files: [ChunkFile] = []
    var place = 0
    let coded = try encode(chunks, reading: source, to: file.number, named: name, &counter) {
      let end = System.length(of: file.number)
      files.append(try ChunkFile(in: place..<end, name: name) { file })
      place = end
    }
    decision = coded.decision
    return CodedChunks(files: files, facts: coded.facts, movie: try reopened(), isReported: true)
  }

  /// Opens the movie again. What is read from it does not depend on what was read before: some containers return fewer packets after a seek to the
  /// first picture, and decoders conceal damage with earlier pictures.
  func reopened() throws(TranscodingError) -> MovieSource {
    let again = try curves.context.input.frames(of: curves.input, threads: 1)
    guard let movie = again.movie, try again.select(settings.frames) != nil else {
      throw .chunk(.notAMovie("\(input)"))
    }
    return movie
  }

  /// - Parameter counter: Counts the frames, unless they were counted as they were encoded.
  func join(
    _ chunks: CodedChunks, to target: any FrameTarget, _ counter: inout FrameCounter
  ) throws -> Moved {
    guard let target = target as? MovieTarget else { preconditionFailure("only a movie has chunks") }
    if !chunks.isReported { curves.context.report(decision: decision, about: source.clip) }
    try target.join(chunks.files, lostCaptions: chunks.facts.lostCaptions) {
      if !chunks.isReported { counter.advance() }
    }
    let faults = chunks.movie.faults
    if !chunks.isReported { try end(curves, faults, facts: chunks.facts, assumed: []) }
    return Moved(light: chunks.facts.light(for: tags), isCutShort: faults.contains(where: \.isCutShort))
  }
}

/// All chunks of a movie, in order.
struct CodedChunks {
  let files: [ChunkFile]
  let facts: ChunkFacts
  /// The movie opened again, whose other tracks are copied.
  let movie: MovieSource
  /// Whether the findings about their frames are reported already.
  var isReported = false
}
