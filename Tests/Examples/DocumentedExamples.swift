import Foundation
import Testing
import ToneMapping

/// The Swift of the documentation's articles and of docs/library.md, block for block, and what it does.
@Suite struct DocumentedExamples {
  // MARK: Colorimetry

  @Test func codesBecomeLight() {
    let quantization = Quantization(bitDepth: 10, range: .narrow, matrix: .bt2020NCL)
    let signal = quantization.signal(luma: 573)  // 0.5811
    let luminance = PerceptualQuantizer().eotf(signal)  // 203.7 cd/m²

    #expect(abs(signal - 0.5811) < 5e-5)
    #expect(abs(luminance.nits - 203.7) < 0.05)

    let white = PerceptualQuantizer().inverseEOTF(.referenceWhite)  // 0.5807, the signal of 203 cd/m²
    let code = quantization.luma(white)  // 572.7, before rounding

    #expect(abs(white - 0.5807) < 5e-5)
    #expect(abs(code - 572.7) < 0.05)
  }

  @Test func hlgIsShownByADisplay() {
    let display = HybridLogGamma(range: .nits(0...1000))
    let light = display.eotf(Signal(0.75, 0.75, 0.75))  // 203 cd/m² in each component

    #expect(abs(light.components.min() - 203) < 0.5 && abs(light.components.max() - 203) < 0.5)
  }

  // MARK: VideoFrames

