/// The local complexity of a function, as the number of pieces that polynomials of some degree require; it gives a division of the domain in a
/// fraction of the time of `PieceSearch`.
///
/// Over an interval of length ℓ, the error of the best polynomial of degree n is about 2 |f[x₀…xₙ₊₁]| (ℓ / 4)ⁿ⁺¹, where f[x₀…xₙ₊₁] is a divided
/// difference over points nearby. The maximum length of a piece is therefore 4 (allowed / 2 |f[x₀…xₙ₊₁]|)^(1 / (n + 1)), and the integral of its
/// reciprocal is the number of pieces. Differences never extend across a breakpoint. Where the slope jumps, two pieces must meet; a piece may span a
/// breakpoint at which only the curvature jumps, if that jump is small for the piece's length.
struct CurveBends: CurveSearch {
  let samples: CurveSamples
  private let points: [Double]
  /// For each interval between two points, 2 / the allowed error.
  private let weights: [Double]
  /// The ranges of points between breakpoints.
  private let segments: [Range<Int>]
  /// The breakpoints at which pieces must meet, and the others with the jump of the second derivative there as a multiple of the allowed error.
  private let sharp: [Double]
  private let bends: [(place: Double, jump: Double)]
  /// The grids of cells, computed once a count is low enough.
  private var grids: [CurveCells] = []
  /// The ends of one grid's cells, computed on demand: each with the point before it, and the fraction of the way to the next point.
  private var bounds: [(place: Double, point: Int, part: Double)] = []
  /// Divided differences over each point and the `order` points after it.
  private var differences: [Double]
  private var order = 0
  private let most: Int

  /// - Parameter most: The maximum number of divisions for a degree.
  init(_ samples: CurveSamples, breakpoints: [Double], most: Int) {
    (self.samples, self.most) = (samples, most)
    let breakpoints = samples.places(of: breakpoints)
    var (kept, segments, start): ([CurveSamples.Sample], [Range<Int>], Int) = ([], [], 0)
    kept.reserveCapacity(samples.all.count)
    for sample in samples.all {
      if segments.count < breakpoints.count && sample.point > breakpoints[segments.count] {
        segments.append(start..<kept.count)
        start = kept.count
      } else if kept.count > start, sample.point - kept[kept.count - 1].point < sample.point * 1e-6 {
        // Differences over nearly coincident points are noise.
        (kept[kept.count - 1].point, kept[kept.count - 1].value) = (sample.point, sample.value)
        continue
      }
      kept.append(sample)
    }
    segments.append(start..<kept.count)
    self.segments = segments
    (points, differences) = (kept.map(\.point), kept.map(\.value))
    weights = zip(kept, kept.dropFirst()).map { 2 / min($0.allowed, $1.allowed) }
    var (sharp, bends): ([Double], [(Double, Double)]) = ([], [])
    for (breakpoint, next) in zip(breakpoints, segments.dropFirst()) {
      let jumps = Self.jumps(points, differences, at: next.lowerBound)
      let allowed = kept[next.lowerBound].allowed
      // A piece near a breakpoint is hardly shorter than 1/20 of the distance to it.
      if jumps.slope * breakpoint * 0.05 > allowed {
        sharp.append(breakpoint)
      } else {
        bends.append((breakpoint, jumps.curvature / allowed))
      }
    }
    (self.sharp, self.bends) = (sharp, bends)
  }

  /// The jumps of the first two derivatives before a point, by parabolas through three points on each side.
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

  /// The divisions whose pieces polynomials of this degree appear to fit best, with an estimated error up to twice the tolerance.
  mutating func candidates(degree: Int) -> [CurveDivision] {
    // No grid has cells that start at more than two given positions.
    guard sharp.count <= 2, let counts = counts(degree: degree, share: 2) else { return [] }
    if grids.isEmpty { grids = CurveCells.all(upTo: points[points.count - 1], breakpoints: sharp, atAll: true) }
    // The best so far, those with the shortest pieces first, with the number of times that the length can be reduced.
    var found: [(index: Int, times: Int)] = []
    for index in grids.indices {
      bounds.removeAll(keepingCapacity: true)
      // If short pieces suffice, longer ones do too, so one length tests whether a grid is better than the worst found.
      var times = found.count < most ? -1 : found[most - 1].times
      while times + 1 < Self.lengths.count, joins(index, counts, Self.lengths[times + 1], degree) { times += 1 }
      guard times >= 0, found.count < most || times > found[most - 1].times else { continue }
      found.insert((index, times), at: found.firstIndex { $0.times < times } ?? found.count)
      if found.count > most { found.removeLast() }
      if found.count == most, found[most - 1].times == Self.lengths.count - 1 { break }
    }
    return found.map { index, times in
      bounds.removeAll(keepingCapacity: true)
      var starts: [Int] = []
      _ = joins(index, counts, Self.lengths[times], degree) { starts.append($0) }
      let bounds = grids[index].bounds(upTo: points[points.count - 1])
      return CurveDivision(grids[index], bounds, starts: starts + [bounds.count - 1])
    }
  }

