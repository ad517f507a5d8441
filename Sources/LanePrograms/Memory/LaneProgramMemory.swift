package import CLanes
internal import VideoFrames

/// A program laid out in memory for the kernels.
@safe package struct LaneProgramMemory: Sendable {
  /// The tables, and last the steps that refer to them.
  private let blocks: [AlignedMemory]
  /// What the steps refer to beside `blocks`.
  private let steps: [LaneStep]

  package init(_ program: LaneProgram) {
    let memory = LaneMemory()
    _ = unsafe memory.values(program.steps.map { step in unsafe step.op(in: memory) })
    (blocks, steps) = (memory.blocks, program.steps)
  }

  /// The program in the form that the kernels take, valid as long as this value.
  package var program: lanes_program {
    let ops = unsafe blocks[blocks.count - 1].bytes.baseAddress!.assumingMemoryBound(to: lanes_op.self)
    return unsafe lanes_program(ops: UnsafePointer(ops), count: Int32(steps.count))
  }
}
