public import HDRMetadata
public import LightStatistics
internal import ToneMapping

/// What is measured, and how.
public struct MeasurementSettings: Sendable {
  /// What is known of the input better than its file says.
  public var input = InputSettings()
  /// What the input's alpha means; `nil` is what it states, else straight.
  public var alpha: AlphaMode?
  /// The codes of the input's alpha; `nil` is all.
  public var alphaRange: AlphaRange?
  /// Which frames are measured.
  public var frames = FrameSelection()
  /// Whether one whole frame is made of the two fields of each interlaced frame; else interlaced movies are refused.
  public var deinterlaces = false
  /// Threads and vector instructions; all give the same numbers.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false

  /// All frames of an input that states its color.
  public init() {}
}

/// A measurement of how bright the frames of a clip are: the input is open, and its color is known.
///
///     let measurement = try LightMeasurement(of: "in.mov")
///     let measured = try await measurement.statistics()
///     print(measured.statistics?.contentLight as Any)  // MaxCLL and MaxFALL
///
/// A movie is read by FFmpeg's libraries, PNG, Y4M and raw frames always. Light is in cd/m² of a display of BT.2100, as the source states it.
public struct LightMeasurement: Sendable {
  public let input: MediaLocation
  public let settings: MeasurementSettings
  /// What all frames have in common.
  public let header: ClipHeader
  /// What was assumed, and what a user should know before the first frame.
  public let findings: [Finding]
  private let choices: Choices
  private let source: any FrameSource
  private let range: FrameRange
  private let pass: LightPass
  private let assumptions: [Finding]
  private let control: RunControl

  /// Opens a clip, and finds how its light is read.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown, and for frames that it does not have.
  public init(of input: MediaLocation, _ settings: MeasurementSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: MeasurementSettings, for control: RunControl
  ) throws(TranscodingError) {
    var choices = Choices()
    (choices.source, choices.strict, choices.control) = (settings.input, settings.isStrict, control)
    choices.target.alpha.alpha = settings.alpha.map { $0 == .premultiplied ? .premultiplied : .straight }
    choices.target.alpha.alphaRange = settings.alphaRange
    choices.neverHasAlpha = true
    if settings.deinterlaces { choices.fields = .joined }
    try choices.check()
    try settings.frames.check()
    try settings.running.check()
    let threads = { ThreadShares(asked: settings.running.threads, decodes: $0, encodes: false) }
    source = try choices.frames(of: MediaInput(input), threads: threads(true).decoding)
    guard let range = try source.select(settings.frames, hasFrameBefore: true) else {
      throw settings.frames.tooShort(source.clip, source.clip.frameCount)
    }
    let clip = source.clip
    var pass = try LightPass(
      over: clip, threads: threads(source.decodes).converting, on: settings.running.chosenInstructions)
    pass.reportsParts = true
    // Light has no alpha.
    assumptions = try choices.accepted(
      clip.assumptions + pass.plan.assumptions.filter { $0.code != "alpha-dropped" })
    header = pass.header(of: clip)
    (self.input, self.settings, self.choices, self.range, self.pass, self.control) = (
      input, settings, choices, range, pass, control
    )
    findings = assumptions + Self.notes(on: clip, pass) + control.findings
  }

  /// The findings about a clip that are no assumptions.
  private static func notes(on clip: Clip, _ pass: LightPass) -> [Finding] {
    // The output of that plan is no file's.
    pass.plan.findings.filter { !$0.code.hasPrefix("unusual-") } + clip.done.notes(on: clip.name, in: nil)
  }

  /// Measures the frames. Cancelling the task, or throwing from `eachFrame`, ends the work after the current frame.
  ///
  /// - Parameter eachFrame: Called with the light of each frame, in order, on a thread of the measurement's own.
  /// - Throws: ``TranscodingError``, `CancellationError`, and what `eachFrame` throws.
  public func statistics(
    _ eachFrame: @escaping @Sendable (FrameStatistics) throws -> Void = { _ in }
  ) async throws -> Measured {
    try await control.run { try measured(to: LightOutput(), eachFrame) }
  }

