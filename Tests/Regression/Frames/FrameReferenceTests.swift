import Testing
import ToneMapping

/// Whole frames from the lanes, compared with the reference pixel by pixel.
@Suite struct FrameReferenceTests {
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    var source: Source
    var display: Display
    var tone = ToneOperator.spline
    var gamut = GamutOperator.perceptual
    var variant: ToneVariant?
    var input = PixelFormat.yuv420p10
    var output: PixelFormat?
    var width = 37
    var height = 21
    /// Whether the source's metadata gives the peak, instead of 1000 cd/m².
    var statesItsPeak = false
    var expandsHighlights = false
    var sdrTransfer = SDRTransfer.bt1886
    /// The plan for this conversion: without dither by default, and with a peak if the source is PQ.
    func plan(dither: Dither = .none) throws -> ConversionPlan {
      var options = PlanOptions(dither: dither)
      options.sdrTransfer = sdrTransfer
      options.expandsHighlights = expandsHighlights
      options.compilesQuickly = tone.headroomAdaptiveToneMap != nil
      options.sourcePeak = source.color.transfer == .pq && !statesItsPeak ? .nits(1000) : nil
      return try ConversionPlan(
        from: source, to: display, tone: tone.applied(by: variant), gamut: gamut, options: options, reading: input,
        writing: output)
    }
    var description: String { "\(name), \(input) to \(output?.name ?? "default"), \(width)×\(height)" }
  }

  static let sites: [Case] = ChromaLocation.allCases.map { location in
    var source = Source.hdr10()
    source.color.chromaLocation = location
    var display = Display.sdr
    display.chromaLocation = location
    return Case(name: "chroma \(location)", source: source, display: display, gamut: .clip)
  }

  /// Pictures of several blocks in a row, and an odd number of rows.
  static let wide: [Case] = [ChromaLocation.left, .topLeft, .center].flatMap { location in
    [PixelFormat.yuv420p10, .yuv422p10].map { format in
      var source = Source.hdr10()
      source.color.chromaLocation = location
      var display = Display.sdr
      display.chromaLocation = location
      return Case(name: "chroma \(location)", source: source, display: display, input: format, width: 521, height: 5)
    }
  }

  static let formats: [Case] = [
    (.yuv420p10, .yuv420p), (.p010, .nv12), (.yuv422p10, .yuv422p), (.yuv444p10, .yuv444p), (.yuv444p12, .yuv420p),
    (.yuv420p10, .yuv444p10), (.p010, .p010), (.yuv422p10, .p210), (.gray10, .gray), (.gbrp10, .gbrp),
    (.rgb48, .yuv420p), (.yuv420p10, .rgb48), (.yuv420p16, .yuv420p16), (.gbrpf32, .yuv420p10),
    (.yuv420p10, .gbrpf32), (.nv12, .yuv420p), (.gbrpf16, .gbrpf16), (.gbrapf16, .rgbaf16), (.rgbaf16, .gbrapf16),
    (.rgbf16, .yuv420p10), (.yuv420p10, .rgbf16), (.x2rgb10, .x2rgb10), (.y210, .y210), (.yuv420p10, .y210),
    (.y210, .yuv422p10),
  ].map { (input: PixelFormat, output: PixelFormat) in
    var source = Source.hdr10()
    if input.model == .rgb { source.color.matrix = .identity }
    return Case(name: "format", source: source, display: .sdr, gamut: .clip, input: input, output: output)
  }

  static let conversions: [Case] =
    [
      Case(name: "default", source: .hdr10(), display: .sdr),
      Case(name: "HLG to SDR", source: .hlg(), display: .sdr),
      Case(name: "HLG to PQ", source: .hlg(), display: .hdr10),
      Case(name: "PQ to HLG", source: .hdr10(), display: .hlg),
      Case(name: "SDR to PQ", source: .sdr, display: .hdr10, input: .yuv420p),
      Case(name: "SDR to HLG", source: .sdr, display: .hlg, input: .yuv420p),
      Case(name: "SDR kept", source: .sdr, display: .sdr, input: .yuv420p10),
      Case(name: "PQ to P3", source: .hdr10(), display: .p3SDR),
      Case(name: "S-Log3 to SDR", source: .log(.sLog3), display: .sdr),
      Case(name: "LogC4 to HLG", source: .log(.logC4), display: .hlg),
    ]
    + ToneOperator.all.filter { !$0.followsMetadata }.map {
      Case(name: "\($0)", source: .hdr10(), display: .sdr, tone: $0, gamut: .clip)
    }
    + ToneVariant.allCases.map {
      Case(name: "\($0)", source: .hdr10(), display: .sdr, gamut: .clip, variant: $0)
    }
    + GamutOperator.all.map { Case(name: "\($0)", source: .hdr10(), display: .sdr, gamut: $0) }
    + [
      Case(name: "HLG to SDR by bt2446a", source: .hlg(), display: .sdr, tone: .bt2446a),
      Case(name: "SDR to PQ by bt2446a", source: .sdr, display: .hdr10, tone: .bt2446a, input: .yuv420p),
      Case(name: "SDR to PQ by bt2446c", source: .sdr, display: .hdr10, tone: .bt2446c, input: .yuv420p),
      Case(name: "HLG kept", source: .hlg(), display: .hlg),
      Case(name: "SDR's scene to HLG", source: .sdr, display: .hlg, input: .yuv420p10, sdrTransfer: .bt709SceneLight),
      Case(name: "SDR's scene to PQ", source: .sdr, display: .hdr10, input: .yuv420p, sdrTransfer: .bt709SceneLight),
      Case(name: "SDR to PQ, expanded", source: .sdr, display: .hdr10, input: .yuv420p, expandsHighlights: true),
      Case(name: "SDR to HLG, expanded", source: .sdr, display: .hlg, input: .yuv420p10, expandsHighlights: true),
      Case(name: "PQ to HLG, ictcp", source: .hdr10(), display: .hlg, variant: .ictcp),
      Case(name: "PQ to P3 by pbr-neutral", source: .hdr10(), display: .p3SDR, tone: .pbrNeutral, gamut: .desaturate),
      Case(name: "bt2390 ictcp", source: .hdr10(), display: .sdr, tone: .bt2390, variant: .ictcp),
    ]
    + [0.0001, 0.005, 0.05].flatMap { black in
      [ToneOperator.spline, .bt2390, .bt2446a, .hable, .mobius].map {
        Case(
          name: "\($0), mastered from \(black)", source: VectorCoverageTests.film(black, 1000), display: .sdr, tone: $0)
      }
        + ToneVariant.allCases.map {
          Case(
            name: "\($0), mastered from \(black)", source: VectorCoverageTests.film(black, 1000), display: .sdr,
            variant: $0)
        }
    }
    + ToneVariant.allCases.map {
      Case(
        name: "\($0), black lifted", source: .hdr10(), display: Display(.bt709, luminance: .nits(0.1...203)),
        gamut: .clip, variant: $0)
    }
    + [ToneOperator.bt2446a, .bt2446c, .referenceWhite, .pbrNeutral].map {
      Case(
        name: "\($0), black lifted", source: .hdr10(), display: Display(.bt709, luminance: .nits(0.1...203)), tone: $0,
        gamut: .clip)
    }
    + VectorCoverageTests.sources.map { Case(name: "from \($0.0)", source: $0.1, display: .sdr, gamut: .clip) }
    + VectorCoverageTests.displays.map { Case(name: "to \($0.0)", source: .hdr10(), display: $0.1) }
    + VectorCoverageTests.coded + HeadroomAdaptiveMessages.cases

  @Test(arguments: sites + wide + formats + conversions)
  func everyCodeIsTheReferencesRounded(_ c: Case) throws {
    let plan = try c.plan()
    let input = try Self.picture(c.input, width: c.width, height: c.height, seed: 1)
    let reference = try ReferenceFrame(input, plan: plan)
    for instructions in InstructionSet.available {
      var output = try plan.makeFrame(width: c.width, height: c.height)
      var converter = try plan.converter(width: c.width, height: c.height, on: instructions)
      try converter.convert(input, into: &output)
      let worst = try Self.worst(of: output, against: reference, plan: plan)
      #expect(worst.error <= Self.allowed(plan), "\(instructions): \(worst.place)")
    }
  }

  /// Before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit one; finer codes must meet the same signal error as 10 bits.
  static func allowed(_ plan: ConversionPlan) -> Double {
    let depth = plan.outputFormat.bitDepth
    if plan.outputFormat.isFloat { return 0.10 / 876 }
    return depth == 8 ? 0.05 : 0.10 * Double(1 << (depth - 10))
  }

  /// The maximum error beyond what rounding explains, and its position.
  static func worst(
    of output: Frame, against reference: ReferenceFrame, plan: ConversionPlan
  ) throws -> (error: Double, place: String) {
    var worst = (error: 0.0, place: "")
    for (component, plane) in reference.components.enumerated() {
      for (y, row) in plane.enumerated() {
        for (x, expected) in row.enumerated() {
          let (found, rounding) = try sample(output, component, x, y)
          let error =
            abs(
              found
                - max(0, plan.outputFormat.isFloat ? expected : min(expected, Double(plan.outputFormat.maximumCode))))
            - rounding
          if error > worst.error { worst = (error, "component \(component) at \(x), \(y): \(found) for \(expected)") }
        }
      }
    }
    return worst
  }

  static func sample(_ frame: Frame, _ component: Int, _ x: Int, _ y: Int) throws -> (value: Double, rounding: Double) {
    guard frame.format.isFloat else { return try (Double(frame.code(component: component, x: x, y: y)), 0.5) }
    let number = try Double(frame.number(component: component, x: x, y: y))
    // Half of the last bit's worth.
    return (number, frame.format.bitDepth == 16 ? max(number.magnitude * 0x1p-11, 0x1p-25) : 0)
  }

  /// A picture of smooth patches, hard edges and noise, over all codes; the seed is in the test's name.
  static func picture(_ format: PixelFormat, width: Int, height: Int, seed: UInt64) throws -> Frame {
    var frame = try Frame(format, width: width, height: height)
    var state = seed
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    for component in 0..<format.componentCount {
      let isChroma = format.model == .yCbCr && (component == 1 || component == 2)
      let grid = format.grid(ofComponent: component, width: width, height: height)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          let smooth = 0.5 + 0.5 * Double((x * 7 + y * 3 + component * 11) % 32) / 32 * (isChroma ? 0.3 : 1)
          let value = (x / 8 + y / 8) % 2 == 0 ? smooth : random()
          if format.isFloat {
            try frame.setNumber(Float(value), component: component, x: x, y: y)
          } else {
            try frame.setCode(Int(value * Double(format.maximumCode)), component: component, x: x, y: y)
          }
        }
      }
    }
    return frame
  }
}
