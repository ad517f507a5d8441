package import ColorOperations
public import Colorimetry

/// BT.2446 method A from SDR to HDR: luma raised to a power that depends on it, with the color differences scaled accordingly.
///
///     let map = BT2446AInverseToneMap(from: .nits(0...203), to: .nits(0...1000))
///     map(.nits(203))  // 999.5 cd/m²
///
/// The source's peak is SDR white. The report defines the curve for 1000 cd/m²; its result is scaled to the target's
/// peak. The curve is a separate fit, not the inverse of `BT2446A`, so a round trip is not the identity.
///
/// - Domain: The source's range; clamped outside. Components below the source's black count as black.
/// - Range: From the target's black to 99.95 % of its peak: with the printed constants, white becomes 999.5 of 1000 cd/m².
/// - Source: ITU-R BT.2446-1, clause 4, *Method A*, inverse tone mapping.
///
/// With the printed constants, the curve would step down by 0.00007 of the signal where the two pieces meet. Because a curve must not decrease, it is
/// constant there instead, over 0.004 of an 8-bit code.
public struct BT2446AInverseToneMap: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits

  // The value of Y″ at which the two pieces meet.
  static let knee = 70.0
  /// The factor of the color differences, in addition to the scale of luma.
  static let colorGain = 1.075
  /// Twice the maximum B − Y and R − Y, and the parts of each that are subtracted from green, as printed in BT.2020.
  static let differences = BT2446A.differences
  static let greenParts = (blue: 0.16455, red: 0.57135)

  public init(from source: LuminanceRange, to target: LuminanceRange) {
    units = OperatorUnits(from: source, to: target, sourceUnit: source.span)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let coded = Elementary.pow(units.entering(light), 1 / 2.4)
    return units.leaving(Elementary.pow(lumaThousandths(coded) / 1000, 2.4))
  }

  /// From luma of the SDR signal, `0...1`, to luma of the HDR signal, `0...1000`, both coded with the exponent 1/2.4.
  package func lumaThousandths(_ sdr: Double) -> Double {
    let y = 255 * sdr
    if y <= Self.knee { return Self.lower(y) }
    let exponent = (2.8305e-6 * y - 7.4622e-4) * y + 1.2528
    return max(Elementary.pow(y, exponent), Self.lower(Self.knee))
  }

  private static func lower(_ y: Double) -> Double {
    let exponent = (1.8712e-5 * y - 2.7334e-3) * y + 1.3141
    return y > 0 ? Elementary.pow(y, exponent) : y
  }

  // With c the coded components, h their luma and G = lumaThousandths(h) / (1000 h), the report's equations reduce to G · M c.
  package var operationsAboveBlack: Operations {
    let w = LumaCoefficients.bt2020.vector
    let red = Self.colorGain / Self.differences.red * (SIMD3(1, 0, 0) - w)
    let blue = Self.colorGain / Self.differences.blue * (SIMD3(0, 0, 1) - w)
    let green = w - Self.greenParts.blue * blue - Self.greenParts.red * red
    let matrix = Matrix3x3(w + Self.differences.red * red, green, w + Self.differences.blue * blue)
    let scale = Curve.onLuma("luma′(x) / x", breakpoints: codedBreakpoints) {
      lumaThousandths(max($0.value, 1e-6)) / (1000 * max($0.value, 1e-6))
    }
    let shown = Curve.display2020(upTo: 1, isOdd: false, span: target.span)
    return entering + [Gain(of: .weighted(w), by: scale), Affine(matrix), shown]
  }

  public var detail: String? { "for SDR to HDR by a fit of its own, which is not bt2446a backward" }

  public var breakpoints: [Luminance] {
    // The start and the end of the constant part.
    let level = Self.lower(Self.knee)
    let end = bisect(Self.knee / 255...(Self.knee + 1) / 255) { lumaThousandths($0) <= level }
    return [source.black, source.peak, luminance(Self.knee / 255), luminance(end)]
  }

  private func luminance(_ sdr: Double) -> Luminance { units.source(of: Elementary.pow(sdr, 2.4)) }
}
