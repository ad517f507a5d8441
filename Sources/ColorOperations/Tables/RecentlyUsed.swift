/// Values that are kept by key, so that they need not be made again. If there are too many, the one that was asked for the longest ago goes.
package struct RecentlyUsed<Key: Hashable, Value> {
  /// The most values that are kept.
  let most: Int
  private var values: [Key: (value: Value, asked: Int)] = [:]
  /// How often a value was asked for.
  private var asked = 0

  /// - Parameter most: The most values that are kept, 1 or more.
  package init(most: Int) { self.most = most }

  /// The number of values.
  package var count: Int { values.count }

  /// The value for a key, if it is kept.
  package mutating func value(for key: Key) -> Value? {
    guard let place = values.index(forKey: key) else { return nil }
    asked += 1
    values.values[place].asked = asked
    return values.values[place].value
  }

  /// Keeps a value.
  package mutating func keep(_ value: Value, for key: Key) {
    asked += 1
    values[key] = (value, asked)
    if values.count > most, let oldest = values.min(by: { $0.value.asked < $1.value.asked }) {
      values[oldest.key] = nil
    }
  }
}
