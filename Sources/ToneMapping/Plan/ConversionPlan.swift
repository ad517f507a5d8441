package import ColorOperations

/// A conversion from one kind of picture to one display, with every decision made once.
///
///     let plan = try ConversionPlan(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
///     let white = plan(Signal(0.5807, 0.5807, 0.5807))
///     print(plan)  // every stage, with its units
///
/// Every decision that can fail is made here; afterward, only frames of a different format or size and insufficient memory are errors. A plan then
/// runs in two ways: `plan(color)` evaluates the stages in `Double` for one color and is the reference; `plan.convert(frame, into:)` runs the same
/// stages over whole frames.
public struct ConversionPlan: Sendable {
  package let source: Source
  /// The source's static metadata, as given.
  public var metadata: StaticMetadata { source.metadata }
  /// The source's tags, with missing ones filled in; those that H.273 does not define stay `nil`.
  public let sourceTags: ColorDescription
  /// The source's transfer and primaries, whether or not H.273 defines them; `nil` if they are unknown, which a lookup table allows.
  public let sourceTransfer: TransferFunction?, sourceGamut: Gamut?
  /// The luminance range of the source, and the evidence for its peak; `nil` if a lookup table is applied.
  public let sourceLuminance: LuminanceRange?, peakEvidence: PeakEvidence?
  /// The lookup table that replaces all operations on light; `nil` if absent.
  public let lookupTable: LookupTable?
  /// The display, as given; `targetTags` and `targetLuminance` are complete.
  public let display: Display
  /// The options, as given: dither, lattice, reference white and the rest.
  public let options: PlanOptions
  /// The target's tags; `nil` for those that neither the display nor the source states.
  public package(set) var targetTags: ColorDescription
  /// The luminance range of the target.
  public let targetLuminance: LuminanceRange
  /// Every assumption, in the order in which it was made.
  public package(set) var assumptions: [Finding] = []
  /// The tables that the plan shares with other plans for the same display.
  public let tables: DisplayTables

  /// The coding of the source's signal, and of the target's.
  package let sourceCoding, targetCoding: SignalCoding
  let steps: PlanSteps
  /// The change of the source's light.
  let light: LightChange
  /// The treatment of alpha; `nil` if colors do not depend on it.
  let alpha: AlphaUse?
  /// The finding for a tone curve that decreases; `nil` if absent.
  private(set) var fallOfCurve: Finding?
  let compiled = CompiledPlan()

  /// The pixel format that the plan reads.
  public var inputFormat: PixelFormat { sourceCoding.format }
  /// The pixel format that the plan writes.
  public var outputFormat: PixelFormat { targetCoding.format }

  /// The stages in the order in which a sample passes through them.
  public var stages: [PlanStage] { [PlanStage](steps.all) }

  /// All operations on colors, from codes to unrounded codes.
  package var operations: Operations { steps.colors }

  /// The operations from the source's signal to the target's.
  package var signalOperations: Operations { steps.converting }

  /// Whether the source is HDR: by its transfer, or because its linear light is brighter than the reference white.
  package var hasHDRSource: Bool {
    sourceTransfer?.isHDR(reaching: sourceLuminance?.peak ?? .nits(0), white: options.referenceWhite) ?? false
  }

