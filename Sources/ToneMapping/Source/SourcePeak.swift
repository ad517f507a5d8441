/// The evidence for the peak of a source, in words.
public enum PeakEvidence: String, CaseIterable, Sendable {
  case caller = "the caller"
  case hdr10PlusCurve = "the scene of HDR10+"
  case headroomAdaptiveToneMap = "the baseline of ST 2094-50"
  case contentLight = "MaxCLL"
  case mastering = "the mastering display"
  case nominal = "HLG's nominal display"
  case log = "the log's maximum signal"
  case assumed = "an assumption"
  case measured = "the maximum in the pictures"
  case referenceWhite = "the reference white"
}

/// The luminance range of the source, and the evidence for its peak.
struct SourceLuminance: Hashable, Sendable {
  let range: LuminanceRange
  let evidence: PeakEvidence

  /// The peak of a PQ source without metadata, and of the display of an HLG source.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f, for HLG. For PQ it is a convention.
  static let nominalPeak = Luminance.nits(1000)

  private typealias Peak = (light: Luminance, evidence: PeakEvidence)

  /// Chooses the source's range from the caller's peak, otherwise the scene's, the ST 2094-50 baseline's, MaxCLL, the mastering display or the
  /// convention, in this order. Floating-point samples of linear light are scene light; all other SDR ends at the reference white.
  init(
    transfer: TransferFunction, of source: Source, in format: PixelFormat, display: Display, tone: ToneOperator,
    options: PlanOptions, assumptions: inout [Finding]
  ) throws(PlanError) {
    if let peak = options.sourcePeak, !ConversionPlan.isPlausible(peak: peak) { throw .sourcePeakOutOfRange(peak) }
    // Scenes may have any light, including none.
    for peak in [options.scenePeak, tone.hdr10PlusCurve?.peak].compactMap(\.self) {
      guard (0...PerceptualQuantizer.peak.nits).contains(peak.nits) else { throw .scenePeakOutOfRange(peak) }
    }
    // What the look makes of it was not stated.
    if let average = options.sceneAverage, !(average.nits >= 0) { throw .tone(.sceneAverage(average)) }
    let fix = Self.fix(for: display, transfer: transfer, options: options)
    // A scene may be darker than any display, or black. It then ends at the minimum peak of a display, so that nothing is mapped.
    let given: Peak? =
      options.sourcePeak.map { ($0, .caller) }
      ?? tone.hdr10PlusCurve?.peak.map { (max($0, .nits(1)), .hdr10PlusCurve) }
    var black = Luminance.nits(0)
    let peak: Peak
    switch transfer.codePoint {
    case .pq:
      let baseline: Peak? = tone.headroomAdaptiveToneMap.map {
        (min(max($0.peak, .nits(1)), PerceptualQuantizer.peak), .headroomAdaptiveToneMap)
      }
      let metadata = Self.believed(source.metadata, options.trust, assumptions: &assumptions)
      peak = given ?? baseline ?? Self.peak(of: metadata, options.trust)
      if peak.evidence == .assumed, let fix {
        assumptions.note(
          "source-peak", "the source states no plausible peak", consequence: "assuming \(Self.nominalPeak)", fix: fix)
      }
      if let minimum = metadata.mastering?.minimum, minimum < peak.light { black = minimum }
    case nil where transfer.isLog: peak = given ?? Self.peak(of: transfer, fix, assumptions: &assumptions)
    case nil where transfer.unit == .light():
      let own = LuminanceRange(black: transfer.eotf(0), peak: transfer.eotf(1))
      guard ConversionPlan.isPlausible(peak: own.peak) else { throw .sourcePeakOutOfRange(own.peak) }
      if given == nil { black = own.black }
      peak = given ?? (own.peak, .caller)
    case .hlg: peak = given ?? (Self.nominalPeak, .nominal)
    case .linear where format.isFloat:
      peak = Self.peak(ofLinear: source.maximumSample, options, assumptions: &assumptions)
    case let codePoint:
      if let peak = options.sourcePeak, peak != options.referenceWhite, let codePoint {
        throw .sourcePeakOfSDR(peak, codePoint)
      }
      peak = given ?? (options.referenceWhite, .referenceWhite)
    }
    (range, evidence) = (LuminanceRange(black: black, peak: peak.light), peak.evidence)
  }