  /// Measures the frames on the calling thread.
  public func statistics(_ eachFrame: (FrameStatistics) throws -> Void = { _ in }) throws -> Measured {
    try control.run { try measured(to: LightOutput(), eachFrame) }
  }

  /// Measures the frames, and writes what is asked for; the files appear when all of them are whole. Cancelling the task, or throwing from
  /// `progress`, ends the work after the current frame, and leaves no file.
  ///
  /// - Parameters:
  ///   - output: The files to write.
  ///   - progress: Called after each frame, on a thread of the measurement's own.
  /// - Throws: ``TranscodingError``, `CancellationError`, and what `progress` throws.
  @discardableResult
  public func write(
    to output: LightOutput, _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in }
  ) async throws -> Measured {
    try await control.run(showing: progress) { try measured(to: output) }
  }

  /// Measures the frames, and writes what is asked for, on the calling thread.
  @discardableResult
  public func write(
    to output: LightOutput, _ progress: (ConversionProgress) throws -> Void = { _ in }
  ) throws -> Measured {
    try control.run(showing: progress) { try measured(to: output) }
  }

  /// A clip that was measured.
  public struct Measured: Sendable {
    /// The statistics of the clip; `nil` if lines alone were written.
    public let statistics: ClipStatistics?
    /// What was found before, while and after frames were measured.
    public let findings: [Finding]
    /// Whether the input ends before it says.
    public let isCutShort: Bool
    package let isOnStandardOutput: Bool
  }
}

extension LightMeasurement {
  /// Measures all frames.
  private func measured(
    to output: LightOutput, _ take: (FrameStatistics) throws -> Void = { _ in }
  ) throws -> Measured {
    let (clip, control) = (source.clip, choices.control)
    try output.check()
    if output.hdr10Plus != nil, range.first > 0 {
      throw TranscodingError.settings(
        "\(.hdr10plus) counts frames from the first of the clip, but \(.start) is \(settings.frames.start); measure all of it, or write \(.stats) of"
          + " the parts and fold them")
    }
    if let refusal = output.refusal(of: pass.plan.sourceTags.transfer) { throw TranscodingError.settings(refusal) }
    control.report(assumed: assumptions)
    control.report(Self.notes(on: clip, pass))
    var counter = FrameCounter(.converting, range, of: clip, control)
    let files = choices.files(with: input, clip)
    let (whole, holdsOutput) = try control.writing(reading: files, force: output.replacesProtectedFiles) { outputs in
      let destination = try output.statistics.map { try outputs.open($0, as: "the statistics") }
      counter.destination = destination
      let written = try LightFiles(output, in: outputs, control)
      try destination?.write(header.line)
      // Kept only if something is made of all frames.
      let isKept = !output.isLinesAlone || clip.source.metadata.contentLight != nil
      var measured: [FrameSummary] = []
      try pass.run(over: source, range, control) { frame in
        try destination?.write(frame.line)
        try control.calling { try take(frame) }
        if isKept { measured.append(FrameSummary(frame)) }
        counter.advance()
      }
      try choices.report(faults: source.faults)
      try settings.frames.check(count: counter.frames, of: clip, strict: choices.strict, control)
      let whole = measured.isEmpty ? nil : ClipStatistics(header: header, frames: measured)
      if let whole { try written.write(whole, title: "\(input.split.name)") }
      return (whole, destination?.isStandardOutput == true || written.areOnStandardOutput)
    }
    counter.finish()
    control.report(whole?.findings ?? [])
    // Light of HLG depends on the display, so its levels cannot be compared.
    if let stated = clip.source.metadata.contentLight, pass.plan.sourceTags.transfer == .pq {
      control.report(whole?.findings(stated: stated) ?? [])
    }
    return Measured(
      statistics: whole, findings: control.findings(after: findings),
      isCutShort: source.faults.contains(where: \.isCutShort),
      isOnStandardOutput: holdsOutput)
  }
}
