import Colorimetry
import TestSupport
import Testing

/// Comparison with values of 120 digits, over arguments of every size: those of transfer functions, boundaries in the tables, exact
/// results, and the ends of the range.
struct ElementaryTests {
  /// The allowed error of each function in units in the last place, also for subnormal results, which have fewer bits. Rounding alone
  /// causes 0.5; the bounds are those of the doc comments and cover the few largest known errors.
  static let bounds: [(name: String, ulp: Double)] = [
    ("exp2", 0.51), ("exp", 0.51), ("expMinusOne", 0.6), ("log", 0.501), ("log2", 0.501), ("log10", 0.501),
    ("logOnePlus", 0.501), ("cubeRoot", 0.51), ("sinPi", 0.85), ("cosPi", 0.85), ("pow", 0.53), ("hypot", 0.751),
    ("atan2Pi", 0.75),
  ]

  private static let rows = Result { try Dictionary(grouping: Vectors.rows("elementary.csv")) { $0["function"] ?? "" } }

  @Test(arguments: bounds) func meetsVectors(_ name: String, _ ulp: Double) throws {
    let function = Functions.named(name)
    let rows = try #require(try Self.rows.get()[name], "no vectors of \(name)")
    #expect(rows.count > 300)
    var worst = (error: 0.0, row: "")
    for row in rows {
      let first = try #require(Double(bits: row["first"] ?? ""), "\(row)")
      let second = Double(bits: row["second"] ?? "") ?? 0
      let nearest = try #require(Double(bits: row["nearest"] ?? ""), "\(row)")
      let beyond = try #require(Double(row["beyond"] ?? ""), "\(row)")
      let found = function(first, second)
      let error = abs((found - nearest) / nearest.ulp - beyond)
      if !(error <= worst.error) { worst = (error, "\(name)(\(first), \(second)) is \(found)") }
    }
    #expect(worst.error <= ulp, "\(worst.row), off by \(worst.error) ulp")
  }

  @Test func everyFunctionHasVectors() throws {
    #expect(Self.bounds.map(\.name) == Functions.names)
    #expect(Set(try Self.rows.get().keys) == Set(Functions.names))
  }

  /// Results that are exactly representable are exact.
  @Test func exactResults() {
    for k in -1074...1023 {
      let power = Double(sign: .plus, exponent: k, significand: 1)
      #expect(Elementary.exp2(Double(k)) == power)
      #expect(Elementary.log2(power) == Double(k))
      #expect(Elementary.pow(2, Double(k)) == power)
      if k % 3 == 0 { #expect(Elementary.cubeRoot(power) == Double(sign: .plus, exponent: k / 3, significand: 1)) }
    }
    var ten = 1.0
    for k in 0...22 {
      #expect(Elementary.log10(ten) == Double(k))
      #expect(Elementary.pow(10, Double(k)) == ten)
      ten *= 10
    }
    for i in 0...3000 {
      let x = Double(i)
      #expect(Elementary.pow(x, 2) == x * x && Elementary.pow(x * x, 0.5) == x && Elementary.pow(x, 1) == x)
      #expect(Elementary.cubeRoot(x * x * x) == x && Elementary.cubeRoot(-x * x * x) == -x)
      #expect(Elementary.hypot(3 * x, 4 * x) == 5 * x && Elementary.hypot(-12 * x, 5 * x) == 13 * x)
      #expect(Elementary.hypot(x, 0) == x && Elementary.hypot(0, x) == x)
    }
    for i in -8...8 {
      let quarter = Double(i) / 2
      #expect(Elementary.sinPi(quarter) == [0, 1, 0, -1][i & 3] && Elementary.cosPi(quarter) == [1, 0, -1, 0][i & 3])
      #expect(Elementary.atan2Pi(y: Elementary.sinPi(quarter), x: Elementary.cosPi(quarter)).magnitude <= 1)
    }
    #expect(Elementary.sinPi(1.0 / 6) == 0.5 && Elementary.cosPi(1.0 / 3) == 0.5)
    #expect(Elementary.atan2Pi(y: 1, x: -1) == 0.75 && Elementary.atan2Pi(y: -5, x: 5) == -0.25)
  }

  /// The functions do not step back where one row of a table ends and the next begins, nor where a series takes over from the tables.
  @Test func seamsAreMonotone() {
    func isMonotone(about x: Double, _ function: (Double) -> Double) -> Bool {
      var (last, x) = (-Double.infinity, x)
      for _ in 0..<8 { x = x.nextDown }
      for _ in 0..<16 {
        let next = function(x)
        if !(next >= last) { return false }
        (last, x) = (next, x.nextUp)
      }
      return true
    }
    for row in UInt64(0)...512 {
      let x = Double(bitPattern: 0x3fe6_a000_0000_0000 + row << 43)
      #expect(isMonotone(about: x) { Elementary.log($0) } && isMonotone(about: x * 0x1p300, Elementary.log2))
      #expect(
        isMonotone(about: x) { Elementary.pow($0, 78.84375) } && isMonotone(about: x) { Elementary.pow($0, 1 / 2.4) })
      let y = (Double(row) - 256) / 256
      #expect(isMonotone(about: y, Elementary.exp2) && isMonotone(about: y, Elementary.exp))
      #expect(isMonotone(about: y + 1023) { min(Elementary.exp2($0), .greatestFiniteMagnitude) })
    }
    for edge in [1 - 0x1p-9, 1, 1 + 0x1p-9] {
      #expect(isMonotone(about: edge) { Elementary.log($0) } && isMonotone(about: edge) { Elementary.pow($0, 1000) })
    }
    for edge in [-0x1p-4, 0x1p-4, -0x1p-54, 0x1p-54, -0x1p-9, 0x1p-9] {
      #expect(isMonotone(about: edge, Elementary.expMinusOne))
      #expect(isMonotone(about: edge) { Elementary.log(onePlus: $0) })
    }
  }
}
