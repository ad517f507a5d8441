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

/// The difference of two HDR colors; 1 where it is just visible under optimal conditions.
///
/// - Source: ITU-R BT.2124-0, Annex 1.
public struct DeltaEITP: Sendable {
  public init() {}

  /// The difference of two ICtCp colors made with PQ: 720 √(ΔI² + ΔT² + ΔP²), where T is half of Ct and P is Cp. ICtCp made with HLG is a different
  /// space.
  public func callAsFunction(_ a: ICtCp, _ b: ICtCp) -> ColorDifference<DeltaEITP> {
    let (i, t, p) = (a.i.value - b.i.value, 0.5 * (a.ct.value - b.ct.value), a.cp.value - b.cp.value)
    return ColorDifference(720 * (i * i + t * t + p * p).squareRoot())
  }

  /// The difference of two BT.2020 lights, as for `ICtCp(bt2020:)`.
  public func callAsFunction(bt2020 a: Light, _ b: Light) -> ColorDifference<DeltaEITP> {
    self(ICtCp(bt2020: a), ICtCp(bt2020: b))
  }
}
