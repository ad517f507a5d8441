public import Colorimetry

extension CameraLog {
  /// From signal to BT.2020 light, as HLG's reference display shows the scene.
  ///
  /// Light outside BT.2020 is limited as a camera's HLG limits it. What codes below black stand for, which is noise, is black.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1, for a reflectance of 100 %; BT.2100-3, Table 5, *Reference OOTF*.
  /// - Parameters:
  ///   - ceiling: The greatest signal.
  ///   - range: The range of the signal's codes.
  ///   - gamma: The system gamma, 1.2 in the reference surround.
  ///   - toBT2020: From the signal's primaries to BT.2020.
  public func linearization(
    upTo ceiling: Double, range: QuantizationRange, gamma: Double, toBT2020: Matrix3x3
  ) -> [ColorOperation] {
    let hlg = HybridLogGamma(range: HybridLogGamma.reference.range, gamma: gamma)
    let peak = hlg.range.peak.nits
    let white = peak * Self.sceneLightOfWhite
    let (scale, offset) = argument(range: range)
    let curve = curve
    let scene = ColorCurve(
      "\(self) inverse", from: .signal, to: .light, domain: 0...ceiling,
      corners: curve.joints.signals.map { ($0 - offset) / scale }.filter { $0 > 0 }, nominal: (nil, peak),
      exactness: Exactness { allowed, _, light in allowed.light(abs(light)) }
    ) { white * curve.inverseOETF($0 * scale + offset) }
    return [.curve(scene), .matrix(toBT2020), .limit(0 ... .infinity), .gain(hlg.ootf)]
  }
}
