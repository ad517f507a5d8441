internal import ColorOperations
internal import CompiledCurves

extension LaneProgram {
  /// The program of a plan's operations, or of a lattice in their place if the plan asks for one.
  ///
  /// - Throws: `LaneGap` if the lanes have no steps for one of them.
  init(_ plan: ConversionPlan) throws(LaneGap) {
    if let size = plan.options.latticeSize, !plan.keepsSignal {
      self = try Self.sampled(plan, size: size)
    } else {
      var compiler = LaneCompiler(plan)
      try compiler.add(reading: plan.route.reading)
      try compiler.add(plan.route.coloring)
      self = try compiler.program(giving: .codes)
    }
  }
}

extension LaneCompiler {
  /// A compiler for what a plan reads and writes.
  init(_ plan: ConversionPlan) {
    self.init(
      allowed: ErrorBudget(
        plan.targetCoding, peak: plan.targetLuminance.peak, crossesZero: plan.route.limitsComponents),
      peak: plan.targetLuminance.peak, codes: 0...plan.sourceCoding.greatestCode, reading: plan.route.unitRead,
      tables: plan.tables,
      effort: plan.options.compilesQuickly ? .quick : .thorough)
  }
}
