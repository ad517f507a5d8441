internal import LookupTables

/// Compiles a plan's core to steps for the lanes.
///
/// Matrices and gains from luminance are not emitted at once but kept pending, so that consecutive ones are combined: between
/// two curves there is one matrix and one gain.
struct LaneProgramBuilder {
  private(set) var steps: [LaneStep] = []
  let tolerance: LaneTolerance
  /// The light that 1.0 in rows 0, 1, 2 stands for, in cd/m², once they hold light.
  private(set) var unit = 1.0
  /// The greatest component that rows 0, 1, 2 can hold, in units.
  private(set) var greatest = 1.0
  /// The first of the three rows that hold the color.
  let color: Int32 = 0
  /// The row for factors.
  static let factor: Int32 = 7
  /// A spare row.
  static let spare: Int32 = 8
  /// The row for a color's greatest component, the third counted from `factor`.
  static let level: Int32 = 9
  /// The range of rows `color ..< color + 3` while they hold a signal R′G′B′.
  private(set) var signals = 0.0...1
  /// Whether components are in the target's range, except for an excess that a limit cuts off.
  private(set) var isMapped = false
  private var pending = Matrix3x3.identity
  private var pendingOffset = SIMD3<Double>.zero
  /// The limits applied after the pending matrix.
  private var pendingLimits: ClosedRange<Double>?
  /// The function from luminance, in units, to a factor, with the weights that give this luminance from the current rows.
  private var pendingGain: Gain?
  /// The row of factors, if it is already computed.
  private var gainRow: Int32?

  /// The target's peak, in cd/m².
  let peak: Double

  /// A factor that depends on one level of a color.
  private struct Gain {
    var weights: SIMD3<Double>
    var function: (Double) -> Double
    /// The levels at which the function may have a corner.
    var corners: [Double]
    /// The greatest possible level.
    var greatest: Double
    /// The size of a unit of the level, as a part of the target's peak.
    var scale: Double
  }

  init(tolerance: LaneTolerance, peak: Double) {
    self.tolerance = tolerance
    self.peak = peak
  }

  // MARK: Matrices and gains

  /// Multiplies the color by a matrix.
  mutating func multiply(_ matrix: Matrix3x3) throws(CurveError) {
    if pendingLimits != nil { try flush() }
    pending = matrix * pending
    pendingOffset = matrix * pendingOffset
  }

  /// Adds the same light to all components, in units.
  mutating func add(_ light: Double) throws(CurveError) {
    if light == 0 { return }
    if pendingLimits != nil { try flush() }
    pendingOffset += light
    greatest += light
  }

  /// Changes the light that 1.0 stands for, in cd/m².
  mutating func count(in unit: Double) {
    let factor = self.unit / unit
    pending = pending * factor
    pendingOffset *= factor
    if let limits = pendingLimits { pendingLimits = limits.lowerBound * factor...limits.upperBound * factor }
    greatest *= factor
    self.unit = unit
  }

  /// Limits the components to the target's range.
  mutating func clip() {
    pendingLimits = 0...peak / unit
    clipped()
  }

  /// Limits the components to PQ's range, if nothing has limited them yet.
  mutating func limitToPQ() {
    if !isMapped && pendingLimits == nil { pendingLimits = 0...PerceptualQuantizer.peak.nits / unit }
  }

  /// Records that the step just appended brought the components into the target's range.
  mutating func clipped() { (greatest, isMapped) = (peak / unit, true) }

  /// Records that no component now exceeds this many units.
  mutating func setGreatest(_ greatest: Double) { self.greatest = greatest }

  /// Records the light that 1.0 stands for after the step just appended, and the value that no component exceeds.
  mutating func setUnit(_ unit: Double, greatest: Double) { (self.unit, self.greatest) = (unit, greatest) }

  /// Records the range of the rows while they hold a signal.
  mutating func setSignals(_ signals: ClosedRange<Double>) { self.signals = signals }

