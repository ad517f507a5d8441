import CAllocations
import TestSupport
import Testing
import ToneMapping

/// Programs that change from frame to frame, in a converter that stays.
@Suite struct ColorProgramTests {
  /// Light that changes: every plan with another peak and another average.
  private static func plans(
    _ count: Int, tone: ToneOperator = .spline, sharing tables: DisplayTables?
  ) throws -> [ConversionPlan] {
    try (0..<count).map { i in
      let options = PlanOptions(
        sourcePeak: .nits(300 + 137.5 * Double(i)), sceneAverage: .nits(5 + Double(i)), compilesQuickly: true)
      return try ConversionPlan(
        from: .hdr10(), to: .sdr, tone: tone, options: options, sharing: tables ?? DisplayTables())
    }
  }

  private static func picture(_ width: Int, _ height: Int) throws -> Frame {
    var frame = try Frame(.yuv420p10, width: width, height: height)
    for plane in 0..<3 {
      let (columns, rows) = plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
      for y in 0..<rows {
        for x in 0..<columns {
          let noise = (x * 7919 + y * 104_729 + plane * 31) * 2_654_435_761 >> 9
          try frame.setSample(UInt32(64 + noise % 877), plane: plane, x: x, y: y)
        }
      }
    }
    return frame
  }

  private func bytes(_ frame: borrowing Frame) -> [UInt8] { frame.packedBytes }

  /// A program prints its steps with the units that they leave, in the lines of `explain --program` without their times.
  @Test func theStepsArePrinted() throws {
    var source = Source.hdr10()
    source.color.matrix = .iCtCp
    let plan = try ConversionPlan(from: source, to: .sdr, reading: .yuv444p10, writing: .gbrp)
    let program = ColorProgram(plan)
    let parts = program.description.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
    #expect(parts.count == 3 && parts[0].first == "read" && parts[2].first == "steps, from signal L′M′S′")
    #expect(parts[1].first?.hasPrefix("frames: vectorized, ") == true)
    let (operations, steps) = (parts[0].filter { $0.hasPrefix("  ") }, parts[2].dropFirst())
    #expect(parts[0].filter { !$0.hasPrefix("  ") } == ["read", "color", "write"])
    let compiled = try plan.program.get().steps
    #expect(operations.count == plan.stages.flatMap(\.listing).count && steps.count == compiled.count)
    let timed = try "\(plan.listing(on: .best))".split(separator: "\n").suffix(steps.count)
    #expect(timed.map { String($0.replacing(#/^ *[0-9]+ %  /#, with: "  ")) } == Array(steps))
    // The components become light, and that stays light until the display's signal: the inverse EOTF by which they are a signal on the way,
    // and the EOTF of linearize, undo each other.
    let units = steps.compactMap { $0.split(separator: " ▸ ").dropFirst().first.map(String.init) }
    #expect(units.first?.hasPrefix("light, 1.0 is ") == true && units.contains("light, 1.0 is 203 cd/m²"), "\(program)")
    #expect(units.last == "codes" && !units.dropLast(2).contains("signal"), "\(program)")
    #expect(operations.contains { $0.contains("by PQ inverse EOTF") }, "\(program)")
  }

