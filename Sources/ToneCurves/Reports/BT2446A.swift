public import Colorimetry
internal import ElementaryMath

/// BT.2446 method A from HDR to SDR: a logarithmic curve on luma that scales the color differences accordingly.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 82.4 cd/m²
///
/// The source's peak is L_HDR of the report. The report's SDR system has a white of 100 cd/m², which is scaled to the
/// target's peak.
///
/// - Domain: The source's range; clamped outside. Components below the source's black are taken as black.
/// - Range: The target's range, for neutrals. With the printed constants, the curve steps up at two places, by 0.0006
///   and 0.000005 of perceptual luma (0.1 % of the peak, in light).
/// - Source: ITU-R BT.2446-1, clause 4, *Method A*, tone mapping and color correction.
public struct BT2446A: ColorToneMap, Hashable {
  public let source, target: LuminanceRange
  let light: RelativeLight
  let rhoHDR, rhoSDR: Double

  // The values of Y'p at which the three pieces meet.
  static let firstKnee = 0.7399
  static let secondKnee = 0.9909
  /// The divisor of the color differences, in addition to the scale of luma, and the fraction of the red difference
  /// that is subtracted from luma.
  package static let colorDivisor = 1.1
  package static let redCut = 0.1
  /// Twice the largest B − Y and R − Y, as printed in BT.2020.
  package static let differences = (blue: 1.8814, red: 1.4746)

  /// The map from one range to another.
  ///
  /// - Parameter source: The range that the light comes from.
  /// - Parameter target: The range that the light goes to.
  /// - Parameter sdrWhite: L_SDR, the white of the SDR system for which the curve is computed.
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², with black below peak.
  public init(from source: LuminanceRange, to target: LuminanceRange, sdrWhite: Luminance = .nits(100)) {
    self.source = source
    self.target = target
    light = RelativeLight(from: source, to: target, sourceUnit: source.span)
    rhoHDR = Self.rho(source.peak)
    rhoSDR = Self.rho(sdrWhite)
  }

  private static func rho(_ peak: Luminance) -> Double { 1 + 32 * Elementary.pow(peak.nits / 10_000, 1 / 2.4) }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let coded = Elementary.pow(self.light.entering(light), 1 / 2.4)
    return self.light.leaving(Elementary.pow(luma(coded), 2.4))
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

  public func callAsFunction(_ bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: self(neutral)) }
    let coded = coded2020(light.entering(bt2020))
    let hdr = codedLuma(coded)
    let sdr = luma(hdr)
    let scale = hdr > 0 ? sdr / (Self.colorDivisor * hdr) : 0
    let blue = scale * (coded.z - hdr) / Self.differences.blue
    let red = scale * (coded.x - hdr) / Self.differences.red
    let y = sdr - max(Self.redCut * red, 0)
    let r = y + Self.differences.red * red
    let b = y + Self.differences.blue * blue
    let weights = ToneVariant.luminanceWeights
    let g = (y - weights.x * r - weights.z * b) / weights.y
    // Signals outside 0…1 are colors that SDR cannot show. Their light, with its sign, is passed on to the gamut map.
    return light.leaving(displayed2020(SIMD3(r, g, b)))
  }

  public var breakpoints: Breakpoints {
    Breakpoints(at: source).adding(luminance(Self.firstKnee)).adding(luminance(Self.secondKnee))
  }

  private func luminance(_ p: Double) -> Luminance {
    let coded = Elementary.expMinusOne(p * Elementary.log(rhoHDR)) / (rhoHDR - 1)
    return light.source(of: Elementary.pow(coded, 2.4))
  }
}

/// R′G′B′ coded with the exponent 1/2.4; negative components become 0.
func coded2020(_ color: SIMD3<Double>) -> SIMD3<Double> {
  func code(_ x: Double) -> Double { x < 0 ? 0 : Elementary.pow(x, 1 / 2.4) }
  return SIMD3(code(color.x), code(color.y), code(color.z))
}

/// The luma of R′G′B′, with the weights of BT.2020.
func codedLuma(_ coded: SIMD3<Double>) -> Double { (ToneVariant.luminanceWeights * coded).sum() }

/// The light of R′G′B′ coded with the exponent 1/2.4; mirrored below 0.
func displayed2020(_ coded: SIMD3<Double>) -> SIMD3<Double> {
  func show(_ x: Double) -> Double { x < 0 ? -Elementary.pow(-x, 2.4) : Elementary.pow(x, 2.4) }
  return SIMD3(show(coded.x), show(coded.y), show(coded.z))
}
