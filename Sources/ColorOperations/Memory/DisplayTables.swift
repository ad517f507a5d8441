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

  /// The caches, each of values by key.
  package struct Contents {
    /// The polynomials of curves.
    package var curves = RecentlyUsed<AnyHashable, CompiledCurve>(capacity: 64)
    /// Perceptual maps in the kernels' form.
    package var maps = RecentlyUsed<AnyHashable, SIMDGamut>(capacity: DisplayTables.mapCapacity)
    /// Sampled functions of colors, of 4.4 MB each.
    package var lattices = RecentlyUsed<AnyHashable, Lattice>(capacity: 4)
    /// Factors as sums of curves.
    var factors = RecentlyUsed<AnyHashable, [CurvePart]>(capacity: 16)
  }

  private let contents = Mutex(Contents())

  /// Creates empty tables; the first plan fills them.
  public init() {}

  /// The maximum number of cached maps, more than one display needs. Each takes 0.7 MB.
  package static let mapCapacity = 8

  /// The numbers of cached curves and maps.
  package var counts: [Int] { contents.withLock { [$0.curves.count, $0.maps.count] } }

  /// Returns the cached value of a key, or creates it; equal keys must have equal values.
  package func cached<Value: Sendable, Failure>(
    _ place: any WritableKeyPath<Contents, RecentlyUsed<AnyHashable, Value>> & Sendable,
    _ key: some Hashable & Sendable, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = contents.withLock({ $0[keyPath: place].value(for: key) }) { return known }
    let made = try make()
    contents.withLock { $0[keyPath: place].insert(made, for: key) }
    return made
  }
}

/// A cache of values by key. Beyond its capacity, the least recently used value is dropped.
package struct RecentlyUsed<Key: Hashable, Value> {
  let capacity: Int
  private var values: [Key: (value: Value, asked: Int)] = [:]
  /// The number of requests, as a clock.
  private var asked = 0

  /// - Parameter capacity: The maximum number of values, 1 or more.
  package init(capacity: Int) { self.capacity = capacity }

  package var count: Int { values.count }

  /// The value for a key, if it is cached.
  package mutating func value(for key: Key) -> Value? {
    guard let place = values.index(forKey: key) else { return nil }
    asked += 1
    values.values[place].asked = asked
    return values.values[place].value
  }

  package mutating func insert(_ value: Value, for key: Key) {
    asked += 1
    values[key] = (value, asked)
    if values.count > capacity, let oldest = values.min(by: { $0.value.asked < $1.value.asked }) {
      values[oldest.key] = nil
    }
  }
}
