/// The polynomial that best fits a function's samples, where each error counts as a fraction of the error allowed there.
///
/// This is the Remez algorithm, exchanging all points of a reference at once. For any `degree + 2` points, the error that alternates among them is a
/// lower bound of the maximum error of every polynomial, so an insufficient degree is rejected after one such set of points.
struct MinimaxPolynomial {
  private typealias Eight = SIMD8<Double>

  let degree: Int
  // The samples, in groups of eight: points, values, allowed errors, and the polynomial's errors as fractions of these.
  private var x: [Eight] = []
  private var y: [Eight] = []
  private var w: [Eight] = []
  private var errors: [Eight] = []
  /// The number of groups in use.
  private var used = 0
  /// The samples, increasing, at which the error of the polynomial is the same fraction of the allowed error, with alternating sign.
  private var reference: [Int] = []
  /// Their points, and divided differences over them: of the values, and of the allowed errors with those signs.
  private var points, ofValues, ofAllowed: [Double]
  /// The best polynomial so far in Newton form, and its nodes.
  private var best, nodes: [Double]

  init(degree: Int) {
    self.degree = degree
    ofValues = [Double](repeating: 0, count: degree + 2)
    (points, ofAllowed, best, nodes) = (ofValues, ofValues, ofValues, ofValues)
  }

  /// The maximum error of the polynomial that best fits the samples of a range.
  ///
  /// - Parameters:
  ///   - most: The maximum number of samples used.
  ///   - goal: A sufficient error; the search for a smaller one stops there.
  ///   - allowed: The search stops once the error is known to be above this.
  mutating func error(
    _ samples: CurveSamples, _ range: Range<Int>, most: Int = .max, goal: Double, allowed: Double
  ) -> Double {
    if range.count < degree + 3 { return 0 }
    let last = take(samples, range, (min(range.count, most) + 7) / 8 * 8)
    // The samples nearest to evenly spaced positions, all different.
    let distinct = min(range.count, last + 1) - 1
    for i in 0...degree + 1 {
      reference[i] = min(last, (i * distinct / (degree + 1) * last + distinct - 1) / distinct)
    }
    var minimum = Double.infinity
    for _ in 0..<24 {
      let level = level().magnitude
      if !(level <= allowed) { return minimum.isFinite ? minimum : max(level, 1.001) }
      let maximum = evaluate()
      let error = errors[maximum >> 3][maximum & 7].magnitude
      if error < minimum {
        minimum = error
        (best, nodes) = (ofValues, points)
      }
      if error <= max(goal, level * 1.03) || !exchange(maximum) { break }
    }
    return minimum
  }

  /// The coefficients of the best polynomial, in powers of the distance from a center, lowest first.
  func powers(around center: Double) -> [Double] {
    var powers = Array(best[...degree])
    for k in stride(from: degree - 1, through: 0, by: -1) {
      for i in k..<degree { powers[i] -= (nodes[k] - center) * powers[i + 1] }
    }
    return powers
  }

  /// Selects `count` samples evenly from a range, some twice if it has fewer; returns the index of the last.
  private mutating func take(_ samples: CurveSamples, _ range: Range<Int>, _ count: Int) -> Int {
    used = count / 8
    if x.count < used {
      x = [Eight](repeating: Eight(), count: used)
      (y, w, errors) = (x, x, x)
      reference = [Int](repeating: 0, count: count)
    }
    let step = Double(range.count - 1) / Double(count - 1)
    for i in 0..<count {
      let sample = samples.all[range.lowerBound + Int(Double(i) * step + 0.5)]
      (x[i >> 3][i & 7], y[i >> 3][i & 7], w[i >> 3][i & 7]) = (sample.point, sample.value, sample.allowed)
    }
    return count - 1
  }

  /// The error of the polynomial at the reference, as a fraction of the allowed error; `ofValues` becomes its Newton form.
  private mutating func level() -> Double {
    for i in 0...degree + 1 {
      let place = reference[i]
      points[i] = x[place >> 3][place & 7]
      ofValues[i] = y[place >> 3][place & 7]
      ofAllowed[i] = i & 1 == 0 ? w[place >> 3][place & 7] : -w[place >> 3][place & 7]
    }
    for order in 1...degree + 1 {
      var i = degree + 1
      while i >= order {
        let part = 1 / (points[i] - points[i - order])
        ofValues[i] = (ofValues[i] - ofValues[i - 1]) * part
        ofAllowed[i] = (ofAllowed[i] - ofAllowed[i - 1]) * part
        i -= 1
      }
    }
    let level = ofValues[degree + 1] / ofAllowed[degree + 1]
    for i in 0...degree { ofValues[i] -= level * ofAllowed[i] }
    return level
  }

  /// Computes the errors at all samples; returns the index of the maximum.
  private mutating func evaluate() -> Int {
    for i in 0..<used {
      var value = Eight(repeating: ofValues[degree])
      var k = degree - 1
      while k >= 0 {
        value = value * (x[i] - points[k]) + ofValues[k]
        k -= 1
      }
      errors[i] = (y[i] - value) / w[i]
    }
    var (maximum, most) = (0, 0.0)
    for i in 0..<used {
      for lane in 0..<8 where errors[i][lane].magnitude > most {
        (maximum, most) = (8 * i + lane, errors[i][lane].magnitude)
      }
    }
    return maximum
  }

  /// Makes the maximum error in each run of one sign the new reference; returns `false` if there are too few.
  private mutating func exchange(_ maximum: Int) -> Bool {
    var (peak, error) = (0, errors[0][0])
    reference[0] = 0
    for i in 0..<used {
      for lane in 0..<8 {
        let next = errors[i][lane]
        if (next > 0) != (error > 0) {
          peak += 1
        } else if next.magnitude <= error.magnitude {
          continue
        }
        (reference[peak], error) = (8 * i + lane, next)
      }
    }
    if peak <= degree { return false }
    var first = 0
    while first + degree + 1 < peak, reference[first + degree + 1] < maximum { first += 1 }
    for i in 0...degree + 1 { reference[i] = reference[first + i] }
    return true
  }
}
