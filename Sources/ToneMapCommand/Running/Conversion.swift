internal import JSONText
internal import ToneMapping
internal import LightStatistics
internal import Synchronization

#if FFmpeg
  internal import Movies
#endif

/// One run of `convert`: opens input and output, makes the plan, converts the frames, and reports.
struct Conversion {
  let input, output: Path
  let frames: FrameRangeOptions
  let dynamics: DynamicsOptions
  let choices: Choices
  let writing: WritingOptions
  let encoding: EncodingOptions
  let overwriting: OverwritingOptions
  let running: RunningOptions
  let batch: BatchOptions
  let tellsJSON: Bool

  /// Converts all requested frames.
  ///
  /// - Parameter file: The file that is written, if its name differs from that of the output on the command line.
  func run(file: Path? = nil) throws -> Outcome {
    let file = file ?? output
    if batch.keepExisting, System.kind(of: file) != .nothing {
      return try skip(.kept, because: "\(file) exists, and --keep-existing was given")
    }
    let instructions = try running.instructions()
    let encodes = (try? writing.format ?? FileFormat(output: output, inputIsRaw: false))?.isEncoded ?? false
    let decoding = ThreadShares(asked: running.threads, decodes: true, encodes: encodes).decoding
    return try run(from: choices.frames(of: input, threads: decoding), on: instructions)
  }

