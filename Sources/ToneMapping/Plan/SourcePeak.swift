/// The luminance range of the source, and where its peak comes from.
struct SourceLuminance: Hashable, Sendable {
  /// Where the peak comes from.
  enum Evidence: String, Sendable {
    case caller = "the caller"
    case contentLight = "MaxCLL"
    case mastering = "the mastering display"
    case nominal = "HLG's nominal display"
    case assumed = "an assumption"
    case referenceWhite = "the reference white"
  }

  var range: LuminanceRange
  var evidence: Evidence
}

extension SourceLuminance {
  /// The peak of a PQ source without metadata, and of the display of an HLG source.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f, for HLG. For PQ it is a convention.
  static let nominalPeak = Luminance.nits(1000)

  /// Chooses the source's range from the caller's peak, then MaxCLL, then the mastering display, then the convention.
  init(
    transfer: TransferCharacteristics, metadata: StaticMetadata, options: PlanOptions,
    assumptions: inout [Assumption]
  ) throws(PlanError) {
    if let peak = options.sourcePeak {
      guard ConversionPlan.isPlausible(peak: peak) else {
        throw .sourcePeakOutOfRange(peak)
      }
    }
    switch transfer {
    case .pq: try self.init(pq: metadata, options: options, assumptions: &assumptions)
    case .hlg:
      self.init(
        range: LuminanceRange(black: .nits(0), peak: options.sourcePeak ?? Self.nominalPeak),
        evidence: options.sourcePeak == nil ? .nominal : .caller)
    default:
      self.init(
        range: LuminanceRange(black: .nits(0), peak: options.sourcePeak ?? options.referenceWhite),
        evidence: options.sourcePeak == nil ? .referenceWhite : .caller)
    }
  }

  private init(pq metadata: StaticMetadata, options: PlanOptions, assumptions: inout [Assumption]) throws(PlanError) {
    let trusted = options.trust == .never ? StaticMetadata() : metadata
    if let mastering = trusted.mastering, mastering.isEmpty, mastering.luminance.peak.nits > 0 {
      throw .emptyMasteringRange(mastering.luminance)
    }
    // MaxFALL does not affect the range, so an unknown MaxFALL leads to no assumption.
    // Levels that only look like placeholders are accepted if the caller trusts all metadata.
    let findings = trusted.findings(transfer: .pq).filter { finding in
      if case .placeholderLightLevels = finding { return options.trust != .always }
      return finding != .unknownMaxFALL
    }
    assumptions += findings.map { Assumption(code: $0.code, sentence: $0.description) }
    let (peak, evidence) = Self.peak(of: trusted, options: options)
    if evidence == .assumed {
      assumptions.append(
        Assumption(
          code: "source-peak",
          sentence: "the source states no plausible peak; assuming \(Self.nominalPeak)"
            + " (set another with --source-peak)"))
    }
    let black = trusted.mastering?.minimum.flatMap { $0 < peak ? $0 : nil }
    self.init(range: LuminanceRange(black: black ?? .nits(0), peak: peak), evidence: evidence)
  }

  private static func peak(of metadata: StaticMetadata, options: PlanOptions) -> (Luminance, Evidence) {
    if let peak = options.sourcePeak { return (peak, .caller) }
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
