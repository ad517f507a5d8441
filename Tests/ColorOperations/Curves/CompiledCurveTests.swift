import Colorimetry
import ColorOperations
import RealModule
import Testing

@Suite struct CompiledCurveTests {
  static let pq = PerceptualQuantizer()
  static let toleranceNotMet = UnsupportedOperation(description: "no curve over 0...1.0 stays within the allowed error")
  /// The 8-bit codes of a BT.1886 display with a peak of 203 cd/m² and a black of 0.
  static func codes(_ nits: Double) -> Double { 219 * Double.pow(max(nits, 0) / 203, 1 / 2.4) }
  static func nits(_ code: Double) -> Double { 203 * Double.pow(max(code, 0) / 219, 2.4) }

  /// The largest error of a curve as a fraction of the allowed error, and where: sampled densely over the domain, toward 0, and on both
  /// sides of each argument at which a piece begins.
  func worst(
    _ curve: CompiledCurve, _ tolerance: CurveTolerance, _ function: (Double) -> Double
  ) -> (part: Double, at: Float) {
    var arguments = (0..<20_000).map { curve.limit * Float($0 * 2_654_435_761 % 65_521) / 65_521 }
    for part in 0..<400 {
      let edge = curve.limit * Float(sign: .plus, exponent: -part / 10, significand: 1 + Float(part % 10) / 10)
      arguments += [edge.nextDown, edge, edge.nextUp]
    }
    for breakpoint in breakpoints(curve) {
      for bits in -20...20 { arguments.append(Float(bitPattern: UInt32(Int(breakpoint.bitPattern) + bits))) }
    }
    var worst = (part: 0.0, at: Float(0))
    for x in arguments where x >= 0 && x <= curve.limit {
      let reference = function(Double(x))
      let part = abs(Double(curve(x)) - reference) / tolerance.allowed(Double(x), reference)
      if !(part <= worst.part) { worst = (part, x) }
    }
    return worst
  }

  /// The first argument of each further piece, found by bisection of the bits between evenly spaced arguments in different pieces.
  func breakpoints(_ curve: CompiledCurve) -> [Float] {
    guard case .polynomials(let form) = curve.form else { return [] }
    func piece(_ bits: UInt32) -> Int { form.place(max(Float(bitPattern: bits), curve.low)).index }
    let last = curve.limit.bitPattern
    return stride(from: last - 30 << 23, to: last, by: 1 << 17).compactMap { start in
      var (from, to) = (start, min(start + 1 << 17, last))
      if piece(from) == piece(to) { return nil }
      while to - from > 1 {
        let middle = (from + to) / 2
        if piece(middle) == piece(from) { from = middle } else { to = middle }
      }
      return Float(bitPattern: to)
    }
  }

  /// Checks the check by an independent search, which must find no error above the allowed one, and hardly a larger one than the check:
  /// the points of the check miss at most 4 % of an error's wave and two roundings, but more at a breakpoint that it does not know of.
  func check(
    _ curve: CompiledCurve, _ tolerance: CurveTolerance, bends: Bool = false, _ function: (Double) -> Double
  ) {
    #expect(curve.measuredError <= 1)
    let worst = worst(curve, tolerance, function)
    let reference = function(Double(worst.at))
    let roundings = 2 * Double(Float(reference).ulp) / tolerance.allowed(Double(worst.at), reference)
    #expect(worst.part <= (bends ? 1.1 : 1), "\(curve.shape)")
    #expect(worst.part <= (bends ? 1.15 : 1.05) * curve.measuredError + roundings, "\(curve.shape)")
    if case .polynomials(let form) = curve.form {
      #expect(breakpoints(curve).count == form.count - 1, "\(curve.shape)")
    }
  }

