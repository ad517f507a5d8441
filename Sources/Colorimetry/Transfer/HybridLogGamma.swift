internal import ElementaryMath

/// HLG, hybrid log-gamma: a signal that stands for the light of a scene, shown by a display of some range.
///
///     let hlg = HybridLogGamma(range: .nits(0...1000))
///     hlg.eotf(Signal(0.75, 0.75, 0.75))  // 203 cd/m², HDR reference white
///
/// The OOTF raises *luminance* to the system gamma, with BT.2020's weights: all of this is for BT.2020 components.
///
/// - Source: ITU-R BT.2100-3, Table 5; ARIB STD-B67.
public struct HybridLogGamma: CameraTransfer, Hashable {
  /// The light of black and of nominal peak, LB and LW.
  public let range: LuminanceRange
  /// The exponent of the OOTF.
  public let gamma: Double
  /// The lift of the signal that shows signal 0 as the display's black.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5: √(3 (LB / LW)^(1/gamma)).
  public let beta: Double

  /// HLG on a display of this range and system gamma.
  ///
  /// - Domain: Black at most (1/12)^gamma of the peak, a twentieth at gamma 1.2; above that black comes out
  ///   brighter than the range says.
  /// - Precondition: `gamma` is above 0; the range's black is 0 or more and below its peak.
  public init(range: LuminanceRange, gamma: Double) {
    precondition(gamma > 0, "a system gamma is above 0")
    precondition(range.black.nits >= 0 && range.black < range.peak, "a display cannot span \(range)")
    self.range = range
    self.gamma = gamma
    beta = (3 * Elementary.pow(range.black.nits / range.peak.nits, 1 / gamma)).squareRoot()
  }

  /// HLG on a display of this range, with the system gamma of its peak in the reference surround.
  ///
  /// - Precondition: The range's black is 0 or more and below its peak.
  public init(range: LuminanceRange, model: SystemGamma = .extended) {
    self.init(range: range, gamma: model(peak: range.peak))
  }

  /// HLG on the display of 1000 cd/m² and gamma 1.2 on which it was designed.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OOTF*, notes.
  public static let reference = HybridLogGamma(range: .nits(0...1000), gamma: 1.2)

  /// Where the square root ends and the logarithm begins: the light of the scene, and its signal.
  package static let joint = (scene: 1.0 / 12, signal: 0.5)

  // a as BT.2100 prints it; b and c as it derives them.
  static let a = 0.17883277
  static let b = 1 - 4 * a
  static let c = 0.5 - a * Elementary.log(4 * a)

  /// The weights of BT.2020 luminance, four digits each as BT.2100 prints them.
  package static let weights = SIMD3(0.2627, 0.6780, 0.0593)

  /// The OETF: from scene light to signal, one component.
  ///
  /// - Domain: 0 and above; below 0 it is 0. 1 is nominal peak, and the curve goes on above it.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OETF*.
  public func oetf(_ scene: Double) -> Double {
    if scene <= Self.joint.scene { return (3 * max(scene, 0)).squareRoot() }
    return Self.a * Elementary.log(12 * scene - Self.b) + Self.c
  }

  /// The inverse OETF: from signal to scene light, one component.
  ///
  /// - Domain: 0 and above; below 0 it is 0. Super-white goes on: narrow range reaches 1.09, which is 1.64 of scene.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*.
  public func inverseOETF(_ signal: Double) -> Double {
    if signal <= Self.joint.signal { return max(signal, 0) * max(signal, 0) / 3 }
    return (Elementary.exp((signal - Self.c) / Self.a) + Self.b) / 12
  }

  /// The OOTF: from scene light to display light, all components by one factor.
  ///
  /// - Domain: BT.2020 scene light, 1 for nominal peak; where its luminance is 0 or below, the light is 0.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OOTF*.
  public func ootf(_ scene: SIMD3<Double>) -> Light {
    let luminance = (scene * Self.weights).sum()
    if luminance <= 0 { return Light(0, 0, 0) }
    return Light(scene * (range.peak.nits * Elementary.pow(luminance, gamma - 1)))
  }

  /// The inverse of the OOTF: from display light to scene light.
  ///
  /// - Domain: BT.2020 light; where its luminance is 0 or below, the scene is 0.
  public func inverseOOTF(_ light: Light) -> SIMD3<Double> {
    let relative = light.components / range.peak.nits
    let luminance = (relative * Self.weights).sum()
    if luminance <= 0 { return .zero }
    return relative * Elementary.pow(luminance, (1 - gamma) / gamma)
  }

  /// The EOTF: from signal to display light.
  ///
  /// - Domain: BT.2020 R′, G′, B′, nominally `0...1`; super-white is shown above the peak.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*.
  public func eotf(_ signal: Signal) -> Light { ootf(scene(of: signal)) }

  /// The scene light of a signal, each component by itself, with the display's black lift.
  ///
  /// - Domain: R′, G′, B′, nominally `0...1`.
  /// - Range: Scene-linear, nominally `0...1`, in the signal's own primaries.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*, the argument of the OOTF.
  public func scene(of signal: Signal) -> SIMD3<Double> {
    let lifted = signal.components * (1 - beta) + beta
    return SIMD3(inverseOETF(lifted.x), inverseOETF(lifted.y), inverseOETF(lifted.z))
  }

  /// The signal of scene light, the inverse of `scene(of:)`.
  ///
  /// - Domain: Scene-linear components; below 0 is as 0.
  public func signal(ofScene scene: SIMD3<Double>) -> Signal {
    let lifted = SIMD3(oetf(scene.x), oetf(scene.y), oetf(scene.z))
    return Signal((lifted - beta) / (1 - beta))
  }

  /// The inverse of the EOTF: from display light to signal.
  ///
  /// - Domain: BT.2020 light; a component below 0 is as 0.
  public func inverseEOTF(_ light: Light) -> Signal { signal(ofScene: inverseOOTF(light)) }
}
