import Testing

import ToneMapping

/// What a plan that applies a lookup table decides, tells and refuses.
@Suite struct LookupTablePlanTests {
  private static func table() throws -> LookupTable {
    LookupTable(
      title: "halves",
      steps: [
        .curves(LookupCurves(try LookupCurve(values: [0, 0.5]))), .cube(try Cube(size: 3) { $0 }),
      ])
  }

  private func plan(
    _ source: Source, to display: Display = .sdr, interpolation: CubeInterpolation? = nil,
    range: QuantizationRange = .full, options: PlanOptions = PlanOptions(), reading format: PixelFormat = .yuv420p10
  ) throws -> ConversionPlan {
    try ConversionPlan(
      from: source, to: display, applying: Self.table(), interpolation: interpolation, tableRange: range,
      options: options, reading: format)
  }

  /// No table of a client's ends the process.
  @Test func stepsThatAreNotFiniteAreRefused() {
    for (number, count) in [(Double.infinity, 1), (.nan, 1), (1e30, 2)] {
      let step = LookupTable.Step.matrix(Matrix3x3(diagonal: SIMD3(repeating: number)), adding: .zero)
      let table = LookupTable(steps: Array(repeating: step, count: count))
      #expect(throws: PlanError.lookup(.stepsAreNotFinite(last: count - 1))) {
        try ConversionPlan(from: .hdr10(), to: .sdr, applying: table)
      }
    }
  }

  @Test func theStages() throws {
    let plan = try plan(.hdr10())
    #expect(
      plan.stages.map(\.kind) == [.upsample, .decode, .lookup, .encode, .downsample, .round]
        && plan.lookupTable?.title == "halves")
    #expect(
      plan.stages[2].detail
        == "\"halves\", a curve of 2 values over 0…1 for each component, then a cube of 3×3×3 values over 0…1, tetrahedral"
    )
    #expect(plan.assumptions.isEmpty && plan.findings.isEmpty && plan.isVectorized)
    #expect(plan.targetTags.transfer == .bt709 && plan.targetTags.primaries == .bt709)
    #expect(abs(plan(Signal(0.5, 1, 0.25)).components.y - 0.5) < 1e-7)
    let other = try self.plan(.hdr10(), interpolation: .trilinear, range: .narrow)
    #expect(other.stages[2].detail.hasSuffix("trilinear, in signals of narrow range"))
  }

  /// A table of narrow range takes black at 64/1023 and white at 940/1023.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9.
  @Test func narrowRange() throws {
    let narrow = try plan(.hdr10(), range: .narrow)
    for signal in [0, 0.25, 1.0] {
      let taken = (signal * 876 + 64) / 1023
      let expected = max((taken / 2 * 1023 - 64) / 876, 0)
      #expect(abs(narrow(Signal(neutral: SignalLevel(signal))).components.x - expected) < 1e-6)
    }
  }

  /// What a file says of its range holds unless the plan says another, for each side by itself.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9.
  @Test func rangesOfAFile() throws {
    var table = LookupTable(steps: [.limit(-1...2)])
    table.inputRange = .narrow
    func plan(_ range: QuantizationRange?) throws -> ConversionPlan {
      try ConversionPlan(from: .hdr10(), to: .sdr, applying: table, tableRange: range)
    }
    #expect(abs(try plan(nil)(Signal(neutral: 0.5)).components.x - (0.5 * 876 + 64) / 1023) < 1e-12)
    #expect(try plan(nil).stages[2].detail.hasSuffix(", from signals of narrow range"))
    for range in [QuantizationRange.full, .narrow] {
      #expect(abs(try plan(range)(Signal(neutral: 0.5)).components.x - 0.5) < 1e-12)
    }
  }

  /// What a table gives is a signal for every coding, whatever its ranges: the same as by the usual matrix.
  @Test(arguments: [QuantizationRange.full, .narrow], [QuantizationRange.full, .narrow])
  func everyCodingTakesWhatATableGives(input: QuantizationRange, output: QuantizationRange) throws {
    var table = LookupTable(steps: [.limit(-1...2)])
    (table.inputRange, table.outputRange) = (input, output)
    func shown(_ matrix: MatrixCoefficients) throws -> Signal {
      let display = Display(.bt2020, transfer: .pq, matrix: matrix)
      let plan = try ConversionPlan(from: .hdr10(), to: display, applying: table, writing: .yuv444p10)
      #expect(plan.stages.first { $0.kind == .lookup }?.units == "signal")
      return plan.targetCoding.decode(plan(Codes(600, 500, 530)))
    }
    let usual = try shown(.bt2020NCL).components
    for matrix in [MatrixCoefficients.bt2020CL, .iCtCp] {
      let other = try shown(matrix).components
      #expect(max((usual - other).max(), (other - usual).max()) < 1e-6, "\(matrix): \(other), not \(usual)")
    }
  }

  /// Samples of floating point keep what is outside 0…1, which codes cannot; functions, limits and matrices hold there too.
  @Test func numbersOutside() throws {
    let table = LookupTable(steps: [
      .functions(LookupFunctions(.power(2, below: .mirrored))), .matrix(.identity, adding: SIMD3(0, 0, -0.5)),
      .limit(-1...4),
      .functions(LookupFunctions(.power(0.5, below: .mirrored), .power(1, below: .kept), .power(0.5, below: .zero))),
    ])
    var source = Source.hdr10()
    (source.color.matrix, source.color.range) = (.identity, .full)
    let colors: [SIMD3<Float>] = [
      SIMD3(-0.5, -1.5, 0.25), SIMD3(1.25, 1.5, 1.75), SIMD3(0, 3, 0.8), SIMD3(0.1, 0.9, 1),
    ]
    let floats = try ConversionPlan(
      from: source, to: .sdr, applying: table, options: PlanOptions(dither: .none), reading: .gbrpf32, writing: .gbrpf32
    )
    for color in colors {
      let (x, y, z) = (Double(color.x), Double(color.y), Double(color.z))
      func root(_ v: Double) -> Double { v < 0 ? -(-v).squareRoot() : v.squareRoot() }
      func square(_ v: Double) -> Double { min(max(v * abs(v), -1), 4) }
      let expected = SIMD3(root(square(x)), square(y), max(min(z * abs(z) - 0.5, 4), 0).squareRoot())
      let value = floats(Signal(SIMD3(x, y, z))).components
      #expect((value - expected).max() < 1e-12 && (value - expected).min() > -1e-12)
      let codes = try ConversionPlan(from: source, to: .sdr, applying: table, reading: .gbrp16)(Signal(SIMD3(x, y, z)))
        .components
      #expect(codes.min() >= 0 && codes.max() <= 1)
    }
  }

  @Test func findingsOfAFile() throws {
    var table = try Self.table()
    table.findings = [LookupFinding(code: "lut-unknown", found: "line 3 has more", consequence: "ignoring it")]
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, applying: table)
    #expect(plan.assumptions.map(\.code) == ["lut-unknown"])
    #expect(throws: PlanError.self) {
      try ConversionPlan(from: .hdr10(), to: .sdr, applying: table, options: PlanOptions(strict: true))
    }
  }

  /// A LUT of narrow range, made of a plan, takes and gives the same numbers for what the plan does: black is 64/1023, white 940/1023.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9.
  @Test func aPlanInNumbersOfNarrowRange() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    let (reference, light) = (plan.lutFunction(in: .narrow), plan.bt2020LightFromTargetSignal)
    for signal in [0, 0.25, 0.5807, 1] {
      let taken = LookupColor(neutral: (signal * 876 + 64) / 1023)
      let exact = plan(Signal(neutral: SignalLevel(signal)))
      let given = reference(taken)
      #expect(abs(given.components.x - (exact.components.x * 876 + 64) / 1023) < 1e-12, "\(signal)")
      #expect(abs(light(given.signal(in: .narrow)).components.y - light(exact).components.y) < 1e-9, "\(signal)")
      #expect(plan.lutFunction(in: .full)(LookupColor(neutral: signal)).components == exact.components)
    }
  }

  /// The table knows what the signal stands for, so the transfer is not needed; the matrix is, and its assumption is reported.
  @Test func whatTheSourceMustSay() throws {
    let untold = try plan(Source(color: ColorDescription(range: .narrow, chromaLocation: .left)))
    #expect(untold.assumptions.map(\.code) == ["missing-matrix"])
    #expect(untold.sourceTransfer == nil && untold.sourceGamut == nil && untold.sourceTags.transfer == nil)
    #expect(untold.sourceLuminance == nil && untold.peakEvidence == nil && untold.sourceTags.matrix == .bt709)
    let told = try plan(.log(.sLog3))
    #expect(told.sourceTransfer == CameraLog.sLog3.curve && told.assumptions.isEmpty)
    // A matrix that depends on the transfer needs it.
    #expect(throws: PlanError.unknownTransfer(.yuv444p10)) {
      try plan(Source(color: ColorDescription(matrix: .iCtCp, range: .narrow)), reading: .yuv444p10)
    }
    #expect(throws: PlanError.self) {
      try plan(Source(color: ColorDescription(range: .narrow)), options: PlanOptions(strict: true))
    }
  }

  /// Metadata of the source is not carried; what the user states of the display is.
  @Test func metadata() throws {
    let light = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
    let source = Source.hdr10(contentLight: light)
    let output = OutputTags(of: try plan(source, to: .hdr10))
    #expect(output.metadata == StaticMetadata() && output.needsContentLight)
    #expect(output.changes.map(\.code) == ["metadata-left-out"])
    var display = Display.hdr10
    display.luminance = .nits(0.005...600)
    let stated = OutputTags(of: try plan(source, to: display))
    #expect(stated.metadata.mastering?.maximum == .nits(600) && stated.metadata.contentLight == nil)
    #expect(OutputTags(of: try plan(.hdr10(), to: .hlg)).changes.isEmpty)
  }

  @Test func whatHasNoEffectIsTold() throws {
    var display = Display.sdr
    display.surround = .lux(5)
    #expect(try plan(.hdr10(), to: display).assumptions.map(\.code) == ["viewing-ignored"])
    var source = Source.hdr10()
    source.carriesHDR10Plus = true
    #expect(try plan(source).assumptions.map(\.code) == ["dynamic-metadata-unused"])
  }

  /// A lattice may stand for a table that vectors cannot run.
  @Test func throughALattice() throws {
    let jump = try LookupCurve(values: (0..<65_536).map { $0 < 30_000 ? 0 : 1 })
    let table = LookupTable(steps: [.curves(LookupCurves(jump))])
    let slow = try ConversionPlan(from: .hdr10(), to: .sdr, applying: table)
    #expect(!slow.isVectorized && slow.findings.map(\.code) == ["color-by-color"])
    let lattice = try ConversionPlan(from: .hdr10(), to: .sdr, applying: table, options: PlanOptions(latticeSize: 5))
    #expect(lattice.isVectorized && lattice.approximation?.size == 5)
  }
}
