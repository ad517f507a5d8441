internal import ColorOperations
internal import Colorimetry
package import ToneMapping

/// A plan's reference with a cache: earlier results are looked up instead of computed again, with the same bits.
///
/// Codes outside R′G′B′ are limited before linearization, so many triples give one color. Each component is linearized separately, so there are few
/// distinct values while the codes run through a plane. Nothing is rounded or interpolated.
@safe package final class MemoizedReference {
  private let plan: ConversionPlan
  /// The operations that decode, the curve after them, which linearizes each component, and the rest; `nil` for a plan without such parts.
  private let parts: (decode: Operations, linearize: Curve, domain: ClosedRange<Double>, rest: Operations)?
  private var colors = [(key: SIMD3<Double>, codes: SIMD3<Double>)](
    repeating: (SIMD3(repeating: .nan), .zero), count: 1 << 14)
  private var lights = [[(key: Double, light: Double)]](
    repeating: [(key: Double, light: Double)](repeating: (.nan, 0), count: 1 << 12), count: 3)

  package init(_ plan: ConversionPlan) {
    self.plan = plan
    if let halves = plan.halves, let curve = halves.conversion.first as? Curve, let domain = curve.domain {
      parts = (halves.decoding, curve, domain, Array(halves.conversion.dropFirst()))
    } else {
      parts = nil
    }
  }

  /// The value of `plan(Codes(codes))`.
  package func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    guard let (decode, linearize, domain, rest) = parts else { return plan(Codes(codes)).components }
    let (low, high) = (SIMD3(repeating: domain.lowerBound), SIMD3(repeating: domain.upperBound))
    let signal = decode(codes).clamped(lowerBound: low, upperBound: high)
    // Unless two components are at a limit, hardly any two triples give the same color.
    let limits = (signal .== low) .| (signal .== high)
    let isShared = limits[0] && (limits[1] || limits[2]) || limits[1] && limits[2]
    let mixed =
      signal.x.bitPattern &* 0x9E37_79B9_7F4A_7C15 ^ signal.y.bitPattern &* 0xBF58_476D_1CE4_E5B9
      ^ signal.z.bitPattern &* 0x94D0_49BB_1331_11EB
    let slot = Int(truncatingIfNeeded: mixed >> 50)
    if isShared, colors[slot].key == signal { return colors[slot].codes }
    var light = signal
    for index in 0..<3 {
      let slot = Int(truncatingIfNeeded: (signal[index].bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 52)
      if lights[index][slot].key != signal[index] { lights[index][slot] = (signal[index], linearize(signal[index])) }
      light[index] = lights[index][slot].light
    }
    let out = rest(light)
    if isShared { colors[slot] = (signal, out) }
    return out
  }
}
