import Testing

import LookupFiles

@Suite struct DecimalNumberTests {
  private func read(_ text: String) -> Double? { decimalNumber(Array(text.utf8), 0..<text.utf8.count) }

  /// The bits are those of the compiler's own numbers.
  @Test(
    arguments: [
      ("0", 0), ("-0.0", -0.0), ("1", 1), ("+1.5", 1.5), (".5", 0.5), ("5.", 5), ("0.1", 0.1), ("1e-5", 1e-5),
      ("1E+3", 1000),
      ("0.000001", 0.000001), ("123456789.012345", 123456789.012345), ("65504", 65504), ("1e22", 1e22),
      ("7e-22", 7e-22),
      ("000000000000000000000000001", 1), ("0.100000000000000000000000000", 0.1),
      ("0.3333333333333333333333333", 1.0 / 3), ("1e-38", 1e-38), ("3.4028234663852886e38", 3.4028234663852886e38),
      ("12345678901234567890123", 12345678901234567890123.0), ("4.9e-300", 4.9e-300),
      ("-999999999999999", -999999999999999),
      ("999999999999999.9", 999999999999999.9),
    ] as [(String, Double)]) func exact(_ text: String, _ number: Double)
  {
    #expect(read(text)?.bitPattern == number.bitPattern)
  }

  @Test func extremes() {
    #expect(read("1e999999999999999999999") == .infinity)
    #expect(read("-1e400") == -.infinity)
    #expect(read("1e-999999999999999999999") == 0)
    #expect(read("0e999999999999999999999") == 0)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "nan", "inf", "0x10", "1,5", "1_000", "--1", "1 ", "1f",
  ])
  func noNumber(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    arguments: [
      (0, "0.000000"), (1, "1.000000"), (-1, "-1.000000"), (0.5, "0.500000"), (1e-7, "0.000000"), (5e-7, "0.000000"),
      (0.1, "0.100000"), (123.456, "123.456001"), (1e12, "999999995904.000000"), (1e13, "1e+13"), (-3e38, "-3e+38"),
    ] as [(Float, String)]) func written(_ value: Float, _ text: String)
  {
    var sink = TextSink(decimals: 6)
    sink.number(value)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == text)
  }

  /// Nine decimals give every `Float` from 0.1 to 1 back.
  @Test func nineDecimalsAreEnough() {
    for bits in stride(from: Float(0.1).bitPattern, through: Float(1).bitPattern, by: 7919) {
      let value = Float(bitPattern: bits)
      var sink = TextSink(decimals: 9)
      sink.number(value)
      #expect(decimalNumber(sink.bytes, 0..<sink.bytes.count).map { Float($0) } == value)
    }
  }
}
