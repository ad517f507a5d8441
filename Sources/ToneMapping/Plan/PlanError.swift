/// The reason why a conversion cannot be planned.
public enum PlanError: FixableError, Hashable, Sendable {
  /// The source peak is outside 1 to 10 000 cd/m².
  case sourcePeakOutOfRange(Luminance)
  /// The source is SDR, which ends at the reference white, but a different peak was given.
  case sourcePeakOfSDR(Luminance, TransferCharacteristics)
  /// The peak of a scene is not 0 to 10 000 cd/m².
  case scenePeakOutOfRange(Luminance)
  /// The reference white is outside 1 to 10 000 cd/m².
  case referenceWhiteOutOfRange(Luminance)
  /// A part of the look is out of range or NaN.
  case lookOutOfRange(Look.Part, Double)
  /// The chroma preservation of the gamut map is outside 0 to 1.
  case chromaPreservationOutOfRange(Double)
  /// The lattice is too small or too large.
  case latticeSizeOutOfRange(Int)
  /// The surround is not above 0 and at most 10 000 cd/m².
  case surroundOutOfRange(Luminance)
  /// The display's peak is not above its black, its black is below 0, or its peak is outside 1 to 10 000 cd/m².
  case emptyLuminanceRange(LuminanceRange)
  /// The operator does not accept its parameters or these luminances.
  case tone(ToneCurveError)
  /// The gamut map cannot be used.
  case gamut(GamutMapError)
  /// The steps of a lookup table give numbers that are not finite.
  case lookup(LookupTableError)
  /// The format has more than 8 bits, and it is unknown whether the signal is PQ, HLG or SDR.
  case unknownTransfer(PixelFormat)
  /// A caller's transfer function is not finite at a signal, or falls there.
  case transferFails(TransferFunction, at: SignalLevel)
  /// The pictures are Dolby Vision without a base layer that other players can show.
  case dolbyVisionOnly
  /// The transfer is not one of H.273, but the tags state one.
  case contradictoryTransfers(TransferFunction, tag: TransferCharacteristics)
  /// The primaries were given beside the tags, but the tags state primaries of H.273.
  case contradictoryPrimaries(Gamut, tag: ColorPrimaries)
  /// The matrix is not defined for a transfer without a number in H.273.
  case matrixOfLog(MatrixCoefficients, TransferFunction)
  /// The matrix is ICtCp, which is defined for PQ and HLG only, but the transfer differs.
  case transferOfICtCp(TransferCharacteristics)
  /// The matrix is ICtCp, which is defined for BT.2020 only, but the primaries differ.
  case primariesOfICtCp(Gamut)
  /// The matrix is the identity, but the pixel format has subsampled chroma.
  case subsampledRGB(PixelFormat)
  /// The primaries form no triangle around their white.
  case noTriangle(Gamut)
  /// A matrix of the source or the display that cannot be converted.
  case encoding(ColorimetryError)
  /// No pixel format has the layout of the source's at this bit depth.
  case noPixelFormat(like: PixelFormat, bitDepth: Int)
  /// The codes of alpha are outside the format's range, or equal.
  case alphaCodes(AlphaCoding.EndCodes, PixelFormat)
  /// A background is not a signal of `0...1`.
  case backgroundOutOfRange(Signal)
  /// The output format has alpha, but a picture over a background is opaque.
  case flattenedAlpha(PixelFormat)
  /// A lattice is a function of color alone, but the conversion depends on alpha.
  case latticeOfAlpha
  /// The signal from a lookup table does not define the light that it represents, which a background is mixed with.
  case backgroundInLightOfTable
  /// Premultiplied color in a coding whose components are not sums of R′, G′, B′.
  case premultiplied(MatrixCoefficients)
  /// With `strict`, all assumptions that would have been made.
  case assumptions([Finding])

