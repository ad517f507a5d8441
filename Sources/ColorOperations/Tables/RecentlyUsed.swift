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
