/// PQ, the perceptual quantizer: a signal that represents absolute light up to 10 000 cd/m².
///
/// As a value among other transfer functions, it is ``TransferFunction/pq``.
///
/// - Source: ITU-R BT.2100-3, Table 4; SMPTE ST 2084:2014.
public struct PerceptualQuantizer: Hashable, Sendable {
  public init() {}

  /// The light of signal 1, 10 000 cd/m².
  public static let peak = Luminance.nits(10_000)

  // As printed in the standard. The "653/4096" for m1 in H.273 is a misprint of 652.5/4096.
  static let m1 = 2610.0 / 16384
  static let m2 = 2523.0 / 4096 * 128
  static let c1 = 3424.0 / 4096
  static let c2 = 2413.0 / 4096 * 32
  static let c3 = 2392.0 / 4096 * 32

  /// The electro-optical transfer function: from signal to display light.
  ///
  ///     PerceptualQuantizer().eotf(0.5807)  // 203.02 cd/m²
  ///
  /// - Domain: `0...1`; 0 cd/m² below 0, 10 000 cd/m² above 1.
  /// - Range: `0...10_000` cd/m².
  /// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ EOTF*.
  public func eotf(_ signal: SignalLevel) -> Luminance {
    let root = Elementary.pow(min(max(signal.value, 0), 1), 1 / Self.m2)
    let y = max(root - Self.c1, 0) / (Self.c2 - Self.c3 * root)
    return .nits(Self.peak.nits * Elementary.pow(y, 1 / Self.m1))
  }

  /// The inverse of the EOTF: from display light to signal.
  ///
  ///     PerceptualQuantizer().inverseEOTF(.nits(1000))  // 0.7518
  ///
  /// - Domain: `0...10_000` cd/m²; clamped outside.
  /// - Range: From c1^m2 (7.3e-7, the signal of black) to 1.
  /// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ OETF*, the inverse EOTF.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel {
    let y = Elementary.pow(min(max(light.nits / Self.peak.nits, 0), 1), Self.m1)
    return SignalLevel(Elementary.pow((Self.c1 + Self.c2 * y) / (1 + Self.c3 * y), Self.m2))
  }
}

// MARK: A PQ camera

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
      scene <= Self.sceneSplit ? Self.sceneSlope * scene : 1.099 * Elementary.pow(Self.sceneScale * scene, 0.45) - 0.099
    return .nits(100 * Elementary.pow(max(camera, 0), TransferFunction.bt1886Exponent))
  }

  /// The inverse of the OOTF: from display light, negative light clamped to 0, to scene light.
  public func inverseOOTF(_ light: Luminance) -> SceneLevel {
    let camera = Elementary.pow(max(light.nits, 0) / 100, 1 / TransferFunction.bt1886Exponent)
    return SceneLevel(
      camera <= Self.sceneSlope * Self.sceneSplit
        ? camera / Self.sceneSlope : Elementary.pow((camera + 0.099) / 1.099, 1 / 0.45) / Self.sceneScale)
  }

  /// The opto-electronic transfer function of a PQ camera: from scene light of `0...1` to signal; negative light is clamped to 0.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ OETF*.
  public func oetf(_ scene: SceneLevel) -> SignalLevel { inverseEOTF(ootf(scene)) }

  /// The inverse of the OETF: from signal to scene light.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel { inverseOOTF(eotf(signal)) }
}
