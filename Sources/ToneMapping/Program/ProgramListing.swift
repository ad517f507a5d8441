internal import CToneKernels
internal import ColorOperations
internal import LookupTables
package import ToneKernels

/// The steps to which a plan's list of operations was compiled, with their shares of the time if they were measured.
package struct ProgramListing: Sendable, CustomStringConvertible {
  /// One step: its operation, the unit of the color after it, its curve as pieces × degree with the maximum argument and the error that its compiler
  /// found as a fraction of the allowed one, and its fraction of the program's time.
  package typealias Step = (operation: String, units: String, curve: (form: String, error: Double)?, time: Double?)

  /// The operations of each stage or part of one, under the headings of the passes.
  private let sections: [(heading: String, stages: [[String]])]
  /// The operations of each stage or part of one, in the order of the passes.
  package var operations: [[String]] { sections.flatMap(\.stages) }
  /// The conversion of frames in one line, the instruction set of the measurement, and the unit of the color after reading.
  package let frames: String, instructions: String?, unitRead: String
  /// The steps; empty if colors are converted one by one.
  package let steps: [Step]

  init(of plan: ConversionPlan, timed: (kernels: KernelSet, times: [Double])? = nil) {
    let total = timed.map { $0.times.reduce(0, +) } ?? 0
    let schedule = plan.schedule
    sections = schedule.sections.map { heading, stages in
      (heading, stages.map { $0.listing.isEmpty ? ["\($0.name): \($0.detail)"] : $0.listing })
    }
    (frames, instructions, unitRead) = (plan.framesText, timed.map { "\($0.kernels.name)" }, "\(schedule.unitRead)")
    steps = ((try? plan.program.get())?.steps ?? []).enumerated().map { index, step in
      (
        step.text + (StripRow.background.overlaps(step.changed) ? " of the background" : ""), "\(step.unit)",
        step.curve.map { ("\($0.shape), 0…\($0.domainEnd)", $0.measuredError) },
        timed.map { total > 0 ? $0.times[index] / total : 0 }
      )
    }
  }

  package var description: String {
    var units = unitRead
    let rows = steps.map { step in
      let change = step.units == units ? "" : " ▸ \(step.units)"
      units = step.units
      let curve = step.curve.map { ": \($0.form), error \(Int(($0.error * 100).rounded(.up))) % of the allowed" } ?? ""
      let percent = step.time.map { Int(($0 * 100).rounded()) }
      let share = percent.map { ($0 < 10 ? " " : "") + "\($0) %  " } ?? ""
      return "  \(share)\(step.operation)\(curve)\(change)"
    }
    let timed = instructions.map { " on \($0), from \(unitRead), with the share of the time that each takes" }
    let heading = rows.isEmpty ? [] : ["", "steps" + (timed ?? ", from \(unitRead)")]
    let passes = sections.flatMap { section in [section.heading] + section.stages.joined().map { "  \($0)" } }
    return (passes + ["", "frames: \(frames)"] + heading + rows).joined(separator: "\n")
  }
}

extension ConversionPlan {
  /// The conversion of frames in one line. Each curve is listed by its pieces, its degree, and the maximum error that its compiler found as a
  /// percentage of the allowed error.
  fileprivate var framesText: String {
    let program: SIMDProgram
    do throws(UnsupportedOperation) { program = try self.program.get() } catch {
      return "color by color, because \(error)"
    }
    let curves = program.curves.map { "\($0.shape) at \(Int(($0.measuredError * 100).rounded(.up))) %" }
    let all = "curves as pieces × degree at their share of the allowed error: \(curves.joined(separator: ", "))"
    let shapes = curves.isEmpty ? "no curves" : all
    let exact = "vectorized, \(program.steps.count) step\(program.steps.count == 1 ? "" : "s"); \(shapes)"
    if let approximation = program.approximation { return "\(approximation); \(exact)" }
    return options.latticeSize == nil
      ? exact : "the lattice is not used, because the signal passes through unchanged; \(exact)"
  }

  /// The listing of this plan's program, with each step's time on these kernels.
  ///
  /// - Throws: ``ConversionError/memory(needed:threads:)``.
  package func listing(on kernels: KernelSet) throws(ConversionError) -> ProgramListing {
    let steps = (try? program.get())?.steps ?? []
    return ProgramListing(of: self, timed: (kernels, try Self.times(of: steps, on: kernels)))
  }

  /// The minimum of several hundred times of each step for a strip with a ramp.
  private static func times(of steps: [SIMDInstruction], on kernels: KernelSet) throws(ConversionError) -> [Double] {
    let workspace = try Workspace(width: Int(LANES_STRIP), threads: 1)
    let scratch = unsafe workspace.scratch[0]
    let memories = steps.map { SIMDProgramMemory(SIMDProgram([$0])) }
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
