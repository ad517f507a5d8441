public import HDRMetadata
public import ToneMapping
public import VideoFrames
internal import Synchronization

/// A conversion that has been decided: the input is open, its color is known, and its plan is made.
///
///     let conversion = try MovieConversion(of: "in.mov", to: "out.mp4", .init(encoding: .h264(crf: 18)))
///     print(conversion.plan, conversion.findings)
///     let result = try await conversion.write { progress in print(progress.frames) }
///
/// A movie, a PNG, PNGs that are numbered, Y4M and raw frames are read and written; movies, JPEG and AVIF need the trait `FFmpeg`. Sound,
/// subtitles, chapters and times of a movie are kept. The value may be shared and written several times: the first run takes the input that was
/// opened to decide, the others open it anew. The input stays open until then.
public struct MovieConversion: Sendable {
  public let input: MediaLocation
  /// Where to write; `nil` for those who take ``frames``.
  public let output: MediaLocation?
  public let settings: ConversionSettings
  /// The plan of the first frame; that of all, if one curve maps all.
  public let plan: ConversionPlan
  /// What was assumed, and what a user should know before the first frame.
  public let findings: [Finding]
  private let first: Opened

  /// Opens the input, finds what it states, and decides how it is converted.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown, settings that contradict each other, and a name or an encoder that
  ///   does not exist. Whether the output can be created is known when it is written.
  public init(
    of input: MediaLocation, to output: MediaLocation? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    let link = JobLink()
    let job = try Self.decided(settings.conversion(from: input, to: output, link.control))
    (self.input, self.output, self.settings) = (input, output, settings)
    plan = job.decision.plan
    findings = job.decision.assumptions + plan.findings + link.findings
    first = Opened(job, link)
  }

  /// Writes the output, which appears when it is whole.
  ///
  /// Cancelling the task, or throwing from `progress`, ends the work after the current frame; then no thread is at work, and no file is left, but
  /// pictures of a series that were whole. A read that waits for a pipe ends with its next bytes. A program that writes to pipes ignores `SIGPIPE`, and gets
  /// ``TranscodingError/closedPipe``.
  ///
  /// - Parameter progress: Called after each frame, on a thread of the conversion's own.
  /// - Throws: ``TranscodingError``, `CancellationError`, and what `progress` throws.
  @discardableResult
  public func write(
    _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in }
  ) async throws -> ConversionResult {
    let run = JobRun()
    return try await withTaskCancellationHandler {
      try await onOwnThread { try write(by: run, progress) }
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
      return try write(by: JobRun()) { try unsafe progress($0) }
    }
  }

  /// Converts the frames, and lends each to a closure; nothing is written.
  ///
  /// - Parameter body: Called on the calling thread with each frame, its index in the input, and when it is shown, in seconds from the start of
  ///   the input; `nil` if the input states no times. Throwing from it ends the work.
  @discardableResult
  public func forEachFrame(
    _ body: (_ frame: borrowing FrameView, _ index: Int, _ seconds: Double?) throws -> Void
  ) throws -> ConversionResult {
    try withoutActuallyEscaping(body) { body in
      let run = JobRun()
      let job = try opened(for: run)
      return ConversionResult(try run.finishing { try job.deliver(to: FrameVisitor(job, body)) }, run, findings)
    }
  }

  /// The converted frames, for a loop of one's own. If there is an output, they have its format and its display, but nothing is written: no
  /// preview and no HDR10+ either.
  ///
  ///     for try await frame in conversion.frames { try frame.withView { view in … } }
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

  /// What was opened when this was decided, if nobody took it yet, else the same opened anew. It asks and tells a run.
  func opened(for run: JobRun) throws(TranscodingError) -> any DecidedConversion {
    if let opened = first.take(for: run) { return opened }
    return try Self.decided(settings.conversion(from: input, to: output, run.control))
  }

  private func write(
    by run: JobRun, _ progress: @escaping @Sendable (ConversionProgress) throws -> Void
  ) throws -> ConversionResult {
    guard output != nil else {
      throw TranscodingError.settings("the conversion has no output, but a file to write was expected; name one")
    }
    return ConversionResult(
      try run.finishing(showing: progress) { try opened(for: run).write() }, run, findings)
  }

  /// What was opened to decide. The first run takes it.
  private final class Opened: Sendable {
    private let job: Mutex<(any DecidedConversion)?>
    private let link: JobLink

    init(_ job: any DecidedConversion, _ link: JobLink) {
      self.job = Mutex(job)
      self.link = link
    }

    func take(for run: JobRun) -> (any DecidedConversion)? {
      let taken = job.withLock { job in
        defer { job = nil }
        return job
      }
      if taken != nil { link.connect(to: run) }
      return taken
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

  init(_ converted: Converted, _ run: JobRun, _ before: [Finding]) {
    (frames, seconds, isCutShort) = (converted.frames, converted.seconds, converted.isCutShort)
    contentLight = converted.tags.metadata.contentLight
    findings = before + run.findings.filter { !before.contains($0) }
  }
}
