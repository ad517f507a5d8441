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
  var range: LuminanceRange
  var evidence: PeakEvidence
}

extension SourceLuminance {
  /// The peak of a PQ source without metadata, and of the display of an HLG source.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f, for HLG. For PQ it is a convention.
  static let nominalPeak = Luminance.nits(1000)

  /// Chooses the source's range from the caller's peak, otherwise the scene's, the ST 2094-50 baseline's, MaxCLL, the mastering display or the
  /// convention, in this order.
  ///
  /// - Parameter format: The pixel format. Floating-point samples of linear light are scene light; all other SDR ends at the reference white.
  init(
    transfer: TransferFunction, of source: Source, in format: PixelFormat, display: Display, tone: ToneOperator,
    options: PlanOptions, assumptions: inout [Finding]
  ) throws(PlanError) {
    if let peak = options.sourcePeak, !ConversionPlan.isPlausible(peak: peak) { throw .sourcePeakOutOfRange(peak) }
    // Scenes may have any light, including none.
    for peak in [options.scenePeak, tone.hdr10PlusCurve?.peak].compactMap(\.self) {
      guard (0...PerceptualQuantizer.peak.nits).contains(peak.nits) else { throw .scenePeakOutOfRange(peak) }
    }
    let reason = Self.need(of: display, transfer: transfer, options: options)
    let given = Self.given(options, tone)
    switch transfer.codePoint {
    case .pq:
      self.init(
        pq: source.metadata, given ?? Self.baseline(of: tone), options: options, needed: reason,
        assumptions: &assumptions)
    case nil where transfer.isOfScene: self.init(log: transfer, given, needed: reason, assumptions: &assumptions)
    case nil where transfer.unit == .light():
      let range = LuminanceRange(black: transfer.eotf(0), peak: transfer.eotf(1))
      guard ConversionPlan.isPlausible(peak: range.peak) else { throw .sourcePeakOutOfRange(range.peak) }
      if let given { self.init(peak: given) } else { self.init(range: range, evidence: .caller) }
    case .hlg: self.init(peak: given ?? (Self.nominalPeak, .nominal))
    case .linear where format.isFloat:
      self.init(linear: source.maximumSample, options, assumptions: &assumptions)
    case let codePoint:
      if let peak = options.sourcePeak, peak != options.referenceWhite, let codePoint {
        throw .sourcePeakOfSDR(peak, codePoint)
      }
      self.init(peak: given ?? (options.referenceWhite, .referenceWhite))
    }
  }

  private typealias Stated = (light: Luminance, evidence: PeakEvidence)

  private init(peak: Stated) {
    self.init(range: LuminanceRange(black: .nits(0), peak: peak.light), evidence: peak.evidence)
  }

  /// The peak given by the options or by a scene's metadata.
  ///
  /// A scene may be darker than any display, or black. It then ends at the minimum peak of a display, so that nothing is mapped.
  private static func given(_ options: PlanOptions, _ tone: ToneOperator) -> Stated? {
    options.sourcePeak.map { ($0, .caller) }
      ?? tone.hdr10PlusCurve?.peak.map { (max($0, .nits(1)), .hdr10PlusCurve) }
  }

  /// The peak of the baseline picture of ST 2094-50 metadata.
  private static func baseline(of tone: ToneOperator) -> Stated? {
    tone.headroomAdaptiveToneMap.map {
      (min(max($0.peak, .nits(1)), PerceptualQuantizer.peak), .headroomAdaptiveToneMap)
    }
  }

  /// The fix for a result that depends on the source's peak; `nil` if nothing does.
  ///
  /// For a measured scene, the curve does not depend on the source's peak. But a PQ display without its own range ends there, and a surround leaves
  /// that light of PQ unchanged.
  private static func need(of display: Display, transfer: TransferFunction, options: PlanOptions) -> Fix? {
    guard options.scenePeak != nil else { return "set another with \(.sourcePeak)" }
    if display.transfer == .pq, display.luminance == nil { return "set the display's with \(.targetPeak)" }
    guard case .luminance = display.surround, transfer.codePoint == .pq else { return nil }
    return "state the maximum light with \(.maxCLL)"
  }

