/// S-Log3, the logarithm of Sony's cameras; the signal is a fraction of the maximum 10-bit code.
///
///     SLog3().oetf(0.18)  // 420 / 1023
///
/// - Source: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*, Appendix.
public struct SLog3: CameraTransfer, Hashable {
  /// Creates the transfer; it has no parameters.
  public init() {}

  // As printed.
  static let cut = 0.01125000
  static let cutCode = 171.2102946929

  /// From reflectance to signal.
  ///
  /// - Domain: All numbers; 1 is a reflectance of 100 %.
  /// - Range: Black is code 95; light of −0.014 has the code 0.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    let code =
      light >= Self.cut
      ? 420 + Elementary.log10((light + 0.01) / (0.18 + 0.01)) * 261.5
      : light * (Self.cutCode - 95) / Self.cut + 95
    return SignalLevel(code / 1023)
  }

  /// From signal to reflectance.
  ///
  /// - Domain: All numbers.
  /// - Range: Up to 38.4 at signal 1.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let code = signal.value * 1023
    return SceneLevel(
      code >= Self.cutCode
        ? Elementary.pow(10, (code - 420) / 261.5) * (0.18 + 0.01) - 0.01
        : (code - 95) * Self.cut / (Self.cutCode - 95))
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(signals: [SignalLevel(Self.cutCode / 1023)], lights: [SceneLevel(Self.cut)])
  }
}

extension Gamut {
  /// S-Gamut3, as wide as the first S-Gamut.
  ///
  /// - Source: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*.
  public static let sGamut3 = Gamut(
    name: "s-gamut3", title: "S-Gamut3",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.730, 0.280), green: Chromaticity(0.140, 0.855), blue: Chromaticity(0.100, -0.050), white: .d65
    ))

  /// S-Gamut3.Cine, a little wider than P3 and made for grading.
  ///
  /// - Source: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*.
  public static let sGamut3Cine = Gamut(
    name: "s-gamut3-cine", title: "S-Gamut3.Cine",
    chromaticities: RGBPrimaries(
      red: Chromaticity(0.766, 0.275), green: Chromaticity(0.225, 0.800), blue: Chromaticity(0.089, -0.087), white: .d65
    ))
}
