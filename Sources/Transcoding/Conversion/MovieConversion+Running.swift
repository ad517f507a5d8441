internal import JSONText
internal import Movies
internal import SystemCalls

extension MovieConversion {
  var tags: OutputTags { OutputTags(of: curves.maximum) }
  /// The number of frames; `nil` if a time determines the end, where the number is known only afterward.
  var count: Int? { range.isEstimated ? nil : range.expected }

  var threads: ThreadShares {
    ThreadShares(asked: settings.running.threads, decodes: source.decodes, encodes: kind.isEncoded)
  }

  func checkOutput() throws(TranscodingError) {
    try kind.picture?.check(plan)
    try kind.picture?.check(source.clip.openedSize)
    try coding?.check(source.clip.openedSize, plan.outputFormat, plan.targetTags.range)
    try memoryNeed.check()
  }

  private var memoryNeed: MemoryNeed {
    let size = source.clip.openedSize
    func bytes(_ format: PixelFormat) -> Int { format.frameByteCount(width: size.width, height: size.height) }
    let frames =
      FramePump<RawPicture>.picturesOnEachSide * (bytes(plan.inputFormat) + bytes(plan.outputFormat))
      + curves.heldFrames * bytes(plan.inputFormat)
    // A planar frame, and the memory of its PNG.
    let preview = settings.output.preview != nil ? 5 * bytes(.gbrap) : 0
    let pictures = kind == .png ? 4 * bytes(plan.outputFormat) : 0
    // The background picture, as read and as used.
    let background = plan.needsBackground ? 2 * bytes(Background.pictureFormat) : 0
    // Three planes of numbers where subsampled chroma is weighted by coverage.
    let isWeighed = plan.inputFormat.hasAlpha && plan.inputFormat.chroma != .c444
    let coverage = isWeighed ? 3 * bytes(.gbrpf32) / 6 : 0
    let stacks = (threads.converting + Workers.ofFrameLoop + 1) * MemoryNeed.ofThread
    // A lookup table's cube is kept as read, multiplied by the output's matrix, and laid out for the kernels.
    let cubes = 3 * (plan.lookupTable?.cube?.values.count ?? 0) * MemoryLayout<SIMD4<Float>>.stride
    return MemoryNeed(
      frames + background + coverage + max(preview, pictures) + stacks + MemoryNeed.ofProgram + cubes)
  }

  /// - Parameter given: The chunks of a movie that were encoded before; `nil` encodes all frames.
  func written(joining given: CodedChunks? = nil) throws -> ConversionResult {
    guard let output else { throw TranscodingError.output(.noOutput) }
    var (stated, decision) = (tags, decision)
    var counter = FrameCounter(.converting, range, of: source.clip, control)
    let outputs = Outputs(
      reading: curves.context.files(with: input, source.clip), force: settings.output.replacesProtectedFiles, control)
    control.start()
    // The pictures of a series are opened one by one.
    let destination: Destination?
    var remains: () -> String? = { nil }
    var (moved, holdsOutput) = (Moved(), false)
    var written: [Finding] = []
    do {
      destination = names?.isPattern == true ? nil : try outputs.open(names?.name(of: 0) ?? output, as: "the output")
      counter.destination = destination
      let preview = try settings.output.preview.map {
        try Preview(of: plan, shown: source.clip.geometry.orientation, at: $0, in: outputs)
      }
      let outputStatistics = try settings.output.hdr10Plus.map { path in
        try OutputStatistics(
          of: plan, for: source.clip, at: path, in: outputs, threads: threads.converting,
          on: settings.running.chosenInstructions)
      }
      // Movies and pictures contain their color tags.
      let beside =
        try destination?.isFile == true && !kind.isEncoded
        ? outputs.open(output + ".color.json", as: "the color JSON of the output", isGiven: false) : nil
      let needsLight = beside != nil || kind.isEncoded && destination != nil || statesLight
      let chunks = try given ?? coded(beside: destination, &decision, &counter)
      let target: any FrameTarget =
        if let names, let picture = kind.picture {
          try PictureTarget(
            picture, names, of: plan, stating: tags, for: source.clip, first: range.first, count: count,
            threads: threads.encoding, to: destination, besides: settings.output.preview, in: outputs, control)
        } else {
          try self.target(destination, copying: chunks?.movie, control)
        }
      remains = { target.remains }
      moved =
        if let chunks {
          try join(chunks, to: target, &counter)
        } else {
          try move(
            reading: source, to: target, &decision, countingLight: needsLight, measuring: outputStatistics,
            showing: preview, &counter)
        }
      holdsOutput = destination?.isStandardOutput == true || outputStatistics?.isOnStandardOutput == true
      if let light = moved.light { state(light, as: &stated, in: target) }
      try target.finish(stated)
      written = target.findings
      try outputStatistics?.finish()
      let (clip, size) = (source.clip, source.clip.openedSize)
      let sidecar = ColorSidecar(
        width: size.width, height: size.height, pixelFormat: plan.outputFormat.name, frameRate: clip.frameRate,
        color: stated.color, metadata: stated.metadata)
      try beside?.write(sidecar.json)
      try outputs.commit()
    } catch {
      outputs.discard()
      guard let remains = remains() else { throw error }
      control.note("pictures-remain", "\(remains)")
      guard let cut = error as? TranscodingError, cut.endsWithinFrame, !settings.isStrict else { throw error }
      control.note("cut-short", cut.sentence)
      moved.isCutShort = true
    }
    counter.finish()
    return ConversionResult(
      frames: counter.frames, seconds: counter.seconds, findings: control.findings(after: findings),
      isCutShort: moved.isCutShort, decision: decision, found: source.faults + written, changing: moved.changing,
      tags: stated,
      isOnStandardOutput: holdsOutput)
  }

