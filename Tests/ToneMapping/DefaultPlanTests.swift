import Testing
import ToneMapping

/// What the default conversion makes of well-known signals.
@Suite struct DefaultPlanTests {
  /// The PQ signal of a neutral at a luminance.
  private func pq(_ nits: Double) -> Signal {
    Signal(neutral: PerceptualQuantizer().inverseEOTF(.nits(nits)))
  }

  @Test(arguments: [(26.0, 105.0), (100, 156), (203, 185), (400, 214), (1000, 255)])
  func greysLandWhereTheyAreSaidTo(nits: Double, code: Double) throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)))
    let out = plan(pq(nits)).components
    // Half a code, because the landmarks are stated as whole codes.
    #expect(abs(out.x * 255 - code) <= 0.5)
    // A neutral stays neutral; matrices with entries rounded to sixteen digits leave 1e-9 of signal.
    #expect(abs(out.x - out.y) < 1e-9 && abs(out.y - out.z) < 1e-9)
  }

  /// BT.2100-3, Table 6, and BT.709-6, item 3.2: P3 in PQ is tagged 12/16/9.
  @Test(arguments: [
    (Display.sdr, MatrixCoefficients.bt709), (.p3SDR, .bt709), (.hlg, .bt2020NCL), (.hdr10, .bt2020NCL),
    (Display(.smpte432, transfer: .pq), .bt2020NCL), (Display(.bt709, transfer: .hlg), .bt2020NCL),
    (Display(.bt2020), .bt2020NCL),
  ])
  func matrixIsThatOfTheTransferOrOfThePrimaries(display: Display, matrix: MatrixCoefficients) {
    #expect(display.matrix == matrix)
  }

  @Test func blackIsBlackAndPeakIsWhite() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)))
    // PQ of zero light is c1^m2, not 0; a round trip through it leaves 1e-35.
    #expect(plan(Signal(0, 0, 0)).components.max() < 1e-30)
    #expect(plan(Codes(64, 512, 512)).components == SIMD3(16, 128, 128))
    let white = plan(pq(1000)).components
    #expect(abs(white.min() - 1) < 1e-9 && abs(white.max() - 1) < 1e-9)
  }

  @Test func halfOfSDRWhiteIsHalfWhateverWhiteStandsFor() throws {
    // SDR to SDR keeps the signal, so the reference white cancels out.
    for white in [100.0, 203] {
      let plan = try ConversionPlan(from: .sdr, to: .sdr, options: PlanOptions(referenceWhite: .nits(white)))
      #expect(plan(Signal(0.5, 0.25, 0.75)) == Signal(0.5, 0.25, 0.75))
    }
  }

  @Test func directMappingPutsSDRWhiteAtReferenceWhite() throws {
    // BT.2408-8, clause 2.2 and 5.1: SDR 100 % is PQ 58 %, HLG 75 %.
    let toPQ = try ConversionPlan(from: .sdr, to: .hdr10, reading: .yuv420p)
    let toHLG = try ConversionPlan(from: .sdr, to: .hlg, reading: .yuv420p)
    let pq = toPQ(Signal(1, 1, 1)).components
    let hlg = toHLG(Signal(1, 1, 1)).components
    #expect(abs(pq.x - 0.580_689) < 1e-6)
    #expect(abs(hlg.x - 0.749_877) < 1e-6)
  }

  @Test func hlgCrossesToPQOverTheThousandCandelaBridge() throws {
    // BT.2408-8, clause 6: HLG 75 % on a 1000 cd/m² display is 203 cd/m².
    let plan = try ConversionPlan(from: .hlg(), to: .hdr10)
    let out = plan(Signal(0.75, 0.75, 0.75)).components
    #expect(abs(PerceptualQuantizer().eotf(SignalLevel(out.x)).nits - 203) < 0.3)
    let back = try ConversionPlan(from: .hdr10(), to: .hlg, options: PlanOptions(sourcePeak: .nits(1000)))
    #expect(abs(back(Signal(out)).components.x - 0.75) < 1e-9)
  }

  /// A plan prints its stages in the order in which samples meet them, chroma last, and below each its operations.
  @Test func thePlanPrintsItsOperations() throws {
    let plan = try ConversionPlan(from: .hlg(), to: .sdr)
    let passes = ["read", "color", "write", "chroma, by rows of its own"]
    var lines = "\(plan)".split(separator: "\n").filter { !passes.contains(String($0)) }[...]
    for stage in plan.stages.filter({ $0.kind != .downsample }) + plan.stages.filter({ $0.kind == .downsample }) {
      let line = lines.popFirst() ?? ""
      #expect(line.hasPrefix(stage.units) && line.hasSuffix(stage.detail))
      #expect(stage.listing == stage.operations.map(\.line) || stage.operations.isEmpty)
      for operation in stage.listing {
        let line = lines.popFirst() ?? ""
        #expect(line.drop { $0 == " " } == operation)
      }
    }
    #expect(lines.popFirst()?.hasSuffix("round        as above") == true)
    #expect(lines.count == plan.assumptions.count)
  }

  /// The plan says how chroma is resampled; an independent list of what H.273's locations mean for the triangle of half a chroma sample.
  @Test(arguments: [
    (PixelFormat.yuv420p10, ChromaLocation.topLeft, "4:2:0", "[1 2 1] / 4 of columns, [1 2 1] / 4 of rows"),
    (.yuv420p10, .left, "4:2:0", "[1 2 1] / 4 of columns, [1 1] / 2 of rows"),
    (.p010, .center, "4:2:0", "[1 1] / 2 of columns, [1 1] / 2 of rows"),
    (.yuv420p10, .bottom, "4:2:0", "[1 1] / 2 of columns, [1 2 1] / 4 of rows"),
    (.yuv422p10, .left, "4:2:2", "[1 2 1] / 4 of columns"),
  ])
  func thePlanResamplesChroma(
    _ format: PixelFormat, _ location: ChromaLocation, name: String, weights: String
  ) throws {
    var source = Source.hdr10()
    source.color.chromaLocation = location
    let plan = try ConversionPlan(from: source, to: .sdr, reading: format, writing: .gbrp)
    let first = try #require(plan.stages.first { $0.kind == .upsample })
    #expect(first.units == "codes" && first.operations.isEmpty)
    #expect(first.detail == "chroma \(name) at \(location) to 4:4:4" && first.listing.count == 1)
    #expect(!plan.stages.contains { $0.kind == .downsample })
    var display = Display.hdr10
    display.chromaLocation = location
    source.color.matrix = .identity
    let back = try ConversionPlan(from: source, to: display, reading: .gbrp10, writing: format)
    let last = try #require(back.stages.dropLast().last)
    #expect(last.kind == .downsample && last.units == "codes" && last.operations.isEmpty)
    #expect(last.detail == "chroma 4:4:4 to \(name) at \(location)" && last.listing == [weights])
    #expect(!back.stages.contains { $0.kind == .upsample })
  }

  /// Beside straight alpha, chroma counts as much as it is covered, and the plan says so; opaque pictures have no such words.
  @Test(arguments: [true, false]) func weighedChromaIsTold(hasAlpha: Bool) throws {
    var source = Source.hdr10()
    if hasAlpha { source.alpha = AlphaCoding(.straight) }
    let format = hasAlpha ? PixelFormat.yuva420p10 : .yuv420p10
    let plan = try ConversionPlan(from: source, to: .sdr, reading: format, writing: format)
    let kinds = [PlanStage.Kind.upsample, .downsample]
    let listed = plan.stages.filter { kinds.contains($0.kind) }.map { $0.listing.joined() }
    #expect(listed.count == 2 && listed.allSatisfy { $0.contains("coverage") == hasAlpha }, "\(listed)")
    let passes = Self.passes(of: plan)
    #expect((passes[0].heading == "prepare") == hasAlpha)
    #expect(plan.description.contains("weigh        chroma by its coverage, for all rows") == hasAlpha)
    // Chroma is read as components; the matrix below is luma's.
    let upsampled = plan.description.split(separator: "\n").first { $0.contains(" upsample ") }
    #expect(upsampled?.hasPrefix("components ") == hasAlpha, "\(plan)")
    #expect(plan.description.contains("that of the other rows is for luma alone") == hasAlpha)
    #expect(plan.description.contains("weigh        chroma times the sum of its coverage and 2⁻³⁰") == hasAlpha)
  }

  /// Samples that stay where they are, are not resampled.
  @Test func keptChromaIsNotResampled() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .yuv420p10, writing: .yuv420p)
    #expect(plan.stages.map(\.kind) == [.keep, .round] && plan.stages[0].units == "codes")
    #expect(plan.stages[0].detail.hasPrefix("each sample of chroma top-left, yuv420p10le, 10 bits"))
    // White, the maximum and the minimum color difference of narrow range: ITU-R BT.2100-3, Table 9.
    #expect(plan(Codes(940, 960, 64)) == Codes(235, 240, 16))
  }

  /// Alpha divides what was coded, before the matrix.
  @Test func premultipliedComponentsAreDivided() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.premultiplied)
    let plan = try ConversionPlan(from: source, to: .sdr, reading: .yuva444p10, writing: .yuv444p)
    #expect(plan.stages[0].units == "codes ▸ components" && plan.stages[0].operations.count == 1)
    #expect(plan.stages.map(\.kind).prefix(3) == [.decode, .alpha, .unpremultiply])
    #expect(plan.stages[2].units == "components ▸ signal")
    // Half of PQ's white beside half of its coverage, and beside all of it.
    let (half, white) = (Codes(502, 512, 512), Codes(940, 512, 512))
    #expect(abs(plan(half, alpha: 0.5)[0].value - plan(white)[0].value) < 1e-6)
    #expect(plan(half)[0].value < plan(white)[0].value - 50)
  }

  /// Printed with its operations, a plan has the passes of a converter as headings: chroma is a pass where its rows are written apart.
  @Test(arguments: [
    (PixelFormat.yuv420p, ["downsample", "round"]), (.p210, ["downsample", "round"]), (.y210, ["downsample", "round"]),
    (.p410, ["round"]), (.yuv444p, []), (.gbrp, []),
  ])
  func thePlanHasThePassesOfAConverter(_ format: PixelFormat, chroma: [String]) throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, reading: .yuv420p10, writing: format)
    let passes = Self.passes(of: plan)
    let names = ["read", "color", "write"] + (chroma.isEmpty ? [] : ["chroma, by rows of its own"])
    #expect(passes.map(\.heading) == names)
    #expect(passes[0].stages.first == "upsample" && passes[1].stages.first == "linearize")
    #expect(passes[2].stages == ["round"] && passes.dropFirst(3).flatMap(\.stages) == chroma)
  }

  /// Chroma that stays where it is goes through every stage in rows of its own.
  @Test func keptChromaHasItsPass() throws {
    let kept = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .yuv420p10, writing: .yuv420p)
    let passes = Self.passes(of: kept)
    #expect(passes.map(\.heading) == ["read", "write", "chroma, by rows of its own"])
    #expect(passes.map(\.stages) == [["keep"], ["round"], ["keep", "round"]])
    let packed = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .p010, writing: .p010).description
    let chroma = packed.split(separator: "chroma, by rows of its own\n").last ?? ""
    let steps = chroma.split(separator: "\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(steps.prefix(2) == ["keep as above", "round as above"], "\(packed)")
  }

  /// Alpha on which nothing depends is read as what is written, and floating-point samples as numbers to compute with.
  @Test func whatIsReadBesideColorIsTold() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.straight)
    let moved = try ConversionPlan(from: source, to: .sdr, reading: .yuva444p10, writing: .gbrap).description
    #expect(moved.contains(" alpha        times 255 / 1023\n") && !moved.contains("coverage"), "\(moved)")
    let opaque = try ConversionPlan(from: .hdr10(), to: .sdr, reading: .yuv444p10, writing: .rgba64).description
    #expect(opaque.contains(" alpha        65535, opaque\n"), "\(opaque)")
    var rgb = Source.hdr10()
    rgb.color.matrix = .identity
    let float = try ConversionPlan(from: rgb, to: .sdr, reading: .gbrpf32, writing: .gbrpf16).description
    #expect(
      float.contains(" finite       NaN and values below −2⁹⁶ become 0, values above 2⁹⁶ become 2⁹⁶\n"), "\(float)")
    #expect(float.contains(" limited to ±65504, the maximum in 16 bits\n"), "\(float)")
  }

  /// The headings of a printed plan, and the names of the stages below each.
  private static func passes(of plan: ConversionPlan) -> [(heading: String, stages: [String])] {
    var passes: [(heading: String, stages: [String])] = []
    let names = Set(plan.stages.map(\.name))
    for line in plan.description.split(separator: "\n").map(String.init) {
      let words = line.split(separator: " ").map(String.init)
      if ["prepare", "read", "color", "write", "chroma,"].contains(words[0]) { passes.append((line, [])) }
      // Units come first: one word, or two about an arrow.
      let place = words.count > 1 && words[1] == "▸" ? 3 : 1
      if !line.hasPrefix(" "), words.count > place, names.contains(words[place]), !passes.isEmpty {
        passes[passes.count - 1].stages.append(words[place])
      }
    }
    return passes
  }

  /// What is read beside the stages is printed: alpha and what it becomes, the picture behind, and codes in the high bits of their samples.
  @Test func readingIsToldWhole() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.straight, codes: AlphaCoding.EndCodes(transparent: 64, opaque: 940))
    let over = try ConversionPlan(
      from: source, to: .sdr, options: PlanOptions(alpha: .flattened(.picture())), reading: .yuva444p10,
      writing: .yuv444p)
    let lines = over.description.split(separator: "\n").map(String.init)
    let read = lines.prefix { $0 != "color" }
    #expect(read[1].hasPrefix("codes ▸ components ") && read[1].contains(" decode "), "\(over)")
    #expect(read[3].hasPrefix("codes ▸ coverage ") && read[3].hasSuffix("(alpha − 64) / 876, limited to 0…1"))
    #expect(
      read.last?.hasPrefix("signal ") == true && read.last?.contains(" background   gbrpf32le") == true, "\(over)")
    #expect(over.stages.first?.kind == .decode)
    let packed = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .p010, writing: .p010).description
    #expect(packed.contains(" unpack       samples / 64: the codes are the high 10 of 16 bits\n"), "\(packed)")
    #expect(packed.contains(" times 64: the high 10 of 16 bits\n"), "\(packed)")
    var rgb = Source.hdr10()
    rgb.color.matrix = .identity
    let words = try ConversionPlan(from: rgb, to: .hdr10, reading: .x2rgb10, writing: .x2rgb10).description
    #expect(words.contains(" unpack       each code is 10 bits of a word of 32\n"), "\(words)")
    #expect(words.contains(" three codes in each word of 32 bits, the others 1\n"), "\(words)")
    let opaque = try ConversionPlan(from: .hdr10(), to: .sdr).description
    #expect(!opaque.contains("alpha") && !opaque.contains("unpack"))
  }

  /// A decision that two passes carry out is listed once, and printed in both with what it leaves between them.
  @Test func aDecisionInTwoPassesSaysSo() throws {
    var source = Source.hdr10()
    source.color.matrix = .iCtCp
    let plan = try ConversionPlan(from: source, to: .sdr, reading: .yuv444p10, writing: .gbrp)
    #expect(plan.stages.filter { $0.kind == .decode }.map(\.units) == ["codes ▸ signal"])
    let decoding = plan.description.split(separator: "\n").filter { $0.contains(" decode ") }
    #expect(decoding.count == 2 && decoding[0].hasPrefix("codes ▸ signal L′M′S′ "), "\(plan)")
    #expect(
      decoding.last?.hasPrefix("signal L′M′S′ ▸ signal ") == true && decoding.last?.hasSuffix(" the rest") == true)
  }

  /// The headings stand where the program for the lanes has its boundary: what is above `color` is in the matrix that reads.
  @Test(arguments: [
    (MatrixCoefficients.bt2020NCL, PixelFormat.yuv444p10, nil, ["decode"]),
    (.bt2020CL, .yuv444p10, nil, ["decode"]), (.iCtCp, .yuv444p10, nil, ["decode"]),
    (.bt2020NCL, .gray10, nil, ["decode"]), (.identity, .gbrp10, nil, ["decode"]),
    (.bt2020NCL, .yuva444p10, AlphaCoding(.premultiplied), ["decode", "unpremultiply"]),
  ])
  func headingsStandWhereReadingEnds(
    _ matrix: MatrixCoefficients, _ format: PixelFormat, _ alpha: AlphaCoding?, stages: [String]
  ) throws {
    var source = Source.hdr10()
    (source.color.matrix, source.alpha) = (matrix, alpha)
    let plan = try ConversionPlan(from: source, to: .sdr, reading: format, writing: .gbrp)
    let lines = plan.description.split(separator: "\n").map(String.init)
    let color = try #require(lines.firstIndex(of: "color"))
    let read = lines[..<color].filter { !$0.hasPrefix(" ") }
    for stage in stages { #expect(read.contains { $0.contains(stage) }, "\(read)") }
    // Everything read is linear, but a division by alpha; the program's matrix is their product.
    let program = try plan.program.get()
    let whole = plan.schedule.readColors
    let (black, code) = (SIMD3<Double>.zero, SIMD3(700.0, 300, 600))
    let numbers = [black, code].map { program.read.matrix * $0 + program.read.offset }
    let references = [black, code].map {
      whole.reduce($0) { numbers, operation in
        operation is CoverageOperation ? numbers : operation(numbers, at: Pixel())
      }
    }
    // A first curve that takes numbers of its cells has all components multiplied by one number and raised by another; its maximum argument too.
    let scale = (numbers[1].x - numbers[0].x) / (references[1].x - references[0].x)
    let addend = numbers[0].x - references[0].x * scale
    if let curve = program.steps.first?.curve, curve.limit != curve.domainEnd {
      // The curve's numbers are `Float`.
      #expect(abs(Double(curve.domainEnd) * scale + addend - Double(curve.limit)) < 1e-5)
    } else {
      #expect(abs(scale - 1) < 1e-9 && abs(addend) < 1e-9, "\(scale), \(addend)")
    }
    for (numbers, reference) in zip(numbers, references) {
      let found = (numbers - SIMD3(repeating: addend)) / scale
      #expect(((found - reference) * (found - reference)).sum() < 1e-18, "\(found) for \(reference)")
    }
    // The first operation after the heading is the first that is not read.
    let all = plan.operations.map(\.line)
    let after = lines[(color + 1)...].first { line in all.contains { line.hasSuffix($0) } }
    #expect(after?.hasSuffix(all[plan.schedule.readColors.count]) == true, "\(after ?? "")")
  }

  /// The last stage says what is done to codes that a color does not say: dither, and rounding to what the format can hold.
  @Test(arguments: [
    (PixelFormat.yuv420p10, Dither.blueNoise, "to 10 bits, dither blue-noise", ["−0.5…0.5", "0…1023"]),
    (.gbrp, .ordered, "to 8 bits, dither ordered", ["−0.5…0.5", "0…255"]),
    (.rgba64, .none, "to 16 bits, dither none, none on alpha", ["0…65535"]),
    (.gbrpf16, .blueNoise, "to floating point of 16 bits", ["±65504"]),
    (.gbrpf32, .none, "to floating point of 32 bits", []),
  ])
  func thePlanEndsWithRounding(_ format: PixelFormat, _ dither: Dither, detail: String, listing: [String]) throws {
    let plan = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(dither: dither), writing: format)
    let stage = try #require(plan.stages.last)
    #expect(stage.kind == .round && stage.detail == detail && stage.operations.isEmpty)
    #expect(stage.listing.count == listing.count, "\(stage.listing)")
    for (line, part) in zip(stage.listing, listing) { #expect(line.contains(part)) }
  }
}