  /// Creates the range of scene-linear light, in which 1 is the reference white.
  ///
  /// - Parameter maximum: The maximum sample, if it was measured.
  private init(linear maximum: Double?, _ options: PlanOptions, assumptions: inout [Finding]) {
    let white = options.referenceWhite
    if let given = options.sourcePeak {
      self.init(peak: (max(given, white), .caller))
      return
    }
    guard let maximum else {
      self.init(peak: (white, .referenceWhite))
      assumptions.append(
        Finding(
          code: "source-peak", found: "the source is linear light that states no peak",
          consequence: "assuming \(white), and limiting brighter light to that", fix: "set another with \(.sourcePeak)"
        ))
      return
    }
    let peak = Luminance.nits((white.nits * maximum * 1e4).rounded(.up) / 1e4)
    if peak > PerceptualQuantizer.peak {
      assumptions.append(
        Finding(
          code: "light-above-pq", found: "the pictures reach \(Luminance.nits(peak.nits.rounded()))",
          expected: "at most \(PerceptualQuantizer.peak), the maximum of PQ",
          consequence: "limiting brighter light to that",
          fix: "set a lower peak with \(.sourcePeak)"))
    }
    self.init(peak: peak > white ? (min(peak, PerceptualQuantizer.peak), .measured) : (white, .referenceWhite))
  }

  private init(log: TransferFunction, _ given: Stated?, needed fix: Fix?, assumptions: inout [Finding]) {
    if let given {
      self.init(peak: given)
      return
    }
    let carried = Luminance.nits(CameraLog.hlgDisplayLight(ofReflectance: log.inverseOETF(1)).nits.rounded(.up))
    let peak = min(carried, PerceptualQuantizer.peak)
    self.init(peak: (peak, .log))
    guard let fix else { return }
    assumptions.append(
      Finding(
        code: "source-peak", found: "the source states no peak",
        consequence: "assuming \(peak), "
          + (carried > peak ? "although \(log) can carry more" : "the maximum that \(log) can carry"), fix: fix))
  }

  private init(
    pq metadata: StaticMetadata, _ given: Stated?, options: PlanOptions, needed fix: Fix?,
    assumptions: inout [Finding]
  ) {
    let trusted = options.trust == .never ? StaticMetadata() : metadata
    // MaxFALL does not affect the range, so an unknown MaxFALL leads to no assumption. Levels that only look like placeholders are accepted if the
    // caller trusts all metadata.
    let doubts = trusted.doubts(transfer: .pq).filter { doubt in
      if case .placeholderLightLevels = doubt { return options.trust != .always }
      return doubt != .unknownMaxFALL
    }
    assumptions += doubts.map(\.finding)
    // A display cannot be brighter in black than in white, so both values are ignored.
    var believed = trusted
    if trusted.mastering?.isEmpty == true { believed.mastering = nil }
    let (peak, evidence) = given ?? Self.peak(of: believed, options.trust)
    if evidence == .assumed, let fix {
      assumptions.append(
        Finding(
          code: "source-peak", found: "the source states no plausible peak",
          consequence: "assuming \(Self.nominalPeak)", fix: fix))
    }
    let black = believed.mastering?.minimum.flatMap { $0 < peak ? $0 : nil }
    self.init(range: LuminanceRange(black: black ?? .nits(0), peak: peak), evidence: evidence)
  }

  private static func peak(of metadata: StaticMetadata, _ trust: MetadataTrust) -> Stated {
    let mastering = metadata.mastering?.maximum
    if let content = metadata.contentLight?.maximum, content <= PerceptualQuantizer.peak {
      if trust == .always { return (content, .contentLight) }
      if content >= metadata.contentLight?.maximumFrameAverage ?? .nits(0) {
        guard let mastering, mastering < content else { return (content, .contentLight) }
        return (mastering, .mastering)
      }
    }
    if let mastering { return (mastering, .mastering) }
    return (nominalPeak, .assumed)
  }
}

extension TransferFunction {
  /// Whether signals up to a peak are HDR; linear light is HDR if the peak is above the reference white.
  func isHDR(reaching peak: Luminance, white: Luminance) -> Bool { isHDR || codePoint == .linear && peak > white }
}