  /// Multiplies the color by a function of its luminance; both in units.
  ///
  /// - Parameter corners: The luminances at which the function may have a corner.
  mutating func gain(
    weights: SIMD3<Double>, corners: [Double] = [], _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    if gainRow != nil || pendingLimits != nil || pendingOffset != .zero { try flush() }
    defer { greatest *= max(1, function(greatest)) }
    let ofRows = pending.transposed * weights
    if let earlier = pendingGain, ((earlier.weights - ofRows) * (earlier.weights - ofRows)).sum() > 1e-18 {
      try flush()
    }
    guard let earlier = pendingGain else {
      pendingGain = Gain(
        weights: pending.transposed * weights, function: function, corners: corners, greatest: greatest,
        scale: unit / peak)
      return
    }
    // The luminance here is the earlier one, multiplied by the earlier gain.
    pendingGain?.function = { level in
      let first = earlier.function(level)
      return first * function(level * first)
    }
    pendingGain?.corners += corners.map { Self.solve({ $0 * earlier.function($0) }, for: $0, upTo: greatest * 2) }
  }

  /// Multiplies the color by a function of its greatest component, both in units.
  ///
  /// - Parameter part: The share of the allowed error to use.
  mutating func gainFromGreatest(
    corners: [Double], part: Double = 1, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    try flush()
    append(.greatest(from: color, into: Self.level))
    // The level's row is the third counted from `factor`.
    try factor(
      of: SIMD3(0, 0, 1), from: Self.factor, corners: corners, upTo: greatest,
      within: tolerance.gain(scale: unit / peak, part: part), function)
    gainRow = Self.factor
    greatest *= max(1, function(greatest))
  }