  @Test func aFrameIsFilledFromDecodedBytes() throws {
    func fill(_ frame: inout Frame, with decoded: [UInt8]) throws {
      var start = 0
      for (index, plane) in frame.planes.enumerated() {
        try unsafe frame.withUnsafeMutablePlane(index) { bytes in
          for y in 0..<plane.shape.height {
            let row = decoded[start..<start + plane.shape.bytesPerRow]
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(y * plane.stride)...]).copyBytes(from: row)
            start += plane.shape.bytesPerRow
          }
        }
      }
    }

    // 6 × 4 in 4:2:0 of 10 bits: luma codes 0…23, then chroma 100…105 and 200…205.
    let codes = Array(0..<24) + Array(100..<106) + Array(200..<206)
    var filled = try Frame(.yuv420p10, width: 6, height: 4)
    try fill(&filled, with: codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(try filled.code(component: 0, x: 5, y: 3) == 23)
    #expect(try filled.code(component: 1, x: 2, y: 1) == 105)
    #expect(try filled.code(component: 2, x: 0, y: 1) == 203)
  }

  @Test func samplesOneByOne() throws {
    var frame = try Frame(.yuv420p10, width: 4, height: 2)
    try frame.setCode(573, component: 0, x: 3, y: 1)  // luma has the full grid
    try frame.setCode(512, component: 1, x: 1, y: 0)  // 4:2:0 chroma has half of it, each way
    let luma = try frame.code(component: 0, x: 3, y: 1)  // 573

    #expect(luma == 573)
  }

  @Test func aPictureIsLent() throws {
    let (width, height) = (64, 36)
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    var converter = try plan.converter(width: width, height: height)
    let (frame, index) = (try whiteFrames(1, width: width, height: height)[0], 3)
    var (output, expected) = (
      try plan.makeFrame(width: width, height: height), try plan.makeFrame(width: width, height: height)
    )
    try converter.convert(frame, into: &expected, index: index)

    // A decoder's picture: rows without padding.
    let decoded = frame.packedBytes
    try unsafe decoded.withUnsafeBytes { bytes in
      let (lumaStride, chromaStride) = (2 * width, width)
      let luma = bytes.baseAddress!
      let cb = unsafe luma + lumaStride * height
      let cr = unsafe cb + chromaStride * height / 2

      let input = try unsafe FrameView(
        .yuv420p10, width: width, height: height,
        planes: [
          .init(start: luma, stride: lumaStride, width: width, height: height),
          .init(start: cb, stride: chromaStride, width: width / 2, height: height / 2),
          .init(start: cr, stride: chromaStride, width: width / 2, height: height / 2),
        ])
      try output.withMutableView { output in
        try converter.convert(input, into: &output, index: index)
      }

      #expect(output == expected)

      output = try plan.makeFrame(width: width, height: height)
      try output.withMutableView { output in
        try input.withTile(columns: 0..<32, rows: 7..<20) { source in
          try output.withTile(columns: 0..<32, rows: 7..<20) { target in
            try converter.convert(source, into: &target, index: index)
          }
        }
      }

      #expect(try output.code(component: 0, x: 31, y: 19) == expected.code(component: 0, x: 31, y: 19))
      #expect(try output.code(component: 0, x: 32, y: 19) == 0 && output.code(component: 0, x: 31, y: 20) == 0)
    }
  }

  // MARK: HDRMetadata

  @Test func staticMetadataIsReadAndWritten() throws {
    let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let light = try ContentLightLevel(parsing: clliBox)
    print(mastering.luminance)  // 0.0001…1000 cd/m²
    print(light.maxCLL ?? 0)  // 993

    #expect("\(mastering.luminance)" == "0.0001…1000 cd/m²")
    #expect(light.maxCLL == 993)

    let sameLight = try ContentLightLevel(text: "993,119")

    #expect(sameLight == light)

    let metadata = StaticMetadata(mastering: mastering, contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    for finding in metadata.findings(transfer: .pq) {
      print(finding.code, finding)
    }

    #expect(!metadata.findings(transfer: .pq).isEmpty)

    let bytes = mastering.payload  // the 24 bytes of `mdcv`
    let arguments = EncoderOptions(color: ColorDescription(transfer: .pq), metadata: metadata).arguments(for: .x265)
    print(arguments.arguments.joined(separator: " "))

    #expect(bytes == mdcvBox && bytes.count == 24)
    #expect(arguments.arguments.contains("1000,400"))
  }

  // MARK: ToneCurves and GamutMaps

  @Test func curvesAreCompared() throws {
    let source = LuminanceRange.nits(0...1000)
    let display = LuminanceRange.nits(0...203)
    for tone in [ToneOperator.spline, .bt2390, .hable] {
      let curve = try tone.curve(from: source, to: display)
      print(tone, curve(.nits(100)), curve(.nits(203)), curve(.nits(600)))
    }

    let spline = LibplaceboSpline(from: source, to: display)
    #expect(abs(spline(.nits(1000)).nits - 203) < 1e-9 * 203)
  }

  @Test func colorsAreBroughtInside() {
    let map = GamutMap.perceptual.mapping(from: .bt2020, to: .bt709, peak: .nits(203))
    let shown = map(Light(300, 0, 0))  // a red that BT.709 cannot show; each component of the result is 0 to 203 cd/m²

    let vivid = GamutMap.perceptual.mapping(from: .bt2020, to: .bt709, peak: .nits(203), strength: 1)
    let red = vivid(Light(300, 0, 0))

    for light in [shown, red] {
      #expect(light.components.min() >= 0 && light.components.max() <= 203)
      #expect(light.components.x == light.components.max())
    }
    // More chroma is kept: the red is farther from gray.
    #expect(red.components.min() / red.components.max() < shown.components.min() / shown.components.max())
  }

  // MARK: ToneMapping

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

    // 203 cd/m² of a source that peaks near 1000 is 173 of 255 in full range, 164.6 in narrow.
    #expect(written.count == 3)
    for frame in written { #expect(try (164...166).contains(frame.code(component: 0, x: 5, y: 7))) }

    let frame = frames[0]
    let sdr = try frame.converted(from: .hdr10(), to: .sdr)

    #expect(sdr.format == .yuv420p && sdr.width == width && sdr.height == height)
  }

  @Test func theOutputIsTagged() throws {
    let (width, height) = (64, 36)
    let frames = try whiteFrames(2, width: width, height: height)

    let display = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600))
    let plan = try ConversionPlan(from: .hdr10(), to: display)
    var color = OutputColor(of: plan)
    for change in color.changes { print(change) }  // what the source states but the output does not

    var converter = try plan.converter(width: width, height: height, countingLight: color.needsLight)
    var output = try plan.makeFrame(width: width, height: height)
    for (index, frame) in frames.enumerated() { try converter.convert(frame, into: &output, index: index) }
    if let light = converter.contentLight, let change = color.state(light) { print(change) }
    print(color.encoderOptions.arguments(for: .x265).arguments)

    #expect(color.metadata.mastering?.maximum == .nits(600) && !color.needsLight)
    // White of 203 cd/m² in a source that may reach 1000, with the tone curve for 600; dither moves codes by half of one.
    let light = try #require(color.metadata.contentLight)
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
      let options = PlanOptions(sourcePeak: light.peak, sceneAverage: light.average, servesOneScene: true)
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
    #expect(abs(signal - 0.7518) < 5e-5)
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

    #expect(plan.stages.map(\.name) == ["decode", "linearize", "tone", "gamut", "delinearize", "encode", "round"])
    #expect(plan.assumptions.map(\.code) == ["source-peak"])

    let gray = plan(Signal(0.5807, 0.5807, 0.5807))  // R′G′B′ in, R′G′B′ out
    let codes = plan(Codes(573, 512, 512))  // Y′, C′B, C′R in, Y′, C′B, C′R out, not rounded

    // README's gray landmark: 203 cd/m² of a source that peaks at 1000 is 173 of 255.
    #expect(abs(gray.components.x * 255 - 173) < 0.5)
    #expect(abs(codes.components.x - (16 + 219 * gray.components.x)) < 0.25)
  }

  @Test func aLookupTableIsApplied() throws {
    let cube = try Cube(size: 33) { $0 }  // or one that was read from a file
    let graded = try ConversionPlan(from: .hdr10(), to: .sdr, applying: LookupTable(steps: [.cube(cube)]))
    print(graded.stages[1].detail)

    #expect(graded.stages[1].detail == "a cube of 33×33×33 values over 0…1, tetrahedral")
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
    // 203 cd/m² of a source that peaks near 1000 is 173 of 255 in full range, 164.6 in narrow.
    #expect(try (164...166).contains(sdr.code(component: 0, x: 63, y: 35)))
    #expect(try sdr.code(component: 1, x: 31, y: 17) == 128)
  }
}

