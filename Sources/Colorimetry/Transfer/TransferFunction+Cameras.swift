// The curves of cameras that H.273 prints.

extension TransferFunction {
  /// The curve of BT.709, BT.601 and BT.2020 with exact constants: alpha 1.099 296 826 809 442… and beta 0.018 053 968 510 807….
  ///
  ///     TransferFunction.bt709.oetf(0.18)  // 0.4090
  ///
  /// - Source: ITU-T H.273, Table 3, values 1, 6, 14 and 15; ITU-R BT.2020-2, Table 4, note.
  public static let bt709 = offsetPower("BT.709", slope: 4.5, exponent: 0.45)

  /// The curve of SMPTE ST 240 with exact constants: ITU-T H.273, Table 3, value 7.
  public static let smpte240M = offsetPower("ST 240", slope: 4, exponent: 0.45)

  /// The curve of sRGB as printed in its standard; its reference display has a white of 80 cd/m² (IEC 61966-2-1:1999, clauses 5.2 and 5.3).
  public static let sRGB = offsetPower(
    "sRGB", slope: 12.92, exponent: 1 / 2.4, constants: (alpha: 1.055, beta: 0.0031308), signalBeta: 0.04045)

  /// xvYCC: the curve of BT.709, point-symmetric (IEC 61966-2-4; ITU-T H.273, Table 3, value 11).
  public static let xvYCC = bt709.mirrored(compression: 1, as: "xvYCC")

  /// BT.1361: the curve of BT.709, compressed to a quarter below 0 (ITU-R BT.1361-0; ITU-T H.273, Table 3, value 12).
  public static let bt1361 = bt709.mirrored(compression: 4, as: "BT.1361")

  /// The curve of HLG; see ``HybridLogGamma`` (ITU-R BT.2100-3, Table 5, *Reference OETF*).
  public static let hlg = TransferFunction(
    "HLG",
    breakpoints: ([HybridLogGamma.breakpoint.signal], [HybridLogGamma.breakpoint.scene]),
    toLight: { HybridLogGamma.reference.inverseOETF($0) }, toSignal: { HybridLogGamma.reference.oetf($0) })

  /// Logarithmic over a range of 100 : 1.
  ///
  ///     TransferFunction.log100.oetf(0.1)  // 0.5
  public static let log100 = logarithm(decades: 2)
  /// Logarithmic over a range of 100 √10 : 1.
  public static let log316 = logarithm(decades: 2.5)

  /// A logarithm over a number of decades; 0 for darker light, and black for signals of 0 and below (ITU-T H.273, Table 3, values 9 and 10).
  private static func logarithm(decades: Double) -> TransferFunction {
    @Sendable func light(_ signal: SignalLevel) -> SceneLevel {
      signal.value <= 0 ? 0 : SceneLevel(Elementary.pow(10, (signal.value - 1) * decades))
    }
    return TransferFunction(
      "a logarithm",
      breakpoints: ([], [light(SignalLevel(.leastNormalMagnitude))]), parameters: decades, toLight: light,
      toSignal: { scene in
        // The table prints the darkest light as 0.01 and √10 / 1000; the power is within one unit in the last place of each.
        scene.value < Elementary.pow(10, -decades) ? 0 : SignalLevel(1 + Elementary.log10(scene.value) / decades)
      })
  }

  /// A straight line near black, then a power with an offset: the shape of television camera curves and of sRGB.
  ///
  /// - Domain: All numbers: the line continues below 0, the power above 1.
  /// - Source: ITU-T H.273, Table 3, values 1, 6, 7, 13, 14 and 15.
  /// - Parameters:
  ///   - slope: The slope of the line.
  ///   - exponent: The power from light to signal.
  ///   - constants: The factor of the power, whose offset is 1 less, and the light at which it starts; `nil` for the continuous ones.
  ///   - signalBeta: The signal at which the power starts in the inverse; `nil` for that of the line.
  package static func offsetPower(
    _ name: String, slope: Double, exponent: Double, constants: (alpha: Double, beta: Double)? = nil,
    signalBeta: Double? = nil
  ) -> TransferFunction {
    let (alpha, beta) = constants ?? continuousConstants(slope: slope, exponent: exponent)
    let signalBeta = signalBeta ?? slope * beta
    return TransferFunction(
      name, breakpoints: ([SignalLevel(signalBeta)], [SceneLevel(beta)]),
      parameters: [slope, exponent, alpha, beta, signalBeta],
      toLight: { signal in
        let level = signal.value
        return SceneLevel(
          level < signalBeta ? level / slope : Elementary.pow((level + (alpha - 1)) / alpha, 1 / exponent))
      },
      toSignal: { scene in
        let light = scene.value
        return SignalLevel(light < beta ? slope * light : alpha * Elementary.pow(light, exponent) - (alpha - 1))
      })
  }

  /// The constants with which line and power meet with equal values and equal slopes.
  ///
  /// - Source: ITU-T H.273, clause 8.2, which defines alpha and beta this way.
  /// - Precondition: The slope of the line is above 1, and the exponent between 0 and 1.
  package static func continuousConstants(slope: Double, exponent: Double) -> (alpha: Double, beta: Double) {
    // Equal slopes give alpha · beta^exponent = slope · beta / exponent. Substituted into equal values, this gives alpha = 1 + rise · beta.
    let rise = slope / exponent - slope
    // One equation in beta remains. It is convex and decreasing, so Newton's method started below the root cannot overshoot.
    var beta = 1e-4
    for _ in 0..<64 {
      let excess = 1 + rise * beta - slope / exponent * Elementary.pow(beta, 1 - exponent)
      let fall = rise - slope / exponent * (1 - exponent) * Elementary.pow(beta, -exponent)
      beta -= excess / fall
    }
    return (1 + rise * beta, beta)
  }
}
