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
    _ fault: Diagnosis.Fault, _ sentence: String, isOfTone: Bool = false, _ written: ColorCoding, as read: ColorCoding,
    coded: ColorCoding? = nil
  ) {
    self.init(fault, sentence, isOfTone: isOfTone) {
      let light = read.light(of: written.codes(of: $0))
      return coded.map { $0.light(of: $0.codes(of: light)) } ?? light
    }
  }
}

/// The Y′CbCr coding of light, as tags state it.
struct ColorCoding {
  var transfer: TransferCharacteristics { didSet { reading = SignalReading(primaries, transfer) } }
  var primaries: ColorPrimaries { didSet { reading = SignalReading(primaries, transfer) } }
  var matrix: MatrixCoefficients
  var isNarrow: Bool
  private(set) var reading: SignalReading

  init(_ facts: PictureFacts) {
    (transfer, primaries) = (facts.transfer, facts.primaries)
    (matrix, isNarrow, reading) = (facts.matrix, facts.isNarrow, SignalReading(facts.primaries, facts.transfer))
  }

  /// The scale and the offset of codes, relative to 255 in 8 bits.
  private var range: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    isNarrow ? (SIMD3(219, 224, 224) / 255, SIMD3(16.0 / 255, 0, 0)) : (SIMD3(1, 1, 1), SIMD3())
  }

  func codes(of light: SIMD3<Double>) -> SIMD3<Double> {
    (matrix.codedFromRGB * reading.signal(of: light)) * range.scale + range.offset
  }

  func light(of codes: SIMD3<Double>) -> SIMD3<Double> {
    let coded = (codes - range.offset) / range.scale
    let bounds = coded.clamped(lowerBound: SIMD3(0, -0.5, -0.5), upperBound: SIMD3(1, 0.5, 0.5))
    return reading.light(of: (matrix.codedFromRGB.inverse * bounds).clamped(lowerBound: .zero, upperBound: .one))
  }
}

struct SignalReading {
  private let toBT2020, fromBT2020: Matrix3x3
  /// `nil` for HLG.
  private let display: TransferFunction?
  private let hlg = HybridLogGamma.reference

  /// The luminance of an SDR display's white.
  private static let white = 203.0

  init(_ primaries: ColorPrimaries, _ transfer: TransferCharacteristics) {
    toBT2020 = primaries.chromaticities.matrix(to: .bt2020)
    fromBT2020 = RGBPrimaries.bt2020.matrix(to: primaries.chromaticities)
    display = transfer.displayTransfer(luminance: .nits(0...Self.white))
  }

  func light(of signal: SIMD3<Double>) -> SIMD3<Double> {
    let shown: Light = display.map { Signal(signal).mapped($0.eotf) } ?? hlg.eotf(Signal(signal))
    return toBT2020 * shown.components
  }

  func signal(of light: SIMD3<Double>) -> SIMD3<Double> {
    let own = Light(fromBT2020 * light)
    guard let display else { return hlg.inverseEOTF(own).components }
    let signal: Signal = own.mapped { display.inverseEOTF(.nits(max($0.nits, 0))) }
    return signal.components
  }
}

extension MatrixCoefficients {
  /// The matrix from R′G′B′ to Y′CbCr; that of BT.709 for R′G′B′ and for codings that are not a matrix.
  var codedFromRGB: Matrix3x3 {
    guard self != .identity, let forward = try? SignalEncoding(self).codedFromRGB else {
      return LumaCoefficients.bt709.codedFromRGB
    }
    return forward
  }
}
