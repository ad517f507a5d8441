import Colorimetry
import Testing

/// Expects a number to lie close to the reference.
///
/// Closed forms in `Double` lose a few units in the last place per operation. 1e-12 is about 4500 of them, and far
/// below the effect of any wrong constant, sign or branch.
func expectClose(
  _ found: Double, _ reference: Double, relative: Double = 1e-12, absolute: Double = 0,
  _ what: @autoclosure () -> String = "", at location: SourceLocation = #_sourceLocation
) {
  let allowed = max(relative * abs(reference), absolute)
  #expect(
    abs(found - reference) <= allowed, "\(what()) found \(found), reference \(reference)", sourceLocation: location)
}

func expectClose(
  _ found: some Quantity, _ reference: Double, relative: Double = 1e-12, absolute: Double = 0,
  _ what: @autoclosure () -> String = "", at location: SourceLocation = #_sourceLocation
) {
  expectClose(found.value, reference, relative: relative, absolute: absolute, what(), at: location)
}

func expectClose(
  _ found: SIMD3<Double>, _ reference: SIMD3<Double>, relative: Double = 1e-12, absolute: Double = 0,
  _ what: @autoclosure () -> String = "", at location: SourceLocation = #_sourceLocation
) {
  for i in 0..<3 {
    expectClose(found[i], reference[i], relative: relative, absolute: absolute, what(), at: location)
  }
}

extension Dictionary where Key == String, Value == String {
  /// The number in a column.
  func number(_ column: String) throws -> Double {
    let text = try #require(self[column], "no \(column)")
    return try #require(Double(text), "\(column) is \(text)")
  }

  /// The number in a column, in a unit.
  func level<Level: Quantity>(_ column: String) throws -> Level { Level(try number(column)) }

  /// The three numbers in three columns.
  func numbers(_ a: String, _ b: String, _ c: String) throws -> SIMD3<Double> {
    SIMD3(try number(a), try number(b), try number(c))
  }
}
