internal import Dispatch
internal import HDRMetadata
internal import Synchronization
internal import SystemCalls

/// One run of a job: whether it is to go on, and what it reports.
final class JobRun: Sendable {
  private struct State {
    var findings: [Finding] = []
    var progress: (@Sendable (ConversionProgress) throws -> Void)?
    /// What `progress` threw.
    var failure: (any Error)?
  }

  private let isCancelled = Atomic(false)
  private let state = Mutex(State())

  /// Ends the job after the current frame.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// What was found so far.
  var findings: [Finding] { state.withLock(\.findings) }

  /// What the job asks and tells.
  var control: RunControl {
    RunControl(
      isCancelled: { [self] in isCancelled.load(ordering: .relaxed) },
      tell: { [self] notice in
        let finding =
          switch notice {
          case .finding(let finding), .assumption(let finding): finding
          }
        state.withLock { if !$0.findings.contains(finding) { $0.findings.append(finding) } }
      },
      show: { [self] progress in
        // What is complete can no longer end early.
        guard !progress.isComplete || progress.phase == .measuring else { return }
        do { try state.withLock(\.progress)?(progress) } catch {
          state.withLock { $0.failure = error }
          cancel()
        }
      })
  }

  /// Runs a job; what ended it early is thrown in place of its own error.
  ///
  /// - Parameter progress: Called after each frame.
  func finishing<Result>(
    showing progress: (@Sendable (ConversionProgress) throws -> Void)? = nil, _ job: () throws -> Result
  ) throws -> Result {
    state.withLock { $0.progress = progress }
    defer { state.withLock { $0.progress = nil } }
    do {
      let result = try job()
      if let failure = state.withLock(\.failure) { throw failure }
      return result
    } catch TranscodingError.cancelled {
      throw state.withLock(\.failure) ?? CancellationError()
    }
  }
}

/// What a job that is decided before it runs asks and tells: at first a list of findings, then the run that it becomes a part of.
final class JobLink: Sendable {
  private let before = JobRun()
  private let run = Mutex<JobRun?>(nil)

  /// What was found while it was decided.
  var findings: [Finding] { before.findings }

  func connect(to run: JobRun) { self.run.withLock { $0 = run } }

  private var current: RunControl { (run.withLock(\.self) ?? before).control }

  var control: RunControl {
    RunControl(
      isCancelled: { [self] in current.isCancelled() }, tell: { [self] in current.tell($0) },
      show: { [self] in current.show($0) })
  }
}

/// Calls blocking work on a thread that is not one of the few that tasks share; on the caller's, where the system grants no other.
func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  guard DispatchThreads.areGrantedToFrameLoop else { return try work() }
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "tonemap.job").async { continuation.resume(with: Swift.Result { try work() }) }
  }
}
