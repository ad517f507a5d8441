internal import Colorimetry

/// A function, the domain `0...limit` on which it is compiled, and the allowed error.
struct CurveReference {
  let limit: Double
  let tolerance: CurveTolerance
  let function: (Double) -> Double

  func value(_ argument: Double) throws(UnsupportedOperation) -> Double {
    let value = function(argument)
    guard value.isFinite else {
      throw UnsupportedOperation(
        description: "the function is not finite at \(argument); it must be finite over the whole domain")
    }
    return value
  }

  /// Returns the square root of a nonnegative function plus a constant, with the tolerance that its square requires.
  func squareRoot(plus lift: Double) -> CurveReference {
    let tolerance = CurveTolerance { [tolerance] argument, root in
      Self.allowed(tolerance.allowed(argument, max(root * root - lift, 0)), root: root)
    }
    return CurveReference(limit: limit, tolerance: tolerance) { [function] in (max(function($0), 0) + lift).squareRoot()
    }
  }

  /// The allowed error of a root, given that of its square.
  static func allowed(_ allowed: Double, root: Double) -> Double {
    allowed / ((root * root + allowed).squareRoot() + root)
  }

  /// The constant that makes the root of a function smooth near 0, where the function is steep: for pieces, which are short there.
  ///
  /// Rounding of sums with the constant is 1/100 of the allowed error at 0. With this constant, PQ requires degree 5 in plans.
  func lift() throws(UnsupportedOperation) -> Double {
    let allowed = tolerance.allowed(0, 0)
    // A root of few bits, whose square is exact.
    let root = (allowed * 143_000).squareRoot()
    let unit = root.ulp * 0x1p41
    let rounded = (root / unit).rounded() * unit
    guard allowed > 0, rounded * rounded < (try value(limit)) else { return 0 }
    return rounded * rounded
  }

  /// The argument up to which values may count as 0: for cells, the first of which is too long for the root of a function that is steep at 0.
  func lowest() throws(UnsupportedOperation) -> Double {
    let allowed = tolerance.allowed(0, 0)
    var (low, high) = (UInt32(0), Float(limit).bitPattern)
    while high - low > 1 << 16 {
      let middle = (low + high) / 2
      if try value(Double(Float(bitPattern: middle))) <= allowed / 4 { low = middle } else { high = middle }
    }
    return Double(Float(bitPattern: low))
  }

  /// Whether the function jumps at one of the breakpoints by more than the allowed errors of both sides; no piece can end exactly there.
  func jumps(at breakpoints: [Double]) throws(UnsupportedOperation) -> Bool {
    for breakpoint in breakpoints where breakpoint > 0 && breakpoint < limit {
      let (below, above) = (try value(breakpoint * (1 - 1e-9)), try value(breakpoint * (1 + 1e-9)))
      if abs(above - below) > tolerance.allowed(breakpoint, below) + tolerance.allowed(breakpoint, above) {
        return true
      }
    }
    return false
  }
}

/// The values of a function at the points of the compiler, evaluated once for all attempts, over a variable: the argument or a root of it.
struct CurveSamples {
  struct Sample {
    /// The variable.
    var point: Double
    var value: Double
    var allowed: Double
  }

  /// The number of square roots from the argument to the variable.
  let roots: Int
  /// The samples, increasing from 0 to the variable's maximum.
  private(set) var all: [Sample] = []
  /// For square roots of values: the constant added before, and the argument up to which values count as 0.
  private(set) var lift: (number: Double, low: Double)?

  /// Samples a function over the argument: evenly over its domain, increasingly dense toward 0, and on both sides of each breakpoint.
  ///
  /// - Parameter isExact: Whether almost no error is allowed at 0.
  /// - Parameter effort: The effort; a quick search takes a quarter of the samples, and adds others where pieces are.
  init(
    _ reference: CurveReference, breakpoints: [Double], isExact: Bool, effort: CurveEffort = .thorough
  ) throws(UnsupportedOperation) {
    roots = 0
    let parts = effort == .quick ? Self.quickParts : Self.thoroughParts
    var arguments = parts.map { reference.limit * $0.of / $0.in }
    for breakpoint in breakpoints where breakpoint > 0 && breakpoint < reference.limit {
      arguments += [breakpoint * (1 - 1e-9), breakpoint * (1 + 1e-9)]
    }
    // Equal positions may differ by rounding.
    arguments.sort()
    all.reserveCapacity(arguments.count)
    for argument in arguments where argument != all.last?.point {
      all.append(try Sample(argument, at: argument, of: reference))
    }
    if isExact { all[0].allowed *= 1e-4 }
  }