  /// The search can fail: it finds a polynomial that is off by two and a half times the allowed error, and a cell next to a breakpoint assigned
  /// to the wrong piece.
  @Test func faultsAreFound() throws {
    let tolerance = CurveTolerance.absolute(0.02 / 876)
    let function: (Double) -> Double = { Self.pq.inverseEOTF(.nits($0)).value }
    let curve = try CompiledCurve(upTo: 10_000, within: tolerance, function)
    guard case .polynomials(let form) = curve.form, let pieces = form.pieces else {
      Issue.record("\(curve.shape)")
      return
    }
    func faulty(ofCell: [UInt8]? = nil, coefficients: [Float]? = nil) -> Double {
      let faulty = CompiledCurve.Polynomials(
        roots: form.roots, scale: form.scale, offset: form.offset,
        pieces: (pieces.mantissaBits, ofCell ?? pieces.ofCell, pieces.centers),
        coefficients: coefficients ?? form.coefficients, lift: form.lift, count: form.count)
      let curve = CompiledCurve(.polynomials(faulty), degree: curve.degree, low: curve.low, limit: curve.limit)
      return worst(curve, tolerance, function).part
    }
    #expect(form.count > 3)
    for piece in 0..<form.count {
      var coefficients = form.coefficients
      coefficients[piece] += 0.05 / 876
      #expect(faulty(coefficients: coefficients) > 1.4, "\(piece)")
    }
    for cell in 0..<15 where pieces.ofCell[cell] < pieces.ofCell[cell + 1] {
      var ofCell = pieces.ofCell
      ofCell[cell + 1] = ofCell[cell]
      #expect(faulty(ofCell: ofCell) > 1.1, "\(cell)")
    }
  }

  /// PQ in 8-bit codes of a display; the published points 0.5081 ↔ 100 and 0.7518 ↔ 1000 cd/m².
  @Test(arguments: [0.03, 0.01, 0.002]) func pqInCodes(_ error: Double) throws {
    let tolerance = CurveTolerance.counted(error, by: Self.codes, inverse: Self.nits)
    let curve = try CompiledCurve(upTo: 1, within: tolerance) { Self.pq.eotf(SignalLevel($0)).nits }
    check(curve, tolerance) { Self.pq.eotf(SignalLevel($0)).nits }
    #expect(curve(0) == 0)
    #expect(abs(curve(1) - 10_000) < 40 * Float(error))
    #expect(abs(curve(0.508078) - 100) < 0.05)
    #expect(abs(curve(0.751827) - 1000) < 0.5)
  }

