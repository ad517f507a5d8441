package import Colorimetry

extension CameraLog {
  /// The operations from signal to BT.2020 light, as HLG's reference display shows the scene.
  ///
  /// Light outside BT.2020 is limited as in a camera's HLG. Codes below black are noise: they are kept down to a reflectance of −1 %, so that gray
  /// noise stays gray in another gamut.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1, for a reflectance of 100 %; BT.2100-3, Table 5, *Reference OOTF*.
  /// - Parameters:
  ///   - ceiling: The maximum signal.
  ///   - range: The range of the signal's codes.
  ///   - gamma: The system gamma, 1.2 in the reference surround.
  ///   - toBT2020: From the signal's primaries to BT.2020.
  package func displayLightFromSignal(
    upTo ceiling: SignalLevel, range: QuantizationRange, gamma: Double, toBT2020: Matrix3x3
  ) -> Operations {
    let hlg = HybridLogGamma(luminance: HybridLogGamma.reference.luminance, gamma: gamma)
    let peak = hlg.luminance.peak.nits
    let white = peak * Self.hlgSceneLightOfWhite.value
    let (scale, offset) = argument(range: range)
    let (curve, minimum) = (curve, SceneLevel(-0.01))
    let points = curve.breakpoints.signals.filter { curve.inverseOETF($0) > minimum } + [curve.oetf(minimum)]
    let breakpoints = points.map { SignalLevel(($0.value - offset) / scale) }
    let scene = Curve(
      "\(self) inverse", domain: 0...ceiling,
      breakpoints: breakpoints.filter { $0 > 0 }, workingUnits: (nil, ScaledSceneLevel(number: peak)),
      key: [scale, offset],
      // After the matrix, small light that is a difference of large light has the error of the large light. Logs are displayed at up to 10 000 cd/m²,
      // where PQ has finer codes in the dark than the usual errors allow for.
      tolerance: Tolerance { allowed, _, light in max(allowed.light(abs(light)) / 5, allowed.light(0)) }
    ) { (signal: SignalLevel) in
      ScaledSceneLevel(
        number: white * max(curve.inverseOETF(SignalLevel(signal.value * scale + offset)).value, minimum.value))
    }
    return [scene, Affine(toBT2020), Limit.nonnegative, hlg.ootf(share: 1.0 / 3)]
  }
}