  /// The argument in `0...limit` at which an increasing function has this value.
  private static func solve(_ function: (Double) -> Double, for value: Double, upTo limit: Double) -> Double {
    var (low, high) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function(middle) < value { low = middle } else { high = middle }
    }
    return high
  }

  /// Appends the pending steps; `limits` are applied last.
  mutating func flush(limits: ClosedRange<Float>? = nil) throws(CurveError) {
    try layGain()
    let limits = limits ?? pendingLimits.map { Float($0.lowerBound)...Float($0.upperBound) }
    // Right after a gamut map there is nothing to cut off.
    if gainRow == nil, pending == .identity, pendingOffset == .zero, limits == 0...1, unit == peak {
      switch steps.last {
      case .perceptual, .desaturate: return pendingLimits = nil
      default: break
      }
    }
    if gainRow != nil || pending != .identity || pendingOffset != .zero || limits != nil {
      append(.matrix(pending, offset: pendingOffset, from: color, into: color, gain: gainRow, limits: limits))
    }
    (pending, pendingOffset, pendingLimits, pendingGain, gainRow) = (.identity, .zero, nil, nil, nil)
  }

  /// Maps the color onto a target's hull; afterwards 1.0 stands for the target's peak.
  mutating func map(_ gamut: PerceptualGamutMap, by matrix: Matrix3x3) throws(CurveError) {
    try multiply(matrix)
    count(in: peak)
    try flush()
    append(.perceptual(gamut, peak: peak, rows: color))
    clipped()
  }

  /// Appends the steps that compute the pending gain's factors in their row.
  private mutating func layGain() throws(CurveError) {
    guard let gain = pendingGain else { return }
    try factor(
      of: gain.weights, from: color, corners: gain.corners, upTo: gain.greatest,
      within: tolerance.gain(scale: gain.scale), gain.function)
    (gainRow, pendingGain) = (Self.factor, nil)
  }

  // MARK: Curves

  /// Replaces each component by its light; see `components(upTo:within:unit:greatest:_:)`.
  mutating func light(
    upTo limit: Double, corners: [Double] = [], unit: Double, greatest: Double = 1,
    _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    try components(
      upTo: limit, corners: corners, within: tolerance.light(scale: unit / peak), unit: unit, greatest: greatest,
      function)
  }

  /// Replaces each component by a tone curve of it, both in units.
  mutating func tone(corners: [Double], _ function: @escaping (Double) -> Double) throws(CurveError) {
    try flush()
    try components(
      upTo: greatest, corners: corners, within: tolerance.light(scale: unit / peak), unit: unit, greatest: greatest,
      function)
  }

  /// Replaces each component by a function of it. Afterwards 1.0 stands for `unit` cd/m², and no component exceeds
  /// `greatest` units.
  mutating func components(
    upTo limit: Double, corners: [Double] = [], within tolerance: CurveTolerance, unit: Double = 1,
    greatest: Double = 1, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    try flush()
    append(
      .curve(try CompiledCurve(upTo: limit, within: tolerance, corners: corners, function), rows: color..<color + 3))
    (self.unit, self.greatest) = (unit, greatest)
  }

  /// Appends a step unchanged.
  mutating func append(_ step: LaneStep) { steps.append(step) }

  /// Fills the factor's row with a function of a weighted sum of three rows.
  ///
  /// If one curve cannot meet all corners, the domain is divided at some of them; each part's curve is the function's increase
  /// over that part, and the parts are summed. If the function is 0 up to a corner, as a gain is below the source's black, the
  /// first part starts there.
  mutating func factor(
    of weights: SIMD3<Double>, from rows: Int32, corners: [Double], upTo limit: Double,
    within tolerance: CurveTolerance, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    var inner = Set(corners.filter { $0 > 0 && $0 < limit * 0.999999 }).sorted()
    var origin = 0.0
    while let next = inner.first,
      (1...16).allSatisfy({ Float(function(origin + (next - origin) * Double($0) / 16)) == 0 })
    {
      origin = inner.removeFirst()
    }
    var parts = 0
    var found: [(start: Double, CompiledCurve)] = []
    while found.isEmpty {
      parts += 1
      let ends = [origin] + (1..<parts).map { inner[$0 * inner.count / parts] } + [limit]
      do throws(CurveError) {
        for (start, end) in zip(ends, ends.dropFirst()) {
          let corners = inner.filter { $0 > start && $0 < end }.map { $0 - start }
          found.append(
            (start, try Self.part(of: function, from: start, to: end, corners: corners, of: parts, within: tolerance)))
        }
      } catch {
        if parts > min(inner.count, 4) { throw error }
        found = []
      }
    }
    for (start, curve) in found {
      let row = start == origin ? Self.factor : Self.spare
      // The row of the first part may be one of the rows that the other parts are computed from.
      append(.weigh(weights, offset: -start, from: rows, into: row))
      append(.curve(curve, rows: row..<row + 1))
      if start > origin { append(.add(rows: Self.factor..<Self.factor + 1, term: Self.spare)) }
    }
  }

  /// The increase of a function over a part of its domain from its value at the start of that part; for the part that starts at
  /// 0, the function itself.
  private static func part(
    of function: @escaping (Double) -> Double, from start: Double, to end: Double, corners: [Double], of parts: Int,
    within tolerance: CurveTolerance
  ) throws(CurveError) -> CompiledCurve {
    let before = start == 0 ? 0 : function(start * (1 - 1e-12))
    let step = start == 0 ? 0 : abs(function(start * (1 + 1e-12)) - before)
    let width = end - start
    let share = 1 / Double(min(parts, 3))
    // A step of the function may be spread over a hundred-thousandth of the part.
    let allowed = CurveTolerance { level, value in
      tolerance.allowed(start + level, value + before) * share + (level < width * 1e-5 ? step : 0)
    }
    // A part ends just below a step at its end.
    return try CompiledCurve(upTo: width, within: allowed, corners: corners, exactAtZero: start > 0) { level in
      function(start == 0 || level > 0 ? min(start + level, end * (1 - 1e-12)) : start * (1 - 1e-12)) - before
    }
  }
}
