internal import ColorOperations

extension ConversionPlan {
  /// A color after a stage of a plan.
  package struct TracedColor: Sendable {
    /// The stage.
    package let stage: PlanStage
    /// The color's components, in `unit`.
    package let components: SIMD3<Double>
    /// What the components are, as in a printed plan: `signal`, `light`, `codes`.
    package let unit: String
  }

  /// What an opaque color becomes in each stage from the source's signal to codes that are not rounded, in `Double`.
  ///
  /// - Domain: As of `plan(signal)`.
  package func trace(_ signal: Signal) -> [TracedColor] {
    var color = signal.components
    return route.afterSignal.map { stage in
      color = stage.operations(color)
      return TracedColor(stage: stage, components: color, unit: stage.gives)
    }
  }

  /// The codes that samples of these get without dither: rounded, and limited to what the bits of the output can hold.
  ///
  /// - Returns: The codes as they are for an output of floating-point numbers.
  package func rounded(_ codes: Codes) -> SIMD3<Double> {
    guard !outputFormat.isFloat else { return codes.components }
    return codes.components.rounded(.toNearestOrEven).clamped(
      lowerBound: .zero, upperBound: SIMD3(repeating: Double(outputFormat.maximumCode)))
  }
}
