// `Float16` does not exist on every system that Swift supports, so the conversions are implemented here.
extension Float {
  /// The exact value of these IEEE 754 binary16 bits.
  package init(halfBits bits: UInt16) {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
    let magnitude: Float =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (fraction + 1024) * Float(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    self = bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// The bits of the nearest binary16 number; ties go to even, larger magnitudes become ±65504, and every NaN becomes the same NaN.
  var halfBits: UInt16 {
    guard !isNaN else { return 0x7e00 }
    let magnitude = min(magnitude, 65504)
    // Below 2⁻¹⁴ the spacing of the numbers stays constant.
    let exponent = max(Int(magnitude.exponent), -14)
    let units = magnitude * Float(sign: .plus, exponent: 10 - exponent, significand: 1)
    let bits = (exponent + 14) << 10 + Int(units.rounded(.toNearestOrEven))
    return UInt16(bits) | (sign == .minus ? 0x8000 : 0)
  }
}
