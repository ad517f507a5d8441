/// A straight line near black, then a power with an offset: the shape of television camera curves and of sRGB.
///
///     OffsetPower.bt709Continuous.oetf(0.18)  // 0.4090
///
/// - Domain: All numbers: the line continues below 0, the power above 1.
/// - Source: ITU-T H.273, Table 3, values 1, 6, 7, 13, 14 and 15.
public struct OffsetPower: CameraTransfer, Hashable {
  /// The slope of the line.
  public var slope: Double
  /// The power from light to signal.
  public var oetfExponent: Double
  /// The factor of the power; alpha − 1 is its offset.
  public var alpha: Double
  /// The light at which the power starts.
  public var beta: SceneLevel
  /// The signal at which the power starts in the inverse.
  public var signalBeta: SignalLevel

  /// The curve with these constants.
  public init(slope: Double, oetfExponent: Double, alpha: Double, beta: SceneLevel, signalBeta: SignalLevel? = nil) {
    self.slope = slope
    self.oetfExponent = oetfExponent
    self.alpha = alpha
    self.beta = beta
    self.signalBeta = signalBeta ?? SignalLevel(slope * beta.value)
  }

  /// Creates the curve whose line and power meet with equal values and equal slopes.
  ///
  /// - Source: ITU-T H.273, clause 8.2, which defines alpha and beta this way.
  /// - Parameters:
  ///   - slope: The slope of the line, above 1.
  ///   - oetfExponent: The power from light to signal, between 0 and 1.
  public init(continuous slope: Double, oetfExponent: Double) {
    // Equal slopes give alpha · beta^oetfExponent = slope · beta / oetfExponent.
    // Substituted into equal values, this gives alpha = 1 + rise · beta.
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

  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    return SignalLevel(light < beta.value ? slope * light : alpha * Elementary.pow(light, oetfExponent) - (alpha - 1))
  }

  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    return SceneLevel(
      level < signalBeta.value ? level / slope : Elementary.pow((level + (alpha - 1)) / alpha, 1 / oetfExponent))
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(signals: [signalBeta], lights: [beta])
  }
}

extension OffsetPower {
  /// The curve of BT.709, BT.601 and BT.2020 with exact constants: alpha 1.099 296 826 809 442… and
  /// beta 0.018 053 968 510 807….
  ///
  /// - Source: ITU-T H.273, Table 3, values 1, 6, 14 and 15; ITU-R BT.2020-2, Table 4, note.
  public static let bt709Continuous = OffsetPower(continuous: 4.5, oetfExponent: 0.45)

  /// The curve as printed in BT.709, and in BT.2020 for 10 bits, with a step of 0.00025 at its breakpoint.
  ///
  /// - Source: ITU-R BT.709-6, item 1.2; ITU-R BT.2020-2, Table 4.
  public static let bt709Printed = OffsetPower(slope: 4.5, oetfExponent: 0.45, alpha: 1.099, beta: 0.018)

  /// The curve as printed in BT.2020 for 12 bits.
  ///
  /// - Source: ITU-R BT.2020-2, Table 4.
  public static let bt2020TwelveBit = OffsetPower(slope: 4.5, oetfExponent: 0.45, alpha: 1.0993, beta: 0.0181)

  /// The curve of SMPTE ST 240 with exact constants.
  ///
  /// - Source: ITU-T H.273, Table 3, value 7.
  public static let smpte240MContinuous = OffsetPower(continuous: 4, oetfExponent: 0.45)

  /// The curve as printed in SMPTE ST 240.
  ///
  /// - Source: SMPTE 240M-1999.
  public static let smpte240MPrinted = OffsetPower(slope: 4, oetfExponent: 0.45, alpha: 1.1115, beta: 0.0228)

  /// The curve of sRGB as printed in its standard.
  ///
  /// - Source: IEC 61966-2-1:1999, clauses 5.2 and 5.3.
  public static let sRGBPrinted = OffsetPower(
    slope: 12.92, oetfExponent: 1 / 2.4, alpha: 1.055, beta: 0.0031308, signalBeta: 0.04045)

  /// The curve of sRGB with exact constants, within 9.7e-6 of the printed curve.
  ///
  /// - Source: ITU-T H.273, Table 3, value 13.
  public static let sRGBContinuous = OffsetPower(continuous: 12.92, oetfExponent: 1 / 2.4)
}
