public import HDRMetadata
package import JSONText
internal import Synchronization
public import ToneMapping
public import VideoFrames

/// A conversion that has been decided: the input is open, its color is known, and its plan is made.
///
///     let conversion = try MovieConversion(of: "in.mov", to: "out.mp4", .init(encoding: .h264(crf: 18)))
///     print(conversion.plan, conversion.findings)
///     let result = try await conversion.write { progress in print(progress.frames) }
///
/// A movie, a PNG, PNGs that are numbered, Y4M and raw frames are read and written; movies, JPEG and AVIF need FFmpeg's libraries. Sound,
/// subtitles, chapters and times of a movie are kept. A conversion runs once: it reads the file that was opened to decide, even if another gets its
/// name meanwhile, and that stays open as long as the value is there.
public struct MovieConversion: Sendable {
  public let input: MediaLocation
  /// Where to write; `nil` for those who take ``frames``.
  public let output: MediaLocation?
  public let settings: ConversionSettings
  /// The plan of the first frame; that of all, if one curve maps all.
  public var plan: ConversionPlan { decision.plan }
  /// What was assumed, and what a user should know before the first frame.
  public let findings: [Finding]
  let source: any FrameSource
  let kind: OutputKind
  /// How the frames of a movie are encoded.
  let coding: PictureCoding?
  let range: FrameRange
  /// The names of pictures.
  let names: PictureNames?
  /// The curves of frames, and the plans for them.
  let curves: ToneCurveSchedule
  /// Whether the result is to state the light of the output, which has to be counted for that.
  let statesLight: Bool
  let control: RunControl

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
    of input: MediaLocation, to output: MediaLocation?, _ settings: ConversionSettings, for control: RunControl,
    skipsSDR: Bool = false, statesLight: Bool = true
  ) throws(TranscodingError) {
    var choices = PlanningContext(settings, control)
    try choices.check()
    try settings.check([input, output].compactMap(\.self))
    let asked = try? settings.output.format ?? output.map { try OutputKind(output: $0, inputIsRaw: false) }
    if asked?.isMovie == true { choices.constantRate = settings.input.frameRate }
    let file = MediaInput(input)
    let threads = ThreadShares(asked: settings.running.threads, decodes: true, encodes: asked?.isEncoded ?? false)
    var source = try choices.frames(of: file, threads: threads.decoding)
    let kind = try settings.kind(of: output, for: source.clip)
    // Before the turn, which is then that of a smaller picture in most cases.
    if let scaled = try settings.scaling(source, for: kind) { source = shaped(source, by: scaled) }
    let turned = source.clip.geometry.orientationOnly
    // A background that is a file lies behind pictures as they are shown.
    let isStated = kind.statesOrientation && settings.output.alpha.background?.file == nil
    if !isStated { source = shaped(source, by: turned) }
    var coding = try choices.coding(settings.encoding, kind, of: output, for: source.clip)
    if let even = settings.evened(source.clip, coding) {
      source = shaped(source, by: even)
      coding = try choices.coding(settings.encoding, kind, of: output, for: source.clip)
    }
    let clip = source.clip
    choices.encodedFormat = coding?.format
    // Y4M has no place for planes of two components, and few encoders take them.
    if kind != .raw, coding?.format == nil, clip.format.layout == .biPlanar {
      choices.encodedFormat = clip.format.planar(bitDepth: try choices.ends(of: clip).display.bitDepth)
    }
    if choices.keepsDolbyVision(source, coding, for: kind) {
      coding?.keepsDolbyVision = true
      choices.irrelevantAssumptions.insert(Finding.unusedMetadata)
    }
    choices.notes += clip.appliedGeometry.notes(on: clip.name, in: kind)
    if let asked = settings.output.size, !settings.output.enlarges {
      choices.notes += [asked.note(onKeeping: clip.shownSize)].compactMap(\.self)
    }
    if isStated {
      choices.notes += [AppliedGeometry.note(onStated: turned.orientation, in: kind)].compactMap(\.self)
      // A matrix that is copied stays what it is.
      choices.irrelevantAssumptions.insert("odd-rotation")
    }
    guard let range = try source.select(settings.frames) else {
      throw settings.frames.tooShort(source.clip, source.clip.frameCount)
    }
    choices.frames = (range.first, range.count)
    names = kind.picture == nil ? nil : try output.map { output throws(TranscodingError) in try PictureNames(output) }
    if let picture = kind.picture { try choices.adapt(to: picture, of: source.clip) }
    if choices.target.followsSource { try choices.settle(for: source.clip, in: kind) }
    curves = try ToneCurveSchedule(of: source, from: file, range, choices: choices, for: kind)
    let plan = curves.decision.plan
    if skipsSDR, !plan.hasHDRSource, try !choices.hasHDRLater(in: file) {
      let transfer = plan.sourceTags.transfer.map { " (\($0.h273Name))" } ?? ""
      control.note("skipped-sdr", "skipped: \(source.clip.name) is SDR\(transfer)")
      return nil
    }
    choices.reportDefault(of: plan, isCodecGiven: settings.encoding.codec != nil)
    (self.input, self.output, self.settings, self.statesLight, self.control) = (
      input, output, settings, statesLight, control
    )
    (self.source, self.kind, self.coding, self.range) = (source, kind, coding, range)
    findings = curves.decision.assumptions + plan.findings + curves.choices.notes + control.findings
    try names?.check(count)
    try checkOutput()
  }

  /// The settings that differ from their defaults, although no other value of them would give another result. Plans are made to find them.
  public var unusedSettings: [SettingName] {
    UnusedSettings(of: curves.choices, about: [(source.clip, decision)]).settings
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
    try await control.run(showing: progress) { try written() }
  }

  /// Writes the output; the calling thread writes, and returns when the output is whole.
  ///
  /// - Parameter progress: Called after each frame, on the calling thread; throwing from it ends the work.
  /// - Throws: ``TranscodingError``, and what `progress` throws.
  @discardableResult
  public func write(_ progress: (ConversionProgress) throws -> Void = { _ in }) throws -> ConversionResult {
    try control.run(showing: progress) { try written() }
  }

  /// Converts the frames, and lends each to a closure; nothing is written.
  ///
  /// - Parameter body: Called on the calling thread with each frame, its index in the input, and when it is shown, in seconds from the start of
  ///   the input; `nil` if the input states no times. Throwing from it ends the work.
  @discardableResult
  public func forEachFrame(
    _ body: (_ frame: borrowing FrameView, _ index: Int, _ seconds: Double?) throws -> Void
  ) throws -> ConversionResult {
    try control.run {
      let frames = try pulled()
      var count = 0
      try frames.pump.forEach { picture in
        let (index, seconds) = (frames.first + count, picture.seconds.withLock(\.self))
        try picture.withView { view in try control.calling { try body(view, index, seconds) } }
        count += 1
      }
      return try frames.end(count)
    }
  }

  /// The converted frames, for a loop of one's own. If there is an output, they have its format and its display, but nothing is written: no
  /// preview and no HDR10+ either.
  ///
  ///     for try await frame in conversion.frames { try frame.withView { view in … } }
  public var frames: ConvertedFrames { ConvertedFrames(of: self) }

  /// The size of the converted frames, how many there are, and their rate, as far as that is known.
  package var facts: (size: PictureSize, frameCount: Int?, frameRate: FrameRate?) {
    (source.clip.openedSize, curves.choices.frames.count ?? source.clip.frameCount, source.clip.frameRate)
  }

  /// What the plan was made of, and what was assumed for it.
  package var decision: Decision { curves.decision }
}

/// What was written.
public struct ConversionResult: Sendable {
  /// The frames that were converted.
  public let frames: Int
  public let seconds: Double
  /// What was found before, while and after frames were converted.
  public let findings: [Finding]
  /// Whether the input ends before it says, and the output with it.
  public let isCutShort: Bool
  /// The plan of the first frame, if curves change.
  package let decision: Decision
  /// What was found in the input and of the output.
  package let found: [Finding]
  /// How curves changed, as JSON; `nil` if one maps all frames.
  package let changing: JSONValue?
  /// What the output states.
  package let tags: OutputTags
  /// Whether frames or their metadata went to standard output.
  package let isOnStandardOutput: Bool

  /// The light that the output states.
  public var contentLight: ContentLightLevel? { tags.metadata.contentLight }

  /// - Throws: `truncated` for an input that ended before its stated end.
  package func requireWhole() throws(TranscodingError) {
    guard isCutShort else { return }
    throw .truncated(list(findings.filter(\.isCutShort).map { "\($0)" as Fix }))
  }
}
