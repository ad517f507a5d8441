/// Whether frames of one clip are those before or after the frames of another.
package struct OffsetEvidence: Sendable {
  /// The greatest offset that is looked for, in frames.
  static let reach = 4

  private var first: [[Float]] = [], second: [[Float]] = []
  /// The sum of mean differences at each offset of `-reach...reach`, and of how many frames: how late the second clip is.
  private var sums = [Double](repeating: 0, count: 2 * reach + 1)
  private var counts = [Int](repeating: 0, count: 2 * reach + 1)

  package init() {}

  /// Adds the next two pictures.
  package mutating func add(_ cells: CellGrid) {
    let (a, b) = (cells.cells.map { Float($0.first.i) }, cells.cells.map { Float($0.second.i) })
    first.insert(a, at: 0)
    second.insert(b, at: 0)
    first.removeLast(max(0, first.count - Self.reach - 1))
    second.removeLast(max(0, second.count - Self.reach - 1))
    for back in first.indices {
      note(difference(first[back], b), at: back)
      if back > 0 { note(difference(a, second[back]), at: -back) }
    }
  }

  private mutating func note(_ value: Double, at offset: Int) {
    sums[offset + Self.reach] += value
    counts[offset + Self.reach] += 1
  }

  private func difference(_ a: [Float], _ b: [Float]) -> Double {
    // Means are taken away, so that brightness that changes is no motion.
    var (sum, meanA, meanB): (Float, Float, Float) = (0, 0, 0)
    for index in a.indices {
      meanA += a[index]
      meanB += b[index]
    }
    let shift = (meanA - meanB) / Float(max(a.count, 1))
    for index in a.indices { sum += abs(a[index] - b[index] - shift) }
    return 720 * Double(sum) / Double(max(a.count, 1))
  }

  /// The mean difference in intensity when the second clip is taken to be this many frames late, in ΔE ITP; `nil` if there are no such frames.
  func difference(at offset: Int) -> Double? {
    let index = offset + Self.reach
    return counts[index] == 0 ? nil : sums[index] / Double(counts[index])
  }

  /// How many frames late the second clip is, if that explains most of the difference: its difference then, and that without an offset.
  var offset: (frames: Int, difference: Double, without: Double)? {
    guard let without = difference(at: 0) else { return nil }
    let candidates = (-Self.reach...Self.reach).filter { $0 != 0 && counts[$0 + Self.reach] >= 2 }
    guard let best = candidates.min(by: { difference(at: $0)! < difference(at: $1)! }) else { return nil }
    return (best, difference(at: best)!, without)
  }
}