  /// Steps of constant luminance pass through components, and those of a background are said to be of it.
  @Test func unitsOfPartsArePrinted() throws {
    var source = Source.hdr10()
    source.color.matrix = .bt2020CL
    let constant = try ColorProgram(ConversionPlan(from: source, to: .sdr, reading: .yuv444p10, writing: .gbrp))
    let lines = constant.description.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "steps, from components"))
    #expect(lines[start + 1] == "  factors below and above 0" && lines[start + 2] == "  factors below and above 0")
    #expect(lines[(start + 1)...].first { $0.contains(" ▸ ") } == "  matrix ▸ signal", "\(constant)")
    var covered = Source.hdr10()
    covered.alpha = AlphaCoding(.straight)
    let over = try ColorProgram(
      ConversionPlan(
        from: covered, to: .sdr, options: PlanOptions(alpha: .flattened(.picture())), reading: .yuva444p10,
        writing: .yuv444p))
    // What alpha divides are components, and a table in narrow range takes and gives numbers of its own.
    covered.alpha = AlphaCoding(.premultiplied)
    let divided = try ColorProgram(ConversionPlan(from: covered, to: .sdr, reading: .yuva444p10, writing: .yuv444p))
    #expect("\(divided)".contains("\nsteps, from components\n"), "\(divided)")
    let table = LookupTable(steps: [.cube(try Cube(size: 17) { $0 })])
    for (range, units) in [(QuantizationRange.full, "signal"), (.narrow, "numbers of the table")] {
      let plan = try ConversionPlan(
        from: .hdr10(), to: .sdr, applying: table, tableRange: range, reading: .yuv444p10, writing: .yuv444p)
      let text = "\(ColorProgram(plan))"
      #expect(text.contains("\nsteps, from \(units)\n") && text.hasSuffix(" ▸ codes"), "\(text)")
      #expect(!text.contains("17×17×17 samples ▸ signal"), "\(text)")
    }
    let compressed = try ColorProgram(ConversionPlan(from: .hdr10(), to: .sdr, gamut: .compress))
    let units = "\(compressed)".split(separator: "\n").compactMap { $0.split(separator: " ▸ ").dropFirst().first }
    let shares = try #require(units.firstIndex(of: "shares of the maximum component"), "\(compressed)")
    #expect(units[shares - 1] == "light, 1.0 is 203 cd/m²" && units[shares + 1] == units[shares - 1], "\(units)")
    #expect("\(over)".contains(" of the background\n") && !"\(constant)".contains("background"), "\(over)")
  }

  /// A frame has the bits that a converter of its own plan would give it, whatever ran before, and whether or not plans share tables.
  @Test(arguments: [ToneOperator.spline, .bt2390, .bt2446a]) func aProgramIsItsPlan(_ tone: ToneOperator) throws {
    let input = try Self.picture(70, 38)
    let base = try ConversionPlan(from: .hdr10(), to: .sdr, tone: tone)
    var converter = try base.converter(width: 70, height: 38, threads: 2)
    var (swapped, own, before, after) = (
      try base.makeFrame(width: 70, height: 38), try base.makeFrame(width: 70, height: 38),
      try base.makeFrame(width: 70, height: 38), try base.makeFrame(width: 70, height: 38)
    )
    try converter.convert(input, into: &before)
    let shared = try Self.plans(8, tone: tone, sharing: base.tables).map { ColorProgram($0) }
    let apart = try Self.plans(8, tone: tone, sharing: nil)
    var all: Set<[UInt8]> = []
    for index in [5, 0, 7, 1, 6, 2, 4, 3] {
      try converter.convert(input, into: &swapped, index: index, program: shared[index])
      try apart[index].convert(input, into: &own, index: index)
      #expect(bytes(swapped) == bytes(own), "\(index)")
      all.insert(bytes(own))
    }
    // The test can fail: each plan gives another picture.
    #expect(all.count == 8)
    try converter.convert(input, into: &after)
    #expect(bytes(before) == bytes(after))
  }

  @Test(.enabled(if: allocations_are_counted(), "allocations are counted only with glibc and without a sanitizer"))
  func aSwapTakesNoMemory() throws {
    let input = try Self.picture(640, 362)
    let base = try ConversionPlan(from: .hdr10(), to: .sdr)
    let programs = try Self.plans(4, sharing: base.tables).map { ColorProgram($0) }
    var converter = try base.converter(width: 640, height: 362, threads: 1)
    var output = try base.makeFrame(width: 640, height: 362)
    // The first swap of a process lets the runtime make the types that it copies.
    try converter.convert(input, into: &output, program: programs[3])
    let before = allocations_of_thread()
    for index in 0..<12 { try converter.convert(input, into: &output, index: index, program: programs[index % 4]) }
    let count = allocations_of_thread() - before
    #expect(count == 0)
  }

  /// The error for a program of this plan in a converter from HDR10 to SDR.
  private func error(_ plan: ConversionPlan) throws -> ConversionError? {
    let base = try ConversionPlan(from: .hdr10(), to: .sdr)
    var converter = try base.converter(width: 8, height: 6, threads: 1)
    let input = try Frame(.yuv420p10, width: 8, height: 6)
    var output = try base.makeFrame(width: 8, height: 6)
    do throws(ConversionError) {
      try converter.convert(input, into: &output, program: ColorProgram(plan))
    } catch {
      return error
    }
    return nil
  }

  @Test func aProgramOfOtherFramesIsAnError() throws {
    #expect(try error(ConversionPlan(from: .hlg(), to: .sdr)) == nil)
    #expect(
      try error(ConversionPlan(from: .hdr10(), to: .sdr, reading: .p010))
        == .inputFormat(.yuv420p10, expected: .p010))
    #expect(
      try error(ConversionPlan(from: .hdr10(), to: .sdr, writing: .nv12)) == .outputFormat(.yuv420p, expected: .nv12))
    #expect(
      try error(ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(dither: .none)))
        == .dither(.none, expected: .blueNoise))
    var left = Source.hdr10()
    left.color.chromaLocation = .left
    #expect(
      try error(ConversionPlan(from: left, to: .sdr))
        == .chromaLocations([.left, .left], expected: [.topLeft, .left]))
  }

  /// A program whose source is coded in another range, though its samples are kept, or its chroma is found by its coverage.
  @Test(arguments: [(Display.hdr10, PixelFormat.yuv420p10), (.sdr, .yuva420p10), (.sdr, .yuv420p10)])
  func aProgramOfAnotherRange(_ display: Display, _ format: PixelFormat) throws {
    var source = Source.hdr10()
    if format.hasAlpha { source.alpha = AlphaCoding(.straight) }
    var full = source
    full.color.range = .full
    let output = format.hasAlpha ? PixelFormat.yuva420p : .yuv420p
    let base = try ConversionPlan(from: source, to: display, reading: format, writing: output)
    let other = try ConversionPlan(from: full, to: display, reading: format, writing: output)
    #expect((base.keepsSamples) == (display == .hdr10))
    var input = try Frame(format, width: 20, height: 12)
    for plane in 0..<format.planeCount {
      for y in 0..<(plane == 1 || plane == 2 ? 6 : 12) {
        for x in 0..<(plane == 1 || plane == 2 ? 10 : 20) {
          try input.setSample(UInt32(100 + (x * 37 + y * 91 + plane * 53) % 800), plane: plane, x: x, y: y)
        }
      }
    }
    var converter = try base.converter(width: 20, height: 12, threads: 1)
    var (swapped, own, before) = (
      try base.makeFrame(width: 20, height: 12), try base.makeFrame(width: 20, height: 12),
      try base.makeFrame(width: 20, height: 12)
    )
    try converter.convert(input, into: &before)
    try converter.convert(input, into: &swapped, program: ColorProgram(other))
    try other.convert(input, into: &own)
    #expect(bytes(swapped) == bytes(own) && bytes(own) != bytes(before))
  }

  /// A plan without steps for the lanes runs color by color, and so does its program.
  @Test func aProgramWithoutLanes() throws {
    var options = PlanOptions(compilesQuickly: true)
    options.latticeSize = 5
    let sampled = try ConversionPlan(from: .hdr10(), to: .sdr, options: options)
    let input = try Self.picture(20, 12)
    let base = try ConversionPlan(from: .hdr10(), to: .sdr)
    var converter = try base.converter(width: 20, height: 12, threads: 1)
    var (swapped, own) = (try base.makeFrame(width: 20, height: 12), try base.makeFrame(width: 20, height: 12))
    try converter.convert(input, into: &swapped, program: ColorProgram(sampled))
    try sampled.convert(input, into: &own)
    #expect(bytes(swapped) == bytes(own))
  }
}
