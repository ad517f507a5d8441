package import ColorOperations
public import Colorimetry

/// BT.2446 method A from HDR to SDR: a logarithmic curve on luma that scales the color differences accordingly.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 82.4 cd/m²
///
/// The source's peak is L_HDR of the report. The report's SDR system has a white of 100 cd/m², which is scaled to the target's peak.
///
/// - Domain: The source's range; clamped outside. Components below the source's black count as black.
/// - Range: The target's range, for neutrals. With the printed constants, the curve steps up at two places, by 0.0006
///   and 0.000005 of perceptual luma (0.1 % of the peak, in light).
/// - Source: ITU-R BT.2446-1, clause 4, *Method A*, tone mapping and color correction.
public struct BT2446A: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let rhoHDR, rhoSDR: Double

  // The values of Y'p at which the three pieces meet.
  static let firstKnee = 0.7399
  static let secondKnee = 0.9909
  /// The divisor of the color differences, in addition to the scale of luma, and the fraction of the red difference that is subtracted from luma.
  static let colorDivisor = 1.1
  static let redCut = 0.1
  /// Twice the maximum B − Y and R − Y, as printed in BT.2020.
  static let differences = (blue: 1.8814, red: 1.4746)

  /// `sdrWhite`: L_SDR, the white of the SDR system for which the curve is computed, above 0 cd/m².
  public init(from source: LuminanceRange, to target: LuminanceRange, sdrWhite: Luminance = .nits(100)) {
    precondition(sdrWhite.nits > 0, "the SDR white of BT.2446 is \(sdrWhite); it must be above 0 cd/m²")
    units = OperatorUnits(from: source, to: target, sourceUnit: source.span)
    rhoHDR = Self.rho(source.peak)
    rhoSDR = Self.rho(sdrWhite)
  }

  private static func rho(_ peak: Luminance) -> Double { 1 + 32 * Elementary.pow(peak.nits / 10_000, 1 / 2.4) }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let coded = Elementary.pow(units.entering(light), 1 / 2.4)
    return units.leaving(Elementary.pow(luma(coded), 2.4))
  }

  /// From luma of the HDR signal to luma of the SDR signal, both `0...1` and coded with the exponent 1/2.4.
  package func luma(_ hdr: Double) -> Double {
    let p = Elementary.log(onePlus: (rhoHDR - 1) * hdr) / Elementary.log(rhoHDR)
    let c =
      if p <= Self.firstKnee {
        1.0770 * p
      } else if p < Self.secondKnee {
        -1.1510 * p * p + 2.7811 * p - 0.6302
      } else {
        0.5000 * p + 0.5000
      }
    return Elementary.expMinusOne(c * Elementary.log(rhoSDR)) / (rhoSDR - 1)
  }

  // With c the coded components, h their luma, d the `colorDivisor` and S = luma(h) / (d h), the report's equations reduce to
  // S · (M c − max(`redCut` (c.x − h) / `differences.red`, 0)), because every color difference is a multiple of S.
  package var operationsAboveBlack: Operations {
    let w = LumaCoefficients.bt2020.vector
    let (red, blue) = (SIMD3(1, 0, 0) - w, SIMD3(0, 0, 1) - w)
    let luma = Self.colorDivisor * w
    let matrix = Matrix3x3(luma + red, luma - (w.x / w.y) * red - (w.z / w.y) * blue, luma + blue)
    let cut = Addition(
      of: .weighted(-Self.redCut / Self.differences.red * red), .limited(-1...0), after: [Affine(matrix)])
    let scale: @Sendable (SignalLevel) -> Double = {
      let luma = max($0.value, 1e-6)
      return self.luma(luma) / (Self.colorDivisor * luma)
    }
    // The maximum signal occurs at pure blue, which has the minimum luma. Signals outside 0…1 are colors that SDR cannot represent. Their light, with
    // its sign, is passed on to the gamut map.
    let most = SignalLevel(Self.colorDivisor * scale(SignalLevel(w.z)) + scale(SignalLevel(w.z)))
    let coded = Gain(of: .weighted(w), by: .onLuma("luma′(x) / x", breakpoints: codedBreakpoints, scale), after: [cut])
    let shown = Curve.display2020(upTo: most, isOdd: true, span: target.span)
    return entering + [coded, shown]
  }

  public var breakpoints: [Luminance] {
    [source.black, source.peak, luminance(Self.firstKnee), luminance(Self.secondKnee)]
  }

  private func luminance(_ p: Double) -> Luminance {
    let coded = Elementary.expMinusOne(p * Elementary.log(rhoHDR)) / (rhoHDR - 1)
    return units.source(of: Elementary.pow(coded, 2.4))
  }
}

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

extension ComposedToneMap {
  /// Light up to the source's peak as R′G′B′ coded with the exponent 1/2.4; negative components become 0.
  var entering: Operations {
    let span = source.span.nits
    let code = Curve(
      "x to the power 1/2.4", workingUnits: (.nits(span), nil), tolerance: .signal(share: 1.0 / 60)
    ) { (light: Luminance) in light.nits < 0 ? 0 : SignalLevel(Elementary.pow(light.nits / span, 1 / 2.4)) }
    return [peakGain, code]
  }

  /// The breakpoints of the curve on the scale of the coded luma.
  var codedBreakpoints: [SignalLevel] {
    breakpointsAboveBlack.map { SignalLevel(Elementary.pow($0.nits / source.span.nits, 1 / 2.4)) }
  }
}

extension Curve {
  /// A factor on coded components that depends on their luma, `0...1`.
  static func onLuma(
    _ name: String, breakpoints: [SignalLevel], _ function: @escaping @Sendable (SignalLevel) -> Double
  ) -> Curve {
    let tolerance = Tolerance { allowed, luma, gain in allowed.signal / 20 * max(gain, 1e-2 / max(luma, 1e-6)) }
    return Curve(name, domain: 0...1, breakpoints: breakpoints, tolerance: tolerance, function)
  }

  /// The light of R′G′B′ coded with the exponent 1/2.4, `span` at 1; light of signals below 0 is below 0 if the curve is odd, otherwise black.
  static func display2020(upTo most: SignalLevel, isOdd: Bool, span: Luminance) -> Curve {
    Curve(
      "x to the power 2.4", domain: 0...most, isOdd: isOdd, workingUnits: (nil, span), tolerance: .light()
    ) { (signal: SignalLevel) in Luminance.nits(span.nits * Elementary.pow(signal.value, 2.4)) }
  }
}
