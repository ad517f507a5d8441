package import JSONText
internal import Movies
internal import Synchronization

/// A prepared conversion: the input is open, its color is known, and its plan is made.
///
///     let conversion = try MovieConversion(of: "in.mov", to: "out.mp4", .init(encoding: .h264(crf: 18)))
///     print(conversion.plan, conversion.findings)
///     let result = try await conversion.write { progress in print(progress.frames) }
///
/// A movie, a PNG, numbered PNGs, Y4M and raw frames can be read and written; movies, JPEG and AVIF need FFmpeg's libraries. Sound,
/// subtitles, chapters and times of a movie are kept. A conversion runs once: it reads the file that was opened in preparation, even if another file
/// gets its name meanwhile, and that file stays open as long as the value exists.
public struct MovieConversion: Sendable {
  public let input: MediaLocation
  /// The output; `nil` for use with ``frames``.
  public let output: MediaLocation?
  public let settings: ConversionSettings
  /// The plan of the first frame; that of all frames, if one curve maps all.
  public var plan: ConversionPlan { decision.plan }
  /// The assumptions and other findings for the user before the first frame.
  public let findings: [Finding]
  let source: any FrameSource
  let kind: OutputKind
  let coding: PictureCoding?
  let range: FrameRange
  let names: PictureNames?
  let curves: ToneCurveSchedule
  /// Whether the result is to state the output's light levels, which requires counting them.
  let statesLight: Bool
  let control: RunControl

