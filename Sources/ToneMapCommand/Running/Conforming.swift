internal import Transcoding
internal import HDRMetadata
internal import Synchronization
internal import ToneMapping

/// One run of `conform`: makes the plan, compares the colors, and reports the result.
struct Conforming {
  let input: Path?
  let colors: ColorOptions
  let context: PlanningContext
  let running: RunningOptions
  let threads: Int?
  let printsJSON: Bool

  /// Compares all requested colors.
  ///
  /// - Throws: `checkFailed` if the error of a color exceeds the bound.
  func run() throws {
    try context.requireCurve()
    let instructions = try running.instructions()
    let clip = try self.clip()
    let decision = try context.decide(about: clip)
    context.reportUnusedSettings(about: [(clip, decision)])
    let kernels = try instructions.kernels()
    let check = try explained { () throws(LaneCheckError) in
      try LaneCheck(
        decision.plan, over: colors.exhaustive ? .all : .sample(colors.sample ?? 1 << 22, seed: colors.seed),
        limit: colors.limit, on: kernels)
    }
    for finding in decision.assumptions { Console.warn(.assumption(finding)) }
    let start = ContinuousClock.now
    let errors = try explained { () throws(LaneCheckError) in try compare(by: check) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let report = ConformReport(errors, seconds: seconds, check: check, on: instructions, of: decision)
    try Console.print(printsJSON ? jsonText(report) : report.description)
    if let failure = report.failure { throw failure }
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
    var clip = try context.input.clip(of: input.map(MediaInput.init))
    if input == nil, context.source.pixelFormat == nil, clip.format.chroma != .c444 || clip.format.layout != .planar {
      clip.format = .yuv444p10
    } else if let format = clip.format.planar(chroma: .c444, hasAlpha: false) {
      clip.format = format
    }
    return clip
  }

  private func explained<Value>(_ body: () throws(LaneCheckError) -> Value) throws(CommandError) -> Value {
    do { return try body() } catch { throw .laneCheck(error) }
  }
}
