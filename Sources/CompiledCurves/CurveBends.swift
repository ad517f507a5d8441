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
  private let divisions: [CurveCells.Grid]
  /// The bounds of the divisions, one division after another, and where each begins; last, where all end.
  private var bounds: [Double] = []
  private var firstBounds = [0]
  /// The point before each bound, and which part of the way to the next point the bound has gone.
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
    bounds.reserveCapacity(divisions.count * (CurveCells.most + 1))
    for grid in divisions {
      grid.appendBounds(to: &bounds, upTo: greatest)
      firstBounds.append(bounds.count)
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
    if places.isEmpty { findPlaces() }
    let ends = places.map { counts[$0.point] + (counts[$0.point + 1] - counts[$0.point]) * $0.part }
    // The best so far, those with the shortest pieces first: how many times the length can be reduced.
    var found: [(index: Int, times: Int)] = []
    for index in divisions.indices {
      // If pieces can be short, they can be longer, so what is no better than the worst found is told by one length.
      var times = found.count < most ? -1 : found[most - 1].times
      while times + 1 < Self.lengths.count, joins(index, ends, Self.lengths[times + 1], degree) { times += 1 }
      guard times >= 0, found.count < most || times > found[most - 1].times else { continue }
      found.insert((index, times), at: found.firstIndex { $0.times < times } ?? found.count)
      if found.count > most { found.removeLast() }
      if found.count == most, found[most - 1].times == Self.lengths.count - 1 { break }
    }
    return found.map { index, times in
      var starts: [Int] = []
      _ = joins(index, ends, Self.lengths[times], degree) { starts.append($0) }
      let cells = CurveCells(divisions[index], upTo: points[points.count - 1])
      return CurveSearch.Division(cells: cells, starts: starts + [cells.bounds.count - 1])
    }
  }

  /// How long pieces may be, in steps of an eighth.
  private static let lengths = [1, 0.87, 0.87 * 0.87, 0.87 * 0.87 * 0.87, 0.87 * 0.87 * 0.87 * 0.87]

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

  /// Finds the place of each bound among the points.
  private mutating func findPlaces() {
    // The last point before each of a few hundred even steps; between two of them there are few points, except before the first.
    let (count, last) = (256, points.count - 2)
    let steps = Double(count) / points[last + 1]
    var before = [Int](repeating: 0, count: count + 1)
    var point = 0
    for step in 0...count {
      while point < last, points[point + 1] * steps <= Double(step) { point += 1 }
      before[step] = point
    }
    places.reserveCapacity(bounds.count)
    for bound in bounds {
      if bound == 0 {
        places.append((0, 0))
        continue
      }
      let step = min(Int(bound * steps), count)
      // Toward 0 points are dense.
      var (point, above) = (before[step], step == 0 ? before[1] + 1 : before[step])
      while above - point > 1 {
        let middle = (point + above) / 2
        if points[middle] <= bound { point = middle } else { above = middle }
      }
      while point < last, points[point + 1] <= bound { point += 1 }
      while point > 0, points[point] > bound { point -= 1 }
      places.append((point, min(max((bound - points[point]) / (points[point + 1] - points[point]), 0), 1)))
    }
  }

  /// Joins a division's cells to pieces as long as allowed, which end at fences; whether that takes no more pieces than there may be.
  ///
  /// - Parameter ends: The count at each bound.
  /// - Parameter report: Called with the first cell of each piece.
  private func joins(
    _ division: Int, _ ends: [Double], _ length: Double, _ degree: Int, report: (Int) -> Void = { _ in }
  ) -> Bool {
    let (first, last) = (firstBounds[division], firstBounds[division + 1] - 1)
    let fences = divisions[division].breaks
    let (fence, other) = (first + fences.0, first + fences.1)
    func fits(_ from: Int, _ to: Int) -> Bool {
      ends[to] - ends[from] <= length && (bends.isEmpty || hides(bounds[from], bounds[to], degree))
    }
    var (pieces, start) = (1, first)
    report(0)
    for cell in first..<last {
      if (cell == start || cell != fence && cell != other) && fits(start, cell + 1) { continue }
      if pieces == CompiledCurve.mostPieces || !fits(cell, cell + 1) { return false }
      pieces += 1
      start = cell
      report(cell - first)
    }
    return true
  }

  /// Whether a piece hides the bends that it spans: the best polynomial is off by a part of the jump times the square of the length, or of
  /// the way to the nearer end.
  private func hides(_ from: Double, _ to: Double, _ degree: Int) -> Bool {
    for bend in bends where from < bend.place && bend.place < to {
      let (length, rest) = (to - from, min(bend.place - from, to - bend.place))
      guard bend.jump * min(0.03 / Double(degree * degree) * length * length, 0.1 * rest * rest) <= 1 else {
        return false
      }
    }
    return true
  }

  /// A root of a positive number to within 4 %, computed with the bits of its exponent.
  private static func root(_ x: Double, _ degree: Int) -> Double {
    guard x > 1e-300 else { return 0 }
    let one = Int64(bitPattern: (1.0).bitPattern)
    return Double(bitPattern: UInt64(bitPattern: one + (Int64(bitPattern: x.bitPattern) - one) / Int64(degree)))
  }
}

extension CurveSamples {
  /// Whether polynomials of a degree stay within what a quick proof accepts at these samples, on each of a division's pieces.
  func seemFitted(by division: CurveSearch.Division, degree: Int) -> Bool {
    let most = CompiledCurve.mostOfQuickProof
    var polynomial = MinimaxPolynomial(degree: degree)
    let ends = division.starts.map { division.cells.bounds[$0] }
    return zip(ends, ends.dropFirst()).allSatisfy { from, to in
      let range = index(of: from * (1 - 1e-12))..<index(of: to * (1 + 1e-12))
      return polynomial.error(self, range, goal: most, allowed: most) <= most
    }
  }
}
