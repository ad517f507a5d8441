internal import ColorOperations
public import Colorimetry
public import LookupTables

extension ConversionPlan {
  /// The plan as a function of a lookup table's numbers: the reference that a table of this plan is compared with.
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

  /// Whether a number of a lookup table stands for a color at or below the source's peak that is in the display's gamut once its light is
  /// mapped: one that the display shows as it is.
  ///
  /// The peak is where neutrals stop to rise. Gamut maps that move colors inside the gamut too count by their limits only.
  public func isShownAsItIs(in range: QuantizationRange) -> @Sendable (LookupColor) -> Bool {
    let operations = route.conversion
    let peak = targetLuminance.peak.nits
    let end = operations.lastIndex { operation in
      operation is any GamutOperation || (operation as? Limit)?.range.upperBound == peak
    }
    let (reference, mapped) = (lutFunction(in: range), Array(operations.prefix(end ?? 0)))
    let map = end.map { operations[$0] } as? any GamutOperation
    let matrix = map?.convertsPrimaries == true ? map!.matrix : .identity
    let white = reference(LookupColor(neutral: 1)).components.max()
    var (below, ceiling) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (below + ceiling) / 2
      if reference(LookupColor(neutral: middle)).components.max() < white - 1e-6 {
        below = middle
      } else {
        ceiling = middle
      }
    }
    let highest = ceiling
    return { numbers in
      guard numbers.components.max() <= highest else { return false }
      guard end != nil else { return true }
      let light = matrix * mapped(numbers.signal(in: range).components)
      return light.min() >= -1e-6 * peak && light.max() <= peak * (1 + 1e-6)
    }
  }

  /// The BT.2020 light that the display shows for a lookup table's numbers of the target, in a range.
  public func bt2020LightFromTargetNumbers(in range: QuantizationRange) -> @Sendable (LookupColor) -> Light {
    let light = bt2020LightFromTargetSignal
    return { light($0.signal(in: range)) }
  }
}
