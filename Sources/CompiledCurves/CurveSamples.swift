internal import ElementaryMath

/// A function, the domain `0...limit` on which it is compiled, and the allowed error.
struct CurveTruth {
  let limit: Double
  let tolerance: CurveTolerance
  let function: (Double) -> Double

  func value(_ argument: Double) throws(CurveError) -> Double {
    let value = function(argument)
    guard value.isFinite else { throw .notFinite(argument: argument) }
    return value
  }

  /// Whether the function jumps at one of the breakpoints by more than the allowed errors of both sides; no piece can end exactly there.
  func jumps(at breakpoints: [Double]) throws(CurveError) -> Bool {
    for breakpoint in breakpoints where breakpoint > 0 && breakpoint < limit {
      let (below, above) = (try value(breakpoint * (1 - 1e-9)), try value(breakpoint * (1 + 1e-9)))
      if abs(above - below) > tolerance.allowed(breakpoint, below) + tolerance.allowed(breakpoint, above) {
        return true
      }
    }
    return false
  }
}

/// The values of a function at the points that the compiler uses, evaluated once for all attempts, over a variable: the argument or a
/// root of it.
struct CurveSamples {
  /// How many square roots turn the argument into the variable.
  let roots: Int
  /// The variable, rising from 0 to its maximum.
  private(set) var points: [Double] = []
  /// The value at each point.
  private(set) var values: [Double] = []
  /// The allowed error at each point.
  private(set) var allowed: [Double] = []

  /// Samples over the argument: evenly over its domain, increasingly dense toward 0, and on both sides of each breakpoint.
  ///
  /// - Parameter isExact: Whether almost no error is allowed at 0.
  /// - Parameter effort: A quick search takes a quarter of the samples, and adds others where pieces are.
  init(
    _ truth: CurveTruth, breakpoints: [Double], isExact: Bool, effort: CurveEffort = .thorough
  ) throws(CurveError) {
    roots = 0
    let density = effort == .quick ? 2 : 4
    var arguments = (0...48 * density).map { truth.limit * Double($0) / Double(48 * density) }
    for octave in 1...36 {
      // No cell begins more than 17 octaves down.
      let parts = octave <= 17 ? 3 * density : density
      for part in 0..<parts {
        let place = Double(sign: .plus, exponent: -octave, significand: 1 + Double(part) / Double(parts))
        arguments.append(truth.limit * place)
      }
    }
    for breakpoint in breakpoints where breakpoint > 0 && breakpoint < truth.limit {
      arguments += [breakpoint * (1 - 1e-9), breakpoint * (1 + 1e-9)]
    }
    arguments.sort()
    for argument in arguments where argument != points.last {
      let value = try truth.value(argument)
      points.append(argument)
      values.append(value)
      allowed.append(truth.tolerance.allowed(argument, value))
    }
    if isExact { allowed[0] *= 1e-4 }
  }

  /// The same values over a root of the argument.
  init(_ samples: CurveSamples, roots: Int) {
    self.roots = roots
    points = samples.points.map { Self.root($0, roots) }
    (values, allowed) = (samples.values, samples.allowed)
  }

  /// The mantissas `1...2` raised to a power.
  init(mantissasTo power: Double, within relative: Double) {
    roots = 0
    points = (0...95).map { 1.5 - 0.5 * Elementary.cosPi(Double($0) / 95) }
    values = points.map { Elementary.pow($0, power) }
    allowed = values.map { $0 * relative }
  }

  /// A root of an argument.
  static func root(_ argument: Double, _ roots: Int) -> Double {
    (0..<roots).reduce(argument) { root, _ in root.squareRoot() }
  }

  /// The argument that belongs to a variable.
  func argument(_ variable: Double) -> Double { (0..<roots).reduce(variable) { power, _ in power * power } }

  /// The first sample at or above a variable.
  func index(of variable: Double) -> Int {
    var (from, to) = (0, points.count)
    while from < to {
      let middle = (from + to) / 2
      if points[middle] < variable { from = middle + 1 } else { to = middle }
    }
    return from
  }

  /// Adds samples at other variables within the domain, which rise.
  mutating func add(_ variables: [Double], of truth: CurveTruth) throws(CurveError) {
    let (old, count) = (self, points.count + variables.count)
    (points, values, allowed) = ([], [], [])
    points.reserveCapacity(count)
    values.reserveCapacity(count)
    allowed.reserveCapacity(count)
    var next = 0
    for (index, point) in old.points.enumerated() {
      while next < variables.count, variables[next] <= point {
        let variable = variables[next]
        next += 1
        if variable == point || variable == points.last { continue }
        let argument = argument(variable)
        let value = try truth.value(argument)
        points.append(variable)
        values.append(value)
        allowed.append(truth.tolerance.allowed(argument, value))
      }
      points.append(point)
      values.append(old.values[index])
      allowed.append(old.allowed[index])
    }
  }
}
