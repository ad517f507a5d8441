public import Colorimetry
internal import ElementaryMath

/// The curve of BT.2446 method C, between cd/m² of HDR and percent of SDR's light.
///
/// - Source: ITU-R BT.2446-1, clause 6, *Method C*, constants as printed.
enum BT2446CCurve {
  static let k1 = 0.83802
  static let k2 = 15.09968
  static let k3 = 0.74204
  static let k4 = 78.99439
  /// SDR's light at the knee, in percent, and HDR's, in cd/m².
  static let kneeSDR = 58.5
  static let kneeHDR = kneeSDR / k1

  static func sdr(_ hdr: Double) -> Double {
    hdr < kneeHDR ? k1 * hdr : k2 * Elementary.log(hdr / kneeHDR - k3) + k4
  }

  // The printed 58.5 is 0.035 below what the upper piece starts at: SDR values between have no HDR value of their
  // own, and take the knee's.
  static func hdr(_ sdr: Double) -> Double {
    sdr < kneeSDR ? sdr / k1 : max(kneeHDR * (Elementary.exp((sdr - k4) / k2) + k3), kneeHDR)
  }

  /// SDR's light for 1000 cd/m², 118.39 %: the super-white up to which the report's inverse goes.
  static let superWhite = sdr(1000)
}

/// BT.2446 method C from HDR to SDR: linear in light up to a knee at 80 % signal, then a logarithm, on luminance.
///
///     let map = BT2446C(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 184 cd/m²: 90.7 % of white
///
/// The report's HDR is absolute light, so the source's peak only says where the light ends. Its SDR is a system of
/// 100 cd/m²; the white of that system is then the target's peak, whatever luminance that has.
///
/// - Domain: The source's range; outside it is as the nearest end.
/// - Range: From the target's black beyond its peak: 1000 cd/m² becomes 118.39 % of SDR white, the super-white
///   that the report means to be kept. At the knee the printed constants step, up, by 0.035 %.
/// - Source: ITU-R BT.2446-1, clause 6, *Method C*.
public struct BT2446C: ColorToneMap, Hashable {
  public let source, target: LuminanceRange
  let light: RelativeLight
  /// What each component adds to the luminance that the gain is taken from.
  package let weights: SIMD3<Double>

  /// The map from one range to another.
  ///
  /// - Parameter crosstalk: The report's α, `0...0.33`: how much of each component is mixed into the others while the
  ///   luminance is measured, so that saturated lights count as brighter. The report leaves the choice to the user
  ///   and names no default; here nothing is mixed unless asked. Its optional chroma correction is not applied: the
  ///   strength that it would have by default is not known to us.
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak; α in `0...0.33`.
  public init(from source: LuminanceRange, to target: LuminanceRange, crosstalk: Double = 0) {
    self.source = source
    self.target = target
    light = RelativeLight(from: source, to: target, sourceUnit: 1, targetUnit: target.span / 100)
    weights = Self.weights(crosstalk: crosstalk)
  }

  // The map keeps x and y, so it is one gain on all components, and the mixing before it and the unmixing after it
  // cancel but for the luminance that the gain is taken from.
  static func weights(crosstalk: Double) -> SIMD3<Double> {
    precondition((0...0.33).contains(crosstalk), "BT.2446's crosstalk is 0…0.33, and \(crosstalk) is not")
    return crosstalk + (1 - 3 * crosstalk) * RGBPrimaries.bt2020.luminanceWeights
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    self.light.leaving(BT2446CCurve.sdr(self.light.entering(light)))
  }

  public func callAsFunction(_ bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: self(neutral)) }
    let color = bt2020.components - source.black.nits
    let y = (weights * color).sum()
    let gain = y > 0 ? BT2446CCurve.sdr(min(y, light.peak)) / y : BT2446CCurve.k1
    return light.leaving(color * gain)
  }

  public var breakpoints: Breakpoints { Breakpoints(at: source).adding(light.source(of: BT2446CCurve.kneeHDR)) }
}

/// BT.2446 method C from SDR to HDR: the inverse of `BT2446C`.
///
///     let map = BT2446CInverse(from: .nits(0...203), to: .nits(0...1000))
///     map(.nits(203))  // 332 cd/m²
///
/// The source's peak is SDR white, the report's 100 %. The report's HDR is absolute light, so the target's peak only
/// says where the light ends. With the same crosstalk, there and back is the identity where nothing was clipped.
///
/// - Domain: From the source's black to 118.39 % of its peak, SDR's super-white; outside it is as the nearest end.
/// - Range: From the target's black to 1000 cd/m² (332 cd/m² for SDR white), or to the target's peak if that is less.
/// - Source: ITU-R BT.2446-1, clause 6, *Method C*, inverse.
public struct BT2446CInverse: ColorToneMap, Hashable {
  public let source, target: LuminanceRange
  let light: RelativeLight
  /// What each component adds to the luminance that the gain is taken from.
  package let weights: SIMD3<Double>

  /// The map from one range to another.
  ///
  /// - Parameter crosstalk: The α of `BT2446C`.
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak; α in `0...0.33`.
  public init(from source: LuminanceRange, to target: LuminanceRange, crosstalk: Double = 0) {
    self.source = source
    self.target = target
    light = RelativeLight(from: source, to: target, sourceUnit: source.span / 100, targetUnit: 1)
    weights = BT2446C.weights(crosstalk: crosstalk)
  }

  private func expanded(_ percent: Double) -> Double {
    clamped(BT2446CCurve.hdr(clamped(percent, 0, BT2446CCurve.superWhite)), 0, target.span)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    self.light.leaving(expanded((light.nits - source.black.nits) / self.light.sourceUnit))
  }

  public func callAsFunction(_ bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: self(neutral)) }
    let color = (bt2020.components - source.black.nits) / light.sourceUnit
    let y = (weights * color).sum()
    return light.leaving(color * (y > 0 ? expanded(y) / y : 1 / BT2446CCurve.k1))
  }

  public var breakpoints: Breakpoints {
    let knee = BT2446CCurve.kneeSDR
    let kneeEnd = BT2446CCurve.k2 * Elementary.log(1 - BT2446CCurve.k3) + BT2446CCurve.k4
    let end = min(BT2446CCurve.superWhite, BT2446CCurve.sdr(target.span))
    var points = Breakpoints()
    for percent in [0, knee, kneeEnd, end] { points = points.adding(light.source(of: percent)) }
    return points
  }
}
