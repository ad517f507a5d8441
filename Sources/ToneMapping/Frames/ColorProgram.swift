/// A plan's color operations, compiled for the vector kernels. A converter can run another program for every frame, with the same threads and memory,
/// if the program's plan processes samples in the same way; otherwise reading and writing are set up again for each such frame.
///
///     let program = ColorProgram(try ConversionPlan(from: source, to: .sdr, options: scene, sharing: tables))
///     try converter.convert(frame, into: &output, index: 7, program: program)
///
/// A program depends on its plan alone: a frame that it converts has the same bits as from a converter of that plan. With
/// ``PlanOptions/compilesQuickly`` and shared `DisplayTables`, creating one takes a fraction of a millisecond.
public struct ColorProgram: Sendable {
  /// The compiled plan.
  public let plan: ConversionPlan
  /// The program before layout; `nil` if there is no vector code for the plan.
  package let lanes: LaneProgram?
  /// The program in the kernels' form.
  let memory: LaneProgramMemory?
  /// The passes over each strip.
  let onStrips: [PlanPasses.Pass]

  /// Compiles a plan.
  public init(_ plan: ConversionPlan) {
    self.plan = plan
    lanes = try? plan.program.get()
    memory = lanes.map { LaneProgramMemory($0) }
    onStrips = plan.passes.onStrips
  }
}

extension ColorProgram: CustomStringConvertible {
  /// The plan's operations, and the steps to which they were compiled, each with its resulting unit if that differs: a curve followed by its inverse
  /// needs no steps, and light is expressed in the unit of the next step. There are no steps if reading does everything, or if colors are converted
  /// one by one.
  public var description: String { "\(ProgramListing(of: plan, lanes))" }
}
