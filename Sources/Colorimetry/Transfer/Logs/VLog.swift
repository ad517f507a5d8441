/// V-Log, the logarithm of Panasonic's cameras; the signal is a fraction of the maximum 10-bit code.
///
///     VLog().oetf(0.18)  // 0.4233, code 433
///
/// - Source: Panasonic, *V-Log/V-Gamut Reference Manual*, Rev. 1.0, clause 3.
public struct VLog: CameraTransfer, Hashable {
  /// Creates the transfer; it has no parameters.
  public init() {}

  // cut1, cut2, b, c and d as printed; the two pieces meet to within 8e-7.
  static let cut = 0.01
  static let cutSignal = 0.181
  static let b = 0.00873
  static let c = 0.241514
  static let d = 0.598206

  /// From reflectance to signal.
  ///
  /// - Domain: All numbers; 1 is a reflectance of 100 %.
  /// - Range: Black is 0.125, code 128.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    return SignalLevel(light >= Self.cut ? Self.c * Elementary.log10(light + Self.b) + Self.d : 5.6 * light + 0.125)
  }

  /// From signal to reflectance.
  ///
  /// - Domain: All numbers.
  /// - Range: Up to 46.1 at signal 1.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    return SceneLevel(
      level >= Self.cutSignal ? Elementary.pow(10, (level - Self.d) / Self.c) - Self.b : (level - 0.125) / 5.6)
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(signals: [SignalLevel(Self.cutSignal)], lights: [SceneLevel(Self.cut)])
  }
}

extension Gamut {
  /// V-Gamut, in which V-Log is coded.
  ///
  /// - Source: Panasonic, *V-Log/V-Gamut Reference Manual*, Rev. 1.0, clause 4.
  public static let vGamut = Gamut(
    name: "v-gamut", title: "V-Gamut",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.730, 0.280), green: Chromaticity(0.165, 0.840), blue: Chromaticity(0.100, -0.030), white: .d65
    ))
}
