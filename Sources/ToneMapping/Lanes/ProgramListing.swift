internal import CToneKernels
internal import ColorOperations
internal import LookupTables
package import ToneKernels

/// What a plan's list of operations was folded to, step by step.
package struct ProgramListing: Sendable {
  /// One step of the program.
  package struct Step: Sendable {
    /// What the step does.
    package let operation: String
    /// What the color's numbers stand for after the step.
    package let units: String
    /// The form of its curve, as pieces × degree, and the maximum argument.
    package let curve: String?
    /// The maximum error that the curve's compiler found, as a share of the allowed error.
    package let error: Double?
    /// The share of the time that the program takes, measured here and now; `nil` if nothing was timed.
    package let time: Double?
  }

  /// The operations of each stage or part of one, in the order of the passes.
  package let operations: [[String]]
  /// The same, below the headings of the passes.
  private let passes: [String]

  /// The instruction set that was timed; `nil` if nothing was.
  package let instructions: String?
  /// What the color's numbers stand for once they are read.
  package let unitRead: String
  /// The steps; empty if the plan runs color by color.
  package let steps: [Step]

  /// What a plan was compiled to; `nil` if it runs color by color.
  init(of plan: ConversionPlan, _ program: LaneProgram?, timed: (kernels: KernelSet, times: [Double])? = nil) {
    let total = timed.map { $0.times.reduce(0, +) } ?? 0
    let sections = plan.passes.order.flatMap(plan.passes.sections(of:))
    func listing(_ stage: PlanStage) -> [String] {
      stage.listing.isEmpty ? ["\(stage.name): \(stage.detail)"] : stage.listing
    }
    operations = sections.flatMap { $0.stages.map(listing) }
    passes = sections.flatMap { section in [section.heading] + section.stages.flatMap(listing).map { "  \($0)" } }
    instructions = timed.map { "\($0.kernels.name)" }
    unitRead = "\(plan.passes.unitRead)"
    steps = (program?.unitSteps ?? []).enumerated().map { index, unitStep in
      let (step, unit) = unitStep
      return Step(
        operation: step.text + (StripRow.background.overlaps(step.changed) ? " of the background" : ""),
        units: "\(unit)",
        curve: step.curve.map { "\($0.shape), 0…\($0.limit)" },
        error: step.curve?.measuredError, time: timed.map { total > 0 ? $0.times[index] / total : 0 })
    }
  }
}

extension ConversionPlan {
  /// What this plan's operations were folded to, with each step's time on these kernels.
  ///
  /// - Throws: ``ConversionError/memory(needed:threads:)``.
  package func listing(on kernels: KernelSet) throws(ConversionError) -> ProgramListing {
    let program = try? program.get()
    let times = try program.map { program throws(ConversionError) in try Self.times(of: program, on: kernels) }
    return ProgramListing(of: self, program, timed: (kernels, times ?? []))
  }

  /// The shortest of a few hundred times that each step takes for a strip that holds a ramp.
  private static func times(
    of program: LaneProgram, on kernels: KernelSet
  ) throws(ConversionError) -> [Double] {
    let workspace = try Workspace(width: Int(LANES_STRIP), threads: 1)
    let scratch = unsafe workspace.scratch[0]
    let memories = program.steps.map {
      LaneProgramMemory(LaneProgram([($0, .codes)]))
    }
    var times = [Double](repeating: .infinity, count: memories.count)
    let clock = ContinuousClock()
    for _ in 0..<300 {
      for x in 0..<Int(LANES_STRIP) {
        let signal = Float(x) / Float(LANES_STRIP) * 0.8
        for row in StripRow.color { unsafe scratch.row(row)[x] = signal * (1 - Float(row) * 0.1) }
      }
      for (index, memory) in memories.enumerated() {
        let time = clock.measure {
          unsafe withUnsafePointer(to: memory.program) {
            unsafe kernels.runProgram($0, scratch.strip, Int(LANES_STRIP))
          }
        }
        times[index] = min(times[index], time / .nanoseconds(1))
      }
    }
    return times
  }
}

extension ProgramListing: CustomStringConvertible {
  package var description: String {
    var units = unitRead
    let rows = steps.map { step in
      let change = step.units == units ? "" : " ▸ \(step.units)"
      units = step.units
      let curve =
        step.curve.map { ": \($0), error \(Int(((step.error ?? 0) * 100).rounded(.up))) % of the allowed" } ?? ""
      let share = step.time.map { time in
        let percent = "\(Int((time * 100).rounded()))"
        return String(repeating: " ", count: max(0, 2 - percent.count)) + "\(percent) %  "
      }
      return "  \(share ?? "")\(step.operation)\(curve)\(change)"
    }
    let timed = instructions.map { " on \($0), from \(unitRead), with the share of the time that each takes" }
    let heading = rows.isEmpty ? [] : ["", "steps" + (timed ?? ", from \(unitRead)")]
    return (passes + heading + rows).joined(separator: "\n")
  }
}

extension LaneStep {
  /// How many rows these are, and whether they are others than those of the color.
  private func words(_ rows: Range<Int32>) -> String {
    let isOther = !StripRow.color.contains(rows.lowerBound) && !StripRow.background.contains(rows.lowerBound)
    return "\(rows.count) \(isOther ? "other " : "")row\(rows.count == 1 ? "" : "s")"
  }

  /// What this step does, in words.
  fileprivate var text: String {
    switch self {
    case .curve(_, let rows): "curve of \(words(rows))"
    case .oddCurve(_, let rows): "curve of \(words(rows)), mirrored below 0"
    case .matrix(_, _, _, _, let gain, let limits):
      "\(gain == nil ? "matrix" : "factor and matrix")\(limits == nil ? "" : ", limited")"
    case .perceptual(_, _, let gain, _, _): "\(gain == nil ? "" : "factor and ")perceptual gamut map"
    case .brightness: "brightness"
    case .weigh: "weighted sum"
    case .maximum: "maximum component"
    case .minimum: "minimum component"
    case .add: "sum of rows"
    case .desaturate: "desaturation"
    case .intensity: "intensity of ICtCp"
    case .multiply: "factor"
    case .copy: "copy"
    case .ratio: "ratio of rows"
    case .piecewiseScale: "factors below and above 0"
    case .lattice(let lattice, _, _):
      "lattice of \(lattice.size)×\(lattice.size)×\(lattice.size) samples"
        + (lattice.interpolation == .tetrahedral ? "" : ", \(lattice.interpolation.rawValue)")
    case .lookup(let curve, let rows): "\(curve) of \(words(rows))"
    }
  }
}
