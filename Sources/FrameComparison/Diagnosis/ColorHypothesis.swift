internal import Colorimetry

/// A fault as a function of color, from the light that the first clip shows.
struct ColorHypothesis {
  let fault: Diagnosis.Fault
  let sentence: String
  /// Whether it changes tones rather than colors.
  let isOfTone: Bool
  /// Whether the codes are equal and the tags are not, so that it explains all of the difference or nothing.
  var isOfTags = false
  /// The map from the light of the first picture to that of the second, in BT.2020, cd/m².
  let light: (SIMD3<Double>) -> SIMD3<Double>

  init(
    _ fault: Diagnosis.Fault, _ sentence: String, isOfTone: Bool = false,
    _ light: @escaping (SIMD3<Double>) -> SIMD3<Double>
  ) {
    (self.fault, self.sentence, self.isOfTone, self.light) = (fault, sentence, isOfTone, light)
  }

  /// Makes the fault of reading codes of one coding as another, optionally followed by coding them again.
  init(
    _ fault: Diagnosis.Fault, _ sentence: String, isOfTone: Bool = false, _ written: PictureFacts,
    as read: PictureFacts,
    coded: PictureFacts? = nil
  ) {
    let (written, read, coded) = (ColorCoder(written), ColorCoder(read), coded.map(ColorCoder.init))
    self.init(fault, sentence, isOfTone: isOfTone) {
      let light = read.light(of: written.codes(of: $0))
      return coded.map { $0.light(of: $0.codes(of: light)) } ?? light
    }
  }
}

/// Converts BT.2020 light in cd/m² to the Y′CbCr codes of a picture, relative to 255 in 8 bits, and back.
struct ColorCoder {
  private let toBT2020, fromBT2020, codedFromRGB, rgbFromCoded: Matrix3x3
  /// `nil` for HLG.
  private let display: TransferFunction?
  private let hlg = HybridLogGamma.reference
  private let scale, offset: SIMD3<Double>

  /// The luminance of an SDR display's white.
  private static let white = 203.0

  /// The matrix of BT.709 stands for those of R′G′B′ and of codings that are not a matrix.
  init(_ facts: PictureFacts) {
    toBT2020 = facts.primaries.chromaticities.matrix(to: .bt2020)
    fromBT2020 = RGBPrimaries.bt2020.matrix(to: facts.primaries.chromaticities)
    let matrix = facts.matrix == .identity ? nil : try? SignalEncoding(facts.matrix).codedFromRGB
    codedFromRGB = matrix ?? LumaCoefficients.bt709.codedFromRGB
    rgbFromCoded = codedFromRGB.inverse
    display = facts.transfer.displayTransfer(luminance: .nits(0...Self.white))
    scale = facts.isNarrow ? SIMD3(219, 224, 224) / 255 : .one
    offset = facts.isNarrow ? SIMD3(16.0 / 255, 0, 0) : .zero
  }

  func codes(of light: SIMD3<Double>) -> SIMD3<Double> {
    let own = Light(fromBT2020 * light)
    let signal: Signal =
      display.map { display in own.mapped { display.inverseEOTF(.nits(max($0.nits, 0))) } } ?? hlg.inverseEOTF(own)
    return (codedFromRGB * signal.components) * scale + offset
  }

  func light(of codes: SIMD3<Double>) -> SIMD3<Double> {
    let coded = (codes - offset) / scale
    let bounds = coded.clamped(lowerBound: SIMD3(0, -0.5, -0.5), upperBound: SIMD3(1, 0.5, 0.5))
    let signal = Signal((rgbFromCoded * bounds).clamped(lowerBound: .zero, upperBound: .one))
    let shown: Light = display.map { signal.mapped($0.eotf) } ?? hlg.eotf(signal)
    return toBT2020 * shown.components
  }
}
