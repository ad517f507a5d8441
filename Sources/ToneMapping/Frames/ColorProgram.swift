/// What a plan does to colors, compiled for the vector kernels. A converter can run another one for every frame, while its threads and
/// its memory stay, if its plan does the same with samples; else what reads and writes is set up anew for each such frame.
///
///     let program = ColorProgram(try ConversionPlan(from: source, to: .sdr, options: scene, sharing: tables))
///     try converter.convert(frame, into: &output, index: 7, program: program)
///
/// A program depends on its plan alone: frames that it converts have the bits that a converter of that plan gives them. With
/// ``PlanOptions/compilesQuickly`` and shared `DisplayTables`, making one takes a fraction of a millisecond.
public struct ColorProgram: Sendable {
  /// The plan that was compiled.
  public let plan: ConversionPlan
  /// The program before it was laid out; `nil` if the lanes have no steps for the plan.
  package let lanes: LaneProgram?
  /// The program in the kernels' form.
  let memory: LaneProgramMemory?
  /// The passes that each strip takes.
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
  /// The plan's operations, and the steps that they were compiled to, each with what it leaves if that is another unit: a curve and the one
  /// that undoes it have no steps, and light is counted in what the next step takes. There are no steps if reading does it all, or if each
  /// color is converted by itself.
  public var description: String { "\(ProgramListing(of: plan, lanes))" }
}
