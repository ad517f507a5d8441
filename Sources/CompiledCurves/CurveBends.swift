/// How much a function bends, counted in the pieces that polynomials of some degree need for it: a division of the domain is found so in a
/// fraction of the time that `CurveSearch` takes.
///
/// Over an interval of length ℓ, the best polynomial of degree n is off by about 2 |f[x₀…xₙ₊₁]| (ℓ / 4)ⁿ⁺¹, where f[x₀…xₙ₊₁] is a divided
/// difference over points nearby. A piece may therefore be 4 (allowed / 2 |f[x₀…xₙ₊₁]|)^(1 / (n + 1)) long, and the integral of the reciprocal of
/// that counts pieces. Differences never reach across a breakpoint. Where the slope jumps, two pieces must meet; a piece may span a breakpoint
/// at which only the curvature jumps, if that jump is small for the piece's length.
struct CurveBends {
  /// A breakpoint at which only the curvature jumps.
  private struct Bend {
    var place: Double
    /// The jump of the second derivative as a multiple of the allowed error.
    var jump: Double
  }

  private let points, allowed: [Double]
  /// The points between two breakpoints each.
  private let segments: [Range<Int>]
  private let bends: [Bend]
  private let divisions: [CurveCells]
  /// The cells of each division that begin where the slope jumps.
  private let fences: [[Int]]
  /// Where the bounds of the divisions lie, one division after another.
  private var places: [(point: Int, part: Double)] = []
  /// Divided differences over each point and the `order` points after it.
  private var differences: [Double]
  private var order = 0

  /// - Parameter breakpoints: The breakpoints as values of the samples' variable.
  init(_ samples: CurveSamples, breakpoints: [Double]) {
    let greatest = samples.points.last!
    let breakpoints = breakpoints.filter { $0 > 0 && $0 < greatest * (1 - 1e-6) }.sorted()
    var (points, values, allowed): ([Double], [Double], [Double]) = ([], [], [])
    var (segments, start): ([Range<Int>], Int) = ([], 0)
    for (index, point) in samples.points.enumerated() {
      if segments.count < breakpoints.count && point > breakpoints[segments.count] {
        segments.append(start..<points.count)
        start = points.count
      } else if points.count > start, point - points[points.count - 1] < point * 1e-6 {
        // Differences over points that nearly coincide are noise.
        points[points.count - 1] = point
        values[values.count - 1] = samples.values[index]
        continue
      }
      points.append(point)
      values.append(samples.values[index])
      allowed.append(samples.allowed[index])
    }
    segments.append(start..<points.count)
    (self.points, self.allowed, self.segments) = (points, allowed, segments)
    differences = values
    var (sharp, bends): ([Double], [Bend]) = ([], [])
    for (breakpoint, next) in zip(breakpoints, segments.dropFirst()) {
      let jumps = Self.jumps(points, values, at: next.lowerBound)
      // A piece near a breakpoint is hardly shorter than a twentieth of the way to it.
      if jumps.slope * breakpoint * 0.05 > allowed[next.lowerBound] {
        sharp.append(breakpoint)
      } else {
        bends.append(Bend(place: breakpoint, jump: jumps.curvature / allowed[next.lowerBound]))
      }
    }
    self.bends = bends
    divisions = CurveCells.all(upTo: greatest, breakpoints: sharp, atAll: true)
    fences = divisions.map { cells in
      sharp.map { breakpoint in cells.bounds.firstIndex { abs($0 - breakpoint) < breakpoint * 1e-7 } ?? -1 }
    }
  }

  /// How far the first two derivatives jump before a point, by parabolas through three points on each side.
  private static func jumps(_ x: [Double], _ y: [Double], at right: Int) -> (slope: Double, curvature: Double) {
    guard right >= 3, right + 2 < x.count else { return (.infinity, .infinity) }
    func derivatives(_ i: Int, _ step: Int) -> (slope: Double, curvature: Double) {
      let (a, b) = (i + step, i + 2 * step)
      let (near, far) = ((y[a] - y[i]) / (x[a] - x[i]), (y[b] - y[a]) / (x[b] - x[a]))
      let half = (far - near) / (x[b] - x[i])
      return (near - half * (x[a] - x[i]), 2 * half)
    }
    let (below, above) = (derivatives(right - 1, -1), derivatives(right, 1))
    return (abs(above.slope - below.slope), abs(above.curvature - below.curvature))
  }

