/// Why a conversion cannot be planned.
public enum PlanError: Error, Hashable, Sendable {
  /// A peak that the source cannot have.
  case sourcePeakOutOfRange(Luminance)
  /// A reference white that is no luminance.
  case referenceWhiteOutOfRange(Luminance)
  /// A strength of the gamut map that is not one.
  case gamutStrengthOutOfRange(Double)
  /// A strength was given to a gamut map that has none.
  case gamutStrengthNotApplicable(GamutMap)
  /// A lattice that is too small or too large.
  case latticeSizeOutOfRange(Int)
  /// A surround that is no luminance.
  case surroundOutOfRange(Luminance)
  /// A display whose peak is not above its black, or that PQ or HLG cannot carry.
  case emptyLuminanceRange(LuminanceRange)
  /// A mastering display that is stated to be no brighter than its own black.
  case emptyMasteringRange(LuminanceRange)
  /// An operator that applies itself to color was given another way to be applied.
  case variantNotApplicable(ToneOperator, ToneVariant)
  /// An operator refused the luminances it was given.
  case tone(ToneCurveError)
  /// More than 8 bits, and nothing says whether the signal is PQ, HLG or SDR.
  case unknownTransfer(PixelFormat)
  /// Color tags that cannot be true together.
  case contradictoryTags(String)
  /// A combination that no conversion exists for.
  case unsupported(String)
  /// Under `strict`, everything that would have been assumed.
  case assumptions([Assumption])
}

extension PlanError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sourcePeakOutOfRange(let peak):
      "the source peak is \(peak), and it must be 1 to 10000 cd/m²; give --source-peak a luminance"
    case .referenceWhiteOutOfRange(let white):
      "the reference white is \(white), and it must be 1 to 10000 cd/m²; 203 is usual, 100 the older use"
    case .gamutStrengthOutOfRange(let strength):
      "the strength of the gamut map is \(strength), and it must be 0 to 1; 0.5 is usual, 0 keeps intensity, 1 keeps chroma"
    case .gamutStrengthNotApplicable(let map):
      "the gamut map \(map.rawValue) has no strength; leave the strength out, or choose perceptual"
    case .latticeSizeOutOfRange(let size):
      "a lattice of \(size) samples along each component was asked for, and it must be 2 to 129; 33 and 65 are usual"
    case .surroundOutOfRange(let surround):
      "the surround is \(surround), and it must be above 0 and at most 10000 cd/m²; 5 cd/m² (16 lux) is a dark room, 100 cd/m² (314 lux) an office"
    case .emptyLuminanceRange(let range):
      "a display cannot span \(range); its black must be 0 or more and below its peak, its peak 1 to 10000 cd/m²"
    case .emptyMasteringRange(let range):
      "the mastering display is stated to span \(range), and its maximum must be above its minimum;"
        + " correct it, or leave it out with --trust-metadata never"
    case .variantNotApplicable(let tone, let variant):
      "\(tone.rawValue) defines how it is applied to color and cannot be applied by \(variant.rawValue);"
        + " leave the variant out, or choose another operator"
    case .tone(let error): "\(error)"
    case .unknownTransfer(let format):
      "the source has \(format.isFloat ? "floating-point samples" : "\(format.bitDepth) bits") and states no transfer,"
        + " so it could be PQ, HLG or SDR; choose --transfer pq or --transfer hlg, or --transfer bt709 if it is SDR"
    case .contradictoryTags(let sentence), .unsupported(let sentence): sentence
    case .assumptions(let assumptions):
      "strict conversion refuses to assume: " + assumptions.map(\.sentence).joined(separator: "; ")
    }
  }
}
