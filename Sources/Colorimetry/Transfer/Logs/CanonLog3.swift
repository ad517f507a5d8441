/// Canon Log 3; the signal is a fraction of the maximum 10-bit code.
///
///     CanonLog3().oetf(0.18)  // 0.3434, code 351
///
/// - Source: Canon, *Canon Log Gamma Curves*, 2018, Appendix, *Canon Log 3 (Full %)*.
public struct CanonLog3: CameraTransfer, Hashable {
  /// Creates the transfer; it has no parameters.
  public init() {}

  /// The reflectance that the paper counts as 100 %.
  static let unit = 0.9
  /// The light, on both sides of 0, at which the line ends and a logarithm starts.
  static let cut = 0.014
  // The signals of −cut and cut, as printed.
  static let lowerSignal = 0.097465473
  static let upperSignal = 0.15277891

  /// From reflectance to signal.
  ///
  /// - Domain: All numbers; 1 is a reflectance of 100 %.
  /// - Range: Black is code 128.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value / Self.unit
    func signal() -> Double {
      if light < -Self.cut { return -0.36726845 * Elementary.log10(1 - 14.98325 * light) + 0.12783901 }
      if light <= Self.cut { return 1.9754798 * light + 0.12512219 }
      return 0.36726845 * Elementary.log10(14.98325 * light + 1) + 0.12240537
    }
    return SignalLevel(signal())
  }

  /// From signal to reflectance.
  ///
  /// - Domain: All numbers.
  /// - Range: Up to 14.7 at signal 1.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let signal = signal.value
    func light() -> Double {
      if signal < Self.lowerSignal { return (1 - Elementary.pow(10, (0.12783901 - signal) / 0.36726845)) / 14.98325 }
      if signal <= Self.upperSignal { return (signal - 0.12512219) / 1.9754798 }
      return (Elementary.pow(10, (signal - 0.12240537) / 0.36726845) - 1) / 14.98325
    }
    return SceneLevel(light() * Self.unit)
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    let light = Self.cut * Self.unit
    return TransferBreakpoints(
      signals: [SignalLevel(Self.lowerSignal), SignalLevel(Self.upperSignal)],
      lights: [SceneLevel(-light), SceneLevel(light)])
  }
}

extension Gamut {
  /// Cinema Gamut of Canon's cameras.
  ///
  /// - Source: Canon, *Cinema Gamut*, in the input transforms for EOS C300 Mark II.
  public static let cinemaGamut = Gamut(
    name: "cinema-gamut", title: "Cinema Gamut",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.740, 0.270), green: Chromaticity(0.170, 1.140), blue: Chromaticity(0.080, -0.100), white: .d65
    ))
}
