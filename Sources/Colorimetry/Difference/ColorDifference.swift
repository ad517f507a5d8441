/// The distance of two colors in the unit of one formula, ``DeltaEITP`` or ``CIEDE2000``, or in ``EightBitCodes`` or ``TenBitCodes``.
///
///     let allowed: ColorDifference<DeltaEITP> = 1
///     DeltaEITP()(bt2020: .nits(203, 203, 203), .nits(200, 203, 203)) <= allowed  // false, it is 1.27
public struct ColorDifference<Unit>: LiteralQuantity {
  /// The difference, 0 and above, in the unit of the type.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The unit of differences of R′G′B′ before rounding, in codes of 8 bits, full range unless stated otherwise: a difference of 1.0 is 255.
public enum EightBitCodes: Sendable {}
/// The unit of differences of R′G′B′ before rounding, in codes of 10 bits: 1.0 is 1023.
public enum TenBitCodes: Sendable {}
