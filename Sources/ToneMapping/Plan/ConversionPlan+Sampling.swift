public import Colorimetry
public import LookupTables

extension ConversionPlan {
  /// The plan as a function of a lookup table's numbers: the truth that a table of this plan is compared with.
  ///
  ///     let cube = try Cube(size: 33, plan.lutFunction(in: .full))
  ///
  /// - Domain: R′G′B′ of the source, `0...1`; in narrow range, numbers outside 64/1023…940/1023 are signals outside `0...1`.
  /// - Range: R′G′B′ of the target, in the same range, limited to `0...1`, which is all that readers of LUTs pass on: in full range the
  ///   super-whites of HLG are lost.
  /// - Parameter range: Which numbers the signals 0 and 1 have: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  public func lutFunction(in range: QuantizationRange) -> @Sendable (LookupColor) -> LookupColor {
    let plan = self
    return { numbers in
      let color = LookupColor(plan(numbers.signal(in: range)), in: range)
      return LookupColor(color.components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)))
    }
  }

  /// The BT.2020 light that the display shows for a lookup table's numbers of the target, in a range.
  public func bt2020LightFromTargetNumbers(in range: QuantizationRange) -> @Sendable (LookupColor) -> Light {
    let light = bt2020LightFromTargetSignal
    return { light($0.signal(in: range)) }
  }
}
