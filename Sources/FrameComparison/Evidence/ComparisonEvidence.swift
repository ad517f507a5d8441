internal import Colorimetry

/// What is kept of the frames of two clips to find what is wrong with the second: a bounded part, however many there are.
package struct ComparisonEvidence: Sendable {
  /// What is kept of one pair of frames.
  struct Probe: Sendable {
    let cells: CellGrid
    let patches: [ColorPair]
    var shift = ShiftEvidence()
    var fields = FieldEvidence()
  }

  /// The greatest number of probes; then every other one goes.
  private static let most = 16
  private(set) var probes: [Probe] = []
  private var every = 1
  private var seen = 0
  private(set) var offsets = OffsetEvidence()
  private(set) var levels = LevelEvidence()
  /// The bands of each clip.
  package var contours: (first: ContourMeter, second: ContourMeter)
  /// Whether all pictures so far are equal.
  package private(set) var areEqual = true

  package init(contours: (ContourMeter, ContourMeter)) { self.contours = contours }

  /// Whether the pair with this number, from 0, is looked at closely: each of the first 16, then every second up to 32, every fourth up to 64,
  /// and so on. All that are kept in the end are among them.
  package static func isClose(_ number: Int) -> Bool {
    var every = 1
    while number >= most * every { every *= 2 }
    return number % every == 0
  }

  /// Adds a pair of frames.
  package mutating func add(_ difference: PictureDifference, shift: ShiftEvidence, fields: FieldEvidence) {
    offsets.add(difference.cells)
    levels.add(difference.cells)
    if difference.maximum.difference.value > 0 { areEqual = false }
    if seen % every == 0 {
      probes.append(
        Probe(
          cells: difference.cells, patches: difference.patches, shift: shift,
          fields: fields))
      if probes.count > Self.most {
        probes = probes.indices.filter { $0 % 2 == 0 }.map { probes[$0] }
        every *= 2
      }
    }
    seen += 1
  }

  /// The shift of chroma and of intensity, over all probes.
  var shift: ShiftEvidence { probes.reduce(into: ShiftEvidence()) { $0 += $1.shift } }
  /// The origin of rows, over all probes.
  var fields: FieldEvidence { probes.reduce(into: FieldEvidence()) { $0 += $1.fields } }

  /// Cells in which the first picture is smooth, at most this many, spread over all probes.
  func smoothCells(atMost count: Int) -> [ColorPair] {
    var pairs: [(pair: ColorPair, roughness: Double)] = []
    for probe in probes {
      let grid = probe.cells
      for y in 0..<grid.rows {
        for x in 0..<grid.columns {
          let here = grid[x, y].first.components
          var roughness = 0.0
          for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (nx, ny) = (x + dx, y + dy)
            guard (0..<grid.columns).contains(nx), (0..<grid.rows).contains(ny) else { continue }
            let step = grid[nx, ny].first.components - here
            roughness = max(roughness, (step * step).sum())
          }
          pairs.append((grid[x, y], roughness))
        }
      }
    }
    let limit = pairs.map(\.roughness).sorted()[max(0, pairs.count * 7 / 10 - 1)]
    let smooth = pairs.filter { $0.roughness <= limit }.map(\.pair)
    let step = max(1, smooth.count / count)
    return stride(from: 0, to: smooth.count, by: step).map { smooth[$0] }
  }
}
