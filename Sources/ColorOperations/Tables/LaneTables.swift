internal import Colorimetry
internal import GamutMaps
internal import Synchronization

/// The data shared by programs for one display: the curves of fixed transfer functions, and gamut maps in the kernels' form.
///
/// Cached data equals recomputed data. Any number of threads may use it.
package final class LaneTables: Sendable {
  /// The parameters that identify a compiled curve.
  struct CurveKey: Hashable {
    var curve: Curve.Key
    var start, limit, argument, value: Double
    var allowed: ErrorBudget
    var effort = CurveEffort.thorough
  }

  /// A curve in a sum, relative to the argument at which it starts.
  typealias CurvePart = (start: Double, curve: CompiledCurve)

  private struct LatticeKey: Hashable {
    var map: SampledGamutMap
    var end: Double
  }

  private struct Contents {
    var curves = RecentlyUsed<CurveKey, CompiledCurve>(most: 64)
    var maps = RecentlyUsed<PerceptualGamutMap.Key, LaneGamut>(most: LaneTables.mostMaps)
    // Each lattice takes 4.4 MB.
    var lattices = RecentlyUsed<LatticeKey, Lattice>(most: 4)
    var factors = RecentlyUsed<CurveKey, [CurvePart]>(most: 16)
  }

  private let contents = Mutex(Contents())

  /// Creates empty tables.
  package init() {}

  /// The maximum number of cached maps, more than one display needs. Each takes 0.7 MB.
  package static let mostMaps = 8

  /// The numbers of cached curves and maps.
  package var counts: [Int] { contents.withLock { [$0.curves.count, $0.maps.count] } }

  /// Returns the cached value of a key, or creates it.
  private func kept<Key: Sendable, Value: Sendable, Failure>(
    _ place: any WritableKeyPath<Contents, RecentlyUsed<Key, Value>> & Sendable, _ key: Key,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = contents.withLock({ $0[keyPath: place].value(for: key) }) { return known }
    let made = try make()
    contents.withLock { $0[keyPath: place].keep(made, for: key) }
    return made
  }

  /// A curve.
  func curve(_ key: CurveKey, _ make: () throws(CurveError) -> CompiledCurve) throws(CurveError) -> CompiledCurve {
    try kept(\.curves, key, make)
  }

  /// A factor as a sum of curves.
  func factor(_ key: CurveKey, _ make: () throws(UnsupportedOperation) -> [CurvePart]) throws(UnsupportedOperation)
    -> [CurvePart]
  {
    try kept(\.factors, key, make)
  }

  /// A perceptual map in the kernels' form.
  func lanes(of map: PerceptualGamutMap) -> LaneGamut { kept(\.maps, map.key) { LaneGamut(map) } }

  /// A caller-supplied map as a lattice between roots of light up to this one.
  func lattice(of map: SampledGamutMap, upTo end: Double) -> Lattice {
    kept(\.lattices, LatticeKey(map: map, end: end)) {
      Lattice(size: SampledGamutMap.latticeSize, domain: (.zero, SIMD3(repeating: end))) { map.fitted(roots: $0) }
    }
  }
}
