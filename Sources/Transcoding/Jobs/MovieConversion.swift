public import HDRMetadata
public import ToneMapping
public import VideoFrames

/// A conversion that has been decided: the input is open, its color is known, and its plan is made.
///
///     let conversion = try MovieConversion(of: "in.mov", to: "out.mp4", .init(encoding: .h264(crf: 18)))
///     print(conversion.plan, conversion.findings)
///     let result = try await conversion.write { progress in print(progress.frames) }
///
/// A movie, a PNG, PNGs that are numbered, Y4M and raw frames are read and written; movies, JPEG and AVIF need FFmpeg's libraries. Sound,
/// subtitles, chapters and times of a movie are kept. The value may be shared and written several times: all runs read the file that was opened to
/// decide, even if another gets its name meanwhile, and it stays open as long as the value is there.
public struct MovieConversion: Sendable {
  public let input: MediaLocation
  /// Where to write; `nil` for those who take ``frames``.
  public let output: MediaLocation?
  public let settings: ConversionSettings
  /// The plan of the first frame; that of all, if one curve maps all.
  public var plan: ConversionPlan { basis.decision.plan }
  /// What was assumed, and what a user should know before the first frame.
  public let findings: [Finding]
  /// What the plan was made of.
  private let basis: (choices: Choices, clip: Clip, decision: Decision)
  private let job: DecidedJob<(any DecidedConversion)?>

  /// Opens the input, finds what it states, and decides how it is converted.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown, settings that contradict each other, and a name or an encoder that
  ///   does not exist. Whether the output can be created is known when it is written.
  public init(
    of input: MediaLocation, to output: MediaLocation? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    guard let decided = try Self(of: input, to: output, settings, for: RunControl()) else {
      preconditionFailure("nothing is left out")
    }
    self = decided
  }

  /// The same by names of files as text.
  @_disfavoredOverload
  public init(
    of input: String, to output: String? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: MediaLocation(input), to: output.map { MediaLocation($0) }, settings)
  }

  /// - Parameters:
  ///   - skipsSDR: Whether an input that is SDR is left out, which makes this `nil`.
  ///   - statesLight: Whether the result states the light of the output, which has to be counted for that.
  package init?(
    of input: MediaLocation, to output: MediaLocation?, _ settings: ConversionSettings, for asker: RunControl,
    skipsSDR: Bool = false, statesLight: Bool = true
  ) throws(TranscodingError) {
    let file = MediaInput(input)
    let (job, decided) = try DecidedJob.deciding(for: asker) { control in
      try Conversion(
        input: file, output: output, settings: settings, choices: Choices(settings, control), skipsSDR: skipsSDR,
        statesLight: statesLight
      ).decide()
    }
    guard let decided else { return nil }
    basis = (decided.choices, decided.clip, decided.decision)
    (self.input, self.output, self.settings, self.job) = (input, output, settings, job)
    findings = basis.decision.assumptions + basis.decision.plan.findings + basis.choices.notes + job.findings
  }

  /// The settings that differ from their defaults, although no other value of them would give another result. Plans are made to find them.
  public var unusedSettings: [Fix.Setting] {
    UnusedSettings(of: basis.choices, about: [(basis.clip, basis.decision)]).settings
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
    try checkOutput()
    return try await job.run(showing: progress) { ConversionResult(try $0!.write(), $1, findings) }
  }

  /// Writes the output; the calling thread writes, and returns when the output is whole.
  ///
  /// - Parameter progress: Called after each frame, on the calling thread; throwing from it ends the work.
  /// - Throws: ``TranscodingError``, and what `progress` throws.
  @discardableResult
  public func write(_ progress: (ConversionProgress) throws -> Void = { _ in }) throws -> ConversionResult {
    try checkOutput()
    return try job.run(showing: progress) { ConversionResult(try $0!.write(), $1, findings) }
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
      try job.run { ConversionResult(try $0!.deliver(to: FrameVisitor($0!, body)), $1, findings) }
    }
  }

  /// The converted frames, for a loop of one's own. If there is an output, they have its format and its display, but nothing is written: no
  /// preview and no HDR10+ either.
  ///
  ///     for try await frame in conversion.frames { try frame.withView { view in … } }
  public var frames: ConvertedFrames { ConvertedFrames(of: self) }

  /// The size of the converted frames, how many there are, and their rate, as far as that is known.
  package var facts: (size: PictureSize, frameCount: Int?, frameRate: FrameRate?) {
    (basis.clip.openedSize, basis.choices.frames.count ?? basis.clip.frameCount, basis.clip.frameRate)
  }

  /// What the plan was made of, and what was assumed for it.
  package var decision: Decision { basis.decision }

  /// Reports what the output will lack, such as sound, alpha and metadata, as far as that is known before the first frame. Nothing is written.
  package func rehearse() throws { try job.run { job, _ in try job!.rehearse() } }

  /// What was opened to decide this, or the same opened anew. It asks and informs a run.
  func opened(for run: JobRun) throws(TranscodingError) -> any DecidedConversion { try job.opened(for: run)! }

  private func checkOutput() throws(TranscodingError) {
    guard output == nil else { return }
    throw .settings("the conversion has no output, but a file to write was expected; name one")
  }
}

/// What was written.
public struct ConversionResult: Sendable {
  /// The frames that were converted.
  public var frames: Int { converted.frames }
  public var seconds: Double { converted.seconds }
  /// The light that the output states.
  public var contentLight: ContentLightLevel? { converted.tags.metadata.contentLight }
  /// What was found before, while and after frames were converted.
  public let findings: [Finding]
  /// Whether the input ends before it says, and the output with it.
  public var isCutShort: Bool { converted.isCutShort }
  package let converted: Converted

  init(_ converted: Converted, _ run: JobRun, _ before: [Finding]) {
    self.converted = converted
    findings = run.findings(after: before)
  }
}
