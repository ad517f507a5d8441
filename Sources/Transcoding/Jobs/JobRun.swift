internal import Dispatch
internal import HDRMetadata
internal import Synchronization
internal import SystemCalls

/// A job, from its preparation to the end of its only run: whether it is to go on, and what it reports.
final class JobRun: Sendable {
  private struct State {
    var findings: [Finding] = []
    var progress: (@Sendable (ConversionProgress) throws -> Void)?
    /// What `progress` threw.
    var failure: (any Error)?
    var hasStarted = false
  }

  private let isCancelled = Atomic(false)
  private let state = Mutex(State())
  /// Who asks for the job, and hears of it at once.
  private let asker: RunControl

  init(for asker: RunControl = RunControl()) { self.asker = asker }

  /// Ends the job after the current frame.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// What was found so far.
  var findings: [Finding] { state.withLock(\.findings) }

  /// What was known before, and what was found since.
  func findings(after before: [Finding]) -> [Finding] { before + findings.filter { !before.contains($0) } }

  /// What the job asks and informs.
  var control: RunControl {
    var control = asker
    control.isCancelled = { [self] in isCancelled.load(ordering: .relaxed) || asker.isCancelled() }
    control.inform = { [self] notice in
      let finding =
        switch notice {
        case .finding(let finding), .assumption(let finding): finding
        }
      state.withLock { if !$0.findings.contains(finding) { $0.findings.append(finding) } }
      asker.inform(notice)
    }
    control.show = { [self] progress in
      asker.show(progress)
      // What is complete can no longer end early.
      guard !progress.isComplete || progress.phase == .measuring else { return }
      do { try state.withLock(\.progress)?(progress) } catch {
        state.withLock { $0.failure = error }
        cancel()
      }
    }
    return control
  }

  /// Runs a job; what ended it early is thrown in place of its own error.
  ///
  /// - Parameter progress: Called after each frame.
  private func finishing<Result>(
    showing progress: (@Sendable (ConversionProgress) throws -> Void)? = nil, _ job: () throws -> Result
  ) throws -> Result {
    let hasStarted = state.withLock { state in
      defer { state.hasStarted = true }
      return state.hasStarted
    }
    guard !hasStarted else {
      throw TranscodingError.settings("the job was run before, but each runs once; prepare another")
    }
    state.withLock { $0.progress = progress }
    defer { state.withLock { $0.progress = nil } }
    do {
      let result = try job()
      if let failure = state.withLock(\.failure) { throw failure }
      return result
    } catch TranscodingError.cancelled {
      throw state.withLock(\.failure) ?? (asker.isCancelled() ? TranscodingError.cancelled : CancellationError())
    }
  }

  /// Runs the job on a thread of its own; a task that is cancelled ends it.
  func run<Result: Sendable>(
    showing progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in },
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      try await onOwnThread { [self] in try finishing(showing: progress, work) }
    } onCancel: {
      cancel()
    }
  }

  /// Runs the job on the calling thread.
  func run<Result>(
    showing progress: (ConversionProgress) throws -> Void = { _ in }, _ work: () throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(progress) { progress in
      // It is called on this thread, and no more when this returns.
      nonisolated(unsafe) let progress = progress
      return try finishing(showing: { try unsafe progress($0) }, work)
    }
  }
}

/// Calls blocking work on a thread that is not one of the few that tasks share; on the caller's, where the system grants no other.
func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  guard DispatchThreads.areGrantedToFrameLoop else { return try work() }
  // What it holds is let go before its end is known, so that nothing of it is open any more then.
  let work = Mutex(Optional(work))
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "tonemap.job").async {
      let result = Swift.Result { try work.withLock { $0.take() }!() }
      continuation.resume(with: result)
    }
  }
}
