// Implementation goals, in order of priority:
//
// 1. The same bits on every system. Use only operations that IEEE 754 defines in every bit: +, −, ×, ÷, √, comparisons, and shifts
//    and masks of a number's bits. Use no function of the system's math library and no fused multiply-add, which is a call on
//    processors without the instruction, and that call costs more than the few products that replace it.
// 2. Errors well below 1 ulp: results are known to about 65 bits before they are rounded.
// 3. As fast as a good C library.

/// Elementary functions in `Double` with identical bits on every system.
///
///     Elementary.pow(0.5, 1 / 2.4)  // 0.7491535384383408
///
/// The transfer functions, the tone curves and therefore all compiled tables are based on these functions, so a frame has the same codes regardless
/// of the system's math library.
///
/// Special cases follow IEEE 754-2019, clause 9.2, except for the flags, which are not used; every NaN result is `Double.nan`. Errors are given in
/// units in the last place of the result (ulp): the largest over four million arguments compared with GNU MPFR, rounded up. `ElementaryTests` checks
/// them over the vectors of `notebooks/derivations/elementary_vectors.py`, which include the worst of those arguments.
package enum Elementary {}

/// A number as an unevaluated sum of two; the second is small compared with the first.
struct LongNumber {
  let high, low: Double

  /// The exact sum of two numbers; the first must be the larger in magnitude or 0.
  @inline(__always) static func sum(_ greater: Double, _ smaller: Double) -> LongNumber {
    let high = greater + smaller
    return LongNumber(high: high, low: (greater - high) + smaller)
  }

  /// The exact sum of two numbers.
  @inline(__always) static func sum(of a: Double, _ b: Double) -> LongNumber {
    let high = a + b
    let part = high - a
    return LongNumber(high: high, low: (a - (high - part)) + (b - part))
  }

  /// The product of two numbers, exact unless it overflows or underflows.
  @inline(__always) static func product(_ a: Double, _ b: Double) -> LongNumber {
    let (x, y) = (a.leading, b.leading)
    let high = a * b
    let low = ((x * y - high) + x * (b - y) + (a - x) * y) + (a - x) * (b - y)
    return LongNumber(high: high, low: low)
  }

  /// The same number as a leading part of 26 bits and the remainder.
  @inline(__always) var split: LongNumber {
    let leading = (high + low).leading
    return LongNumber(high: leading, low: (high - leading) + low)
  }
}

extension Double {
  /// The leading 26 bits. The product of two such numbers is exact, and so is the product of one with a number of 27 bits.
  @inline(__always) var leading: Double { Double(bitPattern: bitPattern & 0xffff_ffff_f800_0000) }
}

extension Elementary {
  /// The value of the polynomial with these coefficients, lowest power first.
  static func polynomial(_ coefficients: [Double], at x: Double) -> Double {
    var value = 0.0
    for coefficient in coefficients.reversed() { value = value * x + coefficient }
    return value
  }
}
