internal import ColorOperations
package import ToneKernels

/// The lanes' codes for the rows of a 4:4:4 frame, before rounding: a converter's read and color passes without its write pass.
@safe package struct LaneCodes: ~Copyable {
  private let kernels: KernelSet
  private let reading: FrameReading
  private let program: LaneProgramMemory
  private let workspace: Workspace

  /// - Throws: `UnsupportedOperation` if there is no vector code for the plan; `ConversionError` if memory is insufficient.
  package init(_ plan: ConversionPlan, width: Int, height: Int, on kernels: KernelSet) throws {
    let program = try plan.program.get()
    let reading = try FrameReading(plan: plan, program: program, width: width, height: height)
    let workspace = try Workspace(width: width, threads: 1)
    (self.kernels, self.reading) = (kernels, reading)
    self.workspace = workspace
    self.program = LaneProgramMemory(program)
  }

  /// Calls `body` with the column and codes of each pixel in columns `x ..< x + count` of row `y`.
  ///
  /// - Parameter count: The number of columns, at most the length of a strip.
  package func forEach(_ y: Int, of source: PlaneRows, x: Int, count: Int, _ body: (Int, SIMD3<Float>) -> Void) {
    let scratch = unsafe workspace.scratch[0]
    var row = reading.row(y, of: source)
    reading.read(&row, x: x, count: count, into: scratch, with: kernels)
    unsafe withUnsafePointer(to: program.program) { unsafe kernels.runProgram($0, scratch.strip, count) }
    let rows = unsafe scratch.rows(StripRow.color)
    for i in 0..<count { unsafe body(x + i, SIMD3(rows.0[i], rows.1[i], rows.2[i])) }
  }
}

extension ConversionPlan {
  /// The allowed error of frames before rounding, in codes of the output, or in sample values for floating point.
  package var allowedLaneError: Double { ErrorBudget.error(in: outputFormat) }
}
