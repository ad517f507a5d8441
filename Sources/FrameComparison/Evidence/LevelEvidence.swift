/// How the difference in brightness of like intensities changes from frame to frame.
package struct LevelEvidence: Sendable {
  /// One frame: for each step of the first picture's intensity, the sum of the difference and the count.
  private struct Levels: Sendable {
    var sums = [Double](repeating: 0, count: steps)
    var counts = [Int](repeating: 0, count: steps)
  }

  private static let steps = 24
  private var frames: [Levels] = []
  /// The greatest number of frames that are kept; then every other one goes.
  private static let most = 512
  private var every = 1
  private var seen = 0

  package init() {}

  /// Adds two pictures.
  package mutating func add(_ cells: CellGrid) {
    defer { seen += 1 }
    guard seen % every == 0 else { return }
    var levels = Levels()
    for cell in cells.cells {
      let step = min(max(Int(cell.first.i * Double(Self.steps)), 0), Self.steps - 1)
      levels.sums[step] += cell.second.i - cell.first.i
      levels.counts[step] += 1
    }
    frames.append(levels)
    guard frames.count > Self.most else { return }
    frames = frames.indices.filter { $0 % 2 == 0 }.map { frames[$0] }
    every *= 2
  }

  /// How far the brightness of equal intensities swings from its mean over time, as a standard deviation in ΔE ITP.
  var swing: Double {
    guard frames.count >= 3 else { return 0 }
    var (sum, weight) = (0.0, 0.0)
    for step in 0..<Self.steps {
      let present = frames.filter { $0.counts[step] >= 8 }
      guard present.count >= 3 else { continue }
      let means = present.map { $0.sums[step] / Double($0.counts[step]) }
      let mean = means.reduce(0, +) / Double(means.count)
      let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(means.count - 1)
      let cells = present.reduce(0.0) { $0 + Double($1.counts[step]) }
      sum += cells * variance
      weight += cells
    }
    return weight == 0 ? 0 : 720 * (sum / weight).squareRoot()
  }
}
