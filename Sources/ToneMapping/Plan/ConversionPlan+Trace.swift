internal import ColorOperations

extension ConversionPlan {
  /// Evaluates each stage for an opaque color, from the source's signal to unrounded codes, in `Double`.
  ///
  /// - Domain: The same as for `plan(signal)`.
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

  /// The codes of samples without dither: rounded, and limited to the output's bits.
  ///
  /// - Returns: The codes unchanged for an output of floating-point numbers.
  package func rounded(_ codes: Codes) -> SIMD3<Double> {
    guard !outputFormat.isFloat else { return codes.components }
    return codes.components.rounded(.toNearestOrEven).clamped(
      lowerBound: .zero, upperBound: SIMD3(repeating: Double(outputFormat.maximumCode)))
  }
}
