public import Colorimetry

/// The metadata that a stream states once, for all of its frames.
///
///     let metadata = StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1100, maxFALL: 180))
///     metadata.findings(transfer: .pq)
public struct StaticMetadata: Hashable, Sendable {
  /// The mastering display, or `nil` if the stream has no such message.
  public var mastering: MasteringDisplayColorVolume?
  /// The content light level, or `nil` if the stream has no such message.
  public var contentLight: ContentLightLevel?
  /// The ambient viewing environment, or `nil` if the stream has no such message.
  public var ambient: AmbientViewingEnvironment?

  /// The metadata of these messages.
  public init(
    mastering: MasteringDisplayColorVolume? = nil, contentLight: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil
  ) {
    self.mastering = mastering
    self.contentLight = contentLight
    self.ambient = ambient
  }

  /// What in these messages is impossible, unknown, or looks like a placeholder. Absent messages are not reported.
  ///
  ///     StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400)).findings(transfer: .pq)
  ///     // [.placeholderLightLevels]
  ///
  /// - Source: Rec. ITU-T H.264, clauses D.2.29 and D.2.31, for unknown values. What is doubtful is this package's
  ///   own judgment.
  /// - Parameter transfer: The transfer of the stream, if known: only HLG and SDR may exceed the peak of PQ.
  public func findings(transfer: TransferCharacteristics?) -> [MetadataFinding] {
    masteringFindings + lightFindings(transfer: transfer) + kindFindings(transfer: transfer)
  }

  /// This metadata with the corrections that need no measurement: the order of primaries, the unit of a maximum.
  public var mended: StaticMetadata {
    var mended = self
    if let display = mastering {
      mended.mastering = display.inStandardOrder
      if display.hasMaximumInWrongUnit { mended.mastering?.maximumUnits *= UInt32(Self.unitsPerNit) }
    }
    return mended
  }

  private static let unitsPerNit = MasteringDisplayColorVolume.unitsPerNit

  private func kindFindings(transfer: TransferCharacteristics?) -> [MetadataFinding] {
    guard let transfer, ![.pq, .hlg, .linear].contains(transfer), mastering != nil || contentLight != nil else {
      return []
    }
    return [.hdrMetadataOnSDR(transfer)]
  }

  private var masteringFindings: [MetadataFinding] {
    guard let mastering else { return [] }
    let stated = mastering.luminance
    var findings: [MetadataFinding] = []
    if mastering.isEmpty, stated.black.nits > 0 {
      findings.append(.emptyMasteringRange(maximum: stated.peak, minimum: stated.black))
    }
    if mastering.hasMaximumInWrongUnit {
      findings.append(.masteringMaximumInWrongUnit(stated.peak))
    } else if mastering.maximum == nil {
      findings.append(.unknownMasteringMaximum(stated.peak))
    }
    // A minimum of 0 is common, means no more than "black", and misleads nobody.
    if mastering.minimum == nil, stated.black.nits > 0 { findings.append(.unknownMasteringMinimum(stated.black)) }
    if mastering.primaries == nil {
      findings.append(.unknownMasteringPrimaries)
    } else if !mastering.isPossible {
      findings.append(.impossibleMasteringPrimaries)
    }
    if mastering.primaries != nil, let order = mastering.statedOrder, order != "GBR" {
      findings.append(.masteringPrimariesOrder(order))
    }
    return findings
  }

  private func lightFindings(transfer: TransferCharacteristics?) -> [MetadataFinding] {
    guard let contentLight else { return [] }
    guard let maximum = contentLight.maximum else { return [.unknownMaxCLL] }
    var findings: [MetadataFinding] = []
    if transfer ?? .pq == .pq, maximum > PerceptualQuantizer.peak { findings.append(.maxCLLAbovePQ(maximum)) }
    // MaxCLL is in whole cd/m², rounded up: 594 is no more than a display's 593.4.
    if let display = mastering?.maximum, maximum.nits > display.nits.rounded(.up) {
      findings.append(.maxCLLAboveMastering(maxCLL: maximum, mastering: display))
    }
    if let average = contentLight.maximumFrameAverage {
      if average > maximum { findings.append(.maxFALLAboveMaxCLL(maxFALL: average, maxCLL: maximum)) }
      if [maximum, average].allSatisfy({ $0.nits.remainder(dividingBy: 50) == 0 }) {
        findings.append(.placeholderLightLevels(maxCLL: maximum, maxFALL: average))
      }
    } else {
      findings.append(.unknownMaxFALL)
    }
    return findings
  }
}