  /// The positions of samples as fractions of a domain, increasing.
  private static let (quickParts, thoroughParts) = (parts(density: 2), parts(density: 4))

  private static func parts(density: Int) -> [(of: Double, in: Double)] {
    let even = (0...48 * density).map { (Double($0), Double(48 * density)) }
    let octaves = (1...36).flatMap { octave in
      // No cell starts more than 17 octaves down.
      let parts = octave <= 17 ? 3 * density : density
      return (0..<parts).map {
        (Double(sign: .plus, exponent: -octave, significand: 1 + Double($0) / Double(parts)), 1.0)
      }
    }
    return (even + octaves).sorted { $0.0 / $0.1 < $1.0 / $1.1 }
  }

  /// Creates samples over a root of the argument; with a lift, of the square roots of nonnegative values.
  init(_ samples: CurveSamples, roots: Int, lift: (number: Double, low: Double)? = nil) {
    (self.roots, self.lift) = (roots, lift)
    all = samples.all.map { Sample(point: Self.root($0.point, roots), value: $0.value, allowed: $0.allowed) }
    guard let (number, low) = lift else { return }
    let start = Self.root(low, roots)
    all[0].point = start
    all = (all[..<1] + all[1...].filter { $0.point > start }).map {
      let root = ($0.value + number).squareRoot()
      return Sample(point: $0.point, value: root, allowed: CurveReference.allowed($0.allowed, root: root))
    }
  }

  /// Creates samples of the mantissas `1...2` raised to a power.
  init(mantissasTo power: Double, within relative: Double) {
    roots = 0
    all = (0...95).map {
      let point = 1.5 - 0.5 * Elementary.cosPi(Double($0) / 95)
      let value = Elementary.pow(point, power)
      return Sample(point: point, value: value, allowed: value * relative)
    }
  }

  static func root(_ argument: Double, _ roots: Int) -> Double {
    (0..<roots).reduce(argument) { root, _ in root.squareRoot() }
  }

  func argument(_ variable: Double) -> Double { (0..<roots).reduce(variable) { power, _ in power * power } }

  /// The variables of the breakpoints within the domain, increasing.
  func places(of breakpoints: [Double]) -> [Double] {
    breakpoints.map { Self.root($0, roots) }.filter { all[0].point < $0 && $0 < all.last!.point * (1 - 1e-6) }.sorted()
  }

  /// The first sample at or above a variable.
  func index(of variable: Double) -> Int { edge(all.count, -1) { all[$0].point >= variable } }

  /// Adds the samples required by a fit between the ends.
  mutating func add(
    between ends: [Double], _ effort: CurveEffort, of reference: CurveReference
  ) throws(UnsupportedOperation) {
    let nodes = effort == .quick ? Self.nodes : [0]
    let inner = zip(ends, ends.dropFirst()).flatMap { low, high in nodes.map { low + (high - low) * $0 } }
    let (old, variables) = (all, inner + [ends[ends.count - 1]])
    all = []
    all.reserveCapacity(old.count + variables.count)
    var next = 0
    for sample in old {
      while next < variables.count, variables[next] <= sample.point {
        let variable = variables[next]
        next += 1
        if variable == sample.point || variable == all.last?.point { continue }
        all.append(try Sample(variable, at: argument(variable), of: reference))
      }
      all.append(sample)
    }
  }

  /// The positions of a quick fit's samples, as fractions of a piece: at its start and between the ends, denser toward them.
  private static let nodes = [0] + (1...14).map { 0.5 - 0.5 * Elementary.cosPi(Double($0) / 15) }
}

/// The number nearest to `no` for which the condition holds, given that it holds for `yes`.
func edge(_ yes: Int, _ no: Int, _ holds: (Int) -> Bool) -> Int {
  var (yes, no) = (yes, no)
  while abs(yes - no) > 1 {
    let middle = (yes + no) / 2
    if holds(middle) { yes = middle } else { no = middle }
  }
  return yes
}

extension CurveSamples.Sample {
  fileprivate init(_ point: Double, at argument: Double, of reference: CurveReference) throws(UnsupportedOperation) {
    let value = try reference.value(argument)
    self.init(point: point, value: value, allowed: reference.tolerance.allowed(argument, value))
  }
}