  /// Opens the input, reads its metadata, and plans its conversion.
  ///
  /// - Throws: ``TranscodingError`` for an input that cannot be read or whose color is unknown, settings that contradict each other, and a name or an encoder that
  ///   does not exist. Whether the output can be created is known when it is written.
  public init(
    of input: MediaLocation, to output: MediaLocation? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: input, to: output, settings, for: RunControl())
  }

  /// Prepares a conversion from file names as text.
  @_disfavoredOverload
  public init(
    of input: String, to output: String? = nil, _ settings: ConversionSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: MediaLocation(input), to: output.map { MediaLocation($0) }, settings)
  }

  package init(
    of input: MediaLocation, to output: MediaLocation?, _ settings: ConversionSettings, for control: RunControl,
    statesLight: Bool = true
  ) throws(TranscodingError) {
    // Only what skips SDR is `nil`.
    try self.init(of: input, to: output, settings, for: control, skipsSDR: false, statesLight: statesLight)!
  }

  /// - Parameters:
  ///   - skipsSDR: Whether an SDR input is skipped, which makes this `nil`.
  ///   - statesLight: Whether the result states the output's light levels, which requires counting them.
  package init?(
    of input: MediaLocation, to output: MediaLocation?, _ settings: ConversionSettings, for control: RunControl,
    skipsSDR: Bool, statesLight: Bool = true
  ) throws(TranscodingError) {
    let asked = try? settings.output.format ?? output.map { try OutputKind(output: $0, inputIsRaw: false) }
    var opening = PlanningContext(settings, control)
    if asked?.isMovie == true { opening.constantRate = settings.input.frameRate }
    try opening.check()
    try settings.check([input, output].compactMap(\.self))
    let file = MediaInput(input)
    let threads = ThreadShares(asked: settings.running.threads, decodes: true, encodes: asked?.isEncoded ?? false)
    var source = try opening.input.frames(of: file, threads: threads.decoding)
    if opening.constantRate != nil, settings.output.hdr10Plus != nil, source.movie?.isTimed == true {
      throw .input(.rateBesideHDR10Plus("\(input)"))
    }
    var kind = settings.output.format ?? .raw
    if settings.output.format == nil, let output {
      kind = try OutputKind(output: output, inputIsRaw: source.clip.isRaw)
    }
    let shown = source.clip.shownSize
    // Scaling precedes rotation, which then usually applies to a smaller picture.
    if let scaled = try settings.scaling(source, for: kind) { source = shaped(source, by: scaled) }
    let turned = source.clip.geometry.orientationOnly
    // A background from a file is behind the picture in its displayed orientation.
    // Matroska can state an orientation too, but few players read it, and FFmpeg writes it only since version 6.1.
    let isStated = (kind == .mp4 || kind == .mov) && settings.output.alpha.background?.file == nil
    if !isStated { source = shaped(source, by: turned) }
    var coding = try opening.coding(settings.encoding, kind, of: output, for: source.clip)
    if let even = settings.evened(source.clip, coding) {
      source = shaped(source, by: even)
      coding = try opening.coding(settings.encoding, kind, of: output, for: source.clip)
    }
    let clip = source.clip
    var encoded = coding?.format
    // Y4M does not support two-component planes, and few encoders accept them.
    if kind != .raw, encoded == nil, clip.format.layout == .biPlanar {
      encoded = clip.format.planar(bitDepth: try opening.ends(of: clip).display.bitDepth)
    }
    var irrelevant: Set<String> = []
    if opening.keepsDolbyVision(source, coding, encoded: encoded, for: kind) {
      coding?.keepsDolbyVision = true
      irrelevant.insert(Finding.unusedMetadata)
    }
    // The message in an alpha layer states it.
    if let coding, coding.writesAlphaLayer(of: settings.output.pixelFormat?.format) {
      irrelevant.insert("premultiplied-unsaid")
    }
    var notes = clip.appliedGeometry.notes(on: clip.name, in: kind)
    if let asked = settings.output.size, !settings.output.enlarges {
      notes += [asked.note(onKeeping: shown)].compactMap(\.self)
    }
    if isStated {
      notes += [AppliedGeometry.note(onStated: turned.orientation, in: kind)].compactMap(\.self)
      // A copied matrix stays unchanged.
      irrelevant.insert("odd-rotation")
    }
    let range = try source.range(of: settings.frames)
    names = kind.picture == nil ? nil : try output.map { output throws(TranscodingError) in try PictureNames(output) }
    var context = opening
    (context.frames, context.notes, context.irrelevantAssumptions) = ((range.first, range.count), notes, irrelevant)
    (context.encodedFormat, context.codec) = (encoded, coding.flatMap { MovieLibraries.codec(ofEncoder: $0.encoder) })
    // The color is now that of the selected frames.
    if let picture = kind.picture { try context.adapt(to: picture, of: source.clip) }
    if context.target.followsSource { try context.settle(for: source.clip, in: kind) }
    curves = try ToneCurveSchedule(of: source, from: file, range, context, for: kind)
    let plan = curves.decision.plan
    if skipsSDR, !plan.hasHDRSource, try !context.hasHDRLater(in: file) {
      let transfer = plan.sourceTags.transfer.map { " (\($0.h273Name))" } ?? ""
      control.note("skipped-sdr", "skipped: \(source.clip.name) is SDR\(transfer)")
      return nil
    }
    context.reportDefault(of: plan, isCodecGiven: settings.encoding.codec != nil)
    (self.input, self.output, self.settings, self.statesLight, self.control) = (
      input, output, settings, statesLight, control
    )
    (self.source, self.kind, self.coding, self.range) = (source, kind, coding, range)
    findings =
      curves.decision.assumptions + curves.context.findings(of: plan) + curves.context.notes + control.findings
    try names?.check(count)
    try checkOutput()
  }

  /// The settings that differ from their defaults but do not affect the result. Plans are made to find them.
  public var unusedSettings: [SettingName] { unused.settings }

  private var unused: UnusedSettings { UnusedSettings(of: curves.context, about: [(source.clip, decision)]) }

  /// What is reported before the first frame.
  package var findingsBefore: [Finding] { findings + decision.notes + [unused.finding].compactMap(\.self) }

  /// Writes the output, which appears when it is complete.
  ///
  /// Cancelling the task, or throwing from `progress`, ends the work after the current frame; then all threads have stopped, and no file is left
  /// except completed pictures of a series. A read that waits for a pipe ends with its next bytes. A program that writes to pipes should ignore
  /// `SIGPIPE`; it then gets ``TranscodingError/closedPipe``.
  ///
  /// - Parameter progress: Called after each frame, on a thread of the conversion.
  /// - Throws: ``TranscodingError``, `CancellationError`, and what `progress` throws.
  @discardableResult
  public func write(
    _ progress: @escaping @Sendable (ConversionProgress) throws -> Void = { _ in }
  ) async throws -> ConversionResult {
    try await control.run(showing: progress) { try written() }
  }

  /// Writes the output on the calling thread; returns when the output is complete.
  ///
  /// - Parameter progress: Called after each frame, on the calling thread; throwing from it ends the work.
  /// - Throws: ``TranscodingError``, and what `progress` throws.
  @discardableResult
  public func write(_ progress: (ConversionProgress) throws -> Void = { _ in }) throws -> ConversionResult {
    try control.run(showing: progress) { try written() }
  }

  /// Converts the frames, and lends each to a closure; nothing is written.
  ///
  /// - Parameter body: Called on the calling thread with each frame, its index in the input, and its time in seconds from the start of
  ///   the input; `nil` if the input states no times. Throwing from it ends the work.
  @discardableResult
  public func forEachFrame(
    _ body: (_ frame: borrowing FrameView, _ index: Int, _ seconds: Double?) throws -> Void
  ) throws -> ConversionResult {
    try control.run {
      let frames = try pulled()
      var count = 0
      try frames.pump.forEach { picture in
        let (index, seconds) = (range.first + count, picture.seconds.withLock(\.self))
        try picture.withView { view in try control.calling { try body(view, index, seconds) } }
        count += 1
      }
      return try result(of: frames, count)
    }
  }

  /// The converted frames, for use in a loop. If there is an output, they have its format and display, but nothing is written, including the
  /// preview and HDR10+.
  ///
  ///     for try await frame in conversion.frames { try frame.withView { view in … } }
  public var frames: ConvertedFrames { ConvertedFrames(of: self) }

  /// The size, the number and the rate of the converted frames, if known.
  package var facts: (size: PictureSize, frameCount: Int?, frameRate: FrameRate?) {
    (source.clip.openedSize, curves.context.frames.count ?? source.clip.frameCount, source.clip.frameRate)
  }

  package var decision: Decision { curves.decision }
}

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The number of frames that were converted.
  public let frames: Int
  public let seconds: Double
  /// Findings from before, during and after the conversion.
  public let findings: [Finding]
  /// Whether the input, and so the output, ends before the input's stated end.
  public let isCutShort: Bool
  /// The decision for the first frame, if curves change.
  package let decision: Decision
  package let found: [Finding]
  /// The changes of curves, as JSON; `nil` if one curve maps all frames.
  package let changing: JSONValue?
  package let tags: OutputTags
  /// Whether frames or their metadata went to standard output.
  package let isOnStandardOutput: Bool

  /// The light levels that the output states.
  public var contentLight: ContentLightLevel? { tags.metadata.contentLight }

  /// - Throws: `truncated` for an input that ended before its stated end.
  package func requireWhole() throws(TranscodingError) {
    if isCutShort { throw .cutShort(findings.filter(\.isCutShort)) }
  }
}

