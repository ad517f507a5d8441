extension Elementary {
  /// 2 to the power of a number.
  ///
  /// - Domain: All numbers; 0 below −1075, ∞ from 1024.
  /// - Range: `0...`; exact at integers. Error: 0.51 ulp.
  package static func exp2(_ x: Double) -> Double {
    guard isOrdinary(x) else { return power2(ofExtreme: x, 0) }
    return power2(x, 0)
  }

  /// The exponential function.
  ///
  /// - Domain: All numbers; 0 below −745.14, ∞ from 709.79.
  /// - Range: `0...`. Error: 0.51 ulp.
  package static func exp(_ x: Double) -> Double {
    let (exact, rest) = inOctaves(x)
    guard isOrdinary(exact) else { return power2(ofExtreme: x.isNaN ? x : exact, rest) }
    return power2(exact, rest)
  }

  /// The exponential function minus 1, accurate for small numbers.
  ///
  /// - Domain: All numbers; ∞ from 709.79.
  /// - Range: `-1...`. Error: 0.6 ulp.
  package static func expMinusOne(_ x: Double) -> Double {
    if x.magnitude < 0x1p-4 {
      if x.magnitude < 0x1p-54 { return x }
      let square = x * x
      return x + (0.5 * square + square * x * polynomial(expMinusOneSeries, at: x))
    }
    if x < -40 { return -1 }
    let (exact, rest) = inOctaves(x)
    guard isOrdinary(exact) else { return power2(ofExtreme: x.isNaN ? x : exact, rest) }
    let power = powerParts(exact, rest)
    let start = Double(bitPattern: power.start.bitPattern &+ power.octaves << 52)
    let difference = LongNumber.sum(of: start, -1)
    return difference.high + (difference.low + start * power.growth)
  }

  /// x log2(e) in two parts; the first part is exact.
  @inline(__always) private static func inOctaves(_ x: Double) -> (exact: Double, rest: Double) {
    let leading = x.leading
    return (leading * log2e, x * log2eRest + (x - leading) * log2e)
  }

  /// The addend that rounds a number to a multiple of 1/128.
  private static let rounding = 0x1.8p45

  /// Whether z is within ±960, where neither 2^z nor the correction added to it leaves the normal numbers.
  ///
  /// This uses the bits of a sum that `powerParts` computes anyway.
  @inline(__always) static func isOrdinary(_ z: Double) -> Bool {
    (z + rounding).bitPattern &- (rounding - 960).bitPattern < 2 * 960 * 128
  }

  /// 2^(z + rest), for an ordinary z.
  @inline(__always) static func power2(_ z: Double, _ rest: Double) -> Double {
    let power = powerParts(z, rest)
    let start = Double(bitPattern: power.start.bitPattern &+ power.octaves << 52)
    return start + start * power.growth
  }

  /// 2^(z + rest) as 2^octaves · start · (1 + growth), where `start` is 2 to the power of the nearest of 128 parts of an octave.
  ///
  /// The lowest 16 bits of `octaves` are significant, as a two's complement.
  @inline(__always) private static func powerParts(
    _ z: Double, _ rest: Double
  ) -> (octaves: UInt64, start: Double, growth: Double) {
    let sum = z + rounding
    let f = (z - (sum - rounding)) + rest
    let entry = unsafe table + (firstPower &+ 2 &* Int(truncatingIfNeeded: sum.bitPattern & 127))
    let square = f * f
    let series = (expC2 + f * expC3) + square * (expC4 + f * expC5)
    let growth = unsafe (entry[1] + f * expC1) + square * series
    return unsafe (sum.bitPattern >> 7, entry[0], growth)
  }

  /// 2^(z + rest) for any z; NaN if z is NaN.
  @inline(never) static func power2(ofExtreme z: Double, _ rest: Double) -> Double {
    if z.isNaN { return .nan }
    if z < -1080 { return 0 }
    if z > 1025 { return .infinity }
    let power = powerParts(z, rest)
    return scaled(power.start, power.growth, octaves: Int(Int16(truncatingIfNeeded: power.octaves)))
  }

  /// 2^octaves · start · (1 + growth), rounded only once even if the result is subnormal.
  private static func scaled(_ start: Double, _ growth: Double, octaves: Int) -> Double {
    func power(_ octaves: Int) -> Double { Double(sign: .plus, exponent: octaves, significand: 1) }
    if octaves > -1022 {
      // In two steps, because 2^1024 is not representable.
      let half = octaves / 2
      return (start + start * growth) * power(half) * power(octaves - half)
    }
    // In units of the smallest normal number: numbers from 1 to 2 units have the same last place as all smaller ones.
    let unit = start * power(octaves + 1022)
    let small = unit * growth
    if unit + small >= 1 { return (unit + small) * .leastNormalMagnitude }
    let sum = LongNumber.sum(1, unit)
    return ((sum.high + (sum.low + small)) - 1) * .leastNormalMagnitude
  }
}
