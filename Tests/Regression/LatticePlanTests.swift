import Testing
import ToneKernels

import ToneMapping

/// Plans whose stages are approximated by a lattice, with a stated error.
@Suite struct LatticePlanTests {
  static func plan(
    _ source: Source = .hdr10(), to display: Display = .sdr, size: Int? = 17, reading format: PixelFormat = .yuv444p10
  ) throws -> ConversionPlan {
    try ConversionPlan(
      from: source, to: display,
      options: PlanOptions(
        sourcePeak: source.color.transfer == .pq ? .nits(1000) : nil, dither: .none, latticeSize: size),
      reading: format)
  }

  static let cases: [(String, Source, Display)] = [
    ("PQ", .hdr10(), .sdr), ("HLG", .hlg(), .sdr), ("PQ to HLG", .hdr10(), .hlg),
    ("PQ CL", VectorCoverageTests.codedSources[0].1, .sdr),
    ("PQ to HLG ICtCp", .hdr10(), VectorCoverageTests.codedDisplays[3].1),
  ]

  /// The error of frames is not greater than the plan states.
  @Test(arguments: cases) func theErrorIsTold(_ name: String, _ source: Source, _ display: Display) throws {
    let plan = try Self.plan(source, to: display)
    let told = try #require(plan.approximation)
    #expect(told.size == 17 && told.meanError > 0 && told.meanError < told.maximumError)
    let input = try FrameReferenceTests.picture(plan.inputFormat, width: 64, height: 48, seed: 11)
    var output = try plan.makeFrame(width: 64, height: 48)
    try plan.convert(input, into: &output)
    let reference = try ReferenceFrame(input, plan: plan)
    let code = Double(1 << (plan.outputFormat.bitDepth - 8))
    var (worst, sum) = (0.0, 0.0)
    for y in 0..<48 {
      for x in 0..<64 {
        let errors = try (0..<3).map { component in
          let expected = min(max(reference.components[component][y][x], 0), Double(plan.outputFormat.maximumCode))
          return try abs(Double(output.code(component: component, x: x, y: y)) - expected) / code
        }
        worst = max(worst, errors.max()!)
        sum += errors.max()!
      }
    }
    // The error was measured at 20 480 colors, not at these 3072: half as much again is allowed, plus half a code of rounding.
    #expect(worst <= told.maximumError.value * 1.5 + 0.5, "\(name): \(worst), told \(told)")
    // Patches and noise over all codes are no more often in places where the function bends than random signals are.
    #expect(sum / (48 * 64) < told.meanError.value * 3 + 0.5, "\(name)")
  }

  /// A lattice stands for the operations below its heading, and for no other: what is above are the steps that run before it.
  @Test(arguments: cases) func theHeadingsTellWhatTheLatticeStandsFor(
    _ name: String, _ source: Source, _ display: Display
  ) throws {
    let plan = try Self.plan(source, to: display, size: 5)
    let lines = plan.description.split(separator: "\n").map(String.init)
    let lattice = try #require(lines.firstIndex(of: "color, by a lattice of 5×5×5 samples of these"), "\(plan)")
    let steps = try plan.program.get().steps
    #expect(lines.contains("color") == (steps.count > 1), "\(name): \(steps.count) steps in\n\(plan)")
    let stages = lines[(lattice + 1)...].prefix { $0 != "write" }.filter { !$0.hasPrefix(" ") }
    #expect(stages.first?.contains(" linearize ") == true && stages.last?.contains(" encode ") == true, "\(plan)")
    let exact = try Self.plan(source, to: display, size: nil)
    #expect(!exact.description.contains("lattice"))
  }

  /// This test can fail: a finer lattice is closer, and without a size there is no lattice.
  @Test func finerIsNearer() throws {
    let errors = try [5, 9, 17, 33].map { try #require(Self.plan(size: $0).approximation).meanError.value }
    // Halving the step divides the error of smooth bends by four, but that of corners only by two.
    for (coarse, fine) in zip(errors, errors.dropFirst()) { #expect(fine < coarse / 2, "\(errors)") }
    #expect(try Self.plan(size: nil).approximation == nil)
  }

  /// Every 10-bit gray comes out gray, at both depths.
  @Test(arguments: [(5, Display.sdr), (33, .sdr), (16, .hlg)]) func neutralsStayNeutral(_ size: Int, _ display: Display)
    throws
  {
    let plan = try Self.plan(to: display, size: size)
    var input = try Frame(plan.inputFormat, width: 1024, height: 1)
    for x in 0..<1024 { for c in 0..<3 { try input.setCode(c == 0 ? x : 512, component: c, x: x, y: 0) } }
    var output = try plan.makeFrame(width: 1024, height: 1)
    try plan.convert(input, into: &output)
    let middle = 1 << (plan.outputFormat.bitDepth - 1)
    for x in 0..<1024 {
      #expect(try output.code(component: 1, x: x, y: 0) == middle && output.code(component: 2, x: x, y: 0) == middle)
    }
  }

  @Test func sameBitsOnEverySet() throws {
    let plan = try Self.plan(reading: .yuv420p10)
    let input = try FrameReferenceTests.picture(plan.inputFormat, width: 131, height: 37, seed: 5)
    let outputs = try InstructionSet.available.map { name in
      var output = try plan.makeFrame(width: 131, height: 37)
      var converter = try FrameConverter(
        plan: plan, width: 131, height: 37, threads: name == .baseline ? 1 : 3,
        kernels: try #require(KernelSet.named(name)))
      try converter.convert(input, into: &output)
      return output
    }
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test func thePlanSaysSo() throws {
    #expect(
      "\(ColorProgram(try Self.plan(size: 9)))".contains("approximated by a lattice of 9×9×9 samples, off by at most"))
    #expect(!"\(try Self.plan(size: nil))".contains("lattice"))
    let kept = try Self.plan(.hlg(), to: .hlg, size: 9)
    #expect(kept.approximation == nil && "\(ColorProgram(kept))".contains("the lattice is not used"))
  }

  @Test(arguments: [1, 130, -3, 0]) func sizesThatCannotBe(_ size: Int) {
    #expect(throws: PlanError.latticeSizeOutOfRange(size)) { try Self.plan(size: size) }
  }

  /// A coding without steps: the lattice then covers the coded components.
  @Test func whateverIsLeft() throws {
    var source = Source.sdr
    (source.color.primaries, source.color.matrix, source.color.transfer) = (.bt2020, .bt2020CL, .log100)
    let exact = try Self.plan(source, size: nil)
    let finding = try #require(exact.findings.first)
    #expect(!exact.isVectorized && exact.findings.count == 1 && finding.code == "color-by-color")
    #expect(
      finding.fix?.settings == [.latticeSize] && "\(ColorProgram(exact))".contains("frames: color by color, because")
    )
    let plan = try Self.plan(source, size: 33)
    #expect(plan.isVectorized && plan.findings.isEmpty && plan.approximation?.size == 33)
    #expect(!"\(plan)".contains("\nfinding"))
    var input = try Frame(plan.inputFormat, width: 64, height: 1)
    for x in 0..<64 { for c in 0..<3 { try input.setCode(c == 0 ? 64 + x * 13 : 512, component: c, x: x, y: 0) } }
    var output = try plan.makeFrame(width: 64, height: 1)
    try plan.convert(input, into: &output)
    for x in 0..<64 {
      #expect(try output.code(component: 1, x: x, y: 0) == 128 && output.code(component: 2, x: x, y: 0) == 128)
    }
  }
}
