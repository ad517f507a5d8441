import Foundation
import HDRMetadata
import Testing
import ToneMapping
import Transcoding

/// Pages that compare mappings: what is on them, and that their numbers are those of their formulas.
@Suite struct ChoiceSheetTests {
  /// Colors of PQ in BT.2020, as light in cd/m²: skin, sky, leaves, a neon sign, and what is brighter than the display.
  private static let lights: [SIMD3<Double>] = [
    SIMD3(90, 60, 45), SIMD3(60, 120, 200), SIMD3(20, 45, 12), SIMD3(700, 20, 160), SIMD3(900, 700, 80),
    SIMD3(26, 26, 26),
    SIMD3(2, 1, 8), SIMD3(950, 950, 950),
  ]

  // The formulas, written a second time.

  /// - Source: ITU-R BT.2100-3, Table 4.
  private static func pq(_ light: Double) -> Double {
    let y = pow(max(light, 0) / 10_000, 2610 / 16384.0)
    return pow((3424 / 4096.0 + 2413 / 128.0 * y) / (1 + 2392 / 128.0 * y), 2523 / 32.0)
  }

  private static func light(ofPQ signal: Double) -> Double {
    let e = pow(signal, 32 / 2523.0)
    return 10_000 * pow(max(e - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e), 16384 / 2610.0)
  }

  /// - Source: ITU-R BT.2100-3, Table 7.
  private static func chroma(_ rgb: SIMD3<Double>) -> SIMD2<Double> {
    let (r, g, b) = (rgb.x, rgb.y, rgb.z)
    let l = pq((1688 * r + 2146 * g + 262 * b) / 4096)
    let m = pq((683 * r + 2951 * g + 462 * b) / 4096)
    let s = pq((99 * r + 309 * g + 3688 * b) / 4096)
    return SIMD2((6610 * l - 13613 * m + 7003 * s) / 4096, (17933 * l - 17390 * m - 543 * s) / 4096)
  }

