internal import Colorimetry
internal import Synchronization

/// The data shared by programs for one display: the curves of fixed transfer functions, and gamut maps in the kernels' form.
///
/// Cached data equals recomputed data: equal keys must have equal values. Any number of threads may use it.
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

  private struct Contents {
    var curves = RecentlyUsed<AnyHashable, CompiledCurve>(capacity: 64)
    var maps = RecentlyUsed<AnyHashable, LaneGamut>(capacity: LaneTables.mapCapacity)
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

  func curve(_ key: CurveKey, _ make: () throws(CurveError) -> CompiledCurve) throws(CurveError) -> CompiledCurve {
    try cached(\.curves, key, make)
  }

  /// Returns the curve of a function with its own tolerance, identified by a name, parameters and the error budget.
  package func curve(
    _ name: String, _ parameters: [Double], upTo limit: Double, allowed: ErrorBudget, within tolerance: CurveTolerance,
    breakpoints: [Double], _ function: @escaping (Double) -> Double
  ) throws(UnsupportedOperation) -> CompiledCurve {
    let key = CurveKey(
      curve: Curve.Key(definition: Definition(name, parameters), tolerance: []), start: 0, limit: limit, argument: 1,
      value: 1,
      allowed: allowed)
    return try UnsupportedOperation.fromCurve { () throws(CurveError) in
      try curve(key) { () throws(CurveError) in
        try CompiledCurve(upTo: limit, within: tolerance, breakpoints: breakpoints, function)
      }
    }
  }

  /// A factor as a sum of curves.
  func factor(_ key: CurveKey, _ make: () throws(UnsupportedOperation) -> [CurvePart]) throws(UnsupportedOperation)
    -> [CurvePart]
  {
    try cached(\.factors, key, make)
  }

  /// A perceptual map in the kernels' form.
  package func gamut(_ key: some Hashable & Sendable, _ make: () -> LaneGamut) -> LaneGamut {
    cached(\.maps, key, make)
  }

  /// A sampled function of colors.
  package func lattice(_ key: some Hashable & Sendable, _ make: () -> Lattice) -> Lattice {
    cached(\.lattices, key, make)
  }
}
