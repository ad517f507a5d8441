/// The search for pieces, composed of cells, on which polynomials stay within a tolerance.
struct PieceSearch: CurveSearch {
  let samples: CurveSamples
  /// The divisions into cells, each with the boundaries of the cells.
  private let divisions: [(cells: CurveCells, bounds: [Double])]
  /// The samples from which the reach of a piece is determined.
  private let knots: [Int]

  init(_ samples: CurveSamples, breakpoints: [Double]) {
    self.samples = samples
    let breakpoints = samples.places(of: breakpoints)
    let maximum = samples.all.last!.point
    divisions = CurveCells.all(upTo: maximum, breakpoints: breakpoints).map { ($0, $0.bounds(upTo: maximum)) }
    let first = samples.index(of: maximum * 0x1p-17)
    let even = Array(stride(from: first, to: samples.all.count - 8, by: 8))
    let after = breakpoints.map { samples.index(of: $0 * (1 + 1e-12)) }.filter { (first..<even.last!).contains($0) }
    knots = Set(even + after).sorted()
  }

  /// An error is weighted by the square root of the fraction of the domain that its piece covers, because fewer colors have it.
  func candidates(degree: Int) -> [CurveDivision] {
    guard mayDo(degree: degree) else { return [] }
    var polynomial = MinimaxPolynomial(degree: degree)
    var ofFirst: [Int: Double] = [:]
    var (found, left): ([CurveDivision], _) = ([], divisions)
    // Find the minimum error, to a factor of 1.8, between 1/100 of the allowed error and the allowed error.
    var (error, step) = (1.0, 0.1)
    for _ in 0..<4 {
      let reach = reach(error, &polynomial, &ofFirst)
      let better = left.compactMap { division in joined(division.bounds, reach).map { (division, $0) } }
      if better.isEmpty {
        if error == 1 { break }
        error /= step
      } else {
        // The check is decisive and may reject some of these.
        found = better.prefix(8).map { CurveDivision($0.cells, $0.bounds, starts: $1) } + found
        left = better.map(\.0)
      }
      error *= step
      step = step.squareRoot()
    }
    return found
  }

  /// Whether the maximum number of pieces may suffice with arbitrary boundaries: makes the last piece as long as possible, and so on down to 0.
  private func mayDo(degree: Int) -> Bool {
    var polynomial = MinimaxPolynomial(degree: degree)
    var (end, step) = (samples.all.count, 8)
    for _ in 1..<CompiledCurve.mostPieces {
      func does(_ from: Int) -> Bool { isWithin(Self.most, from..<end, &polynomial) }
      var from = end - degree - 2
      while from > step, does(from - step) { (from, step) = (from - step, step * 2) }
      from = edge(from, max(from - step, 0), does)
      if from <= degree + 2 { return true }
      (end, step) = (from, max((end - from) / 2, 1))
    }
    return polynomial.error(samples, 0..<end, goal: Self.most, allowed: Self.most) <= Self.most
  }

  /// The fraction of the tolerance for the search; the rest is for rounding.
  static let most = 0.95

  /// Whether the best polynomial appears to stay within a fraction of the allowed error, judged by a few samples of a range.
  private func isWithin(_ allowed: Double, _ range: Range<Int>, _ polynomial: inout MinimaxPolynomial) -> Bool {
    polynomial.error(samples, range, most: 32, goal: allowed, allowed: allowed) <= allowed
  }

  /// The maximum reach of a piece from 0, and from each knot.
  private func reach(
    _ error: Double, _ polynomial: inout MinimaxPolynomial, _ ofFirst: inout [Int: Double]
  ) -> [Double] {
    let (points, count) = (samples.all.map(\.point), samples.all.count)
    func allowed(_ range: Range<Int>) -> Double {
      let part = (points[range.upperBound - 1] - points[range.lowerBound]) / points[count - 1]
      return min(Self.most, error / part.squareRoot())
    }
    // Toward 0 a function may be arbitrarily steep, so all samples are required.
    var reach = [
      edge(1, count + 1) { end in
        let known = ofFirst[end] ?? polynomial.error(samples, 0..<end, goal: 0, allowed: Self.most)
        ofFirst[end] = known
        return known <= allowed(0..<end)
      }
    ]
    for knot in knots {
      func does(_ end: Int) -> Bool { isWithin(allowed(knot..<end), knot..<end, &polynomial) }
      var (end, step) = (max(reach.last!, knot + polynomial.degree + 2), 8)
      while end + step <= count, does(end + step) {
        end += step
        step *= 2
      }
      reach.append(edge(end, min(end + step, count + 1), does))
    }
    return reach.map { points[min($0, count) - 1] }
  }

  /// The first cells of pieces as long as possible, followed by the end of all cells; `nil` if there are too many.
  private func joined(_ bounds: [Double], _ reach: [Double]) -> [Int]? {
    let last = bounds.count - 1
    var starts = [0]
    while starts.last! < last {
      if starts.count > CompiledCurve.mostPieces { return nil }
      let from = bounds[starts.last!]
      var end = reach[0]
      if from > 0 {
        let next = min(max(knots.firstIndex { samples.all[$0].point > from * (1 + 1e-8) } ?? 0, 1), knots.count - 1)
        let (a, b) = (samples.all[knots[next - 1]].point, samples.all[knots[next]].point)
        end = reach[next] + (reach[next + 1] - reach[next]) * min(max((from - a) / (b - a), 0), 1)
      }
      let to = bounds.lastIndex { $0 <= end * (1 + 1e-9) }!
      if to <= starts.last! { return nil }
      starts.append(to)
    }
    return starts
  }
}
