internal import Synchronization
internal import ToneMapping

/// One run of `conform`: makes the plan, runs the proof batch by batch, and reports the result.
struct Conforming {
  let input: Path?
  let colors: ColorOptions
  let choices: Choices
  let running: RunningOptions
  let tellsJSON: Bool

  /// Compares all requested colors.
  ///
  /// - Throws: `checkFailed` if the error of a color exceeds the bound.
  func run() throws {
    let instructions = try running.instructions()
    let clip = try self.clip()
    let decision = try choices.decide(about: clip)
    choices.tellIdleOptions(about: clip, decision)
    let proof = try proof(of: decision.plan, on: instructions)
    Console.complain(assumed: decision.assumptions)
    var state: ProofState
    do throws(LaneProofError) {
      state = try ProofState(proof, on: instructions)
    } catch {
      throw CommandError(error)
    }
    if let path = colors.checkpoint {
      try state.resume(from: path, of: proof)
      // A checkpoint that cannot be written is an error now, and not after hours.
      try state.save(to: path)
    }
    let total = Mutex(ProofRun(state: state, checkpoint: colors.checkpoint, tells: running.progress != .none))
    do throws(LaneProofError) {
      try proof.run(state.rest, threads: running.threads ?? activeProcessorCount) { batch, errors in
        total.withLock { $0.finish(batch, errors) }
      }
    } catch {
      throw CommandError(error)
    }
    state = try total.withLock { try $0.end() }
    let report = ConformReport(state, proof: proof, on: instructions, of: decision)
    try Console.print(tellsJSON ? jsonText(report) : report.description)
    if let failure = report.failure { throw CommandError.checkFailed(failure) }
  }

  /// The clip as its 4:4:4 counterpart, in which every triple is a color.
  private func clip() throws(CommandError) -> Clip {
    var clip = try choices.clip(at: input)
    if input == nil, choices.source.pixelFormat == nil, clip.format.chroma != .c444 || clip.format.layout != .planar {
      clip.format = .yuv444p10
    } else if let format = clip.format.planar(chroma: .c444, hasAlpha: false) {
      clip.format = format
    }
    return clip
  }

  private func proof(of plan: ConversionPlan, on instructions: InstructionSet) throws(CommandError) -> LaneProof {
    do {
      return try LaneProof(
        plan, over: colors.exhaustive ? .all : .sample(colors.sample ?? 1 << 22, seed: colors.seed),
        limit: colors.limit, on: try instructions.kernels())
    } catch {
      throw .usage("\(error)")
    }
  }
}