  private func run<Source: FrameSource>(from source: Source, on instructions: InstructionSet) throws -> Outcome {
    let kind = try format(for: source.clip)
    var choices = choices
    let turned = source.clip.geometry.orientationOnly
    // A background that is a file lies behind pictures as they are shown.
    let isStated = kind.statesOrientation && choices.target.alpha.background?.file == nil
    if !turned.isIdentity, !isStated { return try run(from: ShapedFrames(source, turned), on: instructions) }
    if let scaled = try scaling(source.clip, for: kind) {
      return try run(from: ShapedFrames(source, scaled), on: instructions)
    }
    let coding = try coding(kind, for: source.clip)
    choices.encodedFormat = coding?.format
    if let even = evened(source.clip, coding) { return try run(from: ShapedFrames(source, even), on: instructions) }
    choices.notes += source.clip.done.notes(on: source.clip.name, in: kind)
    if isStated {
      choices.notes += [GeometryDone.note(onStated: turned.orientation, in: kind)].compactMap(\.self)
    }
    // A matrix that is copied stays what it is.
    if isStated { choices.moot.insert("odd-rotation") }
    guard let range = try source.select(frames) else { throw frames.tooShort(source.clip, source.clip.frameCount) }
    choices.frames = (range.first, range.count)
    if writing.format == nil, let note = kind.note(on: output, inputIsY4M: source.clip.isY4M) {
      choices.notes.append(note)
    }
    let names = kind.picture == nil ? nil : try PictureNames(output)
    if let picture = kind.picture { choices.suit(picture, hasAlpha: source.clip.format.hasAlpha) }
    var curves = try RunCurves(
      of: source, named: input, range, choices: choices, dynamics: dynamics, for: kind)
    let plan = curves.decision.plan
    if batch.onlyHDR, !plan.sourceTags.isHDR, source.clip.source.log == nil {
      let transfer = plan.sourceTags.transfer.map { " (\($0.h273Name))" } ?? ""
      return try skip(.notHDR, because: "\(source.clip.name) is SDR\(transfer), and --only-hdr was given")
    }
    // A part that a time ends has as many frames as come.
    let count = range.isEstimated ? nil : range.expected
    try names?.check(count)
    let threads = ThreadShares(asked: running.threads, decodes: source.decodes, encodes: kind.isEncoded)
    try MemoryNeed(
      of: plan, for: source.clip, threads: threads.converting, isPNG: kind == .png,
      hasPreview: writing.preview != nil, heldFrames: curves.heldFrames
    ).check()
    var told = OutputTags(of: curves.maximum)
    var progress = Progress(running.progress, range, of: source.clip, instructions: instructions)
    let outputs = Outputs(
      reading: [
        "the input": input, "the color JSON": choices.metadata.colorJSON,
        "the HDR10+ JSON": choices.mapping.hdr10PlusJSON, "the lookup table": choices.lookup.lut,
        "the frame metadata": dynamics.frameMetadata, "the alpha file": choices.target.alpha.alphaFile,
        "the background": choices.target.alpha.background?.file,
      ], force: overwriting.force)
    for file in dynamics.stats { outputs.read(file, as: "the statistics") }
    for file in (source.origin as? PictureSequence)?.files ?? [] { outputs.read(file, as: "the input") }
    Interruption.begin()
    // A series of pictures is opened one by one.
    let destination: Destination?
    var remains: () -> String? = { nil }
    var (changing, holdsOutput, isCutShort) = (nil as JSONValue?, false, false)
    var written: [Finding] = []
    do {
      destination = names?.isPattern == true ? nil : try outputs.open(names?.name(of: 0) ?? output, as: "the output")
      progress.destination = destination
      let preview = try writing.preview.map {
        try Preview(of: plan, shown: source.clip.geometry.orientation, at: $0, in: outputs)
      }
      let outputStatistics = try writing.outHDR10Plus.map { path throws(CommandError) in
        try OutputStatistics(
          of: plan, for: source.clip, at: path, in: outputs, threads: threads.converting, on: instructions)
      }
      // Movies and pictures state their color themselves.
      let beside =
        try destination?.isFile == true && !kind.isEncoded
        ? outputs.open(output + ".color.json", as: "the color JSON of the output", isGiven: false) : nil
      let tellsLight =
        beside != nil || kind.isEncoded && destination != nil || writing.printEncoderArgs != nil || tellsJSON
      let target: any FrameTarget =
        if let names, let picture = kind.picture {
          try PictureTarget(
            picture, names, of: plan, told: told, for: source.clip, first: range.first, count: count,
            threads: threads.encoding, to: destination, besides: writing.preview, in: outputs)
        } else {
          try target(kind, coding, plan, told, for: source, threads, destination)
        }
      remains = { target.remains }
      let backdrop = try choices.backdrop(
        for: curves.maximum, of: source.clip, frames, range, threads: threads.converting, on: instructions)
      let read = try curves.measure(sharing: running, threads: threads.converting, on: instructions)
      curves.choices.tell(of: curves.decision, about: source.clip)
      Console.complain(told.changes)
      let programs = try curves.programs()
      let parts = curves.parts(of: told)
      let light = try move(
        from: source, range.first, reading: read, to: target, by: curves.decision.plan, programs, parts,
        over: backdrop, threads: threads.converting, on: instructions,
        countingLight: tellsLight && told.needsContentLight,
        measuring: outputStatistics, showing: preview, &progress)
      try Interruption.check()
      let untimed = kind.isEncoded ? [] : [source.unkeptTimes].compactMap(\.self)
      isCutShort = source.faults.contains(where: \.isCutShort)
      try choices.judge(source.faults + (backdrop?.faults ?? []) + untimed)
      try frames.judge(count: progress.frames, of: source.clip, strict: choices.strict)
      Console.complain(assumed: ([programs].compactMap(\.self) + parts.programs).flatMap(\.findings))
      Console.complain(curves.findings)
      changing = curves.report(of: programs)
      holdsOutput = destination?.isStandardOutput == true || outputStatistics?.isOnStandardOutput == true
      if let light { tell(of: light, as: &told, in: target, kind) }
      try target.finish(told)
      written = target.findings
      try outputStatistics?.finish()
      try beside?.write(source.clip.sidecar(of: told, format: plan.outputFormat).json)
      try outputs.commit()
    } catch {
      progress.abandon()
      outputs.discard()
      if let remains = remains() { Console.complain(remains) }
      throw error
    }
    progress.finish()
    try report(
      progress, curves.decision, found: source.faults + written, changing, told, instructions, besides: holdsOutput)
    return isCutShort ? .cutShort : .converted
  }

