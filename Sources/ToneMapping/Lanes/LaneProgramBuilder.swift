internal import LookupTables

/// Compiles a plan's core to steps for the lanes.
///
/// Matrices and gains from luminance are not written down at once but kept pending, so that those which follow each other
/// become one: between two curves there is one matrix, and one gain.
struct LaneProgramBuilder {
  private(set) var steps: [LaneStep] = []
  let tolerance: LaneTolerance
  /// What 1.0 in rows 0, 1, 2 stands for, in cd/m², once they hold light.
  private(set) var unit = 1.0
  /// The greatest component that rows 0, 1, 2 can hold, in units.
  private(set) var greatest = 1.0
  /// The first of the three rows that hold the color: 0, or 4 after a gamut map.
  private(set) var color: Int32 = 0
  /// The row for factors.
  private static let factor: Int32 = 7
  /// Whether no component can exceed the target's peak any more, but for what a limit cuts off.
  var isMapped = false
  private var pending = Matrix3x3.identity
  /// From luminance, in units, to a factor; and the weights that give this luminance from the rows as they are.
  private var pendingGain: Gain?
  /// A row of factors that was computed already.
  private var gainRow: Int32?

  /// The target's peak, in cd/m².
  let peak: Double

  /// A factor that depends on one level of a color.
  private struct Gain {
    var weights: SIMD3<Double>
    var function: (Double) -> Double
    /// The levels at which the function may have a corner.
    var corners: [Double]
    /// The greatest level there can be.
    var greatest: Double
  }

  init(tolerance: LaneTolerance, peak: Double) {
    self.tolerance = tolerance
    self.peak = peak
  }

  // MARK: Matrices and gains

  /// Multiplies the color by a matrix.
  mutating func multiply(_ matrix: Matrix3x3) { pending = matrix * pending }

  /// Multiplies the color by a function of its luminance; both in units.
  ///
  /// - Parameter corners: The luminances at which the function may have a corner.
  mutating func gain(
    weights: SIMD3<Double>, corners: [Double] = [], _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    if gainRow != nil { try flush() }
    defer { greatest *= max(1, function(greatest)) }
    guard let earlier = pendingGain else {
      pendingGain = Gain(
        weights: pending.transposed * weights, function: function, corners: corners, greatest: greatest)
      return
    }
    // The same luminance, multiplied by the earlier gain.
    pendingGain?.function = { level in
      let first = earlier.function(level)
      return first * function(level * first)
    }
    pendingGain?.corners += corners.map { Self.solve({ $0 * earlier.function($0) }, for: $0, upTo: greatest * 2) }
  }

  /// Multiplies the color by a function of its greatest component, both in units.
  mutating func gainFromGreatest(corners: [Double], _ function: @escaping (Double) -> Double) throws(CurveError) {
    try flush()
    steps.append(.greatest(into: Self.factor))
    steps.append(.curve(try compile(function, corners: corners, upTo: greatest), rows: Self.factor..<Self.factor + 1))
    gainRow = Self.factor
  }

  /// Where a rising function of `0...limit` has a value.
  private static func solve(_ function: (Double) -> Double, for value: Double, upTo limit: Double) -> Double {
    var (low, high) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function(middle) < value { low = middle } else { high = middle }
    }
    return high
  }

  /// Writes down what is pending; `limits` are applied last.
  mutating func flush(limits: ClosedRange<Float>? = nil) throws(CurveError) {
    try layGain()
    if gainRow != nil || pending != .identity || limits != nil {
      steps.append(.matrix(pending, from: color, into: color, gain: gainRow, limits: limits))
    }
    (pending, pendingGain, gainRow) = (.identity, nil, nil)
  }

  /// Maps the color onto a target's hull; afterwards 1.0 stands for the target's peak.
  mutating func map(_ gamut: LaneGamut, by matrix: Matrix3x3) throws(CurveError) {
    let isSource = pending == .identity
    if isSource { try layGain() } else { try flush() }
    steps.append(.matrix(matrix * (unit / peak), into: 4, gain: gainRow))
    steps.append(.perceptual(gamut))
    (gainRow, color, unit, greatest, isMapped) = (nil, 4, peak, 1, true)
  }

  /// Writes the pending gain's factors to their row.
  private mutating func layGain() throws(CurveError) {
    guard let gain = pendingGain else { return }
    steps.append(.weigh(gain.weights, into: Self.factor))
    steps.append(
      .curve(
        try compile(gain.function, corners: gain.corners, upTo: gain.greatest), rows: Self.factor..<Self.factor + 1))
    (gainRow, pendingGain) = (Self.factor, nil)
  }

  // MARK: Curves

  /// Replaces each component by its light; see `components(upTo:within:unit:greatest:_:)`.
  mutating func light(
    upTo limit: Double, unit: Double, greatest: Double = 1, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    try components(
      upTo: limit, within: tolerance.light(scale: unit / peak), unit: unit, greatest: greatest, function)
  }

  /// Replaces each component by a tone curve of it, both in units.
  mutating func tone(corners: [Double], _ function: @escaping (Double) -> Double) throws(CurveError) {
    try flush()
    let curve = try Self.split(at: corners, upTo: greatest) { limit throws(CurveError) in
      try CompiledCurve(upTo: limit, within: tolerance.light(scale: unit / peak), function)
    }
    steps.append(.curve(curve, rows: color..<color + 3))
  }

  /// Replaces each component by a function of it. After this, 1.0 stands for `unit` cd/m², and no component exceeds
  /// `greatest` units.
  mutating func components(
    upTo limit: Double, within tolerance: CurveTolerance, unit: Double = 1, greatest: Double = 1,
    _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    try flush()
    steps.append(.curve(try CompiledCurve(upTo: limit, within: tolerance, function), rows: color..<color + 3))
    (self.unit, self.greatest) = (unit, greatest)
  }

  /// Appends a step as it is.
  mutating func append(_ step: LaneStep) { steps.append(step) }

  /// A gain over every level that the rows can have.
  private func compile(
    _ function: @escaping (Double) -> Double, corners: [Double], upTo greatest: Double
  ) throws(CurveError) -> CompiledCurve {
    try Self.split(at: corners, upTo: greatest) { limit throws(CurveError) in
      try CompiledCurve(
        upTo: limit, within: tolerance.gain(scale: unit / peak), exactAtZero: false, function)
    }
  }

  /// Compiles with the domain's end such that a corner lies where two octaves meet and no polynomial must bend around it.
  ///
  /// Which of the corners matters only the compiler can tell: the first that lets it keep its bound is taken.
  private static func split(
    at corners: [Double], upTo greatest: Double, _ compile: (Double) throws(CurveError) -> CompiledCurve
  ) throws(CurveError) -> CompiledCurve {
    for corner in corners where corner > 0 {
      var end = corner
      while end < greatest { end *= 2 }
      if let curve = try? compile(end) { return curve }
    }
    return try compile(greatest)
  }
}