  /// Converts a source signal R′G′B′ to the target's signal R′G′B′: the reference.
  ///
  /// - Domain: `0...1` per component; values outside are preserved as far as the source's transfer is defined there.
  /// - Range: `0...1` per component.
  ///
  /// - Parameters:
  ///   - signal: The source's signal, multiplied by alpha if it is premultiplied.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that composites frames over pictures.
  public func callAsFunction(
    _ signal: Signal, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)
  ) -> Signal {
    Signal(signalOperations(signal.components, at: Pixel(coverage: alpha.value, over: background.components)))
  }

  /// Converts source codes to the target's codes, before rounding: the end-to-end reference.
  ///
  /// - Domain: The codes of the input format in the order of its matrix: Y′, C′B, C′R, or R′, G′, B′.
  /// - Range: The codes of the output format, neither rounded nor limited to its bits.
  ///
  /// - Parameters:
  ///   - codes: The codes of a color, multiplied by alpha if it is premultiplied.
  ///   - alpha: The pixel's coverage.
  ///   - background: The output's signal behind the pixel, for a plan that composites frames over pictures.
  public func callAsFunction(_ codes: Codes, alpha: Coverage = 1, over background: Signal = Signal(0, 0, 0)) -> Codes {
    Codes(
      operations(sourceCoding.finite(codes).components, at: Pixel(coverage: alpha.value, over: background.components)))
  }

  /// The output's code of luma, or of each component of R′G′B′, for a gray signal, nominally `0...1`; not rounded.
  public func targetLumaCode(ofSignal signal: SignalLevel) -> CodeLevel {
    let (scale, zero) = targetCoding.codesFromSignal
    return CodeLevel(signal.value * scale.x + zero.x)
  }

  /// Whether the plan composites frames over pictures, which are lent with them: see ``Background/picture(compositing:)``.
  public var needsBackground: Bool { alpha?.needsPicture == true }

  /// The operations from codes to the source's signal, and those after them; `nil` if alpha comes between, or if only the coding changes.
  package var halves: (decoding: Operations, conversion: Operations)? {
    guard alpha == nil, !keepsSamples else { return nil }
    return (steps.decoding, signalOperations + steps.encoding)
  }

  /// Whether source and target differ only in coding.
  package var keepsSignal: Bool { light == .none }

  /// Whether samples of subsampled chroma keep their positions.
  package var keepsSamples: Bool { steps.kept != nil }

  /// Whether all light is limited to the target's peak; a background may have any light.
  package var keepsToPeak: Bool { light == .converted(endsAtPeak: true) && alpha?.background == nil }

  // MARK: Decisions

  /// Plans a conversion.
  ///
  /// - Parameters:
  ///   - source: The known properties of the pictures.
  ///   - display: The display for which they are converted.
  ///   - tone: The operator that maps the source's luminance range to the display's.
  ///   - gamut: The operator that brings colors outside the display's gamut inside.
  ///   - options: All other options.
  ///   - inputFormat: The pixel format of the source's frames.
  ///   - outputFormat: The pixel format to write; `nil` keeps the input's layout at the display's bit depth.
  ///   - tables: The cache shared with other plans; it does not change results.
  /// - Throws: ``PlanError``, which covers every reason why a plan cannot be made.
  public init(
    from source: Source, to display: Display, tone: ToneOperator = .spline, gamut: GamutOperator = .perceptual,
    options: PlanOptions = PlanOptions(), reading inputFormat: PixelFormat = .yuv420p10,
    writing outputFormat: PixelFormat? = nil, sharing tables: DisplayTables = DisplayTables()
  ) throws(PlanError) {
    try Self.refuseAbsurd(options)
    if let fault = tone.fault { throw .tone(fault) }
    if let share = gamut.chromaPreservation, !(0...1).contains(share) { throw .chromaPreservationOutOfRange(share) }
    let color = try ResolvedColor(completing: source, format: inputFormat, assumptions: &assumptions)
    targetCoding = try SignalCoding(for: display, in: outputFormat, like: inputFormat, of: color, options)
    let input = try SourceLuminance(
      transfer: color.transfer, of: source, in: inputFormat, display: display, tone: tone, options: options,
      assumptions: &assumptions)
    let isLinear = color.transfer.codePoint == .linear
    // The Z of white exceeds 1 where its R, G and B are 1.
    let reach = color.primaries.chromaticities == .xyz ? (RGBPrimaries.bt709.toXYZ * SIMD3(repeating: 1.0)).max() : 1
    sourceCoding = try SignalCoding(
      color: color, format: inputFormat,
      upTo: isLinear ? SignalLevel(reach * input.range.peak.nits / options.referenceWhite.nits) : 1)
    let look = SourceLook(options.look, transfer: color.transfer, range: input.range, white: options.referenceWhite)
    let expands = (tone.expands || options.expandsHighlights) && !color.transfer.isHDR
    targetLuminance = try Self.luminance(
      of: display, options, ofPQ: expands ? SourceLuminance.nominalPeak : max(look.after.peak, options.referenceWhite))

    (sourceTags, sourceTransfer, sourceGamut) = (color.description, color.transfer, color.primaries)
    (self.source, self.display, self.options, self.tables, lookupTable) = (source, display, options, tables, nil)
    (sourceLuminance, peakEvidence) = (input.range, input.evidence)
    targetTags = targetCoding.color.description
    var planner = Planner(
      source: source, sourceCoding: sourceCoding, sourceLuminance: input, look: look, display: display,
      targetCoding: targetCoding, targetLuminance: targetLuminance, tone: tone, gamut: gamut, options: options)
    try planner.decide()
    (steps, light, alpha, fallOfCurve) = (planner.steps, planner.light, planner.alpha, planner.fallOfCurve)
    let hasCurve = steps.all.contains { $0.kind == .tone }
    // A scene's peak and average replace the values of its metadata.
    if options.scenePeak == nil {
      let consequence = hasCurve ? "one curve is applied to all frames" : "the output does not carry it"
      assumptions = source.unusedMetadata(by: tone, consequence: consequence) + assumptions
    }
    assumptions += assumptionsOfAlpha
    if case .luminance = display.surround, !color.transfer.isHDR {
      assumptions.note(
        "viewing-ignored", "the viewing light affects only HDR sources, and this source is \(color.transfer)",
        consequence: "ignoring it")
    }
    // The scenes of a clip have their own peaks.
    if options.scenePeak == nil, let finding = look.finding { assumptions.append(finding) }
    if hasCurve, let other = tone.hdr10PlusCurve?.finding(for: targetLuminance.peak) { assumptions.append(other) }
    try refuseAssumptions()
  }

  /// With `strict`, rejects the assumptions that nobody decided.
  func refuseAssumptions() throws(PlanError) {
    let unanswered = assumptions.filter { !$0.isDecided }
    if options.strict, !unanswered.isEmpty { throw .assumptions(unanswered) }
  }

  /// Whether a peak or a white is plausible for a display or a source: values below 1 cd/m² indicate a wrong unit.
  static func isPlausible(peak: Luminance) -> Bool { (1...PerceptualQuantizer.peak.nits).contains(peak.nits) }

  static func refuseAbsurd(_ options: PlanOptions) throws(PlanError) {
    guard isPlausible(peak: options.referenceWhite) else { throw .referenceWhiteOutOfRange(options.referenceWhite) }
    for part in Look.Part.allCases {
      let value = options.look[keyPath: part.row.value]
      if !part.row.limits.contains(value) { throw .lookOutOfRange(part, value) }
    }
    if let size = options.latticeSize, !Lattice.sizes.contains(size) { throw .latticeSizeOutOfRange(size) }
  }

  /// The luminance range of a display: its own, or otherwise the one implied by its transfer, and for PQ by this peak.
  static func luminance(
    of display: Display, _ options: PlanOptions, ofPQ peak: Luminance
  ) throws(PlanError) -> LuminanceRange {
    if let eotf = display.eotf, let signal = eotf.fault { throw .transferFails(eotf, at: signal) }
    let implied =
      switch display.transfer {
      case .pq: peak
      case .hlg: SourceLuminance.nominalPeak
      default: options.referenceWhite
      }
    let range = display.luminance ?? LuminanceRange(black: .nits(0), peak: implied)
    guard range.black.nits >= 0, range.black < range.peak, isPlausible(peak: range.peak) else {
      throw .emptyLuminanceRange(range)
    }
    return range
  }
}

/// A plan's change to the light of its source.
enum LightChange: Hashable, Sendable {
  /// No change: source and target differ only in coding.
  case none
  /// The light changes, or becomes the signal of other light.
  ///
  /// With a tone curve or a gamut map, the result is limited to the target's peak, regardless of the source. Without either, light above the peak
  /// passes: SDR signals above 1, and PQ above the source's stated peak.
  case converted(endsAtPeak: Bool)
  /// A lookup table changes the light in an unknown way.
  ///
  /// - Parameter range: The range of the table's input and output signals.
  case ofTable(QuantizationRange)
}
