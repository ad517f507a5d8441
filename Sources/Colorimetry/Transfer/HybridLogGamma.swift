/// HLG, hybrid log-gamma: a signal that represents scene light, and the display that shows it.
///
///     let hlg = HybridLogGamma(luminance: .nits(0...1000))
///     hlg.eotf(Signal(0.75, 0.75, 0.75))  // 203 cd/m², HDR reference white
///
/// The OOTF raises *luminance* to the system gamma, using the weights of BT.2020, so all components are BT.2020. Scene light of 1 and a signal of 1
/// are nominal peak; both continue into super-white: narrow range reaches the signal 1.09, which is scene light of 1.64.
///
/// - Source: ITU-R BT.2100-3, Table 5; ARIB STD-B67.
public struct HybridLogGamma: Hashable, Sendable {
  /// The luminance of black and of nominal peak, LB and LW.
  public let luminance: LuminanceRange
  /// The exponent of the OOTF.
  public let gamma: Double
  /// The lift that maps signal 0 to the display's black: √(3 (LB / LW)^(1/gamma)).
  public let beta: SignalLevel

  /// HLG on a display with this range, with this system gamma, by default that of the display's peak in the reference surround.
  ///
  /// - Domain: Black up to (1/12)^gamma of the peak, 1/20 at gamma 1.2; with a higher black, signal 0 is displayed brighter than `range.black`.
  /// - Precondition: `gamma` is above 0; the range's black is 0 or more and below its peak.
  public init(luminance: LuminanceRange, gamma: Double? = nil) {
    luminance.requireDisplay()
    let gamma = gamma ?? SystemGamma.extended(peak: luminance.peak)
    precondition(gamma > 0, "the system gamma is \(gamma); it must be above 0")
    (self.luminance, self.gamma) = (luminance, gamma)
    beta = SignalLevel((3 * Elementary.pow(luminance.black.nits / luminance.peak.nits, 1 / gamma)).squareRoot())
  }

  /// HLG on its reference display, with a peak of 1000 cd/m² and gamma 1.2: ITU-R BT.2100-3, Table 5, *Reference OOTF*, notes.
  public static let reference = HybridLogGamma(luminance: .nits(0...1000), gamma: 1.2)

  /// The scene light and the signal at which the square root ends and the logarithm starts.
  package static let breakpoint = (scene: SceneLevel(1.0 / 12), signal: SignalLevel(0.5))

  // a as printed in BT.2100; b and c as derived there.
  static let a = 0.17883277
  static let b = 1 - 4 * a
  static let c = 0.5 - a * Elementary.log(4 * a)

  /// The OETF: from scene light to signal, for one component; 0 for negative light (ITU-R BT.2100-3, Table 5, *Reference OETF*).
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    if light <= Self.breakpoint.scene.value { return SignalLevel((3 * max(light, 0)).squareRoot()) }
    return SignalLevel(Self.a * Elementary.log(12 * light - Self.b) + Self.c)
  }

  /// The inverse OETF: from signal to scene light, for one component; 0 for negative signals (ITU-R BT.2100-3, Table 5, *Reference EOTF*).
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    if level <= Self.breakpoint.signal.value { return SceneLevel(max(level, 0) * max(level, 0) / 3) }
    return SceneLevel((Elementary.exp((level - Self.c) / Self.a) + Self.b) / 12)
  }

  /// The OOTF: from BT.2020 scene light to BT.2020 display light, with one factor for all components; near black, see
  /// `SystemGamma.gain(_:atShareOfPeak:)` (ITU-R BT.2100-3, Table 5, *Reference OOTF*).
  public func ootf(_ scene: SceneLight) -> Light {
    let luminance = RelativeLevel((scene.components * LumaCoefficients.bt2020.vector).sum())
    return Light(scene.components * (self.luminance.peak.nits * SystemGamma.gain(gamma, atShareOfPeak: luminance)))
  }

  /// The inverse of the OOTF: from BT.2020 display light to BT.2020 scene light; near black, see `SystemGamma.inverseGain(_:atShareOfPeak:)`.
  public func inverseOOTF(_ light: Light) -> SceneLight {
    let relative = light.components / self.luminance.peak.nits
    let luminance = RelativeLevel((relative * LumaCoefficients.bt2020.vector).sum())
    return SceneLight(relative * SystemGamma.inverseGain(gamma, atShareOfPeak: luminance))
  }

  /// The scene light of a gray displayed at this luminance: the inverse of the OOTF for one luminance.
  package func scene(ofGray luminance: Luminance) -> SceneLevel {
    SceneLevel(Elementary.pow(luminance.nits / self.luminance.peak.nits, 1 / gamma))
  }

  /// The EOTF: from a BT.2020 signal to display light (ITU-R BT.2100-3, Table 5, *Reference EOTF*).
  public func eotf(_ signal: Signal) -> Light { ootf(signal.mapped(liftedScene)) }

  /// The inverse of the EOTF: from BT.2020 display light to signal; negative components are clamped to 0.
  public func inverseEOTF(_ light: Light) -> Signal { inverseOOTF(light).mapped(component) }

  /// The scene light of one component of a signal, including the display's black lift: the argument of the OOTF.
  package func liftedScene(ofComponent signal: SignalLevel) -> SceneLevel {
    inverseOETF(SignalLevel(signal.value * (1 - beta.value) + beta.value))
  }

  /// One component of the signal of lifted scene light: the inverse of `liftedScene(ofComponent:)`.
  package func component(ofLifted scene: SceneLevel) -> SignalLevel { unlifted(oetf(scene)) }

  /// The signal at which the two pieces of the curve join.
  package var signalOfBreakpoint: SignalLevel { unlifted(Self.breakpoint.signal) }

  private func unlifted(_ signal: SignalLevel) -> SignalLevel {
    SignalLevel((signal.value - beta.value) / (1 - beta.value))
  }
}
