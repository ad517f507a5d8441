extension Elementary {
  /// A number to the power of another.
  ///
  /// - Domain: All numbers, except that a negative x requires an integer y; otherwise NaN. 1 if x is 1 or y is 0.
  /// - Range: All numbers; exact if the power fits into 53 bits. Error: 0.51 ulp, 0.53 toward the ends of the range.
  /// - Source: IEEE 754-2019, clause 9.2.1, for all special cases.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    // Positive, finite and normal.
    guard x.bitPattern &- 0x0010_0000_0000_0000 < 0x7fe0_0000_0000_0000 else { return pow(ofSpecial: x, y) }
    if (x - 1).magnitude < 0x1p-9 { return pow(near: x, y) }
    return pow(of: binaryLogarithm(normal: x, octaves: 0), x, y)
  }

  /// The cube root.
  ///
  /// - Domain: All numbers.
  /// - Range: All numbers, with the same sign; exact if the root is representable. Error: 0.51 ulp.
  package static func cubeRoot(_ x: Double) -> Double {
    let size = x.magnitude
    guard size > 0, size < .infinity else { return x.isNaN ? .nan : x }
    let logarithm = binaryLogarithm(size).split
    let root = power2(logarithm.high * third, logarithm.low * (third + thirdRest) + logarithm.high * thirdRest)
    return x < 0 ? -root : root
  }

  /// The square root of the sum of two squares, which may themselves overflow or underflow.
  ///
  /// - Domain: All numbers.
  /// - Range: `0...`; ∞ if either is infinite, regardless of the other. Error: 0.501 ulp, 0.751 ulp for subnormal results.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    let (a, b) = (x.magnitude, y.magnitude)
    let (greater, smaller) = a > b ? (a, b) : (b, a)
    // Neither square leaves the normal numbers, nor does the low part of the smaller one.
    if smaller > 0x1p-450, greater < 0x1p500 { return rootOfSquares(greater, smaller) }
    return hypot(ofExtreme: greater, smaller)
  }

  // MARK: Powers

  /// A power of a number near 1.
  @inline(never) private static func pow(near x: Double, _ y: Double) -> Double {
    pow(of: binaryLogarithm(near: x - 1), x, y)
  }

  @inline(__always) private static func pow(of logarithm: LongNumber, _ x: Double, _ y: Double) -> Double {
    let (exact, rest) = product(logarithm, y)
    guard isOrdinary(exact) else { return pow(ofSpecial: x, y) }
    return power2(exact, rest)
  }

  /// A logarithm times y in two parts; the first part is exact.
  @inline(__always) private static func product(_ logarithm: LongNumber, _ y: Double) -> (exact: Double, rest: Double) {
    let logarithm = logarithm.split
    let leading = y.leading
    return (leading * logarithm.high, y * logarithm.low + (y - leading) * logarithm.high)
  }

  /// Any power, for cases that the fast path cannot handle.
  @inline(never) private static func pow(ofSpecial x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x.isNaN || y.isNaN { return .nan }
    let isOdd = isOdd(y)
    let size = x.magnitude
    let isNegative = x.sign == .minus && isOdd
    var power: Double
    if size == 1 {
      power = 1
    } else if size == 0 || size == .infinity || y.isInfinite {
      power = (size > 1) == (y > 0) ? .infinity : 0
    } else {
      let (exact, rest) = product(binaryLogarithm(size), y)
      power = power2(ofExtreme: exact, rest)
    }
    // A finite negative number has powers only with integer exponents.
    if x < 0, size < .infinity, y.isFinite, !isOdd, !isWhole(y) { power = .nan }
    return isNegative ? -power : power
  }

  /// Whether a number, which may be infinite, is an integer; infinity counts as one.
  private static func isWhole(_ y: Double) -> Bool {
    y.magnitude >= 0x1p52 || (y.magnitude + 0x1p52) - 0x1p52 == y.magnitude
  }

  private static func isOdd(_ y: Double) -> Bool { y.magnitude < 0x1p53 && isWhole(y) && !isWhole(y / 2) }

  // MARK: The hypotenuse

  private static func hypot(ofExtreme greater: Double, _ smaller: Double) -> Double {
    if greater == .infinity || smaller == .infinity { return .infinity }
    if greater.isNaN || smaller.isNaN { return .nan }
    // The smaller square contributes far less than half of the last place.
    if smaller <= greater * 0x1p-30 { return greater }
    let scale = greater > 1 ? 0x1p-600 : 0x1p600
    return rootOfSquares(greater * scale, smaller * scale) / scale
  }

  @inline(__always) private static func rootOfSquares(_ greater: Double, _ smaller: Double) -> Double {
    let (g, s) = (LongNumber.product(greater, greater), LongNumber.product(smaller, smaller))
    let sum = LongNumber.sum(g.high, s.high)
    let root = sum.high.squareRoot()
    let square = LongNumber.product(root, root)
    let lacking = (sum.high - square.high) - square.low + (sum.low + (g.low + s.low))
    return root + lacking / (2 * root)
  }
}
