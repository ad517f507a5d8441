public import Colorimetry

/// Something in static metadata that is wrong, unknown, or looks like a placeholder.
///
///     for finding in metadata.findings(transfer: .pq) { print(finding.code, finding) }
public enum MetadataFinding: Hashable, Sendable {
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
  /// No display has these mastering chromaticities: they form no triangle, or the white point is outside it.
  case impossibleMasteringPrimaries
  /// The mastering primaries are in another order than green, blue, red.
  case masteringPrimariesOrder(String)
  /// The mastering maximum would be plausible as a number of whole cd/m².
  case masteringMaximumInWrongUnit(Luminance)
  /// An SDR stream carries HDR metadata.
  case hdrMetadataOnSDR(TransferCharacteristics)

  /// A short name that does not change, for scripts.
  public var code: String {
    switch self {
    case .unknownMaxCLL: "maxcll-unknown"
    case .unknownMaxFALL: "maxfall-unknown"
    case .maxCLLAbovePQ: "maxcll-above-pq"
    case .maxCLLAboveMastering: "maxcll-above-mastering"
    case .maxFALLAboveMaxCLL: "maxfall-above-maxcll"
    case .placeholderLightLevels: "light-levels-placeholder"
    case .emptyMasteringRange: "mastering-range-empty"
    case .unknownMasteringMaximum: "mastering-maximum-unknown"
    case .unknownMasteringMinimum: "mastering-minimum-unknown"
    case .unknownMasteringPrimaries: "mastering-primaries-unknown"
    case .impossibleMasteringPrimaries: "mastering-primaries-impossible"
    case .masteringPrimariesOrder: "mastering-primaries-order"
    case .masteringMaximumInWrongUnit: "mastering-maximum-unit"
    case .hdrMetadataOnSDR: "hdr-metadata-on-sdr"
    }
  }
}

extension MetadataFinding: CustomStringConvertible {
  /// One sentence: what was found, what was expected, how to fix it.
  public var description: String { "\(sentence); \(mend)" }

  /// What was found, and what was expected.
  public var sentence: String {
    switch self {
    case .unknownMaxCLL: "MaxCLL is 0, which means unknown, but the light of the brightest pixel was expected"
    case .unknownMaxFALL:
      "MaxFALL is 0, which means unknown, but the average light of the brightest frame was expected with MaxCLL"
    case .maxCLLAbovePQ(let maximum):
      "MaxCLL is \(plain(maximum.nits)) cd/m², but PQ ends at \(plain(PerceptualQuantizer.peak.nits)) cd/m²"
    case .maxCLLAboveMastering(let maximum, let display):
      "MaxCLL is \(plain(maximum.nits)) cd/m², but the mastering display ends at \(plain(display.nits)) cd/m²"
    case .maxFALLAboveMaxCLL(let average, let maximum):
      "MaxFALL is \(plain(average.nits)) cd/m², but no frame average can exceed the brightest pixel, MaxCLL, "
        + "\(plain(maximum.nits)) cd/m²"
    case .placeholderLightLevels(let maximum, let average):
      "MaxCLL \(plain(maximum.nits)) and MaxFALL \(plain(average.nits)) cd/m² are both multiples of 50, like placeholders, "
        + "but measured levels were expected"
    case .emptyMasteringRange(let maximum, let minimum):
      "the mastering display ranges from \(plain(minimum.nits)) to \(plain(maximum.nits)) cd/m², but the maximum must be the "
        + "larger"
    case .unknownMasteringMaximum(let maximum):
      "the mastering maximum is \(plain(maximum.nits)) cd/m², which means unknown, but 5 to 10000 cd/m² was expected"
    case .unknownMasteringMinimum(let minimum):
      "the mastering minimum is \(plain(minimum.nits)) cd/m², which means unknown, but at most 5 cd/m² was expected"
    case .unknownMasteringPrimaries:
      "a mastering primary or the white point is outside x 0.0001 to 0.74 and y 0.0001 to 0.84, which means unknown"
    case .impossibleMasteringPrimaries:
      "the mastering primaries do not enclose the white point, or are no colors, but those of a display were expected"
    case .masteringPrimariesOrder(let order):
      "the mastering primaries are in the order \(order), but GBR was expected"
    case .masteringMaximumInWrongUnit(let maximum):
      "the mastering maximum is \(plain(maximum.nits)) cd/m², but 5 to 10000 cd/m² was expected, and "
        + "\(plain((maximum.nits * 10_000).rounded())) would be plausible"
    case .hdrMetadataOnSDR(let transfer):
      "the mastering display or the light levels of HDR accompany the SDR transfer \(transfer.ffmpegName), but none were "
        + "expected"
    }
  }

  /// How to fix it, with options of `tonemap` that exist.
  public var mend: String {
    switch self {
    case .unknownMaxCLL, .unknownMaxFALL: "state the measured levels with --max-cll, or ignore this"
    case .placeholderLightLevels: "correct them with --max-cll, or accept them with --trust-metadata always"
    case .maxCLLAbovePQ, .maxFALLAboveMaxCLL:
      "correct them with --max-cll, or ignore them with --trust-metadata never"
    case .maxCLLAboveMastering: "correct the wrong one with --max-cll or --master-display"
    case .emptyMasteringRange, .impossibleMasteringPrimaries:
      "correct it with --master-display, or ignore it with --trust-metadata never"
    case .unknownMasteringMaximum, .unknownMasteringMinimum:
      "correct it with --master-display; its unit is 0.0001 cd/m²"
    case .unknownMasteringPrimaries: "correct it with --master-display; its unit is 0.00002"
    case .masteringPrimariesOrder: "swap them with --master-display"
    case .masteringMaximumInWrongUnit: "multiply it by 10000 with --master-display"
    case .hdrMetadataOnSDR: "correct the transfer with --transfer, or remove the metadata"
    }
  }
}
