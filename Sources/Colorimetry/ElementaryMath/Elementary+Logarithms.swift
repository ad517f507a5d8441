extension Elementary {
  /// The natural logarithm.
  ///
  /// - Domain: `0...`; NaN below.
  /// - Range: All numbers; −∞ at 0. Error: 0.501 ulp.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return logarithm(ofSpecial: x) }
    return scaled(binaryLogarithm(x), ln2, ln2Rest)
  }

  /// The binary logarithm.
  ///
  /// - Domain: `0...`; NaN below.
  /// - Range: All numbers; −∞ at 0; exact at powers of two. Error: 0.501 ulp.
  package static func log2(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return logarithm(ofSpecial: x) }
    let logarithm = binaryLogarithm(x)
    return logarithm.high + logarithm.low
  }

  /// The decimal logarithm.
  ///
  /// - Domain: `0...`; NaN below.
  /// - Range: All numbers; −∞ at 0; exact at powers of ten. Error: 0.501 ulp.
  package static func log10(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return logarithm(ofSpecial: x) }
    return scaled(binaryLogarithm(x), log10of2, log10of2Rest)
  }

  /// The natural logarithm of 1 plus a number, accurate for small numbers.
  ///
  /// - Domain: `-1...`; NaN below.
  /// - Range: All numbers; −∞ at −1. Error: 0.501 ulp.
  package static func log(onePlus x: Double) -> Double {
    guard x > -1, x < .infinity else { return logarithm(ofSpecial: 1 + x) }
    if x.magnitude < 0x1p-54 { return x }
    if x.magnitude < 0x1p-9 { return scaled(binaryLogarithm(near: x), ln2, ln2Rest) }
    let sum = LongNumber.sum(of: 1, x)
    let logarithm = binaryLogarithm(sum.high)
    // ln(h + l) is ln(h) + l / h, because l is below the last place of h.
    let part = sum.low / sum.high * (logLinear + logLinearRest)
    return scaled(LongNumber(high: logarithm.high, low: logarithm.low + part), ln2, ln2Rest)
  }

  /// The logarithm, to any base, of a number that is not positive and finite.
  private static func logarithm(ofSpecial x: Double) -> Double { x == 0 ? -.infinity : x == .infinity ? x : .nan }

  /// A long number times a constant.
  @inline(__always) private static func scaled(_ number: LongNumber, _ factor: Double, _ rest: Double) -> Double {
    let number = number.split
    return number.high * factor + (number.high * rest + number.low * (factor + rest))
  }

  // MARK: Binary logarithms to 68 bits

  /// The binary logarithm of a positive, finite number.
  @inline(__always) static func binaryLogarithm(_ x: Double) -> LongNumber {
    if (x - 1).magnitude < 0x1p-9 { return binaryLogarithm(near: x - 1) }
    if x < .leastNormalMagnitude { return binaryLogarithm(normal: x * 0x1p54, octaves: -54) }
    return binaryLogarithm(normal: x, octaves: 0)
  }

  /// The binary logarithm of 2^octaves · x, for a normal number x not near 1.
  ///
  /// With x = 2^k · m and m = a (1 + r), where `a` is the middle of one of 256 intervals, it is k + log2(a) + log2(1 + r). r, which is
  /// at most 2⁻⁹, is split into s, a multiple of 2⁻²⁴, and the remainder d. s is exact, and so is the leading part s (linear − s · square).
  @inline(__always) static func binaryLogarithm(normal x: Double, octaves: Int) -> LongNumber {
    // The mantissas range from 181/256 to 181/128.
    let offset = x.bitPattern &- 0x3fe6_a000_0000_0000
    let row = 4 &* Int(truncatingIfNeeded: offset >> 44 & 255)
    let mantissa = Double(bitPattern: x.bitPattern &- (offset & 0xfff0_0000_0000_0000))
    let entries = unsafe table
    let difference = unsafe mantissa - entries[row]
    let inverse = unsafe entries[row &+ 1]
    let r = difference * inverse
    let s = (r + 0x1.8p28) - 0x1.8p28
    let d = unsafe (difference - s * entries[row]) * inverse
    let whole = Double(Int(truncatingIfNeeded: Int64(bitPattern: offset) >> 52) &+ octaves)
    let sum = unsafe LongNumber.sum(whole + entries[row &+ 2], s * (logLinear - s * logSquare))
    return unsafe LongNumber(high: sum.high, low: (sum.low + entries[row &+ 3]) + logarithmRest(r, s, d))
  }

  /// The binary logarithm of 1 + r, for r up to 2⁻⁹ and not below 2⁻⁵⁴, with the same relative accuracy as the others.
  @inline(__always) static func binaryLogarithm(near r: Double) -> LongNumber {
    // s has 16 bits, so that both products are exact.
    let s = Double(bitPattern: r.bitPattern & 0xffff_ffe0_0000_0000)
    let sum = LongNumber.sum(s * logLinear, -(s * s * logSquare))
    return LongNumber(high: sum.high, low: sum.low + logarithmRest(r, s, r - s))
  }

  /// The remainder of log2(1 + r) beyond s (linear − s · square).
  @inline(__always) private static func logarithmRest(_ r: Double, _ s: Double, _ d: Double) -> Double {
    let square = r * r
    let higher = (logC3 + r * logC4) + square * ((logC5 + r * logC6) + square * logC7)
    let lower = logLinearRest + r * logSquareRest
    return d * (logLinear - logSquare * (r + s)) + r * (lower + square * higher)
  }
}