/// No page shows Swift that is not compiled.
@Suite struct DocumentationIsCompiled {
  private static let checkout = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The pages that show Swift: docs/*.md, CONTRIBUTING.md, and the articles of the documentation catalogs.
  private static let pages: [String] = {
    let files = FileManager.default.enumerator(atPath: checkout.path)?.compactMap { $0 as? String } ?? []
    return files.filter { file in
      file.hasSuffix(".md")
        && (file == "CONTRIBUTING.md" || file.hasPrefix("docs/")
          || file.hasPrefix("Sources/") && file.contains(".docc/"))
    }.sorted()
  }()

  private func lines(of file: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The sources of this test target, each as its lines.
  private func compiled() throws -> [[String]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map { try lines(of: $0.resolvingSymlinksInPath()) }
  }

  /// Every block of Swift stands in one of these files, its lines together and in order; lines of a manifest are left out.
  @Test func everyBlockIsCompiledHere() throws {
    let compiled = try compiled()
    var blocks = 0
    for page in Self.pages {
      var block: [String]?
      for line in try lines(of: Self.checkout.appending(path: page)) {
        if line == "```swift" {
          block = []
        } else if line == "```", let shown = block {
          block = nil
          guard let first = shown.first, !first.hasPrefix(".package(") else { continue }
          blocks += 1
          #expect(
            compiled.contains { $0.contains(shown) }, "\(page): not compiled here:\n\(shown.joined(separator: "\n"))")
        } else {
          block?.append(line)
        }
      }
    }
    // As many as there were when this was written; fewer would mean that pages or blocks are not found.
    #expect(blocks >= 20, "\(Self.pages)")
  }

  /// Each step of the tutorial has lines of the last one alone, in their order.
  @Test func theTutorialsStepsLeadToItsEnd() throws {
    let resources = Self.checkout.appending(path: "Sources/ToneMapping/ToneMapping.docc/Resources")
    let last = try lines(of: resources.appending(path: "FirstFrame-6.swift"))
    for step in 1...5 {
      var rest = last[...]
      for line in try lines(of: resources.appending(path: "FirstFrame-\(step).swift")) {
        let place = try #require(rest.firstIndex(of: line), "step \(step): \(line)")
        rest = rest[(place + 1)...]
      }
    }
  }
}