  /// The fix for a result that depends on the source's peak; `nil` if nothing does.
  ///
  /// For a measured scene, the curve does not depend on the source's peak. But a PQ display without its own range ends there, and a surround leaves
  /// that light of PQ unchanged.
  private static func fix(for display: Display, transfer: TransferFunction, options: PlanOptions) -> Fix? {
    guard options.scenePeak != nil else { return "set another with \(.sourcePeak)" }
    if display.transfer == .pq, display.luminance == nil { return "set the display's with \(.targetPeak)" }
    guard case .luminance = display.surround, transfer.codePoint == .pq else { return nil }
    return "state the maximum light with \(.maxCLL)"
  }

  /// The peak of scene-linear light, in which 1 is the reference white, by its maximum sample, if that was measured.
  private static func peak(ofLinear maximum: Double?, _ options: PlanOptions, assumptions: inout [Finding]) -> Peak {
    let white = options.referenceWhite
    if let given = options.sourcePeak { return (max(given, white), .caller) }
    guard let maximum else {
      assumptions.note(
        "source-peak", "the source is linear light that states no peak",
        consequence: "assuming \(white), and limiting brighter light to that", fix: "set another with \(.sourcePeak)")
      return (white, .referenceWhite)
    }
    let peak = Luminance.nits((white.nits * maximum * 1e4).rounded(.up) / 1e4)
    if peak > PerceptualQuantizer.peak {
      assumptions.note(
        "light-above-pq", "the pictures reach \(Luminance.nits(peak.nits.rounded()))",
        expected: "at most \(PerceptualQuantizer.peak), the maximum of PQ",
        consequence: "limiting brighter light to that", fix: "set a lower peak with \(.sourcePeak)")
    }
    return peak > white ? (min(peak, PerceptualQuantizer.peak), .measured) : (white, .referenceWhite)
  }

  private static func peak(of log: TransferFunction, _ fix: Fix?, assumptions: inout [Finding]) -> Peak {
    let carried = Luminance.nits(CameraLog.hlgDisplayLight(ofReflectance: log.inverseOETF(1)).nits.rounded(.up))
    let peak = min(carried, PerceptualQuantizer.peak)
    if let fix {
      let limit = carried > peak ? "although \(log) can carry more" : "the maximum that \(log) can carry"
      assumptions.note(
        "source-peak", "the source states no peak", consequence: "assuming \(peak), \(limit)", fix: fix)
    }
    return (peak, .log)
  }

  /// The trusted metadata of a PQ source; what is doubtful is reported.
  private static func believed(
    _ metadata: StaticMetadata, _ trust: MetadataTrust, assumptions: inout [Finding]
  ) -> StaticMetadata {
    var believed = trust == .never ? StaticMetadata() : metadata
    // MaxFALL does not affect the range, so an unknown MaxFALL leads to no assumption. Levels that only look like placeholders are accepted if the
    // caller trusts all metadata.
    let doubts = believed.doubts(transfer: .pq).filter { doubt in
      if case .placeholderLightLevels = doubt { return trust != .always }
      return doubt != .unknownMaxFALL
    }
    assumptions += doubts.map(\.finding)
    // A display cannot be brighter in black than in white, so both values are ignored.
    if believed.mastering?.isEmpty == true { believed.mastering = nil }
    return believed
  }

  private static func peak(of metadata: StaticMetadata, _ trust: MetadataTrust) -> Peak {
    let (mastering, average) = (metadata.mastering?.maximum, metadata.contentLight?.maximumFrameAverage ?? .nits(0))
    if let content = metadata.contentLight?.maximum, content <= PerceptualQuantizer.peak,
      trust == .always || content >= average && (mastering ?? content) >= content
    {
      return (content, .contentLight)
    }
    return mastering.map { ($0, .mastering) } ?? (nominalPeak, .assumed)
  }
}
