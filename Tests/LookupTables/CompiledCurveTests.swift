import Colorimetry
import LookupTables
import RealModule
import Testing

@Suite struct CompiledCurveTests {
  static let pq = PerceptualQuantizer()
  /// 8-bit codes of a BT.1886 display of 203 cd/m² over black 0.
  static func codes(_ nits: Double) -> Double { 219 * Double.pow(max(nits, 0) / 203, 1 / 2.4) }
  static func nits(_ code: Double) -> Double { 203 * Double.pow(max(code, 0) / 219, 2.4) }

  /// The proof is believed only after a search of its own: random arguments, and every power of two with its neighbors, where
  /// segments meet. The slack is what a proof on a grid cannot see: a few roundings of `Float`.
  func check(_ curve: CompiledCurve, _ tolerance: CurveTolerance, _ function: (Double) -> Double) {
    #expect(curve.provenError <= 1 && curve.proofPoints > 1000)
    var arguments: [Float] = []
    for i in 0..<4000 { arguments.append(Float(curve.limit) * Float(i * 2_654_435_761 % 65_521) / 65_521) }
    for octave in 0..<40 {
      let edge = Float(curve.limit) * Float(sign: .plus, exponent: -octave, significand: 1)
      arguments += [edge.nextDown, edge, min(edge.nextUp, Float(curve.limit))]
    }
    for x in arguments where Double(x) <= curve.limit {
      let truth = function(Double(x))
      let part = abs(Double(curve(x)) - truth) / tolerance.allowed(Double(x), truth)
      if !(part <= 1.1) { Issue.record("\(part) times the allowed error at \(x): \(curve)") }
    }
  }

  /// PQ in 8-bit codes of a display; the published points 0.5081 ↔ 100 and 0.7518 ↔ 1000 cd/m².
  @Test(arguments: [0.03, 0.01, 0.002]) func pqInCodes(_ error: Double) throws {
    let tolerance = CurveTolerance.counted(error, by: Self.codes, inverse: Self.nits)
    let curve = try CompiledCurve(upTo: 1, within: tolerance, exactAtLimit: true) { Self.pq.eotf($0).nits }
    check(curve, tolerance) { Self.pq.eotf($0).nits }
    #expect(curve(0) == 0)
    #expect(curve(1) == 10_000)
    #expect(abs(curve(0.508078) - 100) < 0.05)
    #expect(abs(curve(0.751827) - 1000) < 0.5)
  }

  @Test func pqRelative() throws {
    let tolerance = CurveTolerance.relative(1e-6, floor: 1e-6)
    let curve = try CompiledCurve(upTo: 1, within: tolerance) { Self.pq.eotf($0).nits }
    check(curve, tolerance) { Self.pq.eotf($0).nits }
    #expect(curve.segments == 32)
  }

  /// Two straight lines that meet: exact in the fewest segments where these meet there too, and out of reach where they do not.
  @Test(arguments: [0.137, 0.377, 0.7, 0.913, 1]) func corner(_ corner: Double) throws {
    let tolerance = CurveTolerance.absolute(1e-6)
    let bent: (Double) -> Double = { $0 < corner ? $0 : corner + 0.25 * ($0 - corner) }
    let curve = try CompiledCurve(upTo: 1, within: tolerance, maximumSegments: 32, corner: corner, bent)
    check(curve, tolerance, bent)
    #expect(curve.limit >= 1 && curve.limit < 1.1)
    guard corner < 1 else { return }
    #expect(throws: CurveError.self) { try CompiledCurve(upTo: 1, within: tolerance, maximumSegments: 32, bent) }
  }

  /// Light to signal: infinite slope at black.
  @Test(arguments: [0.05, 0.02, 0.01]) func inversePQ(_ error: Double) throws {
    let tolerance = CurveTolerance.absolute(error / 876)
    let curve = try CompiledCurve(upTo: 10_000, within: tolerance, exactAtLimit: true) {
      Self.pq.inverseEOTF(.nits($0))
    }
    check(curve, tolerance) { Self.pq.inverseEOTF(.nits($0)) }
    #expect(curve(10_000) == 1)
  }

  @Test(arguments: [1 / 2.4, 1 / 2.2, 2.4], [0.05, 0.025]) func power(_ power: Double, _ error: Double) throws {
    let tolerance = CurveTolerance.absolute(error / 219)
    let curve = try CompiledCurve(power: power, upTo: 203, factor: Double.pow(203, -power), within: tolerance)
    check(curve, tolerance) { Double.pow($0 / 203, power) }
    #expect(curve.isPower && curve(0) == 0)
    #expect(abs(curve(203) - 1) < 1e-4)
  }

  /// Outside the domain the ends hold; what is not a number is taken as 0.
  @Test func outside() throws {
    let curve = try CompiledCurve(upTo: 2, within: .absolute(1e-4), exactAtLimit: true) { 0.25 + $0 * $0 }
    for x in [-1, -0.0, -.infinity, .nan, Float.leastNonzeroMagnitude] { #expect(curve(x) == 0.25) }
    for x in [2.0001, 3e38, .infinity] as [Float] { #expect(curve(x) == 4.25) }
  }

  @Test func refusals() {
    #expect(throws: CurveError.notFinite(argument: 0)) {
      try CompiledCurve(upTo: 1, within: .absolute(1)) { $0 == 0 ? .infinity : 0 }
    }
    #expect(throws: CurveError.emptyDomain(limit: -1)) { try CompiledCurve(upTo: -1, within: .absolute(1)) { $0 } }
    do {
      _ = try CompiledCurve(upTo: 1, within: .absolute(1e-9), maximumSegments: 64) { Double.pow($0, 0.3) }
      Issue.record("`Float` has no such numbers")
    } catch {
      guard case .toleranceNotMet(let times, _, _, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(times > 1)
    }
  }

  /// A step, a kink and a constant: what is not smooth gets more segments, or is refused.
  @Test func kink() throws {
    let tolerance = CurveTolerance.absolute(1e-3)
    let curve = try CompiledCurve(upTo: 1, within: tolerance) { max(0.3, $0) }
    check(curve, tolerance) { max(0.3, $0) }
  }
}
