internal import Colorimetry

/// The evidence kept from the frames of two clips to find faults of the second.
package struct ComparisonEvidence: Sendable {
  struct Probe: Sendable {
    let cells: CellGrid
    var shift = ShiftEvidence()
    var fields = FieldEvidence()
  }

  /// The maximum number of probes; when it is exceeded, every other probe is dropped.
  private static let most = 16
  private(set) var probes: [Probe] = []
  private var every = 1
  private var seen = 0
  private(set) var alignment = FrameAlignment()
  /// The levels of both clips in smooth areas.
  package var bands: BandMeter
  /// The frames of either clip without a matching frame in the other.
  package var unmatched = (first: UnmatchedFrames(), second: UnmatchedFrames())
  package private(set) var areEqual = true

  package init(bands: BandMeter) { self.bands = bands }

  /// Whether the pair with this zero-based number is examined closely: each of the first 16, then every second up to 32, every fourth up to 64,
  /// and so on. All probes that are finally kept are among them.
  package static func isClose(_ number: Int) -> Bool {
    var every = 1
    while number >= most * every { every *= 2 }
    return number % every == 0
  }

  /// Adds a pair of frames; `seconds` is the time of the first.
  package mutating func add(
    _ difference: PictureDifference, shift: ShiftEvidence, fields: FieldEvidence, seconds: Double?
  ) {
    let grid = difference.cells
    func field(_ path: KeyPath<ColorPair, ITP>) -> StructureField {
      StructureField(grid.cells.map { Float($0[keyPath: path].i) }, columns: grid.columns, rows: grid.rows)
    }
    alignment.add(field(\.first), field(\.second), seconds: seconds)
    if difference.maximum.difference.value > 0 { areEqual = false }
    if seen % every == 0 {
      probes.append(Probe(cells: grid, shift: shift, fields: fields))
      if probes.count > Self.most {
        probes = probes.indices.filter { $0 % 2 == 0 }.map { probes[$0] }
        every *= 2
      }
    }
    seen += 1
  }

  var shift: ShiftEvidence { probes.reduce(into: ShiftEvidence()) { $0 += $1.shift } }
  var fields: FieldEvidence { probes.reduce(into: FieldEvidence()) { $0 += $1.fields } }

  /// Whether the first clip is a chart, a title or another picture of few tones and flat areas. In half codes of 8 bits, the cells of photographs
  /// have 200 tones or more, those of graphics 160 at most; in photographs of low contrast, few cells equal their neighbors.
  func isGraphic(_ first: PictureFacts) -> Bool {
    // The maximum PQ intensity of SDR is 0.58.
    let levels = first.transfer.isHDR ? 510.0 : 880
    return probes.prefix(4).allSatisfy { probe in
      let grid = probe.cells
      var (tones, flat) = (Set<Int>(), 0)
      for y in 0..<max(grid.rows - 1, 0) {
        for x in 0..<max(grid.columns - 1, 0) {
          let here = grid[x, y].first.i
          tones.insert(Int((here * levels).rounded()))
          if max(abs(grid[x + 1, y].first.i - here), abs(grid[x, y + 1].first.i - here)) < 0.6 / levels { flat += 1 }
        }
      }
      return tones.count < 180 && 5 * flat > grid.cells.count
    }
  }

  /// Returns at most this many cells in which the first picture is smooth, spread over all probes.
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

package struct UnmatchedFrames: Hashable, Sendable {
  package private(set) var count = 0
  /// The time of the first of them, in seconds, if it is known.
  package private(set) var seconds: Double?

  package init() {}

  /// Counts frames; `seconds` is the time of the first.
  package mutating func add(_ frames: Int = 1, at seconds: Double?) {
    if count == 0 { self.seconds = seconds }
    count += frames
  }
}
