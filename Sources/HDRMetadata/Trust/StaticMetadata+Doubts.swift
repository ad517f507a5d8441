public import Colorimetry

extension StaticMetadata {
  /// The findings about these messages, one for each doubt.
  ///
  /// - Parameter transfer: The transfer of the stream, if known.
  public func findings(transfer: TransferCharacteristics?) -> [Finding] { doubts(transfer: transfer).map(\.finding) }

  /// The impossible, unknown and placeholder values in these messages. Absent messages are not reported.
  ///
  ///     StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400)).doubts(transfer: .pq)
  ///     // [.placeholderLightLevels]
  ///
  /// - Source: Rec. ITU-T H.264, clauses D.2.29 and D.2.31, for unknown values. The choice of doubtful values is this package's own.
  /// - Parameter transfer: The transfer of the stream, if known: only HLG and SDR may exceed the peak of PQ.
  public func doubts(transfer: TransferCharacteristics?) -> [MetadataDoubt] {
    masteringDoubts + lightDoubts(transfer: transfer) + kindDoubts(transfer: transfer)
  }

  /// This metadata with the corrections that need no measurement: the order of primaries, the unit of a maximum.
  public var corrected: StaticMetadata {
    var corrected = self
    if let display = mastering {
      corrected.mastering = display.inStandardOrder
      if display.hasMaximumInWrongUnit {
        corrected.mastering?.maximumUnits.units *= UInt32(NitsInTenThousandths.perOne)
      }
    }
    return corrected
  }

  private func kindDoubts(transfer: TransferCharacteristics?) -> [MetadataDoubt] {
    guard let transfer, ![.pq, .hlg, .linear].contains(transfer), mastering != nil || contentLight != nil else {
      return []
    }
    return [.hdrMetadataOnSDR(transfer)]
  }

  private var masteringDoubts: [MetadataDoubt] {
    guard let mastering else { return [] }
    let stated = mastering.luminance
    var doubts: [MetadataDoubt] = []
    if mastering.isEmpty, stated.black.nits > 0 {
      doubts.append(.emptyMasteringRange(maximum: stated.peak, minimum: stated.black))
    }
    if mastering.hasMaximumInWrongUnit {
      doubts.append(.masteringMaximumInWrongUnit(stated.peak))
    } else if mastering.maximum == nil {
      doubts.append(.unknownMasteringMaximum(stated.peak))
    }
    // A minimum of 0 is common, means only "black", and misleads no reader.
    if mastering.minimum == nil, stated.black.nits > 0 { doubts.append(.unknownMasteringMinimum(stated.black)) }
    if mastering.primaries == nil {
      doubts.append(.unknownMasteringPrimaries)
    } else if !mastering.isPossible {
      doubts.append(.impossibleMasteringPrimaries)
    }
    if mastering.primaries != nil, let order = mastering.statedOrder, order != "GBR" {
      doubts.append(.masteringPrimariesOrder(order))
    }
    return doubts
  }

  private func lightDoubts(transfer: TransferCharacteristics?) -> [MetadataDoubt] {
    guard let contentLight else { return [] }
    guard let maximum = contentLight.maximum else { return [.unknownMaxCLL] }
    var doubts: [MetadataDoubt] = []
    if transfer ?? .pq == .pq, maximum > PerceptualQuantizer.peak { doubts.append(.maxCLLAbovePQ(maximum)) }
    // MaxCLL is in whole cd/m², rounded up: 594 does not exceed a display's 593.4.
    if let display = mastering?.maximum, maximum.nits > display.nits.rounded(.up) {
      doubts.append(.maxCLLAboveMastering(maxCLL: maximum, mastering: display))
    }
    if let average = contentLight.maximumFrameAverage {
      if average > maximum { doubts.append(.maxFALLAboveMaxCLL(maxFALL: average, maxCLL: maximum)) }
      if [maximum, average].allSatisfy({ $0.nits.remainder(dividingBy: 50) == 0 }) {
        doubts.append(.placeholderLightLevels(maxCLL: maximum, maxFALL: average))
      }
    } else {
      doubts.append(.unknownMaxFALL)
    }
    return doubts
  }
}
