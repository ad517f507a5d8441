internal import ColorOperations
internal import Colorimetry
package import ToneMapping

/// A plan's reference with a cache: earlier results are looked up instead of computed again, with the same bits.
///
/// Codes outside R′G′B′ are limited before linearization, so many triples give one color. Each component is linearized separately, so there are few
/// distinct values while the codes run through a plane. Nothing is rounded or interpolated.
@safe package final class MemoizedReference {
  private let plan: ConversionPlan
  /// The operations that decode, the curve after them, which linearizes each component, and the rest.
  private let decode: Operations
  private let linearize: Curve?
  private let rest: Operations
  private var colors = [(key: SIMD3<Double>, codes: SIMD3<Double>)](
    repeating: (SIMD3(repeating: .nan), .zero), count: 1 << 14)
  private var lights = [[(key: Double, light: Double)]](
    repeating: [(key: Double, light: Double)](repeating: (.nan, 0), count: 1 << 12), count: 3)

  package init(_ plan: ConversionPlan) {
    self.plan = plan
    if let halves = plan.halves, let curve = halves.conversion.first as? Curve, curve.domain != nil {
      (decode, linearize, rest) = (halves.decoding, curve, Array(halves.conversion.dropFirst()))
    } else {
      (decode, linearize, rest) = ([], nil, [])
    }
  }

  /// The value of `plan(Codes(codes))`.
  package func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    guard let linearize, let domain = linearize.domain else { return plan(Codes(codes)).components }
    let signal = decode(codes).clamped(
      lowerBound: SIMD3(repeating: domain.lowerBound), upperBound: SIMD3(repeating: domain.upperBound))
    // Unless two components are at a limit, hardly any two triples give the same color.
    let limits = (signal .== SIMD3(repeating: domain.lowerBound)) .| (signal .== SIMD3(repeating: domain.upperBound))
    let slot = Self.slot(signal)
    let isShared = limits[0] && (limits[1] || limits[2]) || limits[1] && limits[2]
    if isShared, colors[slot].key == signal { return colors[slot].codes }
    let light = SIMD3(
      component(0, signal.x, linearize), component(1, signal.y, linearize), component(2, signal.z, linearize))
    let out = rest(light)
    if isShared { colors[slot] = (signal, out) }
    return out
  }

  private func component(_ index: Int, _ signal: Double, _ linearize: Curve) -> Double {
    let slot = Int(truncatingIfNeeded: (signal.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 52)
    if lights[index][slot].key == signal { return lights[index][slot].light }
    let light = linearize(signal)
    lights[index][slot] = (signal, light)
    return light
  }

  private static func slot(_ signal: SIMD3<Double>) -> Int {
    let mixed =
      signal.x.bitPattern &* 0x9E37_79B9_7F4A_7C15 ^ signal.y.bitPattern &* 0xBF58_476D_1CE4_E5B9
      ^ signal.z.bitPattern &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: mixed >> 50)
  }
}
