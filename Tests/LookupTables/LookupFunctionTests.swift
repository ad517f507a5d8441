import Colorimetry
import LookupTables
import Testing

@Suite struct LookupFunctionTests {
  /// Equations of a client that are NaN somewhere, or everywhere.
  static let undefined: [LookupFunction] = [
    .power(.nan, below: .kept), .antilogarithm(LogarithmicCurve(base: 2, logSlope: 0)),
    .logarithm(LogarithmicCurve(base: 10, linearSlope: 1, linearOffset: -1, lineEnd: 0)),
    .straightenedPower(StraightenedPower(exponent: 2, offset: .nan)),
  ]

  @Test(arguments: undefined) func valuesAreFinite(_ function: LookupFunction) {
    for x in [-.infinity, -1, -0.0, 0, 0.5, 1, .infinity, .nan] { #expect(function(x).isFinite, "\(x)") }
  }

  @Test(arguments: undefined) func whatIsNotANumberIsRefused(_ function: LookupFunction) {
    let table = LookupTable(steps: [.limit(0...1), .functions(LookupFunctions(function))])
    #expect(throws: LookupTableError.stepsAreNotFinite(last: 1)) { try table.checkSteps() }
  }

  @Test func powersAreClamped() throws {
    let table = LookupTable(steps: [.functions(LookupFunctions(.power(1e300, below: .mirrored)))])
    #expect(table(LookupColor(neutral: 2)).components.x == Double(Float.greatestFiniteMagnitude))
    try table.checkSteps()
  }
}