  /// Moves all frames through the loop.
  ///
  /// - Returns: The light levels of the frames that were written, if they were counted.
  private func move<Source: FrameSource, Target: FrameTarget>(
    from source: Source, _ first: Int, reading read: @escaping @Sendable (Source.Input) throws -> Bool,
    to target: Target,
    by plan: ConversionPlan, _ programs: FramePrograms?, _ parts: PartPlans, over backdrop: (any Backdrop)?,
    threads: Int,
    on instructions: InstructionSet, countingLight: Bool,
    measuring statistics: OutputStatistics?, showing preview: Preview?,
    _ progress: inout Progress
  ) throws -> ContentLightLevel? {
    let clip = source.clip
    var worker: ConversionWorker?
    try FrameLoop<Source.Input, Target.Output>().run(
      first: first,
      input: { try source.makePicture() }, output: { try target.makePicture() },
      read: read,
      converter: {
        let made = try ConversionWorker(
          plan, programs, parts, over: backdrop, for: clip, threads: threads, on: instructions,
          countingLight: countingLight)
        worker = made
        return .init(
          convert: { input, output, index in
            try made.convert(input, into: output, index: index)
            try statistics?.take(output, index: index)
          }, refusedThreads: made.refusedThreads)
      },
      while: { Interruption.signal == nil },
      lacking: Self.tellThreads
    ) { picture in
      if progress.frames == 0 { try preview?.write(picture, threads: threads, on: instructions) }
      try target.write(picture)
      progress.advance()
    }
    return worker?.contentLight
  }

  /// Has the output state the light that was counted, and tells what it cannot state.
  private func tell(
    of light: ContentLightLevel, as told: inout OutputTags, in target: some FrameTarget, _ kind: FileFormat
  ) {
    let change = told.add(contentLight: light)
    if target.statesLightAtTheEnd {
      if let change {
        Console.complain("\(change.inOptions)\(kind.isMovie ? " in the container, but not in the stream" : "")")
      }
    } else if let levels = told.metadata.contentLight?.text {
      Console.complain(
        "MaxCLL and MaxFALL are \(levels), but \(kind) states them before the first frame, so the output does not state them;"
          + " write .mp4 or .mov")
      if let change { Console.complain("\(change.found), but the output states the display's peak") }
    }
  }

  static func tellThreads(lacking count: Int) {
    Console.complain(
      "the system refused \(plural(count, "thread")), so the same frames take longer; raise the limit on"
        + " threads (ulimit -u, a container's pids.max) or on memory (ulimit -v)")
  }

  /// Prints what was done, if requested: on standard output, unless pixels or metadata go there.
  private func report(
    _ progress: Progress, _ decision: Decision, found faults: [Finding], _ dynamics: JSONValue?,
    _ told: OutputTags,
    _ instructions: InstructionSet, besides holdsOutput: Bool
  ) throws(CommandError) {
    let arguments = writing.printEncoderArgs.map { told.encoderOptions.commandLine(for: $0) }
    if let arguments, let tool = writing.printEncoderArgs, !arguments.leftOut.isEmpty {
      Console.complain(
        "\(tool.rawValue) has no option for \(list(arguments.leftOut)), so its arguments leave that out; write what the"
          + " container can hold into it afterwards")
    }
    guard tellsJSON else {
      guard let arguments else { return }
      let line = ShellWords(arguments.arguments).line
      return holdsOutput ? Console.say(line) : try Console.print(line)
    }
    // The plan is that of the first frame, if curves change.
    let text = jsonText(
      JSONValue([
        "input": "\(input)", "output": "\(output)", "frames": progress.frames,
        "seconds": progress.seconds.rounded(to: 3), "fps": progress.rate.rounded(to: 3),
        "threads": running.threads ?? activeProcessorCount, "instructions": instructions.rawValue,
        "plan": decision.plan.report(assuming: decision.assumptions + faults), "dynamics": dynamics,
        "MaxCLL": told.metadata.contentLight?.maxCLL.map { Int($0.units) },
        "MaxFALL": told.metadata.contentLight?.maxFALL.map { Int($0.units) },
        "encoder_arguments": arguments?.arguments,
      ]))
    if holdsOutput { Console.say(text) } else { try Console.print(text) }
  }
}

// MARK: What is written

extension Conversion {
  /// The kind of output: the requested one, or what the names say.
  private func format(for clip: Clip) throws(CommandError) -> FileFormat {
    if let format = writing.format { return format }
    return try FileFormat(output: output, inputIsRaw: clip.isRaw)
  }

