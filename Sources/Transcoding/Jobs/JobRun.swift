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
  func finishing<Result>(
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

/// What a job that is decided before it runs asks and informs: at first a list of findings, then the run that it becomes a part of.
private final class JobLink: Sendable {
  private let asker: RunControl
  private let run: Mutex<JobRun>

  init(for asker: RunControl) {
    self.asker = asker
    run = Mutex(JobRun(for: asker))
  }

  var current: JobRun { run.withLock(\.self) }

  func connect(to run: JobRun) { self.run.withLock { $0 = run } }

  var control: RunControl {
    var control = asker
    control.isCancelled = { [self] in current.control.isCancelled() }
    control.inform = { [self] in current.control.inform($0) }
    control.show = { [self] in current.control.show($0) }
    return control
  }
}

/// A job that is decided before it runs. The first run takes what was made for that; the others decide again, of the same file.
final class DecidedJob<Job: Sendable>: Sendable {
  private let asker: RunControl
  private let decide: @Sendable (RunControl) throws -> Job
  private let link: JobLink
  private let first: Mutex<Job?>

  /// What was found while it was decided.
  let findings: [Finding]

  private init(
    _ job: Job, _ asker: RunControl, _ link: JobLink, _ decide: @escaping @Sendable (RunControl) throws -> Job
  ) {
    (self.asker, self.decide, self.link) = (asker, decide, link)
    first = Mutex(job)
    findings = link.current.findings
  }

  /// Decides a job.
  ///
  /// - Parameters:
  ///   - asker: Who asks for it.
  ///   - decide: Opens what the job reads.
  /// - Returns: The job, and what was decided, which its first run takes.
  static func deciding(
    for asker: RunControl, _ decide: @escaping @Sendable (RunControl) throws -> Job
  ) throws(TranscodingError) -> (job: DecidedJob, decided: Job) {
    let link = JobLink(for: asker)
    let decided = try Self.decided(by: decide, link.control)
    return (DecidedJob(decided, asker, link, decide), decided)
  }

  private static func decided(
    by decide: (RunControl) throws -> Job, _ control: RunControl
  ) throws(TranscodingError) -> Job {
    do {
      return try decide(control)
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .fault("the job could not be decided for an unexpected reason (\(error)); please report it")
    }
  }

  /// What was opened to decide, if nobody took it yet, else the same decided anew. It asks and informs a run.
  func opened(for run: JobRun) throws(TranscodingError) -> Job {
    let taken = first.withLock { job in
      defer { job = nil }
      return job
    }
    guard let taken else { return try Self.decided(by: decide, run.control) }
    link.connect(to: run)
    return taken
  }

  /// Runs it on a thread of its own; a task that is cancelled ends it.
  func run<Result: Sendable>(
    showing progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in },
    _ work: @escaping @Sendable (Job, JobRun) throws -> Result
  ) async throws -> Result {
    let run = JobRun(for: asker)
    return try await withTaskCancellationHandler {
      try await onOwnThread { [self] in try run.finishing(showing: progress) { try work(opened(for: run), run) } }
    } onCancel: {
      run.cancel()
    }
  }

  /// Runs it on the calling thread.
  func run<Result>(
    showing progress: (ConversionProgress) throws -> Void = { _ in }, _ work: (Job, JobRun) throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(progress) { progress in
      // It is called on this thread, and no more when this returns.
      nonisolated(unsafe) let progress = progress
      let run = JobRun(for: asker)
      return try run.finishing(showing: { try unsafe progress($0) }) { try work(opened(for: run), run) }
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
