/// The polynomial that comes nearest to a function's samples, each error counted as a part of what is allowed there.
///
/// Remez's exchange, of all points of a reference at once. For any `degree + 2` points the error that alternates among them is a lower
/// bound of every polynomial's greatest error, so a hopeless degree is given up after one look at so many.
struct MinimaxPolynomial {
  private typealias Eight = SIMD8<Double>

  let degree: Int
  // Samples: points, values, what is allowed, and the polynomial's errors as parts of it; eight at once.
  private var x: [Eight] = []
  private var y: [Eight] = []
  private var w: [Eight] = []
  private var errors: [Eight] = []
  /// Samples, rising, at which the polynomial errs by the same part of what is allowed, by turns above and below.
  private var reference: [Int] = []
  /// Their points, and divided differences over them: of the values, and of what is allowed with those signs.
  private var points, ofValues, ofAllowed: [Double]
  /// The best polynomial so far in Newton's form, and its nodes.
  private var best, nodes: [Double]

  init(degree: Int) {
    self.degree = degree
    ofValues = [Double](repeating: 0, count: degree + 2)
    (points, ofAllowed, best, nodes) = (ofValues, ofValues, ofValues, ofValues)
  }

  /// The greatest error of the polynomial nearest to samples of a range.
  ///
  /// - Parameters:
  ///   - most: How many samples are looked at, at most.
  ///   - goal: The error that is good enough: less is not looked for.
  ///   - allowed: The error above which no more is asked than that it is above.
  mutating func error(
    _ samples: CurveSamples, _ range: Range<Int>, most: Int = .max, goal: Double, allowed: Double
  ) -> Double {
    if range.count < degree + 3 { return 0 }
    let last = take(samples, range, (min(range.count, most) + 7) / 8 * 8)
    // The samples nearest to even places of all, each another one.
    let distinct = min(range.count, last + 1) - 1
    for i in 0...degree + 1 {
      reference[i] = min(last, (i * distinct / (degree + 1) * last + distinct - 1) / distinct)
    }
    var least = Double.infinity
    for _ in 0..<24 {
      let level = level().magnitude
      if !(level <= allowed) { return least.isFinite ? least : max(level, 1.001) }
      let greatest = evaluate()
      let error = errors[greatest >> 3][greatest & 7].magnitude
      if error < least {
        least = error
        (best, nodes) = (ofValues, points)
      }
      if error <= max(goal, level * 1.03) || !exchange(greatest) { break }
    }
    return least
  }

  /// The coefficients of powers of the distance from a center, lowest first, of the polynomial that was found.
  func powers(around center: Double) -> [Double] {
    var powers = Array(best[...degree])
    for k in stride(from: degree - 1, through: 0, by: -1) {
      for i in k..<degree { powers[i] -= (nodes[k] - center) * powers[i + 1] }
    }
    return powers
  }

  /// Takes so many samples, evenly of a range; some twice where it has fewer. The last one's place.
  private mutating func take(_ samples: CurveSamples, _ range: Range<Int>, _ count: Int) -> Int {
    if x.count != count / 8 {
      x = [Eight](repeating: Eight(), count: count / 8)
      (y, w, errors) = (x, x, x)
      reference = [Int](repeating: 0, count: count)
    }
    let step = Double(range.count - 1) / Double(count - 1)
    for i in 0..<count {
      let sample = range.lowerBound + Int(Double(i) * step + 0.5)
      x[i >> 3][i & 7] = samples.points[sample]
      y[i >> 3][i & 7] = samples.values[sample]
      w[i >> 3][i & 7] = samples.allowed[sample]
    }
    return count - 1
  }

  /// The part of what is allowed by which the polynomial errs at the reference; `ofValues` becomes its Newton's form.
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

  /// The errors at all samples; the place of the greatest.
  private mutating func evaluate() -> Int {
    for i in errors.indices {
      var value = Eight(repeating: ofValues[degree])
      var k = degree - 1
      while k >= 0 {
        value = value * (x[i] - points[k]) + ofValues[k]
        k -= 1
      }
      errors[i] = (y[i] - value) / w[i]
    }
    var (greatest, most) = (0, 0.0)
    for (i, eight) in errors.enumerated() {
      for lane in 0..<8 where eight[lane].magnitude > most { (greatest, most) = (8 * i + lane, eight[lane].magnitude) }
    }
    return greatest
  }

  /// The greatest of each run of one sign become the reference; false where there are too few.
  private mutating func exchange(_ greatest: Int) -> Bool {
    var (peak, error) = (0, errors[0][0])
    reference[0] = 0
    for (i, eight) in errors.enumerated() {
      for lane in 0..<8 {
        let next = eight[lane]
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
    while first + degree + 1 < peak, reference[first + degree + 1] < greatest { first += 1 }
    for i in 0...degree + 1 { reference[i] = reference[first + i] }
    return true
  }
}
