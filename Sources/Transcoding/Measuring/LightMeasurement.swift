/// The settings of a measurement.
public struct MeasurementSettings: Sendable {
  /// Properties of the input that override those in its file.
  public var input = InputSettings()
  /// The mode of the input's alpha; `nil` is the stated one, else straight.
  public var alpha: AlphaMode?
  /// The code range of the input's alpha; `nil` is full.
  public var alphaRange: AlphaRange?
  /// The frames to measure.
  public var frames = FrameSelection()
  /// Whether the two fields of each interlaced frame are combined into one frame; otherwise interlaced movies are rejected.
  public var deinterlaces = false
  /// Threads and vector instructions; all give the same numbers.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false

  /// All frames of an input that states its color.
  public init() {}
}

/// A measurement of the light of a clip's frames. The input is open and its color is known.
///
///     let measurement = try LightMeasurement(of: "in.mov")
///     let measured = try await measurement.statistics()
///     print(measured.statistics?.contentLight as Any)  // MaxCLL and MaxFALL
///
/// Movies need FFmpeg's libraries; PNG, Y4M and raw frames do not. Light is in cd/m² of a BT.2100 display, as the source states it.
public struct LightMeasurement: Sendable {
  public let input: MediaLocation
  public let settings: MeasurementSettings
  /// The properties that all frames share.
  public let header: ClipHeader
  /// The assumptions and warnings known before the first frame.
  public let findings: [Finding]
  private let context: InputContext
  private let source: any FrameSource
  private let range: FrameRange
  private let pass: LightPass
  private let assumptions, notes: [Finding]
  private let control: RunControl

  /// Opens a clip and plans how its light is read.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read, an unknown color, and frames that the input does not have.
  public init(of input: MediaLocation, _ settings: MeasurementSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: MeasurementSettings, for control: RunControl
  ) throws(TranscodingError) {
    var alpha = AlphaSettings()
    alpha.alpha = settings.alpha.map { $0 == .premultiplied ? .premultiplied : .straight }
    alpha.alphaRange = settings.alphaRange
    let context = InputContext(
      control: control, source: settings.input, alpha: alpha, strict: settings.isStrict,
      fields: settings.deinterlaces ? .frame : .refused, neverHasAlpha: true)
    try context.check()
    try settings.frames.check()
    try settings.running.check()
    let threads = { ThreadShares(asked: settings.running.threads, decodes: $0, encodes: false) }
    source = try context.frames(of: MediaInput(input), threads: threads(true).decoding)
    range = try source.range(of: settings.frames, hasFrameBefore: true)
    let clip = source.clip
    var pass = try LightPass(
      over: clip, threads: threads(source.decodes).converting, on: settings.running.chosenInstructions)
    pass.control = control
    // Light has no alpha.
    assumptions = try context.accepted(clip.assumptions + pass.plan.assumptions.filter { $0.code != "alpha-dropped" })
    header = pass.header
    (self.input, self.settings, self.context, self.pass, self.control) = (input, settings, context, pass, control)
    // The plan's output is not written to a file.
    notes =
      pass.plan.findings.filter { !$0.code.hasPrefix("unusual-") } + clip.appliedGeometry.notes(on: clip.name, in: nil)
    findings = assumptions + notes + control.findings
  }

  /// Measures the frames. Cancelling the task, or throwing from `eachFrame`, stops after the current frame.
  ///
  /// - Parameter eachFrame: Called with the light of each frame, in order, on a thread of the measurement.
  /// - Throws: ``TranscodingError``, `CancellationError`, and the errors of `eachFrame`.
  public func statistics(
    _ eachFrame: @escaping @Sendable (FrameStatistics) throws -> Void = { _ in }
  ) async throws -> Measured {
    try await control.run { try measured(to: LightOutput(), eachFrame) }
  }

  /// Measures the frames on the calling thread.
  public func statistics(_ eachFrame: (FrameStatistics) throws -> Void = { _ in }) throws -> Measured {
    try control.run { try measured(to: LightOutput(), eachFrame) }
  }

