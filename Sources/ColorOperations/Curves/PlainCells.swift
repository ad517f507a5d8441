/// A division of a curve's domain into at most eight cells that are not joined: octaves of `u = scale · s + offset` or equal parts of octaves; the
/// first and the last cell may be truncated. Eight parts of one octave are cells of equal width.
struct PlainCells {
  /// The binary logarithm of the number of cells in an octave.
  let mantissaBits: Int
  /// The first cell, relative to `u = 1`.
  let first: Int
  /// The map from the variable to `u`, rounded to `Float`.
  let scale, offset: Double
  /// The starts of the cells in terms of the variable, from its minimum to its maximum.
  let bounds: [Double]

  init(mantissaBits: Int, first: Int, scale: Double, offset: Double, over domain: ClosedRange<Double>) {
    (self.mantissaBits, self.first) = (mantissaBits, first)
    // The fit uses the variable that the lanes compute.
    (self.scale, self.offset) = (Double(Float(scale)), Double(Float(offset)))
    var bounds = [domain.lowerBound]
    bounds.reserveCapacity(Self.most + 1)
    while bounds[bounds.count - 1] < domain.upperBound {
      let start = Self.starts[mantissaBits][first + bounds.count]
      let bound = bounds.count < Self.most ? (start - self.offset) / self.scale : domain.upperBound
      bounds.append(bound < domain.upperBound * (1 - 1e-6) ? max(bound, domain.lowerBound) : domain.upperBound)
    }
    self.bounds = bounds
  }

  /// The number of cells selected by three bits.
  static let most = 8

  /// The last number in a cell, in `u`.
  func last(_ cell: Int) -> Float { Float(Self.starts[mantissaBits][first + cell + 1]).nextDown }

  /// The last three of the bits of `u` that select cells.
  func slot(_ cell: Int) -> Int { Int(last(cell).bitPattern >> UInt32(23 - mantissaBits)) & 7 }

  /// The starts of cells in `u`, for each number of bits.
  private static let starts: [[Double]] = (0...3).map { bits in
    (0...most + 1 << bits + 1).map { index in
      let part = Double(index & (1 << bits - 1)) / Double(1 << bits)
      return Double(sign: .plus, exponent: index >> bits, significand: 1 + part)
    }
  }

  /// The fractions of the first cell that may be truncated: with few bits, so that a value can be exact at 0.
  private static let parts =
    [0.015625, 0.25, 0.5, 0.75, 0.875, 0.9375, 0.953125, 0.95703125, 0.9609375, 0.96484375, 0.96875]

  /// All divisions of a domain worth trying: those whose cells start at all breakpoints, at most two.
  static func all(over domain: ClosedRange<Double>, breakpoints: [Double]) -> [PlainCells] {
    let breakpoints = breakpoints.filter { domain.lowerBound < $0 && $0 < domain.upperBound * (1 - 1e-6) }.sorted()
    guard breakpoints.count <= 2 else { return [] }
    var all: [PlainCells] = []
    for bits in 0...3 {
      for first in 0..<1 << bits {
        func start(_ cell: Int) -> Double { starts[bits][first + cell] }
        // The last cell ends slightly beyond the domain, so that the end of the domain is not rounded into another cell.
        let end = start(most) * (1 - 1e-6)
        func add(_ scale: Double, _ offset: Double) {
          all.append(PlainCells(mantissaBits: bits, first: first, scale: scale, offset: offset, over: domain))
        }
        for part in parts where breakpoints.count < 2 {
          let offset = Double(Float(start(0) + (start(1) - start(0)) * part).nextDown)
          let scale = (end - offset) / domain.upperBound
          guard let breakpoint = breakpoints.first else {
            add(scale, offset)
            continue
          }
          var above = 1
          while above < most, start(above) <= breakpoint * scale + offset { above += 1 }
          for cell in max(above - 2, 1)..<max(above, 1) { add((start(cell) - offset) / breakpoint, offset) }
        }
        guard breakpoints.count == 2 else { continue }
        for i in 1..<most - 1 {
          for j in i + 1..<most {
            let scale = (start(j) - start(i)) / (breakpoints[1] - breakpoints[0])
            let offset = start(i) - breakpoints[0] * scale
            if (start(0)..<start(1)).contains(offset), offset + domain.upperBound * scale <= end { add(scale, offset) }
          }
        }
      }
    }
    return all
  }

  /// Returns the divisions on whose cells polynomials of a degree may stay within the tolerance, starting with the minimum error.
  static func candidates(_ divisions: [PlainCells], of samples: CurveSamples, degree: Int) -> [PlainCells] {
    var polynomial = MinimaxPolynomial(degree: degree)
    var found: [PlainCells] = []
    // The check is decisive.
    var (minimum, hardest) = (CurveSearch.most, 0)
    search: for division in divisions {
      let last = division.bounds.count - 2
      var maximum = 0.0
      // The cell that failed in the previous division will probably fail in this one.
      hardest = min(hardest, last)
      for cell in [hardest] + (0...last).filter({ $0 != hardest }) {
        let from = samples.index(of: division.bounds[cell])
        let to = min(samples.index(of: division.bounds[cell + 1]) + 1, samples.all.count)
        let most = cell == 0 ? Int.max : 32
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