  /// Reports the losses of the output, such as sound, alpha and metadata, as far as they are known before the first frame. Nothing is written.
  package func rehearse() throws {
    curves.context.report(decision: decision, about: source.clip)
    control.report(tags.changes)
    if kind.isMovie { try rehearseStart(control) }
  }

  /// Writes the start of the movie to memory, which shows the tracks and statements that the container accepts.
  func rehearseStart(copying movie: MovieSource? = nil, _ control: RunControl) throws {
    guard let output else { return }
    let memory = Destination(try System.openMemory(), name: "\(output)", isFile: true)
    _ = try target(memory, copying: movie, control)
  }

  func makePicture() throws -> RawPicture { RawPicture(try source.clip.frame(plan.outputFormat)) }

  /// Starts the conversion of frames that a caller pulls.
  func pulled() throws -> MovingFrames<RawPicture> {
    let begin = ContinuousClock.now
    func moving(reading source: some FrameSource) throws -> MovingFrames<RawPicture> {
      try start(prepared(reading: source), from: range.first, begin: begin, into: makePicture, countingLight: false)
    }
    return try moving(reading: source)
  }

  /// Reports the findings for this number of pulled frames, after the last.
  func result(of frames: MovingFrames<RawPicture>, _ count: Int) throws -> ConversionResult {
    let moved = try end(frames, count)
    let seconds = (ContinuousClock.now - frames.begin) / .seconds(1)
    return ConversionResult(
      frames: count, seconds: seconds, findings: control.findings(after: findings), isCutShort: moved.isCutShort,
      decision: frames.worker.curves.decision, found: source.faults, changing: moved.changing, tags: tags,
      isOnStandardOutput: false)
  }

  struct Moved {
    var light: ContentLightLevel?
    var changing: JSONValue?
    var isCutShort = false
  }

  private func move(
    reading source: some FrameSource, to target: some FrameTarget, _ decision: inout Decision, countingLight: Bool,
    measuring statistics: OutputStatistics?, showing preview: Preview?, _ counter: inout FrameCounter
  ) throws -> Moved {
    let frames = try start(
      prepared(reading: source), from: range.first, into: target.makePicture, countingLight: countingLight,
      statesLightAtTheEnd: target.statesLightAtTheEnd, measuring: statistics)
    decision = frames.worker.curves.decision
    try frames.pump.forEach { picture in
      if counter.frames == 0 {
        try preview?.write(picture, threads: threads.converting, on: settings.running.chosenInstructions)
      }
      try target.write(picture)
      counter.advance()
    }
    return try end(frames, counter.frames)
  }

  private func end(_ frames: MovingFrames<some OutputPicture>, _ count: Int) throws -> Moved {
    let (worker, facts) = (frames.worker, frames.worker.facts(count))
    try end(worker.curves, source.faults + worker.faultsBehind, facts: facts, assumed: worker.findings)
    return Moved(
      light: facts.light(for: tags), changing: worker.curves.report(of: worker.ownPrograms),
      isCutShort: source.faults.contains(where: \.isCutShort))
  }

  /// Measures as far as needed in advance.
  ///
  /// - Parameter some: The frames that are converted here; by default all selected ones.
  func prepared<Source: FrameSource>(reading source: Source, _ some: FrameRange? = nil) throws -> PreparedFrames<Source>
  {
    var measured = curves
    let (threads, instructions) = (threads.converting, settings.running.chosenInstructions)
    let backdrop = try measured.context.backdrop(
      for: measured.maximum, of: source.clip, range, threads: threads, on: instructions)
    let read = try measured.measure(source, some, sharing: settings.running, threads: threads)
    measured.context.report(decision: measured.decision, about: source.clip)
    control.report(tags.changes)
    return PreparedFrames(source: source, curves: measured, backdrop: backdrop, read: read)
  }