  /// What an sRGB display with a white of 203 cd/m² shows, in BT.2020.
  ///
  /// - Source: IEC 61966-2-1, clause 5.2; ITU-R BT.2087-0, clause 2, for the matrix, with four digits.
  private static func shown(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    func eotf(_ x: Double) -> Double { 203 * (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)) }
    let (r, g, b) = (eotf(signal.x), eotf(signal.y), eotf(signal.z))
    return SIMD3(
      0.6274 * r + 0.3293 * g + 0.0433 * b, 0.0691 * r + 0.9195 * g + 0.0114 * b, 0.0164 * r + 0.0880 * g + 0.8956 * b
    )
  }

  /// The codes of a color with 10 bits, narrow range, and the light that they stand for.
  ///
  /// - Source: ITU-R BT.2100-3, Tables 6 and 9.
  private static func coded(_ light: SIMD3<Double>) -> (codes: [Int], light: SIMD3<Double>) {
    let (r, g, b) = (pq(light.x), pq(light.y), pq(light.z))
    let luma = 0.2627 * r + 0.6780 * g + 0.0593 * b
    let y = (876 * luma + 64).rounded()
    let (cb, cr) = ((896 * (b - luma) / 1.8814 + 512).rounded(), (896 * (r - luma) / 1.4746 + 512).rounded())
    let (y1, b1, r1) = ((y - 64) / 876, (cb - 512) / 896, (cr - 512) / 896)
    let (red, blue) = (y1 + 1.4746 * r1, y1 + 1.8814 * b1)
    let green = (y1 - 0.2627 * red - 0.0593 * blue) / 0.6780
    let signals = [red, green, blue].map { Self.light(ofPQ: min(max($0, 0), 1)) }
    return ([Int(y), Int(cb), Int(cr)], SIMD3(signals[0], signals[1], signals[2]))
  }

  /// A lossless HDR10 movie of 4:4:4 whose columns are patches; of other codes, if they are given by place.
  private static func writeMovie(
    _ folder: ClipFolder, _ name: String = "in.mkv", width: Int = 128, height: Int = 64, frames: Int = 2,
    _ codes: (_ component: Int, _ x: Int, _ y: Int) -> Int
  ) throws {
    var bytes = Data("YUV4MPEG2 W\(width) H\(height) F25:1 C444p10\n".utf8)
    for _ in 0..<frames {
      bytes += Data("FRAME\n".utf8)
      for component in 0..<3 {
        for y in 0..<height {
          for x in 0..<width {
            let code = codes(component, x, y)
            bytes += [UInt8(code & 255), UInt8(code >> 8)]
          }
        }
      }
    }
    try bytes.write(to: folder.url.appending(path: "in.y4m"))
    var settings = ConversionSettings.pq
    settings.input.metadata.contentLight = try ContentLightLevel(text: "993,119")
    settings.output.display = .hdr10
    settings.encoding.codec = "ffv1"
    try MovieConversion(of: folder["in.y4m"], to: folder[name], settings).write()
    try FileManager.default.removeItem(at: folder.url.appending(path: "in.y4m"))
  }

  private static func writePatches(_ folder: ClipFolder, _ name: String = "in.mkv") throws {
    let codes = lights.map { coded($0).codes }
    try writeMovie(folder, name) { component, x, _ in codes[x / 16][component] }
  }

  private static var fast: ChoiceSheetSettings {
    var settings = ChoiceSheetSettings()
    (settings.at, settings.measuresQuality) = ([.seconds(0)], false)
    return settings
  }

  /// Hue, chroma and clipped pixels are those that the formulas make of the plan's reference, color by color.
  @Test func theNumbersAreThoseOfTheFormulas() throws {
    let folder = try ClipFolder()
    try Self.writePatches(folder)
    var settings = Self.fast
    settings.toneMappings = [.spline, .bt2390, .clip]
    settings.variants = [.brightness, .rgb]
    let written = try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["out.html"])
    #expect(written.choices.count == 1 + 3 * 2 * 4 && written.leftOut.isEmpty)
    #expect(written.size == .init(width: 128, height: 64))
    let source = Source.hdr10(contentLight: try ContentLightLevel(text: "993,119"))
    for shown in written.choices.dropFirst() {
      let choice = try #require(shown.choice)
      let plan = try ConversionPlan(
        from: source, to: .srgb, tone: choice.toneMapping.applied(by: choice.variant), gamut: choice.gamutMapping,
        reading: .yuv444p10, writing: .gbrp16)
      var (turns, before, after, clipped): ([(turn: Double, weight: Double)], Double, Double, Double) = ([], 0, 0, 0)
      for color in Self.lights.map(Self.coded) {
        let green = plan(Codes(CodeLevel(color.codes[0]), CodeLevel(color.codes[1]), CodeLevel(color.codes[2])))
        // R′, G′ and B′ of 16 bits.
        let signal = green.components / 65535
        if signal.max() >= 0.995 { clipped += 1 / 8 }
        let (own, other) = (Self.chroma(color.light), Self.chroma(Self.shown(signal)))
        let (c1, c2) = ((own * own).sum().squareRoot(), (other * other).sum().squareRoot())
        guard c1 >= 0.02 else { continue }
        let turn = abs(atan2(own.x * other.y - own.y * other.x, (own * other).sum())) * 180 / .pi
        turns.append((turn, (c1 * c2).squareRoot()))
        (before, after) = (before + c1, after + c2)
      }
      let weight = turns.reduce(0) { $0 + $1.weight }
      let hue = turns.reduce(0) { $0 + $1.turn * $1.weight } / weight
      let numbers = shown.pictures[0]
      // The matrix has four digits, and dark colors have few of 16 bits.
      #expect(abs(numbers.hue! - hue) < 0.1, "\(choice): \(numbers.hue!), expected \(hue)")
      #expect(
        abs(numbers.chroma! - after / before) < 0.003, "\(choice): \(numbers.chroma!), expected \(after / before)")
      #expect(abs(numbers.clipped - clipped) < 1e-9, "\(choice): \(numbers.clipped), expected \(clipped)")
      var (sorted, reached) = (turns.sorted { $0.turn < $1.turn }[...], 0.0)
      while let first = sorted.first, reached + first.weight < 0.95 * weight {
        reached += first.weight
        sorted.removeFirst()
      }
      #expect(abs(numbers.hue95! - sorted[sorted.startIndex].turn) < 0.2, "\(choice): \(numbers.hue95!)")
    }
  }

  /// Grays: without a curve, BT.1886 alone decides the code; untouched, PQ alone does.
  ///
  /// - Source: ITU-R BT.1886, Annex 1; ITU-R BT.2408-8, Table 1: 18 % gray, 26 cd/m², has 38 % in PQ, and reference white, 203 cd/m², 58 %.
  @Test func theGraysAreThoseOfTheStandards() throws {
    let folder = try ClipFolder()
    try Self.writePatches(folder)
    var settings = Self.fast
    settings.toneMappings = [.identity]
    settings.gamutMappings = [.clip]
    let written = try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["out.html"])
    let (untouched, none) = (written.choices[0], written.choices[1])
    #expect(abs(untouched.gray.code / 255 - 0.38) < 0.005 && abs(untouched.white.code / 255 - 0.58) < 0.005)
    #expect(abs(none.gray.code - 255 * pow(26.0 / 203, 1 / 2.4)) < 0.02 && abs(none.gray.light.nits - 26) < 0.02)
    #expect(abs(none.white.code - 255) < 0.02 && abs(none.white.light.nits - 203) < 0.05)
  }

  /// The text of a page.
  private static func text(_ folder: ClipFolder, _ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  /// Nothing of a page is elsewhere, whatever the movie is called, and no name is taken for HTML.
  @Test func aPageNeedsNothingElse() throws {
    let folder = try ClipFolder()
    let name = "a<b>&\"c'</script.mkv".replacing("/", with: "")
    try Self.writePatches(folder, name)
    var settings = Self.fast
    (settings.toneMappings, settings.variants) = ([.spline, .hable], [.brightness])
    settings.at = [.seconds(0), .share(1)]
    let written = try ChoiceSheet(of: folder[name], settings).write(to: folder["out.html"])
    let page = try Self.text(folder, "out.html")
    #expect(written.pages.count == 1 && written.pages[0].byteCount == page.utf8.count && page.utf8.count < 5_000_000)
    #expect(page.contains("a&lt;b&gt;&amp;&quot;c&#39;&lt;script.mkv"))
    #expect(!page.contains("<b>") && page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script>").count == 3)
    // Base64 has slashes too.
    let outside = page.replacing(/"[A-Za-z0-9+\/=]{200,}"/, with: "")
    for foreign in ["http:", "https:", "//", "url(", "@import", "<link", "<iframe", "srcset"] {
      #expect(!outside.contains(foreign), "\(foreign)")
    }
    #expect(page.matches(of: /(?:src|href)\s*=\s*["'][^"']/).isEmpty)
    #expect(page.contains("default-src 'none'"))
    // What the program reads is JSON, and each picture in it is a JPEG.
    let json = try #require(
      page.firstMatch(of: /<script type="application\/json" id="sheet">(.*)<\/script>/)?.output.1)
    let sheet = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let jpegs = try #require(sheet["jpeg"] as? [String]).map { Data(base64Encoded: $0) }
    #expect(
      jpegs.allSatisfy { $0?.starts(with: [0xFF, 0xD8, 0xFF]) == true && $0?.suffix(2) == Data([0xFF, 0xD9]) })
    #expect((sheet["choices"] as? [[String: Any]])?.count == written.choices.count)
    // Both pictures of the movie are equal, and so are those of choices that do the same.
    #expect(jpegs.count <= written.choices.count && Set(jpegs).count == jpegs.count)
    #expect(written.seconds.count == 2 && written.choices.allSatisfy { $0.pictures.count == 2 })
  }

  /// What one page does not hold is on others, and nothing is lost.
  @Test func whatDoesNotFitIsOnFurtherPages() throws {
    let folder = try ClipFolder()
    try Self.writeMovie(folder, width: 640, height: 360, frames: 1) { component, x, y in
      let noise = (x &* 7919 ^ y &* 104_729) &* 2_654_435_761 >> 7
      return component == 0 ? 200 + noise % 500 : 480 + noise % 64
    }
    var settings = Self.fast
    (settings.toneMappings, settings.gamutMappings) = ([.spline, .bt2390, .hable], [.perceptual, .clip])
    settings.variants = [.brightness, .rgb, .maxRGB]
    settings.width = 1280
    let written = try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["out.html"])
    #expect(written.pages.count > 1 && written.choices.count == 1 + 3 * 3 * 2)
    var found: Set<Int> = []
    for (number, page) in written.pages.enumerated() {
      let name = number == 0 ? "out.html" : "out-\(number + 1).html"
      #expect(page.output == folder[name])
      let text = try Self.text(folder, name)
      #expect(text.utf8.count == page.byteCount && page.byteCount < 5_000_000)
      #expect(Array(page.choices.prefix(2)) == [0, 1])
      for other in written.pages.indices where other != number {
        #expect(text.contains("<a href=\"\(other == 0 ? "out.html" : "out-\(other + 1).html")\">\(other + 1)</a>"))
      }
      found.formUnion(page.choices)
    }
    #expect(found == Set(written.choices.indices))
    #expect(throws: TranscodingError.self) { try ChoiceSheet(of: folder["in.mkv"], settings).write(to: "/dev/null") }
    settings.width = 16_000
    do {
      try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["large.html"])
      Issue.record("an error was expected")
    } catch let error as TranscodingError {
      #expect("\(error)".contains("a smaller width"), "\(error)")
    }
    #expect(!(try folder.names).contains("large.html"))
  }

  /// What no picture can be made for is left out and reported; SDR, and choices of which none can be shown, are errors.
  @Test func whatIsLeftOutIsReported() throws {
    let folder = try ClipFolder()
    try Self.writePatches(folder)
    var settings = Self.fast
    (settings.toneMappings, settings.variants) = ([.st2094_40, .spline, .st2094_50], [.brightness])
    let written = try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["out.html"])
    #expect(written.choices.count == 1 + 4 && written.leftOut.count == 2 * 4)
    #expect(Set(written.leftOut.map(\.choice.toneMapping.name)) == ["st2094-40", "st2094-50"])
    #expect(written.findings.count { $0.code == "choice-left-out" } == 2, "\(written.findings)")
    #expect(try Self.text(folder, "out.html").contains("st2094-40 is left out"))
    settings.toneMappings = [.st2094_40]
    #expect(throws: TranscodingError.self) {
      try ChoiceSheet(of: folder["in.mkv"], settings).write(to: folder["none.html"])
    }
    #expect(try folder.names == ["in.mkv", "out.html"])
  }

  /// Equal lists are equal choices; what is repeated counts once, and an operator that defines its color has no variants.
  @Test func choicesAreAllThatWereAskedFor() {
    #expect(MappingChoice.all([.spline, .spline], [.rgb], [.clip, .clip]) == [MappingChoice(.spline, .rgb, .clip)])
    #expect(MappingChoice.all([.bt2446c], [], [.clip]) == [MappingChoice(.bt2446c, nil, .clip)])
    let all = MappingChoice.all([], [], [])
    #expect(all.first == .standard && Set(all).count == all.count)
    #expect(Set(all.map(\.toneMapping)).count == ToneOperator.all.count)
    for tone in ToneOperator.all where !tone.definesColor && tone != .identity {
      #expect(all.count { $0.toneMapping == tone } == ToneVariant.allCases.count * GamutOperator.all.count)
    }
  }
}
