// Implementation goals, in order of priority:
//
// 1. The same bits on every system. Only what IEEE 754 fixes in every bit: +, −, ×, ÷, √, comparisons, and shifts and masks of a
//    number's bits. No function of the system's mathematics library, no fused multiply-add, whose call costs more than the few
//    products that stand in for it where the processor has none.
// 2. Errors well below 1 ulp: what a result is rounded from is known to some 65 bits.
// 3. As fast as a good C library.

/// Elementary functions whose every bit is the same on every system, in `Double`.
///
///     Elementary.pow(0.5, 1 / 2.4)  // 0.7491535384383408
///
/// The transfer functions and tone curves, and with them all compiled tables, rest on these: so a frame has the same codes
/// whatever mathematics library its system has.
///
/// What is special is as in IEEE 754-2019, clause 9.2, but for the flags, which nobody reads; what is no number is `Double.nan`.
/// Errors are in units of the last place of the result, ulp: the greatest of four million arguments beside GNU MPFR, rounded up.
/// `ElementaryTests` holds them over the vectors of `notebooks/elementary_vectors.py`, the worst of those arguments among them.
package enum Elementary {}

/// A number as the sum of two, the second small beside the first.
struct LongNumber {
  let high, low: Double

  /// The sum of two numbers, the first of them the greater or 0, with nothing lost.
  @inline(__always) static func sum(_ greater: Double, _ smaller: Double) -> LongNumber {
    let high = greater + smaller
    return LongNumber(high: high, low: (greater - high) + smaller)
  }

  /// The sum of two numbers, with nothing lost.
  @inline(__always) static func sum(of a: Double, _ b: Double) -> LongNumber {
    let high = a + b
    let part = high - a
    return LongNumber(high: high, low: (a - (high - part)) + (b - part))
  }

  /// The product of two numbers, with nothing lost while it is neither too great nor too small for that.
  @inline(__always) static func product(_ a: Double, _ b: Double) -> LongNumber {
    let (x, y) = (a.leading, b.leading)
    let high = a * b
    let low = ((x * y - high) + x * (b - y) + (a - x) * y) + (a - x) * (b - y)
    return LongNumber(high: high, low: low)
  }

  /// The first number, with 26 bits, and all the rest.
  @inline(__always) var split: LongNumber {
    let leading = (high + low).leading
    return LongNumber(high: leading, low: (high - leading) + low)
  }
}

extension Double {
  /// The first 26 bits: the product of two such numbers is exact, and so is that of one with a number of 27.
  @inline(__always) var leading: Double { Double(bitPattern: bitPattern & 0xffff_ffff_f800_0000) }
}

extension Elementary {
  /// The polynomial of these coefficients, lowest power first.
  static func polynomial(_ coefficients: [Double], at x: Double) -> Double {
    var value = 0.0
    for coefficient in coefficients.reversed() { value = value * x + coefficient }
    return value
  }
}
