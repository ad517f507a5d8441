internal import LightStatistics
internal import ToneMapping

/// One run of `measure` over a clip: opens it, measures its frames, and writes a line for each.
struct Measuring {
  let input: Path
  let statistics: Path?
  let light: LightOptions
  let frames: FrameRangeOptions
  let choices: Choices
  let overwriting: OverwritingOptions
  let running: RunningOptions
  let tellsJSON: Bool

  /// Measures all requested frames.
  func run() throws {
    let instructions = try running.instructions()
    let decoding = ThreadShares(asked: running.threads, decodes: true, encodes: false).decoding
    try run(over: choices.frames(of: input, threads: decoding), on: instructions)
  }

  private func run(over source: some FrameSource, on instructions: InstructionSet) throws {
    guard let range = try source.select(frames, hasFrameBefore: true) else {
      throw frames.tooShort(source.clip, source.clip.frameCount)
    }
    let clip = source.clip
    if light.hdr10Plus != nil, range.first > 0 {
      throw CommandError.usage(
        "--hdr10plus counts frames from the first of the clip, but --start is \(frames.start); measure all of it, or write --stats of"
          + " the parts and fold them")
    }
    let threads = ThreadShares(asked: running.threads, decodes: source.decodes, encodes: false)
    var pass = try LightPass(over: clip, threads: threads.converting, on: instructions)
    pass.tellsParts = true
    if let refusal = light.refusal(of: pass.plan.sourceTags.transfer) { throw CommandError.usage(refusal) }
    // Light has no alpha.
    try choices.tell(clip.assumptions + pass.plan.assumptions.filter { $0.code != "alpha-dropped" })
    Console.complain(pass.plan.findings)
    for note in clip.done.notes(on: clip.name, in: nil) { Console.complain(note) }
    var progress = Progress(running.progress, range, of: clip, instructions: instructions)
    let outputs = Outputs(
      reading: ["the input": input, "the color JSON": choices.metadata.colorJSON], force: overwriting.force)
    var (whole, holdsOutput) = (nil as ClipStatistics?, false)
    Interruption.begin()
    do {
      let destination = try statistics.map { try outputs.open($0, as: "the statistics") }
      progress.destination = destination
      let written = try LightFiles(light, in: outputs)
      let header = pass.header(of: clip)
      try destination?.write(header.line)
      // Kept only if something is made of all frames.
      let isKept = !light.isEmpty || tellsJSON || destination == nil || clip.source.metadata.contentLight != nil
      var measured: [FrameSummary] = []
      try pass.run(over: source, range) { frame in
        try destination?.write(frame.line)
        if isKept { measured.append(FrameSummary(frame)) }
        progress.advance()
      }
      try choices.judge(source.faults)
      try frames.judge(count: progress.frames, of: clip, strict: choices.strict)
      whole = measured.isEmpty ? nil : ClipStatistics(header: header, frames: measured)
      if let whole { try written.write(whole, title: "\(input.split.name)") }
      holdsOutput = destination?.isStandardOutput == true || written.areOnStandardOutput
      try outputs.commit()
    } catch {
      progress.abandon()
      outputs.discard()
      throw error
    }
    progress.finish()
    Console.complain(whole?.findings ?? [])
    // Light of HLG depends on the display, so its levels cannot be compared.
    if let stated = clip.source.metadata.contentLight, pass.plan.sourceTags.transfer == .pq {
      Console.complain(whole?.findings(stated: stated) ?? [])
    }
    if let whole, tellsJSON || statistics == nil && light.isEmpty {
      try Folding.tell(whole, asJSON: tellsJSON, besides: holdsOutput)
    }
    if source.faults.contains(where: \.isCutShort) { throw CommandError.ended(code: CommandError.truncatedCode) }
  }
}