  /// Measures the frames and writes the requested files, which appear when all are complete. Cancelling the task, or throwing from `progress`,
  /// stops after the current frame and leaves no file.
  ///
  /// - Parameters:
  ///   - output: The files to write.
  ///   - progress: Called after each frame, on a thread of the measurement.
  /// - Throws: ``TranscodingError``, `CancellationError`, and the errors of `progress`.
  @discardableResult
  public func write(
    to output: LightOutput, _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in }
  ) async throws -> Measured {
    try await control.run(showing: progress) { try measured(to: output) }
  }

  /// Measures the frames and writes the requested files, on the calling thread.
  @discardableResult
  public func write(
    to output: LightOutput, _ progress: (ConversionProgress) throws -> Void = { _ in }
  ) throws -> Measured {
    try control.run(showing: progress) { try measured(to: output) }
  }

  /// Measures the frames of a chunk, whose statistics are parts of the clip's.
  package func write(_ chunk: Chunk, to file: MediaLocation) throws {
    try control.run {
      guard let movie = source.movie, try movie.move(to: chunk, needsEarlier: settings.deinterlaces)
      else {
        throw TranscodingError.chunk(.undecodable("\(input)", firstFrame: chunk.first, frames: chunk.frames))
      }
      var counter = FrameCounter(.measuring, chunk.range, of: source.clip, control)
      try control.writing(reading: context.files(with: input, source.clip)) { outputs in
        let destination = try outputs.open(file, as: "the statistics")
        try destination.write(header.line)
        try pass.run(over: source, chunk.range, control, hasFrameBefore: false) { frame in
          try destination.write(frame.line)
          counter.advance()
        }
      }
      counter.finish()
    }
  }

  /// The result of a measurement.
  public struct Measured: Sendable {
    /// The statistics of the clip; `nil` if only JSON lines were written.
    public let statistics: ClipStatistics?
    /// The findings made before, during and after the measurement.
    public let findings: [Finding]
    /// Whether the input ends before its stated end.
    public let isCutShort: Bool
    package let isOnStandardOutput: Bool
  }
}

extension LightMeasurement {
  private func measured(
    to output: LightOutput, _ take: (FrameStatistics) throws -> Void = { _ in }
  ) throws -> Measured {
    let clip = source.clip
    try output.check()
    if output.hdr10Plus != nil, range.first > 0 {
      throw TranscodingError.light(.hdr10PlusOfPart(start: settings.frames.start))
    }
    let transfer = pass.plan.sourceTags.transfer
    guard output.mayDescribe(transfer) else { throw TranscodingError.light(.clipIsNotPQ(transfer)) }
    control.report(assumed: assumptions)
    control.report(notes)
    var counter = FrameCounter(.converting, range, of: clip, control)
    let files = context.files(with: input, clip)
    let (whole, holdsOutput) = try control.writing(reading: files, force: output.replacesProtectedFiles) { outputs in
      let destination = try output.statistics.map { try outputs.open($0, as: "the statistics") }
      counter.destination = destination
      let written = try LightFiles(output, in: outputs, control)
      try destination?.write(header.line)
      // Frames are kept only if a result needs all of them.
      let isKept = !output.isLinesAlone || clip.source.metadata.contentLight != nil
      var measured: [FrameSummary] = []
      try pass.run(over: source, range, control) { frame in
        try destination?.write(frame.line)
        try control.calling { try take(frame) }
        if isKept { measured.append(FrameSummary(frame)) }
        counter.advance()
      }
      try context.report(faults: source.faults)
      try settings.frames.check(count: counter.frames, of: clip, strict: context.strict, control)
      let whole = measured.isEmpty ? nil : ClipStatistics(header: header, frames: measured)
      if let whole { try written.write(whole, title: "\(input.split.name)") }
      return (whole, destination?.isStandardOutput == true || written.areOnStandardOutput)
    }
    counter.finish()
    control.report(whole?.findings ?? [])
    // HLG light depends on the display, so its levels cannot be compared.
    if let stated = clip.source.metadata.contentLight, transfer == .pq {
      control.report(whole?.findings(stated: stated) ?? [])
    }
    return Measured(
      statistics: whole, findings: control.findings(after: findings),
      isCutShort: source.faults.contains(where: \.isCutShort), isOnStandardOutput: holdsOutput)
  }
}
