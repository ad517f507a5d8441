internal import Colorimetry
internal import GamutMaps
internal import Synchronization

/// What programs for one display have in common: the curves of fixed transfer functions, and gamut maps in the kernels' form.
///
/// What is kept is what would be made again. Any number of threads may use it.
package final class LaneTables: Sendable {
  /// What distinguishes a compiled curve from all others.
  struct CurveKey: Hashable {
    var name: String
    var parameters: [Double]
    var start, limit, argument, value: Double
    var allowed: ErrorBudget
  }

  private struct LatticeKey: Hashable {
    var map: SampledGamutMap
    var end: Double
  }

  private struct Contents {
    var curves = RecentlyUsed<CurveKey, CompiledCurve>(most: 64)
    var maps = RecentlyUsed<PerceptualGamutMap.Key, LaneGamut>(most: LaneTables.mostMaps)
    // Each takes 4.4 MB.
    var lattices = RecentlyUsed<LatticeKey, Lattice>(most: 4)
  }

  private let contents = Mutex(Contents())

  /// Tables that are still empty.
  package init() {}

  /// The most maps that are kept: more than a display has. Each takes 0.7 MB.
  package static let mostMaps = 8

  /// The numbers of curves and maps that are kept.
  package var counts: [Int] { contents.withLock { [$0.curves.count, $0.maps.count] } }

  /// The kept curve, or else the one that is made now.
  func curve(_ key: CurveKey, _ make: () throws(CurveError) -> CompiledCurve) throws(CurveError) -> CompiledCurve {
    if let known = contents.withLock({ $0.curves.value(for: key) }) { return known }
    let made = try make()
    contents.withLock { $0.curves.keep(made, for: key) }
    return made
  }

  /// A perceptual map in the kernels' form.
  func lanes(of map: PerceptualGamutMap) -> LaneGamut {
    if let known = contents.withLock({ $0.maps.value(for: map.key) }) { return known }
    let made = LaneGamut(map)
    contents.withLock { $0.maps.keep(made, for: map.key) }
    return made
  }

  /// Somebody else's map as a lattice between roots of light up to this one.
  func lattice(of map: SampledGamutMap, upTo end: Double) -> Lattice {
    let key = LatticeKey(map: map, end: end)
    if let known = contents.withLock({ $0.lattices.value(for: key) }) { return known }
    let made = Lattice(size: SampledGamutMap.latticeSize, domain: (.zero, SIMD3(repeating: end))) {
      map.fitted(roots: $0)
    }
    contents.withLock { $0.lattices.keep(made, for: key) }
    return made
  }
}
