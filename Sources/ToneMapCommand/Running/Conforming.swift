internal import Transcoding
internal import HDRMetadata
internal import Synchronization
internal import ToneMapping

/// One run of `conform`: makes the plan, compares the colors, and reports the result.
struct Conforming {
  let input: Path?
  let colors: ColorOptions
  let choices: PlanningContext
  let running: RunningOptions
  let threads: Int?
  let printsJSON: Bool

  /// Compares all requested colors.
  ///
  /// - Throws: `checkFailed` if the error of a color exceeds the bound.
  func run() throws {
    try choices.requireCurve()
    let instructions = try running.instructions()
    let clip = try self.clip()
    let decision = try choices.decide(about: clip)
    choices.reportUnusedSettings(about: [(clip, decision)])
    let check = try check(of: decision.plan, on: instructions)
    Console.warn(assumed: decision.assumptions)
    let start = ContinuousClock.now
    let errors: LaneErrors
    do throws(LaneCheckError) {
      errors = try compare(by: check)
    } catch {
      throw error.asJob
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let report = ConformReport(errors, seconds: seconds, check: check, on: instructions, of: decision)
    try Console.print(printsJSON ? jsonText(report) : report.description)
    if let failure = report.failure { throw TranscodingError.checkFailed("\(failure)") }
  }

  /// Runs all batches, and shows progress every five seconds.
  private func compare(by check: LaneCheck) throws(LaneCheckError) -> LaneErrors {
    let (start, shows, batches) = (ContinuousClock.now, running.progress != .none, check.batches)
    let last = Mutex(start)
    return try check.run(threads: threads ?? activeProcessorCount) { done, errors in
      let now = ContinuousClock.now
      guard shows, done < batches, last.withLock({ now - $0 >= .seconds(5) }) else { return }
      last.withLock { $0 = now }
      let left = (now - start) / .seconds(1) / Double(done) * Double(batches - done)
      Console.say(
        "tonemap: \(done * 100 / batches) % of the colors, \(Progress.clock(left)) left, \(errors.beyond) beyond \(errors.limit),"
          + " the maximum error \(errors.maximum.rounded(to: 6))")
    }
  }

  /// The clip as its 4:4:4 counterpart, in which every triple is a color.
  private func clip() throws(TranscodingError) -> Clip {
    var clip = try choices.clip(of: input.map(MediaInput.init))
    if input == nil, choices.source.pixelFormat == nil, clip.format.chroma != .c444 || clip.format.layout != .planar {
      clip.format = .yuv444p10
    } else if let format = clip.format.planar(chroma: .c444, hasAlpha: false) {
      clip.format = format
    }
    return clip
  }

  private func check(of plan: ConversionPlan, on instructions: InstructionSet) throws(TranscodingError) -> LaneCheck {
    do {
      return try LaneCheck(
        plan, over: colors.exhaustive ? .all : .sample(colors.sample ?? 1 << 22, seed: colors.seed),
        limit: colors.limit, on: try instructions.kernels())
    } catch {
      throw .settings("\(error)")
    }
  }
}

extension LaneCheckError {
  /// The error as a job's error.
  fileprivate var asJob: TranscodingError {
    switch self {
    case .notTriples, .tooMany, .moreThanAll, .noLanes: .settings("\(self)")
    case .cannotRun: .system("\(self)")
    }
  }
}
