/// The search for cells of equal width, which are not joined, on which polynomials stay within a tolerance.
///
/// Cell k contains the numbers `u = scale · s + offset` that are rounded to k; the first and the last cell may be truncated.
struct CellSearch: CurveSearch {
  private var bends: CurveBends
  private let divisions: [CurveDivision]

  init(_ samples: CurveSamples, breakpoints: [Double]) {
    bends = CurveBends(samples, breakpoints: breakpoints, most: 1)
    divisions = Self.all(over: samples.all[0].point...samples.all.last!.point, samples.places(of: breakpoints))
  }

  var samples: CurveSamples { bends.samples }

  private static func cells(scale: Double, offset: Double, over domain: ClosedRange<Double>) -> CurveDivision {
    // The fit uses the variable that the lanes compute. At the domain's start it is a number of few bits, on which a value can be settled exactly.
    let (low, first) = (Float(domain.lowerBound), ((offset + domain.lowerBound * scale) * 64).rounded() / 64)
    var shift = Float(first - domain.lowerBound * scale)
    shift -= shift.addingProduct(low, Float(scale)) - Float(first)
    let (scale, offset) = (Double(Float(scale)), Double(shift))
    var ends = [domain.lowerBound]
    while ends[ends.count - 1] < domain.upperBound {
      let end = ends.count < CompiledCurve.mostPieces ? (start(of: ends.count) - offset) / scale : domain.upperBound
      ends.append(end < domain.upperBound * (1 - 1e-6) ? max(end, domain.lowerBound) : domain.upperBound)
    }
    return CurveDivision(scale: scale, offset: offset, ends: ends)
  }

  /// The start of a cell in `u`.
  private static func start(of cell: Int) -> Double { Double(cell) - 0.5 }

  /// The last cell ends slightly beyond the domain, so that the end of the domain is not rounded into another cell.
  private static let end = start(of: CompiledCurve.mostPieces) - 1e-5

  /// The fractions of the first cell that may be truncated.
  private static let parts = [0.015625, 0.25, 0.5, 0.75, 0.875, 0.890625, 0.90625, 0.921875, 0.9375, 0.96875]

  /// All divisions of a domain worth trying: those whose cells start at all breakpoints, at most two.
  private static func all(over domain: ClosedRange<Double>, _ breakpoints: [Double]) -> [CurveDivision] {
    guard breakpoints.count <= 2 else { return [] }
    var all: [CurveDivision] = []
    func add(_ scale: Double, _ offset: Double) {
      let ends = (offset + domain.lowerBound * scale, offset + domain.upperBound * scale)
      guard start(of: 0) < ends.0, ends.0 < start(of: 1), ends.1 <= end * (1 + 1e-9) else { return }
      all.append(cells(scale: scale, offset: offset, over: domain))
    }
    for part in parts where breakpoints.count < 2 {
      let first = start(of: 0) + part
      let scale = (end - first) / (domain.upperBound - domain.lowerBound)
      guard let breakpoint = breakpoints.first else {
        add(scale, first - domain.lowerBound * scale)
        continue
      }
      // One of the cells at the breakpoint starts there.
      let cell = Int((first + (breakpoint - domain.lowerBound) * scale).rounded())
      for cell in [cell, cell - 1] where cell > 0 {
        let scale = (start(of: cell) - first) / (breakpoint - domain.lowerBound)
        add(scale, first - domain.lowerBound * scale)
      }
    }
    guard breakpoints.count == 2 else { return all }
    for i in 1..<CompiledCurve.mostPieces - 1 {
      for j in i + 1..<CompiledCurve.mostPieces {
        let scale = Double(j - i) / (breakpoints[1] - breakpoints[0])
        add(scale, start(of: i) - breakpoints[0] * scale)
      }
    }
    return all
  }

  mutating func candidates(degree: Int) -> [CurveDivision] {
    // The estimate may be far off near a pole.
    guard bends.counts(degree: degree, share: 8) != nil else { return [] }
    var polynomial = MinimaxPolynomial(degree: degree)
    var found: [CurveDivision] = []
    // The check is decisive.
    var (minimum, hardest) = (PieceSearch.most, 0)
    search: for division in divisions {
      let last = division.ends.count - 2
      var maximum = 0.0
      // The cell that failed in the previous division will probably fail in this one.
      hardest = min(hardest, last)
      for cell in [hardest] + (0...last).filter({ $0 != hardest }) {
        let from = samples.index(of: division.ends[cell])
        let to = min(samples.index(of: division.ends[cell + 1]) + 1, samples.all.count)
        let most = cell <= 1 ? Int.max : 32
        let error = polynomial.error(samples, from..<to, most: most, goal: maximum, allowed: minimum)
        if !(error <= minimum) {
          hardest = cell
          continue search
        }
        maximum = max(maximum, error)
      }
      minimum = maximum * 0.97
      found.insert(division, at: 0)
    }
    return found
  }
}
