import TestSupport
import Testing
import ToneKernels
import VideoFrames

import ToneMapping

/// The bound of frames where a gamut map is hardest: at BT.709's blue corner, where colors of one hue run along the hull.
///
/// The codes are compared before rounding, so that rounding hides nothing.
@Suite struct BlueFoldTests {
  /// Codes of 10-bit 4:4:4 that were wrong in maps that searched for the hull: by 4.85, 0.35, 11.4, 0.67, 0.20, 0.13 and 0.08 of an
  /// 8-bit code.
  ///
  /// The first five lie in the fold, the sixth next to the green corner, the last is nearly black.
  static let triples = [
    (230, 688, 565), (442, 654, 272), (232, 683, 560), (208, 695, 576), (221, 705, 583), (556, 40, 476), (8, 552, 553),
  ].map { SIMD3<Int>($0.0, $0.1, $0.2) }

  @Test(arguments: InstructionSet.available) func triplesThatWereOff(_ name: InstructionSet) throws {
    let lanes = try CodesOfLanes(on: name)
    try lanes.check(Self.triples)
  }

  /// Codes around the crossings of the fold.
  @Test(arguments: 0..<8) func around(_ seed: Int) throws {
    let lanes = try CodesOfLanes()
    var random = SeededNumbers(seed: UInt64(seed))
    try lanes.check(
      (0..<4096).map { _ in
        SIMD3(random.code(210...260), random.code(670...720), random.code(545...595))
      })
  }

  /// Codes all over the code cube.
  @Test(arguments: 0..<8) func everywhere(_ seed: Int) throws {
    let lanes = try CodesOfLanes()
    var random = SeededNumbers(seed: 100 + UInt64(seed))
    try lanes.check((0..<4096).map { _ in SIMD3(random.code(0...1023), random.code(0...1023), random.code(0...1023)) })
  }
}

extension SeededNumbers {
  /// The next code of a range.
  fileprivate mutating func code(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}

/// The default plan from PQ, on the lanes, up to its codes before rounding.
final class CodesOfLanes {
  private let plan: ConversionPlan
  private let kernels: KernelSet
  private let program: SIMDProgramMemory
  private let reading: FrameReading
  private let workspace: Workspace

  init(on name: InstructionSet = KernelSet.best.name) throws {
    workspace = try Workspace(width: 256, threads: 1)
    plan = try ConversionPlan(from: .hdr10(), to: .sdr, reading: .yuv444p10, writing: .yuv444p)
    kernels = try #require(KernelSet.named(name))
    let steps = try plan.program.get()
    program = SIMDProgramMemory(steps)
    reading = try FrameReading(plan: plan, read: steps.read, width: 256, height: 1)
  }

  /// Expects the codes of every triple to be within 0.05 of the reference's, the bound of frames.
  func check(_ triples: [SIMD3<Int>]) throws {
    var frame = try Frame(.yuv444p10, width: 256, height: 1)
    for start in stride(from: 0, to: triples.count, by: 256) {
      let some = triples[start..<min(start + 256, triples.count)]
      for (x, triple) in some.enumerated() {
        for component in 0..<3 { try frame.setCode(triple[component], component: component, x: x, y: 0) }
      }
      let scratch = unsafe workspace.scratch[0]
      frame.withView { view in
        var row = reading.row(0, of: view.picture)
        reading.read(&row, x: 0, count: some.count, into: scratch, with: kernels)
      }
      unsafe withUnsafePointer(to: program.program) { unsafe kernels.runProgram($0, scratch.strip, some.count) }
      for (x, triple) in some.enumerated() {
        let reference = plan(Codes(SIMD3(Double(triple.x), Double(triple.y), Double(triple.z)))).components
        for component in 0..<3 {
          let found = unsafe Double(scratch.row(Int32(component))[x])
          if !(abs(found - reference[component]) <= 0.05) {
            Issue.record("\(triple): \(found) for \(reference[component]) in component \(component)")
          }
        }
      }
    }
  }
}
