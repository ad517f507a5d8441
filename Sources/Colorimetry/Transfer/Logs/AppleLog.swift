/// Apple Log: a logarithm above a reflectance of 1 %, a parabola below it.
///
///     AppleLog().oetf(0.18)  // 0.4883
///
/// - Source: Apple, *Apple Log Profile White Paper*, 2023.
public struct AppleLog: CameraTransfer, Hashable {
  /// Creates the transfer; it has no parameters.
  public init() {}

  // R0, Rt, c, β, γ and δ as printed.
  static let vertex = -0.05641088
  static let cut = 0.01
  static let scale = 47.28711236
  static let beta = 0.00964052
  static let gamma = 0.08550479
  static let delta = 0.69336945
  /// The signal of `cut`, Pt.
  static let cutSignal = scale * (cut - vertex) * (cut - vertex)

  /// From reflectance to signal.
  ///
  /// - Domain: All numbers; 1 is a reflectance of 100 %.
  /// - Range: 0 for light of −0.0564 and less; black is 0.1505.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    if light >= Self.cut { return SignalLevel(Self.gamma * Elementary.log2(light + Self.beta) + Self.delta) }
    return light < Self.vertex ? 0 : SignalLevel(Self.scale * (light - Self.vertex) * (light - Self.vertex))
  }

  /// From signal to reflectance.
  ///
  /// - Domain: All numbers.
  /// - Range: From −0.0564, for signals of 0 and less, to 12.0 at signal 1.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    if level >= Self.cutSignal { return SceneLevel(Elementary.exp2((level - Self.delta) / Self.gamma) - Self.beta) }
    return SceneLevel(level < 0 ? Self.vertex : (level / Self.scale).squareRoot() + Self.vertex)
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(
      signals: [SignalLevel(Self.cutSignal)], lights: [SceneLevel(Self.vertex), SceneLevel(Self.cut)])
  }
}

extension Gamut {
  /// Apple Wide Gamut, in which Apple Log 2 is coded.
  ///
  /// - Source: Apple, *Apple Log 2 White Paper*, as OpenColorIO states it.
  public static let appleWideGamut = Gamut(
    name: "apple-wide-gamut", title: "Apple Wide Gamut",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.725, 0.301), green: Chromaticity(0.221, 0.814), blue: Chromaticity(0.068, -0.076), white: .d65
    ))
}
