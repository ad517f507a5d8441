internal import ToneKernels

/// What the lanes make of a 4:4:4 frame's rows, before rounding: the read and color strokes of a converter, not the write stroke.
@safe struct LaneCodes {
  private let kernels: KernelSet
  private let reading: FrameReading
  private let program: LaneProgramMemory
  private let scratch: BandScratch

  /// - Throws: `LaneGap` where the lanes have no steps for the plan.
  init(_ plan: ConversionPlan, width: Int, height: Int, on kernels: KernelSet) throws(LaneGap) {
    self.kernels = kernels
    let program = try plan.program.get()
    reading = FrameReading(plan: plan, program: program, width: width, height: height)
    self.program = LaneProgramMemory(program)
    scratch = BandScratch(width: width)
  }

  /// Gives the memory back.
  func free() { scratch.free() }

  /// Hands each column's codes of columns `x ..< x + count` of row `y` on, `count` being a strip's length at most.
  func forEach(_ y: Int, of source: FrameRows, x: Int, count: Int, _ body: (Int, SIMD3<Float>) -> Void) {
    var row = reading.row(y, of: source)
    reading.read(&row, x: x, count: count, into: scratch, with: kernels)
    unsafe withUnsafePointer(to: program.program) { unsafe kernels.color($0, scratch.strip, count) }
    let rows = unsafe (scratch.row(0), scratch.row(1), scratch.row(2))
    for i in 0..<count { unsafe body(x + i, SIMD3(rows.0[i], rows.1[i], rows.2[i])) }
  }
}
