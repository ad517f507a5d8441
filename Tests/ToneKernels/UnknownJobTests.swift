import CToneKernels
import TestSupport
import Testing
import ToneKernels

/// Jobs that no plan makes: none is skipped, and none is taken for another.
@Suite struct UnknownJobTests {
  private static let kinds = [17, 99, UInt32.max].map { lanes_kind(rawValue: $0) }

  @Test(arguments: InstructionSet.available, kinds) func anUnknownStepGivesNaN(_ name: InstructionSet, kind: lanes_kind)
  {
    let strip = Strip()
    for i in 0..<Strip.count { strip.floats[i] = 0.5 }
    var op = lanes_op.empty(kind)
    withUnsafePointer(to: &op) { op in
      var program = lanes_program(ops: op, count: 1, stays: 0)
      KernelSet.named(name)!.runProgram(&program, strip.floats, 33)
    }
    for row in 0..<4 {
      let numbers = strip.bits(row, 33).map(Float.init(bitPattern:))
      #expect(numbers.allSatisfy { row < 3 ? $0.isNaN : $0 == 0.5 }, "row \(row)")
    }
  }

  /// Samples and layouts that do not exist, or not together.
  private static let reading: [(lanes_layout, lanes_sample, isHalved: Bool)] = [
    (LANES_GRAY, lanes_sample(5), false), (LANES_PLANAR, lanes_sample(99), false), (lanes_layout(6), LANES_U8, false),
    (lanes_layout(99), LANES_F32, true), (LANES_PLANAR, LANES_F16, true), (LANES_BIPLANAR, LANES_F32, true),
    (LANES_BIPLANAR, LANES_F16, true),
  ]

  @Test(arguments: InstructionSet.available, reading)
  func whatCannotBeReadIsNaN(
    _ name: InstructionSet, job kind: (layout: lanes_layout, sample: lanes_sample, isHalved: Bool)
  ) {
    let (memory, strip) = (GuardedMemory(33 * 16, at: .end), Strip())
    var job = lanes_read()
    (job.layout, job.sample, job.halved) = (kind.layout, kind.sample, kind.isHalved ? 1 : 0)
    (job.width, job.matrix) = (33, ReadTests.matrix)
    let plane = UnsafeRawPointer(memory.pointer)
    var row = lanes_read_row(luma: plane, cb: (plane, plane), cr: (plane, plane), weight: (1, 0), odd: 0)
    KernelSet.named(name)!.read(&job, &row, 0, 33, strip.floats)
    for c in 0..<3 { #expect(strip.bits(c, 33).allSatisfy { Float(bitPattern: $0).isNaN }, "row \(c)") }
  }

  /// Integers have no NaN, and nobody knows how long an unknown sample is.
  @Test func whatCannotBeWrittenEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      var (job, numbers, bytes) = (lanes_write(), [Float](repeating: 0, count: 64), [UInt8](repeating: 0, count: 512))
      (job.sample, job.step) = (lanes_sample(99), 1)
      KernelSet.best.write(&job, &numbers, numbers, 32, &bytes)
    }
  }

  #if os(Linux)
    /// The calls beside which the same calls with another structure do not compile.
    private static let calls = [
      ("read(read, row, 0, 1, floats)", "read(row, row, 0, 1, floats)"),
      ("read(read, row, 0, 1, floats)", "read(read, read, 0, 1, floats)"),
      ("runProgram(program, floats, 1)", "runProgram(read, floats, 1)"),
      ("write(write, floats, floats, 1, floats)", "write(packed, floats, floats, 1, floats)"),
      ("writePacked(packed, floats, floats, 1, floats)", "writePacked(write, floats, floats, 1, floats)"),
      ("writeChroma(chroma, rows)", "writeChroma(chroma, block)"),
      ("writeBlock(job, block, floats)", "writeBlock(job, rows, floats)"),
      ("_ = lanes_read(layout: LANES_GRAY, sample: LANES_U8)", "_ = lanes_read(layout: LANES_U8, sample: LANES_U8)"),
    ].map {
      (right: $0.0.replacing("sample: LANES_U8)", with: rest), wrong: $0.1.replacing("sample: LANES_U8)", with: rest))
    }
    private static let rest =
      "sample: LANES_U8, halved: 0, centered: 0, width: 1, target: 0, matrix: m, alpha: 0, neutral: 0, shifts: (0, 0, 0))"

    @Test(.enabled(if: BuiltObjects.canCompile(importing: "ToneKernelsBaseline")))
    func anotherJobDoesNotCompile() throws {
      let start = """
        import CToneKernels
        import ToneKernelsBaseline
        let m: (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        func f(_ read: UnsafePointer<lanes_read>, _ row: UnsafePointer<lanes_read_row>, _ program: UnsafePointer<lanes_program>, \
          _ write: UnsafePointer<lanes_write>, _ packed: UnsafePointer<lanes_write_packed>, _ job: UnsafePointer<lanes_write_block>, \
          _ chroma: UnsafePointer<lanes_write_chroma>, _ rows: UnsafePointer<lanes_chroma_row>, \
          _ block: UnsafeMutablePointer<lanes_block>, _ floats: UnsafeMutablePointer<Float>) {
        """
      for column in 0...1 {
        let calls = Self.calls.map { column == 0 ? $0.right : $0.wrong }.map {
          $0.hasPrefix("_") ? $0 : "ToneKernelsBaseline." + $0
        }
        let wrong = try BuiltObjects.linesThatDoNotCompile(
          start.split(separator: "\n").map(String.init) + calls + ["}"])
        #expect(wrong == (column == 0 ? [] : calls))
      }
    }
  #endif
}