  /// How pictures come to have the width that was asked for; `nil` if they are not scaled, or no longer.
  private func scaling(_ clip: Clip, for kind: FileFormat) throws(CommandError) -> FrameGeometry? {
    guard let width = writing.width, clip.done.scaled == nil else { return nil }
    guard FileFormat.hasMovies else {
      throw .usage("--width needs FFmpeg's libraries, which are not built in; build with --traits FFmpeg")
    }
    guard !clip.format.isFloat else {
      throw .usage("--width scales codes, but the frames of \(clip.name) are \(clip.format.name); leave it out")
    }
    guard !clip.format.hasAlpha || choices.target.alpha.alpha == .ignore else {
      throw .usage("--width does not scale alpha, but \(clip.name) has it; give --alpha ignore, or leave --width out")
    }
    let shown = clip.shownSize
    let height = Double(shown.height) * Double(width) / Double(shown.width)
    // Most encoders want even sides.
    let rounded = kind.isMovie ? 2 * Int((height / 2).rounded()) : Int(height.rounded())
    let size = PictureSize(width: width, height: max(kind.isMovie ? 2 : 1, rounded))
    guard PictureShape.sides.contains(size.height) else {
      throw .usage(
        "--width \(width) makes pictures of \(size), but sides of \(PictureShape.sidesInWords) pixels were expected")
    }
    let isSideways = clip.geometry.orientation.isSideways
    let stored = isSideways ? PictureSize(width: size.height, height: size.width) : size
    return stored == clip.openedSize ? nil : FrameGeometry(scaled: stored)
  }

  /// How odd sides are made even, if the encoder wants that and the options say how.
  private func evened(_ clip: Clip, _ coding: PictureCoding?) -> FrameGeometry? {
    let format = choices.target.outPixelFormat?.format ?? coding?.format ?? clip.layout ?? clip.format
    guard let coding, let way = encoding.oddSize, coding.refuses(clip.openedSize, format) else { return nil }
    func even(_ side: Int, _ isSubsampled: Bool) -> Int {
      side % 2 == 0 || !isSubsampled ? side : max(2, way == .crop ? side - 1 : side + 1)
    }
    let size = PictureSize(
      width: even(clip.openedSize.width, true), height: even(clip.openedSize.height, format.chroma == .c420))
    return FrameGeometry(evening: size)
  }

  /// How the frames of a movie are encoded; `nil` for other outputs.
  private func coding(_ kind: FileFormat, for clip: Clip) throws(CommandError) -> PictureCoding? {
    guard FileFormat.hasMovies || !kind.isEncoded || kind == .png else {
      throw .usage(
        "--format \(kind) needs FFmpeg's libraries, which are not built in; build with --traits FFmpeg, or write"
          + (kind.isMovie ? " Y4M and encode that" : " a .png"))
    }
    guard kind.isMovie else {
      let given = encoding.given
      guard given.isEmpty else {
        throw .usage(
          "\(list(given)) \(given.count == 1 ? "says" : "say") how a movie is encoded, but \(output) \(kind.picture == nil ? "holds frames as they are" : "is a picture");"
            + " leave \(given.count == 1 ? "it" : "them") out, or name a movie, such as out.mp4")
      }
      return nil
    }
    #if FFmpeg
      try MovieLibraries.require()
      let keepsAlpha = clip.format.hasAlpha && choices.target.alpha.isKept
      let display = choices.target.preset.display
      let transfer = choices.target.outTransfer?.value ?? display.transfer
      let coding = try PictureCoding(
        encoding, in: kind, bitDepth: display.bitDepth, isHDR: transfer.isHDR, hasAlpha: keepsAlpha,
        isAvailable: MovieLibraries.haveEncoder(named:))
      if coding.losesAlpha, let asked = choices.target.outPixelFormat?.format, asked.hasAlpha {
        throw .usage(
          "--out-pixel-format is \(asked.name), but \(kind) does not carry the alpha of \(coding.encoder); write .webm or .mkv, or choose a"
            + " format without alpha")
      }
      return coding
    #else
      return nil
    #endif
  }

  private func target(
    _ kind: FileFormat, _ coding: PictureCoding?, _ plan: ConversionPlan, _ told: OutputTags,
    for source: some FrameSource, _ threads: ThreadShares, _ destination: Destination?
  ) throws(CommandError) -> any FrameTarget {
    guard let destination else { preconditionFailure("only a series of pictures has no destination") }
    #if FFmpeg
      if let coding {
        return try MovieTarget(
          kind, coding, of: plan, told: told, for: source.clip, copying: source.origin as? MovieSource,
          threads: threads.encoding, to: destination, encoding, isStrict: choices.strict)
      }
    #endif
    return try ClipWriter(kind, of: plan, for: source.clip, to: destination)
  }
}
