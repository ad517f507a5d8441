public import Colorimetry

/// Something in static metadata that should not be believed, or not without a look.
///
///     for finding in metadata.findings(transfer: .pq) { print(finding.code, finding) }
public enum MetadataFinding: Hashable, Sendable {
  /// MaxCLL is 0.
  case unknownMaxCLL
  /// MaxFALL is 0, and MaxCLL is not.
  case unknownMaxFALL
  /// MaxCLL is more than PQ can carry.
  case maxCLLAbovePQ(Luminance)
  /// MaxCLL is more than the mastering display could show.
  case maxCLLAboveMastering(maxCLL: Luminance, mastering: Luminance)
  /// A whole frame is on average brighter than the brightest pixel.
  case maxFALLAboveMaxCLL(maxFALL: Luminance, maxCLL: Luminance)
  /// Both light levels are multiples of 50 cd/m², as people type them and no picture measures.
  case placeholderLightLevels(maxCLL: Luminance, maxFALL: Luminance)
  /// The mastering display is stated to be no brighter than its own black.
  case emptyMasteringRange(maximum: Luminance, minimum: Luminance)
  /// The mastering maximum is outside of what the standard can state, 5 to 10 000 cd/m².
  case unknownMasteringMaximum(Luminance)
  /// The mastering minimum is above what the standard can state, 5 cd/m².
  case unknownMasteringMinimum(Luminance)
  /// A primary or the white of the mastering display is outside of what the standard can state.
  case unknownMasteringPrimaries
  /// The chromaticities of the mastering display are no display's: not a triangle, or white outside of it.
  case impossibleMasteringPrimaries
  /// The primaries of the mastering display are stated in another order than green, blue, red.
  case masteringPrimariesOrder(String)
  /// The mastering maximum would be a plausible one in whole cd/m².
  case masteringMaximumInWrongUnit(Luminance)
  /// An SDR stream carries metadata of HDR.
  case hdrMetadataOnSDR(TransferCharacteristics)

  /// A short name that stays the same, for scripts.
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
  /// One sentence: what was found, what was expected, how to mend it.
  public var description: String {
    switch self {
    case .unknownMaxCLL:
      "MaxCLL is 0, which says unknown, where the light of the brightest pixel was expected; measure the picture and write it"
    case .unknownMaxFALL:
      "MaxFALL is 0, which says unknown, where the average light of the brightest frame was expected beside MaxCLL; "
        + "measure the picture and write it"
    case .maxCLLAbovePQ(let maximum):
      "MaxCLL is \(plain(maximum.nits)) cd/m² where PQ ends at \(plain(PerceptualQuantizer.peak.nits)) cd/m²; "
        + "measure the picture and correct it"
    case .maxCLLAboveMastering(let maximum, let display):
      "MaxCLL is \(plain(maximum.nits)) cd/m² where the mastering display is stated to end at "
        + "\(plain(display.nits)) cd/m²; measure the picture and correct the one that is wrong"
    case .maxFALLAboveMaxCLL(let average, let maximum):
      "MaxFALL is \(plain(average.nits)) cd/m² where no frame average can exceed the brightest pixel, MaxCLL, "
        + "\(plain(maximum.nits)) cd/m²; measure the picture and correct both"
    case .placeholderLightLevels(let maximum, let average):
      "MaxCLL \(plain(maximum.nits)) and MaxFALL \(plain(average.nits)) cd/m² are both multiples of 50, as placeholders are, "
        + "where measured levels were expected; measure the picture"
    case .emptyMasteringRange(let maximum, let minimum):
      "the mastering display is stated to go from \(plain(minimum.nits)) to \(plain(maximum.nits)) cd/m² where the maximum "
        + "was expected to be the larger; correct it or remove it"
    case .unknownMasteringMaximum(let maximum):
      "the mastering maximum is \(plain(maximum.nits)) cd/m², which says unknown, where 5 to 10000 cd/m² was expected; "
        + "correct it, minding its unit of 0.0001 cd/m²"
    case .unknownMasteringMinimum(let minimum):
      "the mastering minimum is \(plain(minimum.nits)) cd/m², which says unknown, where at most 5 cd/m² was expected; "
        + "correct it, minding its unit of 0.0001 cd/m²"
    case .unknownMasteringPrimaries:
      "a mastering primary or white lies outside of x 0.0001 to 0.74 and y 0.0001 to 0.84, which says unknown; "
        + "correct it, minding its unit of 0.00002"
    case .impossibleMasteringPrimaries:
      "the mastering primaries do not enclose the white point, or are no colors, where those of a display were expected; "
        + "correct them or remove the mastering display"
    case .masteringPrimariesOrder(let order):
      "the mastering primaries are stated in the order \(order) where GBR was expected; correct it by exchanging them"
    case .masteringMaximumInWrongUnit(let maximum):
      "the mastering maximum is \(plain(maximum.nits)) cd/m² where 5 to 10000 cd/m² was expected, and "
        + "\(plain((maximum.nits * 10_000).rounded())) would be; correct it by multiplying it by 10000"
    case .hdrMetadataOnSDR(let transfer):
      "mastering display or light levels of HDR were found beside the SDR transfer \(transfer.ffmpegName), where none were "
        + "expected; remove them, or correct the transfer"
    }
  }
}
