internal import ColorOperations
public import Colorimetry
public import LookupTables

extension ConversionPlan {
  /// The plan as a function of a lookup table's numbers: the reference for a table of this plan.
  ///
  ///     let cube = try Cube(size: 33, plan.lutFunction(in: .full))
  ///
  /// - Domain: R′G′B′ of the source, `0...1`; in narrow range, numbers outside 64/1023…940/1023 are signals outside `0...1`.
  /// - Range: R′G′B′ of the target, in the same range, limited to `0...1`, because LUT readers pass on nothing else: in full range the super-whites
  ///   of HLG are lost.
  /// - Parameter range: The numbers of the signals 0 and 1: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  public func lutFunction(in range: QuantizationRange) -> @Sendable (LookupColor) -> LookupColor {
    let plan = self
    return { numbers in
      let color = LookupColor(plan(numbers.signal(in: range)), in: range)
      return LookupColor(color.components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)))
    }
  }

  /// Evaluates each stage for an opaque color, from the source's signal to unrounded codes, in `Double`.
  ///
  /// - Returns: The color after each stage, in the unit that the stage gives.
  package func trace(_ signal: Signal) -> [(stage: PlanStage, components: SIMD3<Double>)] {
    var color = signal.components
    var steps = steps
    if keepsSamples {
      steps = PlanSteps()
      steps.decode(sourceCoding, nil, for: outputFormat)
      steps.append(.keep, "source and target differ only in coding", [])
      steps.encode(targetCoding, workingUnit: targetLuminance.peak)
    }
    return [PlanStage](steps.all[steps.conversion.lowerBound...].filter { $0.color != nil || $0.kind == .keep }).map {
      stage in
      color = stage.operations(color)
      return (stage, color)
    }
  }
}
