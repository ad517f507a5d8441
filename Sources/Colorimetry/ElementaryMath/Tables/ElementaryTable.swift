// The numbers from which logarithms and powers start, computed at the first use.
extension Elementary {
  /// The binary logarithms of 256 numbers and the powers of 128 numbers; they are one table, because each check of whether it exists takes time.
  ///
  /// The numbers `a` of the logarithms are in the middle of 256 intervals from 181/256 to 181/128.
  ///
  /// - Shape: `[256][a, 1 / a, log2(a) rounded to a multiple of 2^-42, the remainder]`, then, from ``firstPower``,
  ///   `[128][2^(j / 128) rounded, the remainder relative to it]`.
  nonisolated(unsafe) static let table: UnsafePointer<Double> = {
    let values = (0..<256).flatMap(logarithmEntry) + (0..<128).flatMap(powerEntry)
    let entries = UnsafeMutablePointer<Double>.allocate(capacity: values.count)
    unsafe entries.initialize(from: values, count: values.count)
    return unsafe UnsafePointer(entries)
  }()

  /// The place of the first power.
  static let firstPower = 1024

  private static func logarithmEntry(_ row: Int) -> [Double] {
    let middle = Double(bitPattern: 0x3fe6_a800_0000_0000 + UInt64(row) << 44)
    let numerator = Int(middle * 1024)
    // log2(a) = 2 log2(e) artanh(u) with u = (a − 1) / (a + 1).
    let u = FixedPoint(abs(numerator - 1024), over: numerator + 1024)
    let square = u * u
    var (sum, power, degree) = (u, u * square, 3)
    while power.units != 0 {
      sum = sum + power * FixedPoint.reciprocals[degree]
      (power, degree) = (power * square, degree + 2)
    }
    let size = Int128((sum * .log2e).units << 1)
    let units = middle < 1 ? -size : size
    let high = ((units + (1 << 81)) >> 82) << 82
    return [middle, 1 / middle, FixedPoint.value(high), FixedPoint.value(units - high)]
  }

  private static func powerEntry(_ row: Int) -> [Double] {
    let x = FixedPoint.ln2 * FixedPoint(row, over: 128)
    var (sum, term, degree) = (FixedPoint(1, over: 1), FixedPoint(1, over: 1), 1)
    while term.units != 0 {
      term = term * x * FixedPoint.reciprocals[degree]
      (sum, degree) = (sum + term, degree + 1)
    }
    let nearest = FixedPoint.value(Int128(sum.units))
    let units = Int128(nearest * 0x1p124)
    return [nearest, FixedPoint.value(((Int128(sum.units) - units) << 55) / (units >> 69))]
  }
}

/// A number of `0..<16` in units of 2^-124.
private struct FixedPoint {
  let units: UInt128

  static let ln2 = FixedPoint(units: 0x2c5c85fdf473de6a << 62 | 0x3c9e3b39803f2f6b)
  static let log2e = FixedPoint(units: 1 << 124 | 0x1c551d94ae0bf85d << 62 | 0x37d0ffda0d23a7d1)
  /// 1 / n, for n of `1...63`.
  static let reciprocals = (0...63).map { FixedPoint(1, over: max($0, 1)) }

  init(units: UInt128) { self.units = units }

  /// The quotient of two integers below 2^15, rounded down.
  init(_ numerator: Int, over denominator: Int) {
    let (quotient, rest) = (UInt128(numerator) << 112).quotientAndRemainder(dividingBy: UInt128(denominator))
    units = quotient << 12 | (rest << 12) / UInt128(denominator)
  }

  static func + (a: Self, b: Self) -> Self { Self(units: a.units + b.units) }

  static func * (a: Self, b: Self) -> Self {
    let product = a.units.multipliedFullWidth(by: b.units)
    return Self(units: product.high << 4 | product.low >> 124)
  }

  /// The number of this many units, rounded once.
  static func value(_ units: Int128) -> Double {
    let size = units.magnitude
    let shift = max(0, 66 - size.leadingZeroBitCount)
    // A lost bit decides only whether 62 bits are halfway between two numbers.
    let leading = Double(Int64(size >> shift) | (size & ((1 << shift) - 1) == 0 ? 0 : 1))
    return Double(sign: units < 0 ? .minus : .plus, exponent: shift - 124, significand: leading)
  }
}
