internal import Colorimetry

/// A fault that is a function of color: what it makes of the light that the first clip shows.
struct ColorHypothesis {
  let fault: Diagnosis.Fault
  let sentence: String
  /// From the light of the first picture to that of the second, BT.2020, cd/m².
  let light: (SIMD3<Double>) -> SIMD3<Double>

  init(_ fault: Diagnosis.Fault, _ sentence: String, _ light: @escaping (SIMD3<Double>) -> SIMD3<Double>) {
    (self.fault, self.sentence, self.light) = (fault, sentence, light)
  }
}

/// How R′G′B′ signals stand for light.
struct SignalReading {
  let primaries: RGBPrimaries
  private let toBT2020, fromBT2020: Matrix3x3
  /// `nil` for HLG.
  private let display: (any DisplayTransfer)?
  private let hlg = HybridLogGamma.reference

  /// The light of an SDR display's white.
  static let white = 203.0

  init(_ primaries: ColorPrimaries, _ transfer: TransferCharacteristics) {
    self.init(
      primaries, transfer.displayTransfer(luminance: .nits(0...Self.white)))
  }

  /// - Parameter display: From one signal to light; `nil` for HLG.
  init(_ primaries: ColorPrimaries, _ display: (any DisplayTransfer)?) {
    self.primaries = primaries.chromaticities
    toBT2020 = self.primaries.matrix(to: .bt2020)
    fromBT2020 = RGBPrimaries.bt2020.matrix(to: self.primaries)
    self.display = display
  }

  func light(of signal: SIMD3<Double>) -> SIMD3<Double> {
    guard let display else { return toBT2020 * hlg.eotf(Signal(signal)).components }
    return toBT2020
      * SIMD3(
        display.eotf(SignalLevel(signal.x)).nits, display.eotf(SignalLevel(signal.y)).nits,
        display.eotf(SignalLevel(signal.z)).nits)
  }

  func signal(of light: SIMD3<Double>) -> SIMD3<Double> {
    let own = fromBT2020 * light
    guard let display else { return hlg.inverseEOTF(Light(own)).components }
    return SIMD3(
      display.inverseEOTF(.nits(max(own.x, 0))).value, display.inverseEOTF(.nits(max(own.y, 0))).value,
      display.inverseEOTF(.nits(max(own.z, 0))).value)
  }
}

extension SIMD3<Double> {
  /// The components within 0 and 1.
  func limited() -> SIMD3 { clamped(lowerBound: Self(repeating: 0), upperBound: Self(repeating: 1)) }
}