extension ConversionSettings {
  /// Returns the scaling of pictures to the requested size; `nil` if none is needed or it has been applied.
  func scaling(_ source: some FrameSource, for kind: OutputKind) throws(TranscodingError) -> FrameGeometry? {
    let clip = source.clip
    guard let asked = output.size, clip.appliedGeometry.scaled == nil else { return nil }
    guard !clip.format.isFloat else { throw .encoding(.scaledNumbers(asked.setting, of: clip.name, clip.format)) }
    guard !clip.format.hasAlpha || output.alpha.alpha == .ignore else {
      throw .encoding(.scaledAlpha(asked.setting, of: clip.name))
    }
    let size = try asked.size(of: clip.shownSize, evenSides: kind.isMovie, enlarging: output.enlarges)
    let isSideways = clip.geometry.orientation.isSideways
    let stored = isSideways ? PictureSize(width: size.height, height: size.width) : size
    guard stored != clip.openedSize else { return nil }
    let threads = ThreadShares(asked: running.threads, decodes: source.decodes, encodes: kind.isEncoded)
    return FrameGeometry(
      scaled: .init(size: stored, threads: threads.converting, instructions: running.chosenInstructions))
  }

  /// Returns the geometry that makes odd sides even, if the encoder requires that and the settings choose a method.
  func evened(_ clip: Clip, _ coding: PictureCoding?) -> FrameGeometry? {
    let format = output.pixelFormat?.format ?? coding?.format ?? clip.layout ?? clip.format
    guard let coding, let way = encoding.oddSize, coding.refuses(clip.openedSize, format) else { return nil }
    func even(_ side: Int, _ isSubsampled: Bool) -> Int {
      side % 2 == 0 || !isSubsampled ? side : max(2, way == .crop ? side - 1 : side + 1)
    }
    let size = PictureSize(
      width: even(clip.openedSize.width, true), height: even(clip.openedSize.height, format.chroma == .c420))
    return FrameGeometry(crop: FrameGeometry().part(of: size), isEvening: true)
  }
}

