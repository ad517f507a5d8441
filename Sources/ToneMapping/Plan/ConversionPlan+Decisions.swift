internal import ColorOperations

extension ConversionPlan {
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
    // A scene's peak and average replace the values of its metadata.
    var assumptions =
      options.scenePeak == nil
      ? source.unusedMetadata(
        hdr10PlusCurve: tone.hdr10PlusCurve, headroomAdaptiveToneMap: tone.headroomAdaptiveToneMap) : []
    try Self.refuseAbsurd(options)
    if let fault = tone.fault { throw .tone(fault) }
    if let share = gamut.chromaPreservation, !(0...1).contains(share) { throw .chromaPreservationOutOfRange(share) }
    let color = try ResolvedColor(completing: source, format: inputFormat, assumptions: &assumptions)
    let targetCoding = try SignalCoding(for: display, in: outputFormat, like: inputFormat, of: color, options)
    let input = try SourceLuminance(
      transfer: color.transfer, of: source, in: inputFormat, display: display, tone: tone, options: options,
      assumptions: &assumptions)
    let isLinear = color.transfer.codePoint == .linear
    // The Z of white exceeds 1 where its R, G and B are 1.
    let reach = color.primaries.chromaticities == .xyz ? (RGBPrimaries.bt709.toXYZ * SIMD3(repeating: 1.0)).max() : 1
    let sourceCoding = try SignalCoding(
      color: color, format: inputFormat,
      upTo: isLinear ? SignalLevel(reach * input.range.peak.nits / options.referenceWhite.nits) : 1)
    let look = SourceLook(
      options.look, transfer: color.transfer, range: input.range, white: options.referenceWhite)
    let output = try Self.luminance(of: display, source: look.after, color: color, options: options, tone: tone)

    sourceTags = color.description
    self.sourceTransfer = color.transfer
    self.sourceGamut = color.primaries
    self.source = source
    self.sourceLuminance = input.range
    self.peakEvidence = input.evidence
    lookupTable = nil
    self.display = display
    self.options = options
    targetTags = targetCoding.color.description
    self.targetLuminance = output
    var planner = Planner(
      source: source, sourceCoding: sourceCoding, sourceLuminance: input, look: look,
      display: display, targetCoding: targetCoding, targetLuminance: output,
      tone: tone, gamut: gamut, options: options, tables: tables
    )
    try planner.decide()
    (steps, light, alpha, fallOfCurve) = (planner.steps, planner.light, planner.alpha, planner.fallOfCurve)
    (self.sourceCoding, self.targetCoding) = (sourceCoding, targetCoding)
    self.tables = tables
    assumptions += Self.assumptionsOfAlpha(
      of: source, from: sourceCoding.format, to: targetCoding.format, planner.alpha, options)
    if case .luminance = display.surround, !color.transfer.isHDR {
      assumptions.append(
        Finding(
          code: "viewing-ignored",
          found: "the viewing light affects only HDR sources, and this source is \(color.transfer)",
          consequence: "ignoring it"))
    }
    // The scenes of a clip have their own peaks.
    if options.scenePeak == nil, let finding = look.finding { assumptions.append(finding) }
    if steps.all.contains(where: { $0.kind == .tone }), let other = tone.hdr10PlusCurve?.finding(for: output.peak) {
      assumptions.append(other)
    }
    self.assumptions = try Self.allowed(assumptions, options)
  }

  /// Returns these assumptions.
  ///
  /// - Throws: ``PlanError/assumptions(_:)`` for those that nobody decided, with `strict`.
  static func allowed(_ assumptions: [Finding], _ options: PlanOptions) throws(PlanError) -> [Finding] {
    let unanswered = assumptions.filter { !$0.isDecided }
    if options.strict, !unanswered.isEmpty { throw .assumptions(unanswered) }
    return assumptions
  }

  /// Whether a peak or a white is plausible for a display or a source: values below 1 cd/m² indicate a wrong unit.
  static func isPlausible(peak: Luminance) -> Bool { (1...PerceptualQuantizer.peak.nits).contains(peak.nits) }

  /// The finding if a format cannot hold the alpha of another.
  static func lossOfAlpha(from input: PixelFormat, to output: PixelFormat) -> Finding? {
    guard input.hasAlpha, !output.hasAlpha else { return nil }
    return Finding(
      code: "alpha-dropped", found: "\(output.name) has no alpha plane",
      consequence: "dropping the source's alpha", fix: "choose an output pixel format with alpha to keep it")
  }

  static func refuseAbsurd(_ options: PlanOptions) throws(PlanError) {
    let white = options.referenceWhite
    guard isPlausible(peak: white) else { throw .referenceWhiteOutOfRange(white) }
    try options.look.check()
    if let size = options.latticeSize, !Lattice.sizes.contains(size) { throw .latticeSizeOutOfRange(size) }
  }

  /// The luminance range of a display: its own, or otherwise the one implied by its transfer.
  private static func luminance(
    of display: Display, source: LuminanceRange, color: ResolvedColor, options: PlanOptions, tone: ToneOperator
  ) throws(PlanError) -> LuminanceRange {
    let expands = (tone.expands || options.expandsHighlights) && !color.transfer.isHDR
    let ofPQ = expands ? SourceLuminance.nominalPeak : max(source.peak, options.referenceWhite)
    return try luminance(of: display, options, ofPQ: ofPQ)
  }

  /// The luminance range of a display: its own, or otherwise the one implied by its transfer.
  ///
  /// - Parameter peak: The peak of a PQ display, which its transfer does not imply.
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
