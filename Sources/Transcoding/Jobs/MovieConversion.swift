public import HDRMetadata
public import ToneMapping
public import VideoFrames
internal import Synchronization

/// A conversion that has been decided: whatever can fail before the first frame has failed.
///
///     let conversion = try MovieConversion(of: "in.mov", to: "out.mp4", .init(encoding: .h264(crf: 18)))
///     print(conversion.plan, conversion.findings)
///     let result = try await conversion.write { progress in print(progress.frames) }
///
/// A movie, a PNG, PNGs that are numbered, Y4M and raw frames are read and written; movies, JPEG and AVIF need the trait `FFmpeg`. Sound, subtitles, chapters and
/// times of a movie are kept. The value may be shared and written several times; each time opens the input anew.
public struct MovieConversion: Sendable {
  public let input: MediaLocation
  /// Where to write; `nil` for those who take ``frames``.
  public let output: MediaLocation?
  public let settings: ConversionSettings
  /// The plan of the first frame; that of all, if one curve maps all.
  public let plan: ConversionPlan
  /// What was assumed, and what a user should know before the first frame.
  public let findings: [Finding]
  private let opened: Opened

  /// Opens the input, finds what it states, and decides how it is converted.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown, settings that contradict each other, and an output that
  ///   cannot hold what is asked for.
  public init(
    of input: MediaLocation, to output: MediaLocation? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    let run = JobRun()
    let job = try Self.decided(settings.conversion(from: input, to: output, run.control))
    (self.input, self.output, self.settings) = (input, output, settings)
    plan = job.decision.plan
    findings = job.decision.assumptions + plan.findings + run.findings
    opened = Opened(job, run)
  }

  /// Writes the output, which appears when it is whole.
  ///
  /// Cancelling the task, or throwing from `progress`, ends the work after the current frame; then no thread is at work, and no file is left. A read that waits
  /// for a pipe ends with its next bytes.
  ///
  /// - Parameter progress: Called after each frame, on a thread of the conversion's own.
  /// - Throws: ``TranscodingError``, `CancellationError`, and what `progress` throws.
  @discardableResult
  public func write(
    _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in }
  ) async throws -> ConversionResult {
    let (job, run) = try started(to: output)
    return try await withTaskCancellationHandler {
      try await onOwnThread { try Self.write(job, run, progress) }
    } onCancel: {
      run.cancel()
    }
  }

  /// Writes the output; the calling thread writes, and returns when the output is whole.
  ///
  /// - Parameter progress: Called after each frame, on the calling thread; throwing from it ends the work.
  /// - Throws: ``TranscodingError``, and what `progress` throws.
  @discardableResult
  public func write(_ progress: (ConversionProgress) throws -> Void = { _ in }) throws -> ConversionResult {
    try withoutActuallyEscaping(progress) { progress in
      // It is called on this thread, and no more when this returns.
      nonisolated(unsafe) let progress = progress
      let (job, run) = try started(to: output)
      return try Self.write(job, run) { try unsafe progress($0) }
    }
  }

  /// Converts the frames, and lends each to a closure; nothing is written.
  ///
  /// - Parameter body: Called on the calling thread with each frame, its index in the input, and when it is shown, in seconds since the first; `nil` if the input
  ///   states no times. Throwing from it ends the work.
  public func forEachFrame(
    _ body: (_ frame: borrowing FrameView, _ index: Int, _ seconds: Double?) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      let (job, run) = try started(to: nil)
      _ = try run.finishing { try job.deliver(to: FrameVisitor(job, body)) }
    }
  }

  /// The converted frames, for a loop of one's own.
  ///
  ///     for try await frame in conversion.frames { frame.withView { view in … } }
  public var frames: ConvertedFrames { ConvertedFrames(of: self) }

  // MARK: Running

  static func decided(_ conversion: Conversion) throws(TranscodingError) -> any DecidedConversion {
    do {
      guard let job = try conversion.decide() else { preconditionFailure("only a batch leaves inputs out") }
      return job
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .fault("the conversion could not be decided for an unexpected reason (\(error)); please report it")
    }
  }

  /// What was opened when this was decided, if nobody took it yet, else the same opened anew.
  func started(to output: MediaLocation?) throws(TranscodingError) -> (job: any DecidedConversion, run: JobRun) {
    if output == self.output, let opened = opened.take() { return opened }
    let run = JobRun()
    return (try Self.decided(settings.conversion(from: input, to: output, run.control)), run)
  }

  private static func write(
    _ job: any DecidedConversion, _ run: JobRun, _ progress: @escaping @Sendable (ConversionProgress) throws -> Void
  ) throws -> ConversionResult {
    guard job.hasOutput else {
      throw TranscodingError.settings("the conversion has no output, but a file to write was expected; name one")
    }
    return ConversionResult(try run.finishing(showing: progress) { try job.write() }, run)
  }

  /// What was opened to decide; the first who needs it takes it.
  private final class Opened: Sendable {
    private let opened: Mutex<(job: any DecidedConversion, run: JobRun)?>

    init(_ job: any DecidedConversion, _ run: JobRun) { opened = Mutex((job, run)) }

    func take() -> (job: any DecidedConversion, run: JobRun)? {
      opened.withLock { opened in
        defer { opened = nil }
        return opened
      }
    }
  }
}

/// What was written.
public struct ConversionResult: Sendable {
  /// The frames that were converted.
  public let frames: Int
  public let seconds: Double
  /// The light that the output states.
  public let contentLight: ContentLightLevel?
  /// What was found before, while and after frames were converted.
  public let findings: [Finding]
  /// Whether the input ends before it says, and the output with it.
  public let isCutShort: Bool

  init(_ converted: Converted, _ run: JobRun) {
    (frames, seconds, isCutShort) = (converted.frames, converted.seconds, converted.isCutShort)
    contentLight = converted.tags.metadata.contentLight
    findings = run.findings
  }
}
