/// LogC4 of ARRI's cameras from ALEXA 35 on.
///
///     LogC4().oetf(0.18)  // 0.2784
///
/// - Source: ARRI, *ARRI LogC4 Logarithmic Color Space Specification*, 2022, clause 4.1.
public struct LogC4: CameraTransfer, Hashable {
  /// Creates the transfer; it has no parameters.
  public init() {}

  // As printed: s is the slope of the line and t the light of signal 0, so that value and slope are continuous there.
  static let a = (0x1p18 - 16) / 117.45
  static let b = (1023.0 - 95) / 1023
  static let c = 95.0 / 1023
  static let s = 7 * Elementary.log(2) * Elementary.exp2(7 - 14 * c / b) / (a * b)
  static let t = (Elementary.exp2(14 * (-c / b) + 6) - 64) / a

  /// From reflectance to signal.
  ///
  /// - Domain: All numbers; 1 is a reflectance of 100 %.
  /// - Range: Black is 95 / 1023.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    return SignalLevel(
      light >= Self.t
        ? (Elementary.log2(Self.a * light + 64) - 6) / 14 * Self.b + Self.c : (light - Self.t) / Self.s)
  }

  /// From signal to reflectance.
  ///
  /// - Domain: All numbers.
  /// - Range: −0.018 at signal 0, 469.8 at signal 1.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    return SceneLevel(
      level >= 0 ? (Elementary.exp2(14 * ((level - Self.c) / Self.b) + 6) - 64) / Self.a : level * Self.s + Self.t)
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(signals: [0], lights: [SceneLevel(Self.t)])
  }
}

extension Gamut {
  /// ARRI Wide Gamut 4, in which LogC4 is coded.
  ///
  /// - Source: ARRI, *ARRI LogC4 Logarithmic Color Space Specification*, 2022, clause 4.2.
  public static let arriWideGamut4 = Gamut(
    name: "arri-wide-gamut-4", title: "ARRI Wide Gamut 4",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.7347, 0.2653), green: Chromaticity(0.1424, 0.8576), blue: Chromaticity(0.0991, -0.0308),
      white: .d65))
}
