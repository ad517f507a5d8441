internal import RealModule

/// The polynomial of one segment that comes nearest to given values, each error divided by what is allowed at its point.
///
/// Lawson's iteration: weighted least squares whose weights grow where the error is large. The weighted mean of a step is a
/// lower bound of the best possible greatest error, so a hopeless degree is given up at once.
struct MinimaxPolynomial {
  /// The points, in `-1...1`.
  let points: [Double]
  /// The Chebyshev polynomials at the points: `basis[k][i]` is T_k at point i.
  private let basis: [[Double]]

  /// Fits at the Chebyshev points of a degree; the ends are among them.
  init(degree: Int) {
    let count = 6 * degree + 9
    let points = (0..<count).map { -Double.cos(Double.pi * Double($0) / Double(count - 1)) }
    var basis = [points.map { _ in 1.0 }, points]
    while basis.count <= degree {
      let (last, before) = (basis[basis.count - 1], basis[basis.count - 2])
      basis.append(points.indices.map { 2 * points[$0] * last[$0] - before[$0] })
    }
    self.points = points
    self.basis = Array(basis[...degree])
  }

  /// The coefficients of powers of the point, lowest first, or `nil` with a greatest error above 1 that cannot be avoided.
  ///
  /// - Parameters:
  ///   - values: The values at `points`.
  ///   - allowed: The allowed errors at `points`.
  ///   - exactFirst, exactLast: Whether an end must be met (nearly) exactly.
  func fit(
    _ values: [Double], allowed: [Double], exactFirst: Bool, exactLast: Bool
  ) -> (powers: [Double]?, bound: Double) {
    let count = points.count
    var weights = [Double](repeating: 1 / Double(count), count: count)
    var inverse = allowed.map { 1 / $0 }
    if exactFirst { inverse[0] *= 1e4 }
    if exactLast { inverse[count - 1] *= 1e4 }
    var best: (error: Double, coefficients: [Double]) = (.infinity, [])
    var bound = 0.0
    for _ in 0..<40 {
      let coefficients = leastSquares(values, (0..<count).map { weights[$0].squareRoot() * inverse[$0] })
      var greatest = 0.0
      var mean = 0.0
      var total = 0.0
      for i in 0..<count {
        var value = 0.0
        for k in basis.indices { value += coefficients[k] * basis[k][i] }
        let error = abs(value - values[i]) * inverse[i]
        greatest = max(greatest, error)
        mean += weights[i] * error * error
        weights[i] *= error
        total += weights[i]
      }
      bound = max(bound, mean.squareRoot())
      if greatest < best.error { best = (greatest, coefficients) }
      if bound > 1 { return (nil, bound) }
      if best.error < 0.3 || best.error < bound * 1.05 || total == 0 { break }
      for i in 0..<count { weights[i] /= total }
    }
    return (powers(of: best.coefficients), best.error)
  }

  /// Householder-free QR (modified Gram-Schmidt, twice) of the weighted basis, then the triangular solution.
  private func leastSquares(_ values: [Double], _ weights: [Double]) -> [Double] {
    let n = basis.count
    var columns = basis.map { column in zip(column, weights).map { $0 * $1 } }
    var target = zip(values, weights).map { $0 * $1 }
    var triangle = [[Double]](repeating: [Double](repeating: 0, count: n + 1), count: n)
    for k in 0..<n {
      let length = dot(columns[k], columns[k]).squareRoot()
      triangle[k][k] = length
      if length > 0 { for i in columns[k].indices { columns[k][i] /= length } }
      for j in k + 1..<max(n, k + 1) {
        triangle[k][j] = dot(columns[k], columns[j])
        for i in columns[j].indices { columns[j][i] -= triangle[k][j] * columns[k][i] }
      }
      triangle[k][n] = dot(columns[k], target)
      for i in target.indices { target[i] -= triangle[k][n] * columns[k][i] }
    }
    var solution = [Double](repeating: 0, count: n)
    for k in stride(from: n - 1, through: 0, by: -1) where triangle[k][k] > 0 {
      var rest = triangle[k][n]
      for j in k + 1..<max(n, k + 1) { rest -= triangle[k][j] * solution[j] }
      solution[k] = rest / triangle[k][k]
    }
    return solution
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices { sum += a[i] * b[i] }
    return sum
  }

  /// From Chebyshev coefficients to coefficients of powers.
  private func powers(of chebyshev: [Double]) -> [Double] {
    let n = chebyshev.count
    var sum = [Double](repeating: 0, count: n)
    var (before, current) = ([Double](), [1.0])
    for (k, c) in chebyshev.enumerated() {
      for i in current.indices { sum[i] += c * current[i] }
      var next = [Double](repeating: 0, count: k + 2)
      for i in current.indices { next[i + 1] += current[i] * (k == 0 ? 1 : 2) }
      for i in before.indices { next[i] -= before[i] }
      (before, current) = (current, next)
    }
    return sum
  }
}
