internal import Synchronization

/// The data shared by plans for one display: the table of the gamut map, and the curves of fixed transfer functions.
///
/// Creating them takes most of a plan's time, and neither depends on the light of the source. Plans that share them take a fraction of a millisecond
/// each, so that every scene, or every frame, can have its own.
///
///     let tables = DisplayTables()
///     for scene in scenes {
///       let options = PlanOptions(scenePeak: scene.peak, sceneAverage: scene.average, compilesQuickly: true)
///       let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables)
///     }
///
/// Sharing does not change results: the cached data equals the recomputed data. Any number of threads may use it. The capacity is limited to the
/// needs of one display: beyond it, the least recently used entries are dropped. Entries used by every plan therefore stay, and those for one light
/// range are dropped.
public final class DisplayTables: Sendable {
  /// A curve in a sum, relative to the argument at which it starts.
  typealias CurvePart = (start: Double, curve: CompiledCurve)

  /// The polynomials of curves.
  package let curves = RecentlyUsed<CompiledCurve>(capacity: 64)
  /// Perceptual maps, of 0.7 MB each. One display needs fewer.
  package let maps = RecentlyUsed<SIMDGamut>(capacity: 8)
  /// Sampled functions of colors, of 4.4 MB each.
  package let lattices = RecentlyUsed<Lattice>(capacity: 4)
  /// Factors as sums of curves.
  let factors = RecentlyUsed<[CurvePart]>(capacity: 16)

  /// Creates empty tables; the first plan fills them.
  public init() {}
}

/// A cache of values by key, for any number of threads. Beyond its capacity, the least recently used value is dropped.
package final class RecentlyUsed<Value: Sendable>: Sendable {
  package let capacity: Int
  /// The values, each with the number of the request that used it last, and the number of requests.
  private let state = Mutex((values: [AnyHashable: (value: Value, used: Int)](), requests: 0))

  /// - Parameter capacity: The maximum number of values, 1 or more.
  package init(capacity: Int) { self.capacity = capacity }

  package var count: Int { state.withLock { $0.values.count } }

  /// Returns the cached value of a key, or creates it; equal keys must have equal values.
  package func value<Failure>(
    for key: some Hashable & Sendable, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let known = state.withLock { state in
      state.requests += 1
      state.values[key]?.used = state.requests
      return state.values[key]?.value
    }
    if let known { return known }
    let made = try make()
    state.withLock { state in
      state.values[key] = (made, state.requests)
      if state.values.count > capacity, let oldest = state.values.min(by: { $0.value.used < $1.value.used }) {
        state.values[oldest.key] = nil
      }
    }
    return made
  }
}
