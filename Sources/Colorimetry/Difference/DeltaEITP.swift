/// The difference of two HDR colors; 1 where it is just visible under optimal conditions.
///
///     let difference = DeltaEITP()
///     difference(bt2020: .nits(203, 203, 203), .nits(200, 203, 203))  // 1.27
///
/// - Source: ITU-R BT.2124-0, Annex 1.
public struct DeltaEITP: Sendable {
  public init() {}

  /// The difference of two ICtCp colors made with PQ.
  ///
  /// - Domain: Colors of display light. ICtCp made with HLG is a different space.
  /// - Source: ITU-R BT.2124-0, Annex 1: 720 √(ΔI² + ΔT² + ΔP²), where T is half of Ct and P is Cp.
  public func callAsFunction(_ a: ICtCp, _ b: ICtCp) -> ColorDifference<DeltaEITP> {
    let (i, t, p) = (a.i.value - b.i.value, 0.5 * (a.ct.value - b.ct.value), a.cp.value - b.cp.value)
    return ColorDifference(720 * (i * i + t * t + p * p).squareRoot())
  }

  /// The difference of two BT.2020 lights.
  ///
  /// - Domain: BT.2020 light, cd/m², as for `ICtCp(bt2020:)`.
  public func callAsFunction(bt2020 a: Light, _ b: Light) -> ColorDifference<DeltaEITP> {
    self(ICtCp(bt2020: a), ICtCp(bt2020: b))
  }
}