extension PlanningContext {
  func hasHDRLater(in input: MediaInput) throws(TranscodingError) -> Bool {
    guard let media = try self.input.media(of: input) else { return false }
    return self.input.withParts(media, of: input).tracks.contains { track in
      !track.isAuxiliary && self.input.clip(of: track, in: input.path).laterSources.contains(where: \.color.isHDR)
    }
  }

  /// Whether Dolby Vision 8.4 pictures are unchanged apart from H.265 coding, so that their RPUs stay valid.
  func keepsDolbyVision(
    _ source: some FrameSource, _ coding: PictureCoding?, encoded: PixelFormat?, for kind: OutputKind
  ) -> Bool {
    guard coding?.encoder == "libx265", let movie = source as? MovieSource,
      movie.copied.dolbyVision?.isProfile84 == true,
      !source.clip.source.carriesHDR10Plus
    else { return false }
    var context = self
    (context.strict, context.encodedFormat) = (false, encoded)
    return (try? context.decide(about: source.clip, for: kind))?.plan.keepsHLG ?? false
  }

  /// Returns the coding of a movie's frames; `nil` for other outputs.
  func coding(
    _ settings: EncodingSettings, _ kind: OutputKind, of output: Path?, for clip: Clip
  ) throws(TranscodingError) -> PictureCoding? {
    guard kind.isMovie else {
      let given = settings.given
      guard given.isEmpty else {
        throw .encoding(.notAMovie(given, output: output?.description, isPicture: kind.picture != nil))
      }
      return nil
    }
    try MovieLibraries.require()
    let keepsAlpha = clip.format.hasAlpha && target.alpha.isKept
    let display = try ends(of: clip).display
    let coding = try PictureCoding(
      settings, in: kind, bitDepth: display.bitDepth, isHDR: display.transfer.isHDR, hasAlpha: keepsAlpha,
      isAvailable: MovieLibraries.haveEncoder(named:))
    let asked = target.pixelFormat?.format
    let writesLayer = keepsAlpha && coding.writesAlphaLayer(of: asked)
    if keepsAlpha, coding.isHEVC, !writesLayer, asked?.hasAlpha != false { throw .encoding(.hevcAlpha(of: clip.name)) }
    if settings.alphaQuality != nil, !writesLayer { throw .encoding(.noAlphaLayer) }
    if coding.losesAlpha, let asked = target.pixelFormat?.format, asked.hasAlpha {
      throw .encoding(.lostAlpha(asked, container: "\(kind)", encoder: coding.encoder))
    }
    return coding
  }
}
