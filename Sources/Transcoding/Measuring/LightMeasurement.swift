internal import HDRMetadata
package import LightStatistics
internal import ToneMapping

/// One measurement of a clip: opens it, measures its frames, and writes a line for each.
package struct LightMeasurement {
  let input: Path
  let statistics: Path?
  let light: LightOutput
  let frames: FrameSelection
  let choices: Choices
  let running: RunningSettings
  /// Whether the statistics of the clip are made, even if they are not written.
  let isKept: Bool

  package init(
    of input: Path, writing statistics: Path?, _ light: LightOutput, frames: FrameSelection, choices: Choices,
    running: RunningSettings, isKept: Bool
  ) {
    (self.input, self.statistics, self.light, self.frames) = (input, statistics, light, frames)
    (self.choices, self.running, self.isKept) = (choices, running, isKept)
  }

  /// What was measured.
  package struct Measured: Sendable {
    /// The statistics of the clip, if they were made.
    package let clip: ClipStatistics?
    /// Whether something was written to standard output.
    package let isOnStandardOutput: Bool
    /// Whether the input ends before it says.
    package let isCutShort: Bool
  }

  /// Measures all requested frames.
  package func run() throws -> Measured {
    let decoding = ThreadShares(asked: running.threads, decodes: true, encodes: false).decoding
    return try run(over: choices.frames(of: input, threads: decoding), on: running.chosenInstructions)
  }

  private func run(over source: some FrameSource, on instructions: InstructionSet) throws -> Measured {
    guard let range = try source.select(frames, hasFrameBefore: true) else {
      throw frames.tooShort(source.clip, source.clip.frameCount)
    }
    let clip = source.clip
    if light.hdr10Plus != nil, range.first > 0 {
      throw TranscodingError.settings(
        "\(.hdr10Plus) counts frames from the first of the clip, but \(.start) is \(frames.start); measure all of it, or write \(.statistics) of"
          + " the parts and fold them")
    }
    let threads = ThreadShares(asked: running.threads, decodes: source.decodes, encodes: false)
    var pass = try LightPass(over: clip, threads: threads.converting, on: instructions)
    pass.tellsParts = true
    if let refusal = light.refusal(of: pass.plan.sourceTags.transfer) { throw TranscodingError.settings(refusal) }
    // Light has no alpha.
    try choices.tell(clip.assumptions + pass.plan.assumptions.filter { $0.code != "alpha-dropped" })
    choices.control.report(pass.plan.findings)
    choices.control.report(clip.done.notes(on: clip.name, in: nil))
    var counter = FrameCounter(.converting, range, of: clip, choices.control)
    let outputs = Outputs(
      reading: ["the input": input, "the color JSON": choices.source.colorJSON],
      force: choices.target.replacesProtectedFiles, choices.control)
    var (whole, holdsOutput) = (nil as ClipStatistics?, false)
    choices.control.start()
    do {
      let destination = try statistics.map { try outputs.open($0, as: "the statistics") }
      counter.destination = destination
      let written = try LightFiles(light, in: outputs, choices.control)
      let header = pass.header(of: clip)
      try destination?.write(header.line)
      // Kept only if something is made of all frames.
      let isKept = !light.isEmpty || isKept || destination == nil || clip.source.metadata.contentLight != nil
      var measured: [FrameSummary] = []
      try pass.run(over: source, range, choices.control) { frame in
        try destination?.write(frame.line)
        if isKept { measured.append(FrameSummary(frame)) }
        counter.advance()
      }
      try choices.judge(source.faults)
      try frames.judge(count: counter.frames, of: clip, strict: choices.strict, choices.control)
      whole = measured.isEmpty ? nil : ClipStatistics(header: header, frames: measured)
      if let whole { try written.write(whole, title: "\(input.split.name)") }
      holdsOutput = destination?.isStandardOutput == true || written.areOnStandardOutput
      try outputs.commit()
    } catch {
      outputs.discard()
      throw error
    }
    counter.finish()
    choices.control.report(whole?.findings ?? [])
    // Light of HLG depends on the display, so its levels cannot be compared.
    if let stated = clip.source.metadata.contentLight, pass.plan.sourceTags.transfer == .pq {
      choices.control.report(whole?.findings(stated: stated) ?? [])
    }
    return Measured(
      clip: whole, isOnStandardOutput: holdsOutput, isCutShort: source.faults.contains(where: \.isCutShort))
  }
}
