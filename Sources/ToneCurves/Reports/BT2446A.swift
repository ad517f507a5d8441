public import Colorimetry
internal import ElementaryMath

/// BT.2446 method A from HDR to SDR: a logarithmic curve on luma, with the colors scaled along.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 82.4 cd/m²
///
/// The source's peak is the report's L_HDR. Its SDR is a system of 100 cd/m²; the white of that system is then the
/// target's peak, whatever luminance that has.
///
/// - Domain: The source's range; outside it is as the nearest end. Components below the source's black are black.
/// - Range: The target's range for neutrals. At two places the printed constants step, up, by 0.0006 and 0.000005 of
///   perceptual luma (0.1 % of the peak, in light).
/// - Source: ITU-R BT.2446-1, clause 4, *Method A*, tone mapping and color correction.
public struct BT2446A: ColorToneMap, Hashable {
  public let source, target: LuminanceRange
  let light: RelativeLight
  let rhoHDR, rhoSDR: Double

  // Y'p at which the three pieces meet.
  static let firstKnee = 0.7399
  static let secondKnee = 0.9909
  /// What color differences are divided by, beside luma's own scale; and the part of red's that luma gives up.
  package static let colorDivisor = 1.1
  package static let redCut = 0.1
  /// B − Y and R − Y at their largest, doubled: as BT.2020 prints them.
  package static let differences = (blue: 1.8814, red: 1.4746)

  /// The map from one range to another.
  ///
  /// - Parameter sdrWhite: L_SDR, the white of the system that the curve is computed for.
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak.
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

  /// From luma of the HDR signal to luma of the SDR signal, both `0...1` and of exponent 1/2.4.
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
    // Signals beyond 0…1 are colors that SDR cannot show; their light goes on to the gamut map, sign kept.
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

/// R′G′B′ of exponent 1/2.4; components below 0 are 0.
func coded2020(_ color: SIMD3<Double>) -> SIMD3<Double> {
  func code(_ x: Double) -> Double { x < 0 ? 0 : Elementary.pow(x, 1 / 2.4) }
  return SIMD3(code(color.x), code(color.y), code(color.z))
}

/// The luma of R′G′B′, BT.2020's.
func codedLuma(_ coded: SIMD3<Double>) -> Double { (ToneVariant.luminanceWeights * coded).sum() }

/// Light of R′G′B′ of exponent 1/2.4; below 0 as its mirror image.
func displayed2020(_ coded: SIMD3<Double>) -> SIMD3<Double> {
  func show(_ x: Double) -> Double { x < 0 ? -Elementary.pow(-x, 2.4) : Elementary.pow(x, 2.4) }
  return SIMD3(show(coded.x), show(coded.y), show(coded.z))
}
