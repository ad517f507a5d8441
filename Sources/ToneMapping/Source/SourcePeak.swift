/// Where the peak of a source comes from, in words.
public enum PeakEvidence: String, CaseIterable, Sendable {
  case caller = "the caller"
  case scene = "the scene of HDR10+"
  case contentLight = "MaxCLL"
  case mastering = "the mastering display"
  case nominal = "HLG's nominal display"
  case log = "the log's greatest signal"
  case assumed = "an assumption"
  case referenceWhite = "the reference white"
}

/// The luminance range of the source, and where its peak comes from.
struct SourceLuminance: Hashable, Sendable {
  var range: LuminanceRange
  var evidence: PeakEvidence
}

extension SourceLuminance {
  /// The peak of a PQ source without metadata, and of the display of an HLG source.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f, for HLG. For PQ it is a convention.
  static let nominalPeak = Luminance.nits(1000)

  /// Chooses the source's range from the caller's peak, then the scene's, then MaxCLL, then the mastering display, then the convention.
  init(
    transfer: TransferFunction, metadata: StaticMetadata, options: PlanOptions, assumptions: inout [Finding]
  ) throws(PlanError) {
    for peak in [Self.given(options)?.0, options.scenePeak].compactMap(\.self) {
      guard ConversionPlan.isPlausible(peak: peak) else { throw .sourcePeakOutOfRange(peak) }
    }
    switch transfer {
    case .numbered(.pq): try self.init(pq: metadata, options: options, assumptions: &assumptions)
    case .log(let log): self.init(log, options: options, assumptions: &assumptions)
    case .numbered(.hlg): self.init(peak: Self.given(options) ?? (Self.nominalPeak, .nominal))
    case .numbered: self.init(peak: Self.given(options) ?? (options.referenceWhite, .referenceWhite))
    }
  }

  private init(peak: (light: Luminance, evidence: PeakEvidence)) {
    self.init(range: LuminanceRange(black: .nits(0), peak: peak.light), evidence: peak.evidence)
  }

  /// The peak that the options give.
  private static func given(_ options: PlanOptions) -> (Luminance, PeakEvidence)? {
    options.sourcePeak.map { ($0, .caller) } ?? options.scene?.peak.map { ($0, .scene) }
  }

  private init(_ log: CameraLog, options: PlanOptions, assumptions: inout [Finding]) {
    if let given = Self.given(options) {
      self.init(peak: given)
      return
    }
    let carried = Luminance.nits(CameraLog.light(ofReflectance: log.curve.inverseOETF(1)).nits.rounded(.up))
    let peak = min(carried, PerceptualQuantizer.peak)
    self.init(peak: (peak, .log))
    guard options.scenePeak == nil else { return }
    assumptions.append(
      Finding(
        code: "source-peak", found: "the source states no peak",
        consequence: "assuming \(peak), "
          + (carried > peak ? "although \(log) can carry more" : "the most that \(log) can carry"),
        mend: "set another with --source-peak"))
  }

  private init(pq metadata: StaticMetadata, options: PlanOptions, assumptions: inout [Finding]) throws(PlanError) {
    let trusted = options.trust == .never ? StaticMetadata() : metadata
    if let mastering = trusted.mastering, mastering.isEmpty, mastering.luminance.peak.nits > 0 {
      throw .emptyMasteringRange(mastering.luminance)
    }
    // MaxFALL does not affect the range, so an unknown MaxFALL leads to no assumption.
    // Levels that only look like placeholders are accepted if the caller trusts all metadata.
    let doubts = trusted.doubts(transfer: .pq).filter { doubt in
      if case .placeholderLightLevels = doubt { return options.trust != .always }
      return doubt != .unknownMaxFALL
    }
    assumptions += doubts.map(\.finding)
    let (peak, evidence) = Self.peak(of: trusted, options: options)
    // A measured scene ends the curve wherever the source does.
    if evidence == .assumed, options.scenePeak == nil {
      assumptions.append(
        Finding(
          code: "source-peak", found: "the source states no plausible peak",
          consequence: "assuming \(Self.nominalPeak)",
          mend: "set another with --source-peak"))
    }
    let black = trusted.mastering?.minimum.flatMap { $0 < peak ? $0 : nil }
    self.init(range: LuminanceRange(black: black ?? .nits(0), peak: peak), evidence: evidence)
  }

  private static func peak(of metadata: StaticMetadata, options: PlanOptions) -> (Luminance, PeakEvidence) {
    if let given = given(options) { return given }
    let mastering = metadata.mastering?.maximum
    if let content = metadata.contentLight?.maximum, content <= PerceptualQuantizer.peak {
      if options.trust == .always { return (content, .contentLight) }
      if content >= metadata.contentLight?.maximumFrameAverage ?? .nits(0) {
        guard let mastering, mastering < content else { return (content, .contentLight) }
        return (mastering, .mastering)
      }
    }
    if let mastering { return (mastering, .mastering) }
    return (nominalPeak, .assumed)
  }
}
