import LightStatistics
import ToneMapping
import Testing

/// The Swift of the articles of ToneMapping and of docs/library.md, block for block, and what it does.
@Suite struct ConversionExamples {
  @Test func framesGoThroughAConverter() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(3, width: width, height: height)
    let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let light = try ContentLightLevel(parsing: clliBox)
    var written: [Frame] = []
    func write(_ frame: Frame) { written.append(frame) }

    let plan = try ConversionPlan(from: .hdr10(mastering: mastering, contentLight: light), to: .sdr)
    print(plan)  // every stage, with its units and its reasons

    var converter = try plan.converter(width: width, height: height)
    var output = try plan.makeFrame(width: width, height: height)
    for (index, frame) in frames.enumerated() {
      try converter.convert(frame, into: &output, index: index)
      write(output)
    }

    // 203 cd/m² of a source that peaks near 1000 is 185 of 255 in full range, 175.2 in narrow.
    #expect(written.count == 3)
    for frame in written { #expect(try (174...176).contains(frame.code(component: 0, x: 5, y: 7))) }

    let frame = frames[0]
    let sdr = try frame.converted(from: .hdr10(), to: .sdr)

    #expect(sdr.format == .yuv420p && sdr.width == width && sdr.height == height)
  }

  @Test func theOutputIsTagged() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(2, width: width, height: height)

    let display = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600))
    let plan = try ConversionPlan(from: .hdr10(), to: display)
    var tags = OutputTags(of: plan)
    for change in tags.changes { print(change) }  // what the source states but the output does not

    var converter = try plan.converter(width: width, height: height, countingLight: tags.needsContentLight)
    var output = try plan.makeFrame(width: width, height: height)
    for (index, frame) in frames.enumerated() { try converter.convert(frame, into: &output, index: index) }
    if let light = converter.contentLight, let change = tags.add(contentLight: light) { print(change) }
    print(tags.encoderOptions.commandLine(for: .x265).arguments)

    #expect(tags.metadata.mastering?.maximum == .nits(600) && !tags.needsContentLight)
    // White of 203 cd/m² in a source that may reach 1000, with the tone curve for 600; dither moves codes by half of one.
    let light = try #require(tags.metadata.contentLight)
    #expect((150...203).contains(try #require(light.maxFALL)) && light.maxCLL.map { $0 >= light.maxFALL ?? 0 } == true)
  }

  @Test func lightChanges() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(3, width: width, height: height)
    let lights: [(peak: Luminance, average: Luminance)] = [1000, 400, 1000].map { (.nits($0), .nits($0 / 50)) }
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    var output = try plan.makeFrame(width: width, height: height)
    var white: [Int] = []
    func write(_ frame: borrowing Frame) { white.append((try? frame.code(component: 0, x: 9, y: 9)) ?? 0) }

    let tables = DisplayTables()
    var converter = try plan.converter(width: width, height: height)
    for (index, frame) in frames.enumerated() {
      let light = lights[index]  // what was measured of this frame, or of its scene
      let options = PlanOptions(scenePeak: light.peak, sceneAverage: light.average, compilesQuickly: true)
      let program = ColorProgram(try ConversionPlan(from: .hdr10(), to: .sdr, options: options, sharing: tables))
      try converter.convert(frame, into: &output, index: index, program: program)
      write(output)
    }

    // White is lighter where less light is above it.
    #expect(white[1] > white[0] + 5)
    #expect(abs(white[2] - white[0]) <= 1)
  }

  @Test func choicesAreMade() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, tone: .bt2390, gamut: .compress)

    let rollOff = BT2390(from: .nits(0...1000), to: .nits(0...203))
    let shown = rollOff(.nits(600))  // between 150 and 203 cd/m²
    let signal = PerceptualQuantizer().inverseEOTF(.nits(1000))  // 0.7518

    #expect(plan.stages.contains { $0.name == "tone" && $0.detail.hasPrefix("bt2390") })
    #expect(plan.stages.contains { $0.name == "gamut" && $0.detail.hasPrefix("compress") })
    #expect(shown > .nits(150) && shown < .nits(203))
    #expect(abs(signal.value - 0.7518) < 5e-5)
  }

  @Test func aLookChangesLight() throws {
    let look = Look(exposure: 0.5, contrast: 1.1, saturation: 1.2)
    let brighter = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(look: look))
    print(brighter.stages[3].detail)  // exposure +0.5 stops, contrast 1.1 about 26 cd/m², saturation 1.2, …

    #expect(
      brighter.stages[3].detail.hasPrefix("exposure +0.5 stops, contrast 1.1 about 26 cd/m², saturation 1.2, 0…1000"))
  }

  @Test func aDisplayHasARangeAndARoom() throws {
    let ambient = try AmbientViewingEnvironment(parsing: amveBox)
    let living = Display(.bt709, luminance: .nits(0.1...250), surround: .lux(50))
    let plan = try ConversionPlan(from: .hlg(ambient: ambient), to: living)

    #expect(plan.targetLuminance == .nits(0.1...250))
  }

  @Test func thePlanIsLookedAt() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    for stage in plan.stages { print(stage.name, stage.detail) }
    for assumption in plan.assumptions { print(assumption.code, assumption.found) }

    let names = [
      "upsample", "decode", "linearize", "tone", "gamut", "delinearize", "encode", "downsample", "round",
    ]
    #expect(plan.stages.map(\.name) == names)
    #expect(plan.assumptions.map(\.code) == ["source-peak"])

    let gray = plan(Signal(0.5807, 0.5807, 0.5807))  // R′G′B′ in, R′G′B′ out
    let codes = plan(Codes(573, 512, 512))  // Y′, C′B, C′R in, Y′, C′B, C′R out, not rounded

    // README's gray landmark: 203 cd/m² of a source that peaks at 1000 is 185 of 255.
    #expect(abs(gray.components.x * 255 - 185) < 0.5)
    #expect(abs(codes.components.x - (16 + 219 * gray.components.x)) < 0.25)
  }

  @Test func aLookupTableIsApplied() throws {
    let cube = try Cube(size: 33) { $0 }  // or one that was read from a file
    let graded = try ConversionPlan(from: .hdr10(), to: .sdr, applying: LookupTable(steps: [.cube(cube)]))
    print(graded.stages[2].detail)

    #expect(graded.stages[2].detail == "a cube of 33×33×33 values over 0…1, tetrahedral")
  }

  @Test func anErrorIsCaughtByItsCase() {
    var printed: [String] = []
    func print(_ value: Any) { printed.append("\(value)") }

    do throws(PlanError) {
      _ = try ConversionPlan(from: .hdr10(), to: Display(.bt709, luminance: .nits(100...100)))
    } catch .emptyLuminanceRange(let range) {
      print("a display cannot span \(range)")
    } catch {
      print(error)
    }

    #expect(printed == ["a display cannot span 100…100 cd/m²"])
  }

  @Test func piecesAndInstructionSetsAgree() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(2, width: width, height: height)
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    var output = try plan.makeFrame(width: width, height: height)
    var results: [Frame] = []
    let frame = frames[0]

    for set in InstructionSet.available {
      var converter = try plan.converter(width: width, height: height, threads: 1, on: set)
      try converter.convert(frame, into: &output)
      results.append(output)
    }

    #expect(results.count == InstructionSet.available.count)
    for result in results { #expect(result == results[0]) }

    var converter = try plan.converter(width: width, height: height)
    let (firstIndex, offset) = (6, 1)
    try converter.convert(frame, into: &output, index: firstIndex + offset)
    let piece = output
    for index in 0...7 { try converter.convert(frame, into: &output, index: index) }
    #expect(piece == output)
  }

  // MARK: The tutorial

  /// `sdrFrame` is the tutorial's last file itself, by a symbolic link.
  @Test func theTutorialConverts() throws {
    let (width, height) = (64, 36)
    let luma = Array(repeating: whiteCode, count: width * height)
    let chroma = Array(repeating: 512, count: width * height / 2)
    let decoded = (luma + chroma).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }

    let sdr = try sdrFrame(decoded: decoded, width: width, height: height, mdcv: mdcvBox, clli: clliBox)

    #expect(sdr.format == .yuv420p)
    // 203 cd/m² of a source that peaks near 1000 is 185 of 255 in full range, 175.2 in narrow.
    #expect(try (174...176).contains(sdr.code(component: 0, x: 63, y: 35)))
    #expect(try sdr.code(component: 1, x: 31, y: 17) == 128)
  }
}

