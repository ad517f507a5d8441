internal import ElementaryMath

/// The polynomial of one segment that comes nearest to given values, each error divided by what is allowed at its point.
///
/// Remez's exchange of single points over a fixed grid. For any `degree + 2` points the error that alternates among them is a
/// lower bound of every polynomial's greatest error, so a hopeless degree is given up after `degree + 2` values.
struct MinimaxPolynomial {
  /// The polynomials' degree.
  let degree: Int
  /// The points, in `-1...1`: those at which Chebyshev's polynomials of higher degree are extreme.
  let points: [Double]
  /// The places among `points` that are looked at first, `degree + 2`, the ends among them.
  let first: [Int]

  private static let finer = 6

  /// The grid of a degree, made once.
  static func of(degree: Int) -> MinimaxPolynomial { all[degree] }

  private static let all = (0...7).map { MinimaxPolynomial(degree: $0) }

  private init(degree: Int) {
    self.degree = degree
    let count = Self.finer * (degree + 1)
    points = (0...count).map { -Elementary.cosPi(Double($0) / Double(count)) }
    first = (0...degree + 1).map { $0 * Self.finer }
  }

  /// What no polynomial's greatest error can be below, as a multiple of the allowed one.
  ///
  /// - Parameters:
  ///   - values: The values at the points of `first`.
  ///   - allowed: The allowed errors there.
  func bound(_ values: [Double], allowed: [Double]) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for i in first.indices {
      let c = quotient(first, i)
      sum += c * values[i]
      weight += abs(c) * allowed[i]
    }
    return abs(sum) / weight
  }

  /// The coefficients of powers of the point, lowest first, or `nil` with a greatest error above 1 that cannot be avoided.
  ///
  /// - Parameters:
  ///   - values: The values at `points`.
  ///   - allowed: The allowed errors at `points`.
  func fit(_ values: [Double], allowed: [Double]) -> (powers: [Double]?, error: Double) {
    var reference = first
    var best: (error: Double, powers: [Double]) = (.infinity, [])
    for _ in 0..<30 {
      let (powers, level) = leveled(reference, values, allowed)
      if abs(level) > 1 { return (nil, abs(level)) }
      var greatest = (error: 0.0, at: 0)
      for i in points.indices {
        let error = (values[i] - evaluate(powers, at: points[i])) / allowed[i]
        if !(abs(error) <= abs(greatest.error)) { greatest = (error, i) }
      }
      if abs(greatest.error) < best.error { best = (abs(greatest.error), powers) }
      if best.error < 0.3 || best.error < abs(level) * 1.03 { break }
      guard exchange(greatest.at, isAbove: greatest.error > 0, level: level, in: &reference) else { break }
    }
    return best.error <= 1 ? (best.powers, best.error) : (nil, best.error)
  }

  /// Puts a point into the reference such that the errors' signs still alternate; false where it is there already.
  private func exchange(_ point: Int, isAbove: Bool, level: Double, in reference: inout [Int]) -> Bool {
    let last = reference.count - 1
    func isAboveAt(_ i: Int) -> Bool { (level > 0) == (i % 2 == 0) }
    if reference.contains(point) { return false }
    if point < reference[0] {
      if isAboveAt(0) != isAbove { reference[1...last] = reference[0..<last] }
      reference[0] = point
    } else if point > reference[last] {
      if isAboveAt(last) != isAbove { reference[0..<last] = reference[1...last] }
      reference[last] = point
    } else {
      let next = reference.firstIndex { $0 > point }!
      reference[isAboveAt(next) == isAbove ? next : next - 1] = point
    }
    return true
  }

  /// The polynomial whose errors at the reference are the allowed ones times one level, of alternating sign.
  private func leveled(
    _ reference: [Int], _ values: [Double], _ allowed: [Double]
  ) -> (powers: [Double], level: Double) {
    var (sum, weight) = (0.0, 0.0)
    for i in reference.indices {
      let c = quotient(reference, i)
      sum += c * values[reference[i]]
      weight += (i % 2 == 0 ? c : -c) * allowed[reference[i]]
    }
    let level = sum / weight
    // Newton's interpolation at all but the last: divided differences, then powers.
    var differences = (0...degree).map { i in
      values[reference[i]] - (i % 2 == 0 ? level : -level) * allowed[reference[i]]
    }
    for order in 1..<max(degree + 1, 1) {
      for i in stride(from: degree, through: order, by: -1) {
        differences[i] =
          (differences[i] - differences[i - 1]) / (points[reference[i]] - points[reference[i - order]])
      }
    }
    for k in stride(from: degree - 1, through: 0, by: -1) {
      for i in k..<degree { differences[i] -= points[reference[k]] * differences[i + 1] }
    }
    return (differences, level)
  }

  /// What a point's value adds to the divided difference over all points of a reference.
  private func quotient(_ reference: [Int], _ i: Int) -> Double {
    var product = 1.0
    let x = points[reference[i]]
    for j in reference.indices where j != i { product *= x - points[reference[j]] }
    return 1 / product
  }

  private func evaluate(_ powers: [Double], at x: Double) -> Double {
    var value = powers[degree]
    for power in stride(from: degree - 1, through: 0, by: -1) { value = value * x + powers[power] }
    return value
  }
}
