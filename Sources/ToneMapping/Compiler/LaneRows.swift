/// The rows of a strip beside those of the color and of alpha, allotted while a program is compiled.
struct LaneRows {
  /// Single numbers take the last rows first, so that three rows in sequence stay free.
  private var free: [Int32] = [7, 8, 9, 4, 5, 6]

  /// Takes one row.
  mutating func take() -> Int32 { free.removeFirst() }

  /// Takes three rows in sequence.
  mutating func takeThree() -> Int32 {
    let first = free.sorted().first { [$0, $0 + 1, $0 + 2].allSatisfy(free.contains) }!
    free.removeAll { (first..<first + 3).contains($0) }
    return first
  }

  /// Gives a row back.
  mutating func give(_ row: Int32) { free.insert(row, at: free.firstIndex { $0 < 7 || $0 > row } ?? free.count) }

  /// Gives three rows back.
  mutating func giveThree(_ first: Int32) { free += first..<first + 3 }
}