/// Light that is measured first, as docs/library.md shows it.
@Suite struct MeasuringExamples {
  @Test func lightIsMeasured() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(3, width: width, height: height)

    var meter = try FrameMeter(.measuring(.hdr10(), reading: .yuv420p10), width: width, height: height)
    var measured: [FrameSummary] = []
    for (index, frame) in frames.enumerated() { measured.append(FrameSummary(try meter.measure(frame, index: index))) }
    let clip = ClipStatistics(header: ClipHeader(width: width, height: height, transfer: .pq), frames: measured)
    print(clip.contentLight, clip.scenes.count)  // MaxCLL and MaxFALL as CTA-861.3 defines them
    let lights = DynamicLight(of: clip, mode: .scene)
    let options = lights[0].map {
      PlanOptions(scenePeak: $0.peak, sceneAverage: $0.average, compilesQuickly: true)
    }

    // A white of 203 cd/m² in each frame.
    #expect(clip.contentLight.maxCLL == 204 && clip.scenes.count == 1)
    #expect(abs(try #require(options?.scenePeak).nits - 203) < 1)
  }

  @Test func alphaIsSaid() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.premultiplied)
    let white = Background(Signal(1, 1, 1))
    let plan = try ConversionPlan(
      from: source, to: .sdr, options: PlanOptions(alpha: .flattened(white)), reading: .yuva444p10)

    // Nothing covers: the background shows.
    let out = plan(Codes(64, 512, 512), alpha: 0)
    #expect(plan.outputFormat == .yuv444p && abs(out.components.x - 235) < 1e-9)
  }
  @Test func framesGoOverAPicture() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.premultiplied)
    var photo = try Frame(.yuv420p, width: 64, height: 36)
    for y in 0..<36 { for x in 0..<64 { try photo.setCode(235, component: 0, x: x, y: y) } }
    for y in 0..<18 { for x in 0..<32 { for c in 1...2 { try photo.setCode(128, component: c, x: x, y: y) } } }
    // Nothing covers.
    let frame = try Frame(.yuva444p10, width: 64, height: 36)
    var output = try Frame(.yuv444p, width: 64, height: 36)

    let behind = try ConversionPlan(from: .sdr, to: .sdr, reading: .yuv420p, writing: Background.pictureFormat)
    var picture = try behind.makeFrame(width: photo.width, height: photo.height)
    try behind.convert(photo, into: &picture)
    let over = try ConversionPlan(
      from: source, to: .sdr, options: PlanOptions(alpha: .flattened(.picture())), reading: .yuva444p10)
    var converter = try over.converter(width: photo.width, height: photo.height)
    try converter.convert(frame, over: picture, into: &output, index: 0)

    #expect(try (234...236).contains(output.code(component: 0, x: 63, y: 35)))
  }
}
