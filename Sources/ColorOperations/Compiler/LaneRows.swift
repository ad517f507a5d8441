internal import CToneKernels

/// The rows of a strip beside those of the color and of alpha, allotted while a program is compiled.
struct LaneRows {
  /// Color and alpha.
  private static let held = Int32(LANES_FREE_ROWS)
  /// The rows that steps may use; the others hold what the gamut map sets aside.
  private static let end = Int32(LANES_GAMUT_ROWS)
  /// The row that the first number takes. Two times three rows can be free.
  static let first = end - 3

  /// Single numbers take the last rows first, so that three rows in sequence stay free.
  private var free = Array(first..<end) + Array(held..<first)

  /// Takes one row.
  mutating func take() throws(UnsupportedOperation) -> Int32 {
    guard !free.isEmpty else { throw Self.full }
    return free.removeFirst()
  }

  /// Takes three rows in sequence.
  mutating func takeThree() throws(UnsupportedOperation) -> Int32 {
    let first = free.sorted().first { [$0, $0 + 1, $0 + 2].allSatisfy(free.contains) }
    guard let first else { throw Self.full }
    free.removeAll { (first..<first + 3).contains($0) }
    return first
  }

  /// Gives a row back.
  mutating func give(_ row: Int32) {
    free.insert(row, at: free.firstIndex { $0 < Self.first || $0 > row } ?? free.count)
  }

  /// Gives three rows back.
  mutating func giveThree(_ first: Int32) { free += first..<first + 3 }

  private static let full = UnsupportedOperation(
    description: "its operations need more than \(end - held) numbers beside a color at once")
}
