/// The scaling of a node's numbers: the depths of the Common LUT Format.
///
/// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on `inBitDepth` and `outBitDepth`.
enum CLFDepth: String, CaseIterable {
  case integer8 = "8i", integer10 = "10i", integer12 = "12i", integer16 = "16i", half = "16f", float = "32f"

  /// The number that represents 1.
  var one: Double {
    switch self {
    case .integer8: 255
    case .integer10: 1023
    case .integer12: 4095
    case .integer16: 65535
    case .half, .float: 1
    }
  }
}

/// The number with these bits in IEEE 754's binary16. `Float16` is not available on every system.
func half(bits: UInt16) -> Float {
  let (exponent, fraction) = (UInt32(bits >> 10 & 31), UInt32(bits & 1023))
  let magnitude: Float =
    switch exponent {
    case 0: Float(fraction) * 0x1p-24
    case 31: fraction == 0 ? .infinity : .nan
    default: Float(bitPattern: (exponent + 112) << 23 | fraction << 13)
    }
  return bits >> 15 == 0 ? magnitude : -magnitude
}
