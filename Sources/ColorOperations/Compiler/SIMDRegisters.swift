internal import CToneKernels

/// The free rows of a strip, apart from those of the color and of alpha, allocated while a program is compiled.
package struct SIMDRegisters {
  /// The number of rows of color and alpha.
  private static let held = Int32(LANES_FREE_ROWS)
  /// The end of the rows for steps; the remaining rows belong to the gamut map.
  private static let end = Int32(LANES_GAMUT_ROWS)
  /// The row of the first single number. Two groups of three rows can be free.
  static let first = end - 3

  /// Single numbers use the last rows first, so that three consecutive rows stay free.
  private var free = Array(first..<end) + Array(held..<first)

  mutating func allocate() throws(UnsupportedOperation) -> Int32 {
    guard !free.isEmpty else { throw Self.full }
    return free.removeFirst()
  }

  /// Allocates three consecutive rows.
  mutating func allocateTriple() throws(UnsupportedOperation) -> Int32 {
    let first = free.sorted().first { [$0, $0 + 1, $0 + 2].allSatisfy(free.contains) }
    guard let first else { throw Self.full }
    free.removeAll { (first..<first + 3).contains($0) }
    return first
  }

  package mutating func free(_ row: Int32) {
    free.insert(row, at: free.firstIndex { $0 < Self.first || $0 > row } ?? free.count)
  }

  mutating func freeTriple(_ first: Int32) { free += first..<first + 3 }

  private static let full = UnsupportedOperation(
    description: "its operations need more than \(end - held) numbers beside a color at once")
}
