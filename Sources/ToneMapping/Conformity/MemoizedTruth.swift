/// A plan's truth with a cache: earlier results are looked up instead of computed again, with the same bits.
///
/// Codes outside R′G′B′ are limited before they become light, so many triples give one color. Each component is linearized
/// separately, so there are few distinct values while the codes run through a plane. Nothing is rounded or interpolated.
@safe package final class MemoizedTruth {
  private let plan: ConversionPlan
  private var colors = [(key: SIMD3<Double>, codes: SIMD3<Double>)](
    repeating: (SIMD3(repeating: .nan), .zero), count: 1 << 14)
  private var lights = [[(key: Double, light: Double)]](
    repeating: [(key: Double, light: Double)](repeating: (.nan, 0), count: 1 << 12), count: 3)

  package init(_ plan: ConversionPlan) { self.plan = plan }

  /// The value of `plan(Codes(codes))`.
  package func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    guard case .light(let linearize, let stages, let delinearize) = plan.core else {
      return plan(Codes(codes)).components
    }
    let signal = linearize.limited(plan.reading.decode(Codes(codes)).components)
    // Unless two components are at a limit, hardly any two triples give the same color.
    let limits = (signal .== SIMD3(repeating: 0)) .| (signal .== SIMD3(repeating: linearize.ceiling))
    let slot = Self.slot(signal)
    let isShared = limits[0] && (limits[1] || limits[2]) || limits[1] && limits[2]
    if isShared, colors[slot].key == signal { return colors[slot].codes }
    let light = light(of: signal, by: linearize)
    let out = plan.writing.encode(delinearize(stages.reduce(light) { light, stage in stage(light) })).components
    if isShared { colors[slot] = (signal, out) }
    return out
  }

  private func light(of signal: SIMD3<Double>, by linearize: Linearization) -> Light {
    guard case .components(let transfer) = linearize.transfer else { return linearize(Signal(signal)) }
    return Light(component(0, signal.x, transfer), component(1, signal.y, transfer), component(2, signal.z, transfer))
  }

  private func component(_ index: Int, _ signal: Double, _ transfer: any DisplayTransfer) -> Double {
    let slot = Int(truncatingIfNeeded: (signal.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 52)
    if lights[index][slot].key == signal { return lights[index][slot].light }
    let light = transfer.eotf(signal).nits
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