  /// The divisions whose pieces a polynomial of this degree seems to fit best, at most `most`.
  ///
  /// Degrees must rise from call to call.
  ///
  /// - Parameter share: How large the estimated error may be, as a multiple of the tolerance.
  mutating func divisions(degree: Int, share: Double, most: Int) -> [CurveSearch.Division] {
    let counts = counts(degree: degree, share: share)
    guard counts.last! <= Double(CompiledCurve.mostPieces) else { return [] }
    var found: [(index: Int, length: Double, ends: ArraySlice<Double>)] = []
    if places.isEmpty { places = divisions.flatMap { places(of: $0.bounds) } }
    let ends = places.map { counts[$0.point] + (counts[$0.point + 1] - counts[$0.point]) * $0.part }
    var next = 0
    for (index, cells) in divisions.enumerated() {
      let ends = ends[next..<next + cells.bounds.count]
      next = ends.endIndex
      if fences[index].contains(-1) { continue }
      // How short the pieces can be, in steps of an eighth.
      var length = 1.0
      while length > 0.5, joins(index, ends, length, degree) { length *= 0.87 }
      if length < 1 { found.append((index, length / 0.87, ends)) }
    }
    found.sort { ($0.length, $0.index) < ($1.length, $1.index) }
    return found.prefix(most).map { index, length, ends in
      var starts: [Int] = []
      _ = joins(index, ends, length, degree) { starts.append($0) }
      return CurveSearch.Division(cells: divisions[index], starts: starts + [ends.count - 1])
    }
  }

  /// The number of pieces needed up to each point.
  private mutating func counts(degree: Int, share: Double) -> [Double] {
    while order <= degree {
      order += 1
      for segment in segments where segment.count > order {
        for i in segment.lowerBound..<segment.upperBound - order {
          differences[i] = (differences[i + 1] - differences[i]) / (points[i + order] - points[i])
        }
      }
    }
    var (counts, count) = ([0.0], 0.0)
    counts.reserveCapacity(points.count)
    for segment in segments {
      for i in segment.lowerBound..<segment.upperBound - 1 {
        if segment.count > order {
          let first = min(max(i - order / 2, segment.lowerBound), segment.upperBound - 1 - order)
          let error = 2 * abs(differences[first]) / (share * min(allowed[i], allowed[i + 1]))
          count += 0.25 * Self.root(error, order) * (points[i + 1] - points[i])
        }
        counts.append(count)
      }
      if segment.upperBound < points.count { counts.append(count) }
    }
    return counts
  }

  /// The point before each of a division's bounds, and which part of the way to the next point the bound has gone.
  private func places(of bounds: [Double]) -> [(point: Int, part: Double)] {
    // The first cell holds most points if it is long, and few points lie between two of the other bounds.
    var (point, above) = (0, points.count - 1)
    while above - point > 1 {
      let middle = (point + above) / 2
      if points[middle] <= bounds[1] { point = middle } else { above = middle }
    }
    return bounds.map { bound in
      if bound == 0 { return (0, 0) }
      while point + 2 < points.count, points[point + 1] <= bound { point += 1 }
      return (point, min(max((bound - points[point]) / (points[point + 1] - points[point]), 0), 1))
    }
  }

  /// Joins a division's cells to pieces as long as allowed, which end at fences; whether that takes no more pieces than there may be.
  ///
  /// - Parameter ends: The count at each bound.
  /// - Parameter report: Called with the first cell of each piece.
  private func joins(
    _ division: Int, _ ends: ArraySlice<Double>, _ length: Double, _ degree: Int, report: (Int) -> Void = { _ in }
  ) -> Bool {
    let bounds = divisions[division].bounds
    func fits(_ from: Int, _ to: Int) -> Bool {
      ends[ends.startIndex + to] - ends[ends.startIndex + from] <= length && hides(bounds[from], bounds[to], degree)
    }
    var (pieces, start) = (1, 0)
    report(0)
    for cell in 0..<ends.count - 1 {
      if fits(start, cell + 1) && (cell == start || !fences[division].contains(cell)) { continue }
      if pieces == CompiledCurve.mostPieces || !fits(cell, cell + 1) { return false }
      pieces += 1
      start = cell
      report(cell)
    }
    return true
  }

  /// Whether a piece hides the bends that it spans: the best polynomial is off by a part of the jump times the square of the length, or of
  /// the way to the nearer end.
  private func hides(_ from: Double, _ to: Double, _ degree: Int) -> Bool {
    bends.allSatisfy { bend in
      guard from < bend.place, bend.place < to else { return true }
      let (length, rest) = (to - from, min(bend.place - from, to - bend.place))
      return bend.jump * min(0.03 / Double(degree * degree) * length * length, 0.1 * rest * rest) <= 1
    }
  }

  /// A root of a positive number to within 4 %, computed with the bits of its exponent.
  private static func root(_ x: Double, _ degree: Int) -> Double {
    guard x > 1e-300 else { return 0 }
    let one = Int64(bitPattern: (1.0).bitPattern)
    return Double(bitPattern: UInt64(bitPattern: one + (Int64(bitPattern: x.bitPattern) - one) / Int64(degree)))
  }
}

extension CurveSamples {
  /// Whether polynomials of a degree stay within the tolerance at these samples, on each of a division's pieces.
  func seemFitted(by division: CurveSearch.Division, degree: Int) -> Bool {
    var polynomial = MinimaxPolynomial(degree: degree)
    let ends = division.starts.map { division.cells.bounds[$0] }
    return zip(ends, ends.dropFirst()).allSatisfy { from, to in
      let range = index(of: from * (1 - 1e-12))..<index(of: to * (1 + 1e-12))
      return polynomial.error(self, range, goal: 1, allowed: 1) <= 1
    }
  }
}
