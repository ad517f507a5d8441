internal import ColorOperations

extension LaneProgram {
  /// The first of a plan's vector passes that compiles, with its program; if none does, the passes color by color, and the reason.
  static func compiled(_ plan: ConversionPlan) -> PlanProgram.Compiled {
    var tried = plan.route.passesOnLanes
    while true {
      let passes = tried.removeFirst()
      let program = Result { () throws(UnsupportedOperation) in try LaneProgram(passes, of: plan) }
      if case .success = program { return (passes, program) }
      if tried.isEmpty { return (plan.route.passesColorByColor, program) }
    }
  }

  /// - Throws: `UnsupportedOperation` if there is no vector code for an operation.
  private init(_ passes: PlanPasses, of plan: ConversionPlan) throws(UnsupportedOperation) {
    var compiler = LaneCompiler(plan, reading: passes.unitRead)
    try compiler.add(reading: passes.read.operations)
    try compiler.add(passes.color.operations)
    if let lattice = passes.lattice {
      try compiler.end(
        with: lattice.stages.operations, size: lattice.size, over: lattice.argument, upTo: plan.sourceCoding.ceiling,
        adding: plan.targetCoding.codesFromSignal.offset)
    }
    self = try compiler.program(giving: .codes)
    measureLattice(of: plan)
  }
}

extension LaneCompiler {
  /// Creates a compiler for the formats of a plan.
  ///
  /// - Parameter unitRead: The unit after reading.
  init(_ plan: ConversionPlan, reading unitRead: ColorUnit) {
    var codes = 0...plan.sourceCoding.maximumCode
    // A table's own limits must hold for the numbers outside 0…1 that floating-point samples may have.
    if case .ofTable = plan.route.light, plan.sourceCoding.format.isFloat { codes = -65536...65536 }
    self.init(
      allowed: ErrorBudget(
        plan.targetCoding, peak: plan.targetLuminance.peak, crossesZero: plan.route.limitsComponents),
      peak: plan.targetLuminance.peak, codes: codes, reading: unitRead,
      lookingUp: plan.route.unitOfTables,
      tables: plan.tables.lanes,
      effort: plan.options.compilesQuickly ? .quick : .thorough)
  }
}
