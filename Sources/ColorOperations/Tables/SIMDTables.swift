internal import Synchronization

/// The data shared by programs for one display: the curves of fixed transfer functions, and gamut maps in the kernels' form.
///
/// Cached data equals recomputed data: equal keys must have equal values. Any number of threads may use it.
package final class SIMDTables: Sendable {
  /// A curve in a sum, relative to the argument at which it starts.
  typealias CurvePart = (start: Double, curve: CompiledCurve)

  private struct Contents {
    var curves = RecentlyUsed<AnyHashable, CompiledCurve>(capacity: 64)
    var maps = RecentlyUsed<AnyHashable, SIMDGamut>(capacity: SIMDTables.mapCapacity)
    // Each lattice takes 4.4 MB.
    var lattices = RecentlyUsed<AnyHashable, Lattice>(capacity: 4)
    var factors = RecentlyUsed<AnyHashable, [CurvePart]>(capacity: 16)
  }

  private let contents = Mutex(Contents())

  /// Creates empty tables.
  package init() {}

  /// The maximum number of cached maps, more than one display needs. Each takes 0.7 MB.
  package static let mapCapacity = 8

  /// The numbers of cached curves and maps.
  package var counts: [Int] { contents.withLock { [$0.curves.count, $0.maps.count] } }

  /// Returns the cached value of a key, or creates it.
  private func cached<Value: Sendable, Failure>(
    _ place: any WritableKeyPath<Contents, RecentlyUsed<AnyHashable, Value>> & Sendable,
    _ key: some Hashable & Sendable, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = contents.withLock({ $0[keyPath: place].value(for: key) }) { return known }
    let made = try make()
    contents.withLock { $0[keyPath: place].insert(made, for: key) }
    return made
  }

  /// The polynomials of a curve.
  package func curve(
    _ key: some Hashable & Sendable, _ make: () throws(UnsupportedOperation) -> CompiledCurve
  ) throws(UnsupportedOperation) -> CompiledCurve {
    try cached(\.curves, key, make)
  }

  /// A factor as a sum of curves.
  func factor(
    _ key: some Hashable & Sendable, _ make: () throws(UnsupportedOperation) -> [CurvePart]
  ) throws(UnsupportedOperation) -> [CurvePart] {
    try cached(\.factors, key, make)
  }

  /// A perceptual map in the kernels' form.
  package func gamut(_ key: some Hashable & Sendable, _ make: () -> SIMDGamut) -> SIMDGamut {
    cached(\.maps, key, make)
  }

  /// A sampled function of colors.
  package func lattice(_ key: some Hashable & Sendable, _ make: () -> Lattice) -> Lattice {
    cached(\.lattices, key, make)
  }
}
