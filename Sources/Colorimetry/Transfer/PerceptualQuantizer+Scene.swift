extension PerceptualQuantizer {
  // As printed in BT.2100. 4.5 · 59.5208 is 267.8436, so the two pieces meet only to within 3e-5.
  private static let sceneSplit = 0.0003024
  private static let sceneSlope = 267.84
  private static let sceneScale = 59.5208

  /// The opto-optical transfer function: from scene light to display light, for one component.
  ///
  ///     PerceptualQuantizer().ootf(0.18)  // 1506 cd/m²
  ///
  /// - Domain: `0...1`; 0 for negative light.
  /// - Range: `0...10_000` cd/m², 9 999.99 at 1.
  /// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ OOTF*: BT.1886 after BT.709.
  public func ootf(_ scene: SceneLevel) -> Luminance {
    let scene = scene.value
    let camera =
      scene <= Self.sceneSplit
      ? Self.sceneSlope * scene : 1.099 * Elementary.pow(Self.sceneScale * scene, 0.45) - 0.099
    return .nits(100 * Elementary.pow(max(camera, 0), TransferFunction.bt1886Exponent))
  }

  /// The inverse of the OOTF: from display light to scene light.
  ///
  /// - Domain: 0 cd/m² and above; negative light is clamped to 0.
  /// - Source: ITU-R BT.2100-3, Table 4, the OOTF inverted.
  public func inverseOOTF(_ light: Luminance) -> SceneLevel {
    let camera = Elementary.pow(max(light.nits, 0) / 100, 1 / TransferFunction.bt1886Exponent)
    return SceneLevel(
      camera <= Self.sceneSlope * Self.sceneSplit
        ? camera / Self.sceneSlope : Elementary.pow((camera + 0.099) / 1.099, 1 / 0.45) / Self.sceneScale)
  }

  /// The opto-electronic transfer function of a PQ camera: from scene light to signal.
  ///
  /// - Domain: `0...1`; negative light is clamped to 0.
  /// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ OETF*.
  public func oetf(_ scene: SceneLevel) -> SignalLevel { inverseEOTF(ootf(scene)) }

  /// The inverse of the OETF: from signal to scene light.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel { inverseOOTF(eotf(signal)) }
}
