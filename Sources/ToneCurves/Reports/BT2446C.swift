package import ColorOperations
public import Colorimetry

/// BT.2446 method C from HDR to SDR: linear in light up to a knee at 80 % signal, then a logarithm, on luminance.
///
///     let map = BT2446C(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 184 cd/m²: 90.7 % of white
///
/// HDR in the report is absolute light, so the source's peak only clips it. The report's SDR white of 100 cd/m² is scaled to the target's peak.
///
/// - Domain: The source's range; clamped outside.
/// - Range: From the target's black to above its peak: 1000 cd/m² becomes 118.39 % of SDR white, super-white that the report intends to be preserved.
///   With the printed constants, the curve steps up by 0.035 % at the knee.
/// - Source: ITU-R BT.2446-1, clause 6, *Method C*.
public struct BT2446C: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits
  /// The weights of the components in the luminance from which the gain is computed.
  let weights: SIMD3<Double>

  // The constants as printed.
  static let k1 = 0.83802
  static let k2 = 15.09968
  static let k3 = 0.74204
  static let k4 = 78.99439
  /// The light at the knee: SDR in percent, HDR in cd/m².
  static let kneeSDR = 58.5
  static let kneeHDR = kneeSDR / k1
  /// The SDR light for 1000 cd/m², 118.39 %: the super-white at which the report's inverse ends.
  static let superWhite = sdr(1000)

  /// `crosstalk`: α of the report, `0...0.33`, for which it has no default: the amount of each component mixed into the others for the measurement of
  ///   luminance, so that saturated lights count as brighter. The report's chroma correction, whose strength it does not state, is not applied.
  public init(from source: LuminanceRange, to target: LuminanceRange, crosstalk: Double = 0) {
    units = OperatorUnits(from: source, to: target, sourceUnit: .nits(1), targetUnit: .nits(target.span.nits / 100))
    weights = Self.weights(crosstalk: crosstalk)
  }

  // The map preserves x and y, so it is one gain on all components. The mixing before it and the unmixing after it
  // therefore cancel, except in the luminance from which the gain is computed.
  static func weights(crosstalk: Double) -> SIMD3<Double> {
    precondition((0...0.33).contains(crosstalk), "the crosstalk of BT.2446 is \(crosstalk); it must be 0 to 0.33")
    return crosstalk + (1 - 3 * crosstalk) * RGBPrimaries.bt2020.luminanceWeights
  }

  /// From HDR light in cd/m² to SDR light in percent.
  static func sdr(_ hdr: Double) -> Double { hdr < kneeHDR ? k1 * hdr : k2 * Elementary.log(hdr / kneeHDR - k3) + k4 }

  public func callAsFunction(_ light: Luminance) -> Luminance { units.leaving(Self.sdr(units.entering(light))) }

  package var operationsAboveBlack: Operations { [Gain(of: .weighted(weights), by: gain)] }

  public var breakpoints: [Luminance] { [source.black, source.peak, units.source(of: Self.kneeHDR)] }
}

/// BT.2446 method C from SDR to HDR: the inverse of `BT2446C`.
///
///     let map = BT2446CInverseToneMap(from: .nits(0...203), to: .nits(0...1000))
///     map(.nits(203))  // 332 cd/m²
///
/// The source's peak is SDR white, 100 % in the report. HDR in the report is absolute light, so the target's peak only clips the result. With the
/// same crosstalk, a round trip is the identity where nothing is clipped.
///
/// - Domain: From the source's black to 118.39 % of its peak, SDR super-white; clamped outside.
/// - Range: From the target's black to 1000 cd/m² (332 cd/m² for SDR white), or to the target's peak if that is lower.
/// - Source: ITU-R BT.2446-1, clause 6, *Method C*, inverse.
public struct BT2446CInverseToneMap: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let weights: SIMD3<Double>

  /// `crosstalk`: α, as in `BT2446C`.
  public init(from source: LuminanceRange, to target: LuminanceRange, crosstalk: Double = 0) {
    units = OperatorUnits(from: source, to: target, sourceUnit: .nits(source.span.nits / 100), targetUnit: .nits(1))
    weights = BT2446C.weights(crosstalk: crosstalk)
  }

  // The printed 58.5 is 0.035 below the start of the upper piece. SDR values between the two correspond to no HDR value and map to the HDR value of
  // the knee.
  private static func hdr(_ sdr: Double) -> Double {
    typealias C = BT2446C
    return sdr < C.kneeSDR ? sdr / C.k1 : max(C.kneeHDR * (Elementary.exp((sdr - C.k4) / C.k2) + C.k3), C.kneeHDR)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let percent = clamped((light.nits - source.black.nits) / units.sourceUnit.nits, 0, BT2446C.superWhite)
    return units.leaving(clamped(Self.hdr(percent), 0, target.span.nits))
  }

  package var operationsAboveBlack: Operations { [Gain(of: .weighted(weights), by: gain)] }

  public var breakpoints: [Luminance] {
    let kneeEnd = BT2446C.k2 * Elementary.log(1 - BT2446C.k3) + BT2446C.k4
    let end = min(BT2446C.superWhite, BT2446C.sdr(target.span.nits))
    return [0, BT2446C.kneeSDR, kneeEnd, end].map { units.source(of: $0) }
  }
}
