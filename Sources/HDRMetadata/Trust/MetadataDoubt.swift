/// Something in static metadata that is wrong, unknown, or looks like a placeholder.
///
///     metadata.doubts(transfer: .pq).contains(.unknownMaxCLL)
public enum MetadataDoubt: Hashable, Sendable {
  /// MaxCLL is 0.
  case unknownMaxCLL
  /// MaxFALL is 0, and MaxCLL is not.
  case unknownMaxFALL
  /// MaxCLL exceeds the peak of PQ.
  case maxCLLAbovePQ(Luminance)
  /// MaxCLL exceeds the peak of the mastering display.
  case maxCLLAboveMastering(maxCLL: Luminance, mastering: Luminance)
  /// The average of a frame exceeds the brightest pixel.
  case maxFALLAboveMaxCLL(maxFALL: Luminance, maxCLL: Luminance)
  /// Both light levels are multiples of 50 cd/m², which are often typed and rarely measured.
  case placeholderLightLevels(maxCLL: Luminance, maxFALL: Luminance)
  /// The maximum of the mastering display does not exceed its minimum.
  case emptyMasteringRange(maximum: Luminance, minimum: Luminance)
  /// The mastering maximum is outside the range of the standard, 5 to 10 000 cd/m².
  case unknownMasteringMaximum(Luminance)
  /// The mastering minimum is above the range of the standard, which ends at 5 cd/m².
  case unknownMasteringMinimum(Luminance)
  /// A primary or the white point of the mastering display is outside the range of the standard.
  case unknownMasteringPrimaries
  /// The mastering chromaticities are impossible for a display: they form no triangle, or the white point is outside it.
  case impossibleMasteringPrimaries
  /// The mastering primaries are in another order than green, blue, red.
  case masteringPrimariesOrder(String)
  /// The mastering maximum would be plausible as a number of whole cd/m².
  case masteringMaximumInWrongUnit(Luminance)
  /// An SDR stream carries HDR metadata.
  case hdrMetadataOnSDR(TransferCharacteristics)
}

extension MetadataDoubt {
  public var finding: Finding {
    switch self {
    case .unknownMaxCLL:
      Finding(
        code: "maxcll-unknown", found: "MaxCLL is 0, which means unknown", expected: "the light of the brightest pixel",
        fix: "state the measured levels with \(.maxCLL), or ignore this")
    case .unknownMaxFALL:
      Finding(
        code: "maxfall-unknown", found: "MaxFALL is 0, which means unknown",
        expected: "the average light of the brightest frame",
        fix: "state the measured levels with \(.maxCLL), or ignore this")
    case .maxCLLAbovePQ(let maximum):
      Finding(
        code: "maxcll-above-pq", found: "MaxCLL is \(nits(maximum))",
        expected: "at most the \(nits(PerceptualQuantizer.peak)) of PQ", fix: Self.levelsFix)
    case .maxCLLAboveMastering(let maximum, let display):
      Finding(
        code: "maxcll-above-mastering", found: "MaxCLL is \(nits(maximum))",
        expected: "at most the \(nits(display)) of the mastering display",
        fix: "correct the wrong one with \(.maxCLL) or \(.masterDisplay)")
    case .maxFALLAboveMaxCLL(let average, let maximum):
      Finding(
        code: "maxfall-above-maxcll", found: "MaxFALL, the average of a frame, is \(nits(average))",
        expected: "at most the \(nits(maximum)) of MaxCLL", fix: Self.levelsFix)
    case .placeholderLightLevels(let maximum, let average):
      Finding(
        code: Finding.placeholders,
        found: "MaxCLL \(plain(maximum.nits)) and MaxFALL \(nits(average)) are both multiples of 50, like placeholders",
        expected: "a measurement",
        fix: "correct them with \(.maxCLL), or accept them with \(.trustMetadata, "always")")
    case .emptyMasteringRange(let maximum, let minimum):
      Finding(
        code: "mastering-range-empty",
        found: "the mastering display ranges from \(plain(minimum.nits)) to \(nits(maximum))",
        expected: "a maximum above the minimum", consequence: "neither is used", fix: Self.displayFix)
    case .unknownMasteringMaximum(let maximum):
      Finding(
        code: "mastering-maximum-unknown", found: "the mastering maximum is \(nits(maximum)), which means unknown",
        expected: Self.maxima, fix: "correct it with \(.masterDisplay); its unit is 0.0001 cd/m²")
    case .unknownMasteringMinimum(let minimum):
      Finding(
        code: "mastering-minimum-unknown", found: "the mastering minimum is \(nits(minimum)), which means unknown",
        expected: "at most 5 cd/m²", fix: "correct it with \(.masterDisplay); its unit is 0.0001 cd/m²")
    case .unknownMasteringPrimaries:
      Finding(
        code: "mastering-primaries-unknown",
        found: "a mastering primary or the white point is outside the standard's range, which means unknown",
        expected: "x of 0.0001 to 0.74 and y of 0.0001 to 0.84",
        fix: "correct it with \(.masterDisplay); its unit is 0.00002")
    case .impossibleMasteringPrimaries:
      Finding(
        code: "mastering-primaries-impossible",
        found: "the mastering primaries do not enclose the white point, or are not real colors",
        expected: "the triangle of a display", fix: Self.displayFix)
    case .masteringPrimariesOrder(let order):
      Finding(
        code: "mastering-primaries-order", found: "the mastering primaries are in the order \(order)", expected: "GBR",
        fix: "swap them with \(.masterDisplay)")
    case .masteringMaximumInWrongUnit(let maximum):
      Finding(
        code: "mastering-maximum-unit",
        found:
          "the mastering maximum is \(nits(maximum)), as if \(plain((maximum.nits * 10_000).rounded())) cd/m² had been"
          + " stated in the wrong unit", expected: Self.maxima, fix: "multiply it by 10000 with \(.masterDisplay)"
      )
    case .hdrMetadataOnSDR(let transfer):
      Finding(
        code: "hdr-metadata-on-sdr",
        found: "the mastering display or the light levels of HDR accompany the SDR transfer \(transfer.ffmpegName)",
        expected: "neither", fix: "correct the transfer with \(.transfer), or remove the metadata")
    }
  }

  private static let maxima = "5 to 10000 cd/m²"
  private static let levelsFix: Fix =
    "correct the levels with \(.maxCLL), or ignore them with \(.trustMetadata, "never")"
  private static let displayFix: Fix =
    "correct it with \(.masterDisplay), or ignore it with \(.trustMetadata, "never")"

  private func nits(_ light: Luminance) -> String { "\(plain(light.nits)) cd/m²" }
}

public enum MetadataTrust: String, CaseIterable, Sendable {
  /// Consistent values are trusted.
  case auto
  /// All valid luminances are trusted.
  case always
  /// No values are trusted.
  case never
}

extension StaticMetadata {
  /// The findings about these messages, one for each doubt, in a stream of this transfer; `nil` if unknown.
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