  /// The found and the expected value, and a fix.
  public var explanation: Fix {
    switch self {
    case .sourcePeakOutOfRange(let peak):
      "the source peak is \(peak), but it must be 1 to 10000 cd/m²; correct \(.sourcePeak)"
    case .sourcePeakOfSDR(let peak, let transfer):
      "the source peak is \(peak), but the source is SDR (\(transfer)), whose maximum is the reference white; leave \(.sourcePeak) out"
    case .scenePeakOutOfRange(let peak):
      "the scene's peak is \(peak), but it must be 0 to 10000 cd/m²; correct the metadata or the measurement"
    case .referenceWhiteOutOfRange(let white):
      "the reference white is \(white), but it must be 1 to 10000 cd/m²; 203 is usual, 100 the older practice"
    case .lookOutOfRange(let part, let value):
      "the \(part.rawValue) of the look is \(value), but it must be \(part.row.expectation); correct \(part.row.setting)"
    case .chromaPreservationOutOfRange(let share):
      "the chroma preservation of the gamut map is \(share), but it must be 0 to 1; 0.75 is usual, 0 keeps intensity, 1 keeps chroma"
    case .latticeSizeOutOfRange(let size):
      "the lattice has \(size) samples along each component, but it must have 2 to 129; 33 and 65 are usual"
    case .surroundOutOfRange(let surround):
      "the surround is \(Self.room(surround)), but it must be above 0 and at most 31415 lux (10000 cd/m²); 16 lux (5 cd/m²) is a dark"
        + " room, 314 lux (100 cd/m²) an office"
    case .emptyLuminanceRange(let range):
      "the display's range is \(range), but its black must be 0 or more and below its peak, and its peak 1 to 10000 cd/m²"
    case .tone(let error): Fix(stringLiteral: "\(error)")
    case .gamut(let error): Fix(stringLiteral: "\(error)")
    case .lookup(let error): Fix(stringLiteral: "\(error)")
    case .unknownTransfer(let format):
      "the source has \(format.isFloat ? "floating-point samples" : "\(format.bitDepth) bits" as String) and states no transfer, so it could be"
        + " PQ, HLG or SDR; choose \(.transfer, "pq") or \(.transfer, "hlg"), or \(.transfer, "bt709") if it is SDR"
    case .transferFails(let transfer, let signal):
      "the transfer \(transfer) falls or is not finite at the signal \(signal); correct the function"
    case .dolbyVisionOnly:
      "the pictures are Dolby Vision without a compatible base layer, such as profile 5, whose samples are not Y′CbCr and need the reshaping of"
        + " Dolby Vision, which is not supported; use a version of the movie whose base layer is HDR10, HLG or SDR, such as Dolby Vision 8.1 or 8.4"
    case .contradictoryTransfers(let own, let tag):
      "the source's transfer is \(own), but its tags say \(tag); expected one of them"
    case .contradictoryPrimaries(let gamut, let tag):
      "the source's primaries are \(gamut), but its tags say \(tag); expected one of them"
    case .matrixOfLog(let matrix, let log):
      "the matrix is \(matrix) but the transfer is \(log), for which it is not defined; expected the matrix of a non-constant luminance"
    case .transferOfICtCp(let transfer):
      "the matrix is ICtCp but the transfer is \(transfer); ICtCp is defined for PQ and HLG only"
    case .primariesOfICtCp(let gamut):
      "the matrix is ICtCp but the primaries are \(gamut); ICtCp is defined for BT.2020 only"
    case .subsampledRGB(let format):
      "the matrix is identity (R′G′B′) but \(format.name) has subsampled chroma; expected 4:4:4, or the matrix of a Y′CbCr signal"
    case .noTriangle(let gamut):
      "the primaries \(gamut) form no triangle around their white; correct their chromaticities"
    case .encoding(let error): Fix(stringLiteral: "\(error)")
    case .noPixelFormat(let format, let bitDepth):
      "no pixel format has the layout of \(format.name) at \(bitDepth) bits; choose another with \(.outPixelFormat)"
    case .alphaCodes(let codes, let format):
      "alpha is transparent at \(plain(codes.transparent.value)) and opaque at \(plain(codes.opaque.value)), but \(Self.alpha(in: format))"
    case .backgroundOutOfRange(let color):
      "the background is R′G′B′ (\(color.components.x), \(color.components.y), \(color.components.z)), but each must be 0 to 1"
    case .flattenedAlpha(let format):
      "over a background a picture is opaque, but \(format.name) has alpha; choose a format without alpha, or leave the background out"
    case .latticeOfAlpha:
      "a lattice is a function of color alone, but this conversion depends on alpha; leave \(.latticeSize) out"
    case .backgroundInLightOfTable:
      "with a lookup table, the light of its signal is not known, so a background can only be mixed in the signal; mix it in the signal"
    case .premultiplied(let matrix):
      "premultiplied color with the matrix \(matrix.h273Name) is not supported, because its components are not sums of R′, G′, B′;"
        + " give straight color"
    case .assumptions(let assumptions): Self.refusal(of: assumptions)
    }
  }

  /// The light of a room as options give it, and as programs do.
  private static func room(_ light: Luminance) -> String {
    "\(plain(Illuminance(ofWhiteWallAt: light).lux.rounded(to: 3))) lux (\(plain(light.nits.rounded(to: 3))) cd/m²)"
  }

  /// The codes of alpha that a format can have, and the fix for others.
  private static func alpha(in format: PixelFormat) -> Fix {
    format.isFloat
      ? "\(format.name) has numbers from 0 to 1; leave \(.alphaRange) out"
      : "two codes of \(format.name) were expected, such as 0 and \(format.maximumCode); correct \(.alphaRange)"
  }

  /// The assumptions and the fix for each, numbered if there are several.
  private static func refusal(of assumptions: [Finding]) -> Fix {
    let found = assumptions.enumerated().map { "(\($0 + 1)) \($1.sentence)" }.joined(separator: ", ")
    let fixes = assumptions.enumerated().compactMap { index, assumption in
      assumption.fix.map { fix -> Fix in assumptions.count == 1 ? fix : "(\(index + 1)) \(fix)" }
    }
    let all = fixes.first.map { first in fixes.dropFirst().reduce(first) { "\($0), \($1)" } + ", or " } ?? ""
    return
      "strict mode allows no assumptions, but this plan needs \(assumptions.count): \(found); \(all)leave \(.strict) out"
  }
}