  /// PQ with the tolerance of plans with a look, and of the default plan. Their speed depends on it compiling to these cheap forms.
  @Test(arguments: [false, true]) func pqOfPlans(staysDark: Bool) throws {
    let allowed = ErrorBudget(signal: 0.05 / 219, peak: .nits(203), staysDark: true)
    let tolerance = CurveTolerance { _, nits in
      let code = max(Double.pow(min(nits / 203, 1), 1 / 2.4), 1.0 / 256)
      return staysDark ? allowed.light(nits) : max(nits * 9e-6 / code, 7e-8)
    }
    let curve = try CompiledCurve(upTo: 1, within: tolerance) { Self.pq.eotf(SignalLevel($0)).nits }
    check(curve, tolerance) { Self.pq.eotf(SignalLevel($0)).nits }
    guard case .polynomials(let form) = curve.form else {
      Issue.record("\(curve.shape)")
      return
    }
    #expect(form.roots == 0 && (form.pieces == nil) == staysDark)
    #expect(staysDark ? curve.degree == 4 && form.lift == 0 : curve.degree <= 5)
    // Black is exact, and no light is negative.
    #expect(curve(0) == 0 && curve(-1) == 0 && curve(.nan) == 0)
    for x in stride(from: 0, to: Float(0.02), by: 0x1p-18) { #expect(curve(x) >= 0, "\(x)") }
  }

  /// Cells or pieces are exact at 0, whatever the value there, and one begins at a breakpoint; where cells of equal width allow for that, they are cells.
  @Test(arguments: [0, 0.3, -1]) func plainCells(_ start: Double) throws {
    for (breakpoint, error) in [(0.2, 2e-6), (0.5, 2e-6), (0.9, 2e-6), (0.25, 2e-5), (0.5, 2e-5), (0.75, 2e-5)] {
      let tolerance = CurveTolerance.absolute(error)
      let bent: (Double) -> Double = { start + $0 / (1 + $0) + max($0 - breakpoint, 0) }
      let curve = try CompiledCurve(upTo: 1, within: tolerance, breakpoints: [breakpoint], bent)
      check(curve, tolerance, bent)
      guard case .polynomials(let form) = curve.form, error < 1e-5 || form.pieces == nil else {
        Issue.record("\(curve.shape)")
        continue
      }
      #expect(curve(0) == Float(start))
    }
  }

  /// Two straight lines that meet at a breakpoint need pieces that meet there too.
  @Test(arguments: [0.137, 0.377, 0.7, 0.913]) func breakpoint(_ breakpoint: Double) throws {
    let tolerance = CurveTolerance.absolute(2e-7)
    let bent: (Double) -> Double = { $0 < breakpoint ? $0 : breakpoint + 0.25 * ($0 - breakpoint) }
    let curve = try CompiledCurve(upTo: 1, within: tolerance, breakpoints: [breakpoint], bent)
    check(curve, tolerance, bent)
    #expect(curve.degree == 2)
    #expect(throws: UnsupportedOperation.self) { try CompiledCurve(upTo: 1, within: tolerance, bent) }
  }

  /// Three straight lines.
  @Test(arguments: [(0.001, 0.1), (0.2, 0.9), (0.4, 0.5)]) func breakpoints(_ low: Double, _ high: Double) throws {
    let tolerance = CurveTolerance.absolute(2e-7)
    let bent: (Double) -> Double = { $0 + 0.5 * max($0 - low, 0) - max($0 - high, 0) }
    let curve = try CompiledCurve(upTo: 1, within: tolerance, breakpoints: [high, low], bent)
    check(curve, tolerance, bent)
    #expect(curve.degree == 2)
  }

  /// A quick search keeps to the tolerance as well, whether the slope, only the curvature or nothing jumps at a breakpoint.
  @Test(arguments: [0.001, 0.0137, 0.1, 0.377, 0.913]) func quick(_ breakpoint: Double) throws {
    let functions: [(String, (Double) -> Double)] = [
      ("slope", { $0 < breakpoint ? $0 : breakpoint + 0.25 * ($0 - breakpoint) }),
      ("curvature", { $0 + 0.1 * max($0 - breakpoint, 0) * max($0 - breakpoint, 0) }),
      ("nothing", { 1 / (breakpoint + $0) }),
      ("root", { ($0 + 0.01 * breakpoint).squareRoot() }),
      ("PQ", { Self.pq.eotf(SignalLevel($0)).nits / 10_000 }),
    ]
    for (name, function) in functions {
      let tolerance = CurveTolerance.relative(1e-5, floor: 1e-6)
      let curve = try CompiledCurve(upTo: 1, within: tolerance, breakpoints: [breakpoint], effort: .quick, function)
      let worst = worst(curve, tolerance, function)
      #expect(worst.part <= 1 && worst.part > 1e-4, "\(name), \(breakpoint): \(curve.shape)")
      let thorough = try CompiledCurve(upTo: 1, within: tolerance, breakpoints: [breakpoint], function)
      print("quick: \(name), \(breakpoint): \(curve.shape), thorough \(thorough.shape)")
    }
  }

  /// A hasty search finds what a quick one finds without searching thoroughly, and gives up where that would be next.
  @Test func hasty() throws {
    let tolerance = CurveTolerance.relative(1e-5, floor: 1e-6)
    let smooth: (Double) -> Double = { 1 / (0.1 + $0) }
    let quick = try CompiledCurve(upTo: 1, within: tolerance, effort: .quick, smooth)
    #expect(try CompiledCurve(upTo: 1, within: tolerance, effort: .hasty, smooth).tables == quick.tables)
    // Three slopes that jump: no cells begin at all of them.
    let corners = [0.21, 0.5, 0.83]
    let bent: (Double) -> Double = { x in corners.reduce(x) { $0 + 0.1 * max(x - $1, 0) } }
    let loose = CurveTolerance.absolute(5e-4)
    check(try CompiledCurve(upTo: 1, within: loose, breakpoints: corners, effort: .quick, bent), loose, bent)
    #expect(throws: Self.toleranceNotMet) {
      try CompiledCurve(upTo: 1, within: loose, breakpoints: corners, effort: .hasty, bent)
    }
  }

  /// Light to signal, with an infinite slope at black.
  @Test(arguments: [0.05, 0.02, 0.01]) func inversePQ(_ error: Double) throws {
    let tolerance = CurveTolerance.absolute(error / 876)
    let curve = try CompiledCurve(upTo: 10_000, within: tolerance) { Self.pq.inverseEOTF(.nits($0)).value }
    check(curve, tolerance) { Self.pq.inverseEOTF(.nits($0)).value }
    #expect(abs(Double(curve(10_000)) - 1) < error / 876)
  }

