internal import ColorOperations
internal import CompiledCurves

extension LaneProgram {
  /// The program of a plan's operations, or of a lattice in their place if the plan asks for one.
  ///
  /// - Throws: `LaneGap` if the lanes have no steps for one of them.
  init(_ plan: ConversionPlan) throws(LaneGap) {
    if let size = plan.options.lattice, !plan.keepsSignal {
      self = try Self.sampled(plan, size: size)
    } else {
      var compiler = LaneCompiler(plan)
      // A lookup table may begin with a matrix, which reading can do too.
      let decoding = plan.route.decoding
      let read = plan.has(.lookup) ? .max : decoding.stages.operations.operations.count
      let beforeAlpha = decoding.scaling.operations.count
      try compiler.add(plan.operations.operations, foldingFirst: plan.alpha == nil ? read : beforeAlpha)
      self = try compiler.program(giving: .codes)
    }
  }
}

extension LaneCompiler {
  /// A compiler for what a plan reads and writes.
  init(_ plan: ConversionPlan) {
    let clips = plan.stages.contains { stage in
      stage.kind != .tone && stage.operations.contains { if case .limit = $0 { true } else { false } }
    }
    self.init(
      allowed: ErrorBudget(plan.writing, peak: plan.targetLuminance.peak, crossesZero: clips),
      peak: plan.targetLuminance.peak, codes: 0...plan.reading.greatestCode, tables: plan.tables,
      effort: plan.options.servesOneScene ? .quick : .thorough)
  }
}