  /// The lengths of pieces to try, in steps of 13 %.
  private static let lengths = [1, 0.87, 0.87 * 0.87, 0.87 * 0.87 * 0.87, 0.87 * 0.87 * 0.87 * 0.87]

  /// The number of pieces required up to each point for a multiple of the tolerance; `nil` if there would be too many.
  ///
  /// Degrees must increase from call to call.
  mutating func counts(degree: Int, share: Double) -> [Double]? {
    while order <= degree {
      order += 1
      for segment in segments where segment.count > order {
        for i in segment.lowerBound..<segment.upperBound - order {
          differences[i] = (differences[i + 1] - differences[i]) / (points[i + order] - points[i])
        }
      }
    }
    let part = (1 << 22) / Int64(order)
    var (counts, count) = ([Double](repeating: 0, count: points.count), 0.0)
    for segment in segments {
      let last = segment.upperBound - 1
      for i in segment.lowerBound..<last {
        if last - segment.lowerBound >= order {
          let first = min(max(i &- order / 2, segment.lowerBound), last &- order)
          let error = abs(differences[first]) * weights[i] / share
          count += 0.25 * Self.root(error, part) * (points[i + 1] - points[i])
          guard count <= Double(CompiledCurve.mostPieces) else { return nil }
        }
        counts[i + 1] = count
      }
      if last + 1 < points.count { counts[last + 1] = count }
    }
    return counts
  }

  /// Joins a grid's cells to pieces as long as allowed, which end at fences; returns whether the number of pieces is within the maximum.
  ///
  /// - Parameter counts: The count at each point.
  /// - Parameter report: Called with the first cell of each piece.
  private mutating func joins(
    _ grid: Int, _ counts: [Double], _ length: Double, _ degree: Int, report: (Int) -> Void = { _ in }
  ) -> Bool {
    let fences = grids[grid].breaks
    let maximum = points[points.count - 1]
    func fits(_ from: Double, _ to: Double, _ count: Double) -> Bool {
      count <= length && (bends.isEmpty || hides(from, to, degree))
    }
    report(0)
    var pieces = 1
    var (start, countAtStart) = (0.0, counts[0])
    var (low, countAtLow) = (start, countAtStart)
    var cell = 0
    while low < maximum {
      if bounds.count == cell { bounds.append(bound(cell + 1, of: grid)) }
      let bound = bounds[cell]
      let count = counts[bound.point] + (counts[bound.point + 1] - counts[bound.point]) * bound.part
      let isFence = low > start && (cell == fences.0 || cell == fences.1)
      if isFence || !fits(start, bound.place, count - countAtStart) {
        guard pieces < CompiledCurve.mostPieces, fits(low, bound.place, count - countAtLow) else { return false }
        pieces += 1
        (start, countAtStart) = (low, countAtLow)
        report(cell)
      }
      (low, countAtLow) = (bound.place, count)
      cell += 1
    }
    return true
  }

  /// The bound at the start of a cell.
  private func bound(_ cell: Int, of grid: Int) -> (place: Double, point: Int, part: Double) {
    let place = grids[grid].bound(cell, upTo: points[points.count - 1])
    let point = edge(0, points.count - 1) { points[$0] <= place }
    let part = min(max((place - points[point]) / (points[point + 1] - points[point]), 0), 1)
    return (place, point, part)
  }

  /// Whether a piece can span its breakpoints: the error of the best polynomial is proportional to the jump times the square of the length, or of the
  /// distance to the nearer end.
  private func hides(_ from: Double, _ to: Double, _ degree: Int) -> Bool {
    for bend in bends where from < bend.place && bend.place < to {
      let (length, rest) = (to - from, min(bend.place - from, to - bend.place))
      guard bend.jump * min(0.03 / Double(degree * degree) * length * length, 0.1 * rest * rest) <= 1 else {
        return false
      }
    }
    return true
  }

  /// An approximate root of a positive number, to within 4 %, computed with the bits of its exponent.
  ///
  /// - Parameter part: The reciprocal of the root's degree in units of 2⁻²².
  private static func root(_ x: Double, _ part: Int64) -> Double {
    guard x > 1e-300 else { return 0 }
    let one = Int64(bitPattern: (1.0).bitPattern)
    let exponent = (Int64(bitPattern: x.bitPattern) &- one) &>> 22 &* part
    return Double(bitPattern: UInt64(bitPattern: one &+ exponent))
  }
}

extension CurveSamples {
  /// Whether polynomials of a degree meet the bound of a quick check at these samples, each between two of the ends.
  func seemFitted(between ends: [Double], degree: Int) -> Bool {
    let most = CompiledCurve.mostOfQuickCheck
    var polynomial = MinimaxPolynomial(degree: degree)
    return zip(ends, ends.dropFirst()).allSatisfy { from, to in
      let range = index(of: from * (1 - 1e-12))..<index(of: to * (1 + 1e-12))
      return polynomial.error(self, range, goal: most, allowed: most) <= most
    }
  }
}
