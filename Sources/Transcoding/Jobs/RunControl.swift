internal import Dispatch
package import HDRMetadata
internal import Synchronization
internal import SystemCalls

/// The reports and the cancellation of a job, from its preparation to the end of its only run.
package final class RunControl: Sendable {
  /// Called with a finding; whether it is an assumption or a decision.
  package typealias Report = @Sendable (Finding, _ isAssumed: Bool) -> Void

  private struct State {
    var findings: [Finding] = []
    var progress: (@Sendable (ConversionProgress) throws -> Void)?
    var failure: (any Error)?
    var hasStarted = false
  }

  private let isEnded = Atomic(false)
  private let state = Mutex(State())
  private let isAskedToEnd: @Sendable () -> Bool
  private let hear: Report
  private let showProgress: @Sendable (ConversionProgress) -> Void
  /// Called before the first output is opened.
  package let start: @Sendable () -> Void
  /// Called with each complete file, open, before it gets its name; an error leaves it out.
  let complete: @Sendable (_ control: RunControl, _ file: Int32) throws(TranscodingError) -> Void
  /// An input that its output may replace; other files that are read are never replaced.
  let replaced: FileIdentity?
  /// Whether a job always waits for its threads when it ends; a process that ends with the job need not.
  let joinsThreads: Bool
  /// Returns the user's name of the setting that states a tag.
  let nameOfSetting: @Sendable (TagProperty) -> String

  /// - Parameters:
  ///   - isCancelled: Returns whether the job is to end.
  ///   - inform: Called with each finding, on the thread that found it.
  ///   - show: Called after each frame, on the thread that writes.
  package init(
    isCancelled: @escaping @Sendable () -> Bool = { false }, inform: @escaping Report = { _, _ in },
    show: @escaping @Sendable (ConversionProgress) -> Void = { _ in }, start: @escaping @Sendable () -> Void = {},
    complete: @escaping @Sendable (RunControl, Int32) throws(TranscodingError) -> Void = { _, _ in },
    replacing replaced: FileIdentity? = nil,
    joinsThreads: Bool = true,
    nameOfSetting: @escaping @Sendable (TagProperty) -> String = { $0.setting.rawValue }
  ) {
    (isAskedToEnd, hear, showProgress, self.start) = (isCancelled, inform, show, start)
    (self.complete, self.replaced) = (complete, replaced)
    (self.joinsThreads, self.nameOfSetting) = (joinsThreads, nameOfSetting)
  }

  /// Ends the job after the current frame.
  func cancel() { isEnded.store(true, ordering: .relaxed) }

  func isCancelled() -> Bool { isEnded.load(ordering: .relaxed) || isAskedToEnd() }

  func check() throws(TranscodingError) {
    if isCancelled() { throw .cancelled }
  }

  // MARK: Reports

  var findings: [Finding] { state.withLock(\.findings) }

  /// Returns the earlier findings followed by the new ones.
  func findings(after before: [Finding]) -> [Finding] { before + findings.filter { !before.contains($0) } }

  func report(_ findings: [Finding]) { for finding in findings { inform(finding) } }

  func report(assumed findings: [Finding]) { for finding in findings { inform(finding, isAssumed: true) } }

  /// Reports a finding that is neither an error nor an assumption.
  func note(_ code: String, _ found: Fix, consequence: String? = nil, fix: Fix? = nil) {
    report([Finding(code: code, found: found, consequence: consequence, fix: fix)])
  }

  private func inform(_ finding: Finding, isAssumed: Bool = false) {
    state.withLock { if !$0.findings.contains(finding) { $0.findings.append(finding) } }
    hear(finding, isAssumed)
  }

  func reportThreads(lacking count: Int) {
    note(
      "threads-refused", "the system refused \(plural(count, "thread")), so the conversion takes longer",
      fix: "raise the limit on threads (ulimit -u, a container's pids.max) or on memory (ulimit -v)")
  }

  func show(_ progress: ConversionProgress) {
    showProgress(progress)
    // A completed job can no longer end early.
    guard !progress.isComplete || progress.phase == .measuring else { return }
    do { try calling { try state.withLock(\.progress)?(progress) } } catch { cancel() }
  }

  // MARK: Running

  /// Starts the only run of the job.
  func begin() throws(TranscodingError) {
    let hasStarted = state.withLock { state in
      defer { state.hasStarted = true }
      return state.hasStarted
    }
    if hasStarted { throw .secondRun }
  }

  /// Does a part of the run. The cause of an early end is thrown in place of the resulting error; errors of lower modules are thrown as job errors.
  func finishing<Result>(
    showing progress: (@Sendable (ConversionProgress) throws -> Void)? = nil, _ work: () throws -> Result
  ) throws -> Result {
    state.withLock { $0.progress = progress }
    defer { state.withLock { $0.progress = nil } }
    do {
      let result = try work()
      if let failure = state.withLock(\.failure) { throw failure }
      return result
    } catch {
      if let failure = state.withLock(\.failure) { throw failure }
      guard case TranscodingError.cancelled = error else { throw TranscodingError(below: error) ?? error }
      throw isAskedToEnd() ? error : CancellationError()
    }
  }

  /// Calls a caller-supplied closure, whose error ends the run and is rethrown unchanged.
  func calling(_ body: () throws -> Void) throws {
    do { try body() } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  /// Runs the job on its own thread; cancelling the task ends it.
  func run<Result: Sendable>(
    showing progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in },
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      try await onOwnThread { [self] in
        try begin()
        return try finishing(showing: progress, work)
      }
    } onCancel: {
      cancel()
    }
  }

  /// Runs the job on the calling thread.
  func run<Result>(
    showing progress: (ConversionProgress) throws -> Void = { _ in }, _ work: () throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(progress) { progress in
      // The closure is called only on this thread, before this function returns.
      nonisolated(unsafe) let progress = progress
      try begin()
      return try finishing(showing: { try unsafe progress($0) }, work)
    }
  }
}

/// Runs blocking work on a thread outside the small pool that tasks share; on the caller's thread if the system grants no other.
func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  guard Workers.areGrantedToFrameLoop else { return try work() }
  // The closure is released before its result is delivered, so that its resources are closed by then.
  let work = Mutex(Optional(work))
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "tonemap.job").async {
      let result = Swift.Result { try work.withLock { $0.take() }!() }
      continuation.resume(with: result)
    }
  }
}