  /// - Parameter countingLight: Whether the light of PQ is counted if it is not known.
  func start<Source: FrameSource, Output: OutputPicture>(
    _ prepared: PreparedFrames<Source>, from first: Int, begin: ContinuousClock.Instant = .now,
    into output: () throws -> Output, countingLight: Bool, statesLightAtTheEnd: Bool = true,
    measuring statistics: OutputStatistics? = nil
  ) throws -> MovingFrames<Output> {
    let (source, curves) = (prepared.source, prepared.curves)
    let (threads, instructions) = (threads.converting, settings.running.chosenInstructions)
    let bright = BrightPictures(curves.decision.plan, of: source.clip.format)
    // Unknown light levels are counted, as are stated levels that may turn out to be wrong, if the output can state levels at the end.
    let countsLight =
      countingLight && tags.color.transfer == .pq
      && (tags.needsContentLight || statesLightAtTheEnd && bright != nil)
    var made: ConversionWorker!
    let pump = try FramePump(
      first: first, control, input: { try source.makePicture() }, output: output, read: prepared.read,
      converter: {
        let worker = try ConversionWorker(
          curves, over: prepared.backdrop, counting: bright, for: source.clip, threads: threads,
          on: instructions, countingLight: countsLight)
        made = worker
        return (
          { input, output, index, note in
            try worker.convert(input, into: output, index: index, by: note)
            // Only here: converting may exchange memory that an encoder still held, and the times with it.
            output.takeTimes(of: input, seconds: source.seconds(of: input, index: index))
            try statistics?.take(output, index: index)
          }, worker.refusedThreads
        )
      })
    return MovingFrames(begin: begin, pump: pump, worker: made)
  }

  /// Reports the findings, after the last frame.
  func end(_ curves: ToneCurveSchedule, _ faults: [Finding], facts: ChunkFacts, assumed: [Finding]) throws {
    try control.check()
    let untimed = kind.isEncoded ? [] : [source.movie?.unkeptTimes].compactMap(\.self)
    try curves.context.input.report(faults: faults + untimed + curves.findings.faults)
    try settings.frames.check(count: facts.frames, of: source.clip, strict: settings.isStrict, control)
    control.report(assumed: assumed)
    control.report(curves.findings.notes)
    guard facts.brightFrames > 0, let bright = BrightPictures(curves.decision.plan, of: source.clip.format) else {
      return
    }
    let verb = facts.brightFrames == 1 ? "is" : "are"
    let frames = "\(plural(facts.brightFrames, "frame")) of \(source.clip.name) \(verb) brighter than"
    guard let evidence = bright.evidence else {
      return control.note(
        "maxcll-exceeded", "\(frames) the stated MaxCLL of \(bright.level)",
        consequence: facts.light == nil ? "the output states the same" : "the output states the light that was counted",
        fix: facts.light == nil
          ? "correct the levels with \(.maxCLL), or ignore them with \(.trustMetadata, "never")" : nil)
    }
    control.note(
      "source-peak-exceeded", "\(frames) the source's peak of \(bright.level), from \(evidence.rawValue)",
      consequence: "light above it is mapped as if it ended there",
      fix: "map it with \(.sourcePeak, plain(Double(facts.brightest))) or more")
  }

  /// Sets the counted light levels in the output, and reports those that it cannot state.
  private func state(_ light: ContentLightLevel, as stated: inout OutputTags, in target: some FrameTarget) {
    let change = stated.add(contentLight: light)
    if target.statesLightAtTheEnd {
      if let change { control.note(change.code, "\(change)") }
    } else if let levels = stated.metadata.contentLight?.text {
      control.note(
        "light-unstated",
        "MaxCLL and MaxFALL are \(levels), but \(kind) states them before the first frame, so the output does not state them",
        fix: "write .mp4 or .mov")
      if let change { control.note(change.code, "\(change.found), but the output states the display's peak") }
    }
  }

  func encoding(copying movie: CopiedMovie?, isFile: Bool) throws(TranscodingError) -> MovieEncoding {
    guard let coding else { preconditionFailure("a movie has a coding") }
    return try MovieEncoding(
      kind, coding, of: plan, stating: tags, for: source.clip, copying: movie,
      threads: settings.encoding.chunkFrames == nil ? threads.encoding : coding.chunkThreads, isFile: isFile,
      settings.encoding, rate: curves.context.constantRate)
  }

  /// - Parameter movie: The movie whose other tracks are copied, if it is not the source itself.
  private func target(
    _ destination: Destination?, copying movie: MovieSource? = nil, _ control: RunControl
  ) throws -> any FrameTarget {
    guard let destination else { preconditionFailure("only a series of pictures has no destination") }
    if kind.isMovie {
      let movie = (movie ?? source.movie)?.copied
      return try MovieTarget(
        kind, encoding(copying: movie, isFile: destination.isFile), stating: tags, for: source.clip,
        copying: movie, to: destination, settings.encoding, isStrict: settings.isStrict, control)
    }
    return try ClipWriter(kind, of: plan, for: source.clip, to: destination)
  }
}
