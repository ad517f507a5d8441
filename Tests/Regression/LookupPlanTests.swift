import TestSupport
import Testing
import Exactness
import ToneKernels

import ToneMapping

/// Frames through lookup tables, compared with the tables in `Double`.
@Suite struct LookupPlanTests {
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    var table: LookupTable
    var interpolation: CubeInterpolation?
    var range = QuantizationRange.full

    var description: String { "\(name), \(interpolation?.rawValue ?? "as the table says"), \(range) range" }

    func plan(
      _ input: PixelFormat = .yuv444p10, to output: PixelFormat = .yuv444p, display: Display = .sdr,
      dither: Dither = .none
    ) throws -> ConversionPlan {
      var source = Source.hdr10()
      if input.model == .rgb { (source.color.matrix, source.color.range) = (.identity, .full) }
      return try ConversionPlan(
        from: source, to: display, applying: table, interpolation: interpolation, tableRange: range,
        options: PlanOptions(dither: dither), reading: input, writing: output)
    }
  }

  /// Colors without any order: the steepest that a table of this size can be.
  static func noise(_ size: Int, over domain: CubeDomain = .unit, seed: UInt64 = 1) throws -> Cube {
    var numbers = SeededNumbers(seed: seed)
    let some = (0..<8191).map { _ in SIMD3<Float>.random(in: 0...1, using: &numbers) }
    let values = (0..<size * size * size).map { some[$0 &* 31 % 8191] }
    return try Cube(size: size, domain: domain, values: values)
  }

  /// Steps up and down, and a slope that falls.
  static func curves() throws -> [(String, LookupCurves)] {
    var numbers = SeededNumbers(seed: 9)
    let steps = try LookupCurve(values: (0..<65).map { Float($0 % 2) })
    let falling = try LookupCurve(size: 1024, over: -0.25...1.25) { 1 - $0 }
    let root = try LookupCurve(size: 4096) { $0.squareRoot() }
    let squares = (0..<257).map { Float(Double($0) / 256 * (Double($0) / 256)) }
    let undone = try LookupCurve(at: squares, values: (0..<257).map { Float($0) / 256 })
    let places = (0..<33).map { (Float($0) + .random(in: 0.1...0.9, using: &numbers)) * 2.5 / 33 - 0.5 }
    let uneven = try LookupCurve(at: places, values: places.map { _ in .random(in: 0...1, using: &numbers) })
    return [
      ("steps", LookupCurves(steps)), ("three", LookupCurves(falling, root, uneven)), ("root", LookupCurves(root)),
      ("undone", LookupCurves(undone)), ("few", LookupCurves(try LookupCurve(values: [1, 0]))),
    ]
  }

  static let cases = Result { try makeCases() }

  private static func makeCases() throws -> [Case] {
    let wide = try CubeDomain(low: SIMD3(repeating: -0.5), high: SIMD3(repeating: 2))
    let uneven = try CubeDomain(low: SIMD3(0, -0.25, 0.1), high: SIMD3(1, 0.5, 0.9))
    var cases: [Case] = []
    for interpolation in CubeInterpolation.allCases {
      cases += try [2, 17, 33, 65].map {
        Case(
          name: "noise of \($0)³", table: LookupTable(steps: [.cube(try noise($0))]), interpolation: interpolation)
      }
      cases += [
        Case(
          name: "a wide domain", table: LookupTable(steps: [.cube(try noise(33, over: wide))]),
          interpolation: interpolation),
        Case(
          name: "an uneven domain", table: LookupTable(steps: [.cube(try noise(17, over: uneven))]),
          interpolation: interpolation, range: .narrow),
        Case(
          name: "steps",
          table: LookupTable(steps: [
            .cube(
              try Cube(size: 9) { c in LookupColor(SIMD3(Double(Int(c.components.x * 8) % 2), 1 - c.components.y, 0)) })
          ]), interpolation: interpolation),
      ]
    }
    cases += try curves().map { Case(name: "curves, \($0.0)", table: LookupTable(steps: [.curves($0.1)])) }
    let shaper = LookupCurves(try LookupCurve(size: 1024) { $0.squareRoot() })
    let mixing = Matrix3x3(SIMD3(0.7, 0.2, 0.1), SIMD3(-0.1, 1.2, -0.1), SIMD3(0, 0.3, 0.7))
    cases += [
      Case(
        name: "a shaper", table: LookupTable(steps: [.curves(shaper), .cube(try noise(33))]), interpolation: .trilinear),
      Case(
        name: "all steps",
        table: LookupTable(
          title: "all",
          steps: [
            .matrix(mixing, adding: SIMD3(0.01, 0, -0.02)), .limit(0...1), .curves(shaper), .cube(try noise(17)),
            .matrix(mixing, adding: .zero), .curves(try curves()[2].1), .limit(0.1...0.9),
          ])),
      Case(
        name: "values that no display has",
        table: LookupTable(steps: [
          .cube(try Cube(size: 5) { LookupColor($0.components * 1.5 - 0.25) })
        ])),
      Case(name: "nothing", table: LookupTable(steps: []), range: .narrow),
    ]
    return cases
  }

  /// Before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit code.
  @Test func lanesMeetTheTable() throws {
    for c in try Self.cases.get() {
      for (input, output, display) in [
        (PixelFormat.yuv444p10, PixelFormat.yuv444p, Display.sdr), (.yuv444p, .yuv444p10, .hdr10),
        (.gbrp10, .gbrp12, .hlg), (.yuv444p12, .yuv444p12, .sdr),
      ] {
        let plan = try c.plan(input, to: output, display: display)
        let errors = try SIMDCheck(plan, over: .sample(1 << 11, seed: 1), on: .best).run(threads: 2)
        #expect(errors.colors == 1 << 11)
        #expect(errors.beyond == 0, "\(c), \(input) to \(output): \(errors.worst.prefix(2))")
        // This test can fail: no lanes are exact.
        #expect(errors.maximum > 1e-7 || c.table.steps.isEmpty, "\(c)")
      }
    }
  }

  /// As many values as a cube can have.
  @Test(arguments: [129, 256]) func theMaximumCubes(_ size: Int) throws {
    let table = LookupTable(steps: [.cube(try Self.noise(size))])
    for interpolation in CubeInterpolation.allCases {
      let plan = try Case(name: "noise", table: table, interpolation: interpolation).plan(to: .yuv444p10)
      let errors = try SIMDCheck(plan, over: .sample(1 << 14, seed: 2), on: .best).run(threads: 2)
      #expect(errors.beyond == 0, "\(interpolation): \(errors.worst.prefix(2))")
    }
  }

  /// Formats and subsampling: whole frames, each code the reference's rounded.
  @Test(arguments: [
    (PixelFormat.yuv420p10, PixelFormat.yuv420p), (.yuv420p, .yuv422p10), (.p010, .nv12), (.gbrp12, .yuv420p12),
    (.yuv422p10, .gbrp), (.rgb48, .rgb48), (.gray10, .gray), (.gbrpf32, .yuv420p10), (.yuv420p10, .gbrpf32),
    (.yuv420p16, .yuv420p16),
  ]) func everyCodeIsTheReferencesRounded(_ input: PixelFormat, _ output: PixelFormat) throws {
    let all = try Self.cases.get()
    for c in [all[1], all[9], all[all.count - 3]] {
      let plan = try c.plan(input, to: output)
      let picture = try FrameReferenceTests.picture(input, width: 37, height: 21, seed: 1)
      let reference = try ReferenceFrame(picture, plan: plan)
      var first: Frame?
      for instructions in InstructionSet.available {
        var frame = try plan.makeFrame(width: 37, height: 21)
        var converter = try plan.converter(width: 37, height: 21, on: instructions)
        try converter.convert(picture, into: &frame)
        let worst = try FrameReferenceTests.worst(of: frame, against: reference, plan: plan)
        #expect(worst.error <= FrameReferenceTests.allowed(plan), "\(c), \(instructions): \(worst.place)")
        if let first { #expect(frame == first, "\(c), \(instructions)") } else { first = frame }
      }
    }
  }

  /// The same bits on every set, thread count and piece, with dither.
  @Test func sameBits() throws {
    for c in try Self.cases.get() {
      let plan = try c.plan(.yuv420p10, to: .yuv420p, dither: .blueNoise)
      let picture = try FrameReferenceTests.picture(.yuv420p10, width: 131, height: 37, seed: 5)
      let frames = try InstructionSet.available.map { name in
        var frame = try plan.makeFrame(width: 131, height: 37)
        var converter = try plan.converter(
          width: 131, height: 37, threads: name == .baseline ? 1 : 3, on: name)
        try converter.convert(picture, into: &frame, index: 2)
        return frame
      }
      #expect(frames.allSatisfy { $0 == frames[0] }, "\(c)")
    }
  }

  /// Alpha is carried, not looked up.
  @Test func alpha() throws {
    let table = LookupTable(steps: [.curves(try Self.curves()[0].1)])
    let plan = try Case(name: "alpha", table: table).plan(.gbrap12, to: .gbrap12)
    var input = try Frame(.gbrap12, width: 64, height: 1)
    for x in 0..<64 { for c in 0..<4 { try input.setCode(x * 65, component: c, x: x, y: 0) } }
    var output = try plan.makeFrame(width: 64, height: 1)
    try plan.convert(input, into: &output)
    for x in 0..<64 { #expect(try output.code(component: 3, x: x, y: 0) == x * 65) }
  }

  /// A cube's values, the matrix after it and the codes of the output are one step.
  @Test func whatIsFolded() throws {
    let cube = Case(name: "cube", table: LookupTable(steps: [.cube(try Self.noise(5))]), range: .narrow)
    // Signals of narrow range may lie outside 0…1, so they are limited between the cube and the codes.
    #expect(try cube.plan().program.get().steps.count == 3)
    let full = try Case(name: "cube", table: cube.table).plan()
    #expect(try full.program.get().steps.count == 1)
    // The matrix to the numbers of the table is read with the codes.
    #expect(try cube.plan().schedule.unitRead == .table && full.schedule.unitRead == .signal)
  }

  /// A step that `Float` cannot place runs color by color, and the plan says so.
  @Test func tooSteep() throws {
    let jump = try LookupCurve(values: (0..<65_536).map { $0 < 30_000 ? 0 : 1 })
    let plan = try Case(name: "jump", table: LookupTable(steps: [.curves(LookupCurves(jump))])).plan()
    #expect(plan.description.hasPrefix("read\ncodes"), "codes are read as they are")
    #expect(!plan.isVectorized && plan.findings.first?.found.contains("changes by 1.0 between arguments") == true)
    let picture = try FrameReferenceTests.picture(.yuv444p10, width: 37, height: 21, seed: 1)
    var frame = try plan.makeFrame(width: 37, height: 21)
    try plan.convert(picture, into: &frame)
    let worst = try FrameReferenceTests.worst(of: frame, against: try ReferenceFrame(picture, plan: plan), plan: plan)
    #expect(worst.error <= FrameReferenceTests.allowed(plan), "\(worst.place)")
    let smooth = try LookupCurve(size: 65_536) { $0 * $0 }
    #expect(
      try Case(name: "smooth", table: LookupTable(steps: [.curves(LookupCurves(smooth))])).plan().isVectorized)
  }
}
