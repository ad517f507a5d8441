// The curves of cameras that H.273 prints.

extension TransferFunction {
  /// The curve of BT.709, BT.601 and BT.2020 with exact constants: alpha 1.099 296 826 809 442… and beta 0.018 053 968 510 807….
  ///
  ///     TransferFunction.bt709.oetf(0.18)  // 0.4090
  ///
  /// - Source: ITU-T H.273, Table 3, values 1, 6, 14 and 15; ITU-R BT.2020-2, Table 4, note.
  public static let bt709 = offsetPower("BT.709", .bt709Continuous)

  /// The curve as printed in BT.709, and in BT.2020 for 10 bits, with a step of 0.00025 at its breakpoint.
  ///
  /// - Source: ITU-R BT.709-6, item 1.2; ITU-R BT.2020-2, Table 4.
  public static let bt709Printed = offsetPower(
    "BT.709", OffsetPower(slope: 4.5, oetfExponent: 0.45, alpha: 1.099, beta: 0.018))

  /// The curve as printed in BT.2020 for 12 bits: ITU-R BT.2020-2, Table 4.
  public static let bt2020TwelveBit = offsetPower(
    "BT.2020", OffsetPower(slope: 4.5, oetfExponent: 0.45, alpha: 1.0993, beta: 0.0181))

  /// The curve of SMPTE ST 240 with exact constants: ITU-T H.273, Table 3, value 7.
  public static let smpte240M = offsetPower("ST 240", .smpte240MContinuous)

  /// The curve as printed in SMPTE ST 240: SMPTE 240M-1999.
  public static let smpte240MPrinted = offsetPower(
    "ST 240", OffsetPower(slope: 4, oetfExponent: 0.45, alpha: 1.1115, beta: 0.0228))

  /// The curve of sRGB as printed in its standard; its reference display has a white of 80 cd/m² (IEC 61966-2-1:1999, clauses 5.2 and 5.3).
  public static let sRGB = offsetPower(
    "sRGB", OffsetPower(slope: 12.92, oetfExponent: 1 / 2.4, alpha: 1.055, beta: 0.0031308, signalBeta: 0.04045))

  /// The curve of sRGB with exact constants, within 9.7e-6 of the printed curve: ITU-T H.273, Table 3, value 13.
  public static let sRGBContinuous = offsetPower("sRGB", .sRGBContinuous)

  /// xvYCC: the curve of BT.709, point-symmetric (IEC 61966-2-4; ITU-T H.273, Table 3, value 11).
  public static let xvYCC = bt709.mirrored(compression: 1, as: "xvYCC")

  /// BT.1361: the curve of BT.709, compressed to a quarter below 0 (ITU-R BT.1361-0; ITU-T H.273, Table 3, value 12).
  public static let bt1361 = bt709.mirrored(compression: 4, as: "BT.1361")

  /// sYCC: the curve of sRGB, point-symmetric; the meaning of value 13 with a matrix other than identity.
  ///
  /// - Source: IEC 61966-2-1:1999, amendment 1; ITU-T H.273, Table 3, value 13.
  public static let sYCC = sRGB.mirrored(compression: 1, as: "sYCC")

  /// The curve of HLG; see ``HybridLogGamma`` (ITU-R BT.2100-3, Table 5, *Reference OETF*).
  public static let hlg = TransferFunction(
    "HLG", reference: "ITU-R BT.2100-3, Table 5",
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
      "a logarithm", reference: "ITU-T H.273, Table 3",
      breakpoints: ([], [light(SignalLevel(.leastNormalMagnitude))]), parameters: decades, toLight: light,
      toSignal: { scene in
        // The table prints the darkest light as 0.01 and √10 / 1000; the power is within one unit in the last place of each.
        scene.value < Elementary.pow(10, -decades) ? 0 : SignalLevel(1 + Elementary.log10(scene.value) / decades)
      })
  }

  private static func offsetPower(_ name: String, _ power: OffsetPower) -> TransferFunction {
    TransferFunction(
      name, reference: "ITU-T H.273, Table 3", breakpoints: ([power.signalBeta], [power.beta]), parameters: power,
      toLight: power.inverseOETF, toSignal: power.oetf)
  }
}

/// A straight line near black, then a power with an offset: the shape of television camera curves and of sRGB.
///
/// - Domain: All numbers: the line continues below 0, the power above 1.
/// - Source: ITU-T H.273, Table 3, values 1, 6, 7, 13, 14 and 15.
package struct OffsetPower: Hashable, Sendable {
  /// The slope of the line.
  package let slope: Double
  /// The power from light to signal.
  let oetfExponent: Double
  /// The factor of the power; alpha − 1 is its offset.
  package let alpha: Double
  /// The light at which the power starts.
  package let beta: SceneLevel
  /// The signal at which the power starts in the inverse.
  let signalBeta: SignalLevel

  init(slope: Double, oetfExponent: Double, alpha: Double, beta: SceneLevel, signalBeta: SignalLevel? = nil) {
    (self.slope, self.oetfExponent, self.alpha, self.beta) = (slope, oetfExponent, alpha, beta)
    self.signalBeta = signalBeta ?? SignalLevel(slope * beta.value)
  }

  /// Creates the curve whose line and power meet with equal values and equal slopes.
  ///
  /// - Source: ITU-T H.273, clause 8.2, which defines alpha and beta this way.
  /// - Precondition: The slope of the line is above 1, and the exponent between 0 and 1.
  init(continuous slope: Double, oetfExponent: Double) {
    // Equal slopes give alpha · beta^oetfExponent = slope · beta / oetfExponent. Substituted into equal values, this gives alpha = 1 + rise · beta.
    let rise = slope / oetfExponent - slope
    // One equation in beta remains. It is convex and decreasing, so Newton's method started below the root cannot overshoot.
    var beta = 1e-4
    for _ in 0..<64 {
      let excess = 1 + rise * beta - slope / oetfExponent * Elementary.pow(beta, 1 - oetfExponent)
      let fall = rise - slope / oetfExponent * (1 - oetfExponent) * Elementary.pow(beta, -oetfExponent)
      beta -= excess / fall
    }
    self.init(slope: slope, oetfExponent: oetfExponent, alpha: 1 + rise * beta, beta: SceneLevel(beta))
  }

  package func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    return SignalLevel(light < beta.value ? slope * light : alpha * Elementary.pow(light, oetfExponent) - (alpha - 1))
  }

  func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    return SceneLevel(
      level < signalBeta.value ? level / slope : Elementary.pow((level + (alpha - 1)) / alpha, 1 / oetfExponent))
  }

  package static let bt709Continuous = OffsetPower(continuous: 4.5, oetfExponent: 0.45)
  package static let smpte240MContinuous = OffsetPower(continuous: 4, oetfExponent: 0.45)
  package static let sRGBContinuous = OffsetPower(continuous: 12.92, oetfExponent: 1 / 2.4)
}