  /// A power is recognized by its values, regardless of its factor; a function that only resembles one near black is not.
  @Test(arguments: [1 / 2.4, 1 / 2.2, 2.4], [0.05, 0.025]) func power(_ power: Double, _ error: Double) throws {
    let tolerance = CurveTolerance.absolute(error / 219)
    let curve = try CompiledCurve(upTo: 203, within: tolerance) { Double.pow($0 / 203, power) }
    check(curve, tolerance) { Double.pow($0 / 203, power) }
    #expect(curve.shape.hasPrefix("power") && curve(0) == 0)
    #expect(abs(curve(203) - 1) < 1e-4)
    let bent = try CompiledCurve(upTo: 203, within: tolerance, breakpoints: [100]) {
      Double.pow($0 / 203, power) + max($0 - 100, 0) / 203
    }
    #expect(!bent.shape.hasPrefix("power"))
  }

  /// Outside the domain, arguments are clamped; NaN is taken as 0.
  @Test func outside() throws {
    let curve = try CompiledCurve(upTo: 2, within: .absolute(1e-4)) { 0.25 + $0 * $0 }
    for x in [-1, -0.0, -.infinity, .nan, Float.leastNonzeroMagnitude] { #expect(curve(x) == 0.25) }
    for x in [2.0001, 3e38, .infinity] as [Float] { #expect(curve(x) == curve(2) && abs(curve(x) - 4.25) <= 1e-4) }
  }

  @Test func refusals() {
    let notFinite = "the function is not finite at 0.0; it must be finite over the whole domain"
    #expect(throws: UnsupportedOperation(description: notFinite)) {
      try CompiledCurve(upTo: 1, within: .absolute(1)) { $0 == 0 ? .infinity : 0 }
    }
    let empty = "the domain of a curve ends at -1.0; its end must be a finite number above 0"
    #expect(throws: UnsupportedOperation(description: empty)) {
      try CompiledCurve(upTo: -1, within: .absolute(1)) { $0 }
    }
    #expect(throws: Self.toleranceNotMet) {
      // `Float` cannot represent such values.
      try CompiledCurve(upTo: 1, within: .absolute(1e-9)) { Double.pow($0, 0.3) }
    }
  }

  /// A jump is rejected after a few evaluations, because no piece can end exactly there. A jump within the allowed errors of both sides is
  /// not one.
  @Test func jump() throws {
    var looks = 0
    func step(_ height: Double) throws -> CompiledCurve {
      looks = 0
      return try CompiledCurve(upTo: 1, within: .absolute(1e-3), breakpoints: [0.3]) {
        looks += 1
        return $0 < 0.3 ? 0.5 : 0.5 + height
      }
    }
    #expect(throws: Self.toleranceNotMet) { try step(2.1e-3) }
    #expect(looks < 20)
    let low = try step(1.5e-3)
    #expect(looks > 100)
    check(low, .absolute(1e-3)) { $0 < 0.3 ? 0.5 : 0.5015 }
  }

  /// A function that is not smooth gets shorter pieces.
  @Test func kink() throws {
    let tolerance = CurveTolerance.absolute(1e-3)
    let curve = try CompiledCurve(upTo: 1, within: tolerance) { max(0.3, $0) }
    check(curve, tolerance, bends: true) { max(0.3, $0) }
  }
}

extension CurveTolerance {
  /// An error measured in an increasing function of the value, such as the codes of a display's signal.
  ///
  /// - Parameters:
  ///   - error: The allowed error in codes.
  ///   - codes: From a value to codes. Values below `floor` count as `floor`.
  ///   - inverse: From codes to the value.
  ///   - floor: The smallest value that is distinguished, such as black.
  fileprivate static func counted(
    _ error: Double, by codes: @escaping (Double) -> Double, inverse: @escaping (Double) -> Double, floor: Double = 0
  ) -> CurveTolerance {
    let minimum = codes(floor)
    return CurveTolerance { _, value in
      let code = codes(max(value, floor))
      let above = inverse(code + error) - value
      let below = code - error <= minimum ? Double.infinity : value - inverse(code - error)
      // At the top of its range an inverse may be flat; then only the distance downward counts.
      return above > 0 ? min(above, below) : below
    }
  }
}
