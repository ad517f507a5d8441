import Foundation
import Testing

/// What a file of alpha states itself, and where it does not fit.
@Suite struct AlphaLayerTests {
  private static let (width, height, frames) = (32, 16, 3)
  private static let pixels = width * height
  private static let tags = [
    "--primaries", "bt2020", "--transfer", "pq", "--matrix", "bt2020nc", "--range", "tv", "--alpha", "straight",
    "--source-peak", "1000", "--progress", "none",
  ]

  /// Y4M of planes that are the same in all frames.
  private static func y4m(
    _ chroma: String, rate: String = "24:1", frames: Int = frames, size: (Int, Int) = (width, height),
    range: String = "",
    _ picture: Data
  ) -> Data {
    (0..<frames).reduce(into: Data("YUV4MPEG2 W\(size.0) H\(size.1) F\(rate) Ip C\(chroma)\(range)\n".utf8)) {
      data, _ in
      data += Data("FRAME\n".utf8) + picture
    }
  }

  private static func words(_ codes: [Int]) -> Data { Data(codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) }

  /// Gray of 8 or 10 bits.
  private static func color(deep: Bool, rate: String = "24:1") -> Data {
    let picture =
      deep
      ? words([Int](repeating: 300, count: pixels) + [Int](repeating: 512, count: 2 * pixels))
      : Data([UInt8](repeating: 100, count: pixels) + [UInt8](repeating: 128, count: 2 * pixels))
    return y4m(deep ? "444p10 XYSCSS=444P10" : "444", rate: rate, picture)
  }

  /// The codes of alpha, of 8 bits and full range, that an alpha file gives.
  private func alpha(
    _ folder: Folder, _ layer: Data, named name: String = "a.y4m", deep: Bool = true, _ options: [String] = []
  ) throws -> (codes: [UInt8], outcome: Tool.Outcome) {
    let base = try folder.file("color.y4m", Self.color(deep: deep))
    let outcome = try Tool.run(
      ["convert", base, "-", "--format", "raw", "--out-pixel-format", "yuva444p", "--alpha-file"]
        + [try folder.file(name, layer)] + Self.tags + options)
    let last = outcome.output.suffix(Self.pixels)
    return ([UInt8](last), outcome)
  }

  /// The coverage is rounded once, to the codes of the picture.
  @Test(arguments: [
    (10, 64, 940, "64-940"), (10, 64, 940, "limited"), (10, 0, 1023, "full"), (10, 940, 64, "940-64"),
    (16, 4096, 60160, "narrow"), (12, 1, 4000, "1-4000"),
  ]) func codesOfADeeperLayer(depth: Int, transparent: Int, opaque: Int, range: String) throws {
    let folder = try Folder()
    let most = (1 << depth) - 1
    let codes = (0..<Self.pixels).map { $0 * most / (Self.pixels - 1) }
    let (found, outcome) = try alpha(
      folder, (0..<Self.frames).reduce(Data()) { data, _ in data + Self.words(codes) }, named: "a.yuv", deep: false,
      ["--alpha-pixel-format", "gray\(depth)le", "--alpha-range", range])
    try #require(outcome.code == 0, "\(outcome.errors)")
    for (code, alpha) in zip(codes, found) {
      let coverage = min(max(Double(code - transparent) / Double(opaque - transparent), 0), 1)
      #expect(abs(coverage * 255 - Double(alpha)) <= 0.5 + 1e-9, "\(code) of \(depth) bits: \(alpha)")
    }
  }

  /// Words that hold more than the depth says are fully covered.
  @Test func codesBeyondTheDepth() throws {
    let folder = try Folder()
    let layer = Self.words([Int](repeating: 65_535, count: Self.pixels * Self.frames))
    let (found, outcome) = try alpha(folder, layer, named: "a.yuv", deep: false, ["--alpha-pixel-format", "gray10le"])
    #expect(outcome.code == 0 && Set(found) == [255], "\(outcome.code) \(outcome.errors)")
  }

  /// The codes are those of the layer, not those of the picture.
  @Test func codesThatALayerDoesNotHave() throws {
    let folder = try Folder()
    let layer = Self.y4m("mono", Data(repeating: 9, count: Self.pixels))
    let (_, outcome) = try alpha(folder, layer, ["--alpha-range", "64-940"])
    #expect(outcome.code == 64 && outcome.errors.contains("two codes of gray were expected"), "\(outcome.errors)")
  }

  @Test func aLayerStatesItsLayout() throws {
    let folder = try Folder()
    let tens = (0..<Self.pixels).map { $0 * 1023 / (Self.pixels - 1) }
    let deep = try alpha(folder, Self.y4m("mono10", Self.words(tens)), ["--strict"])
    #expect(deep.outcome.code == 0 && deep.codes.last == 255 && deep.codes.first == 0, "\(deep.outcome.errors)")
    let chroma = Data(repeating: 77, count: Self.pixels) + Data(repeating: 128, count: Self.pixels / 2)
    let subsampled = try alpha(folder, Self.y4m("420jpeg", chroma), ["--strict"])
    #expect(subsampled.outcome.code == 0 && Set(subsampled.codes) == [77], "\(subsampled.outcome.errors)")
    let small = try alpha(folder, Self.y4m("mono", size: (16, 16), Data(repeating: 9, count: 256))).outcome
    #expect(small.code == 65 && small.errors.contains("has frames of 16x16"), "\(small.errors)")
    #expect(!small.errors.contains("--size"), "it was not given")
    let format = try alpha(folder, Self.y4m("mono10", Self.words(tens)), ["--alpha-pixel-format", "gray10le"]).outcome
    #expect(format.code == 64 && format.errors.contains("--alpha-pixel-format says gray10le"), "\(format.errors)")
  }

  @Test func aLayerStatesItsRange() throws {
    let folder = try Folder()
    let white = Data(repeating: 235, count: Self.pixels)
    let limited = " XCOLORRANGE=LIMITED"
    #expect(try Set(alpha(folder, Self.y4m("mono", range: limited, white)).codes) == [255])
    #expect(try Set(alpha(folder, Self.y4m("mono", white)).codes) == [235], "what is not stated is full")
    #expect(try Set(alpha(folder, Self.y4m("mono", range: limited, white), ["--alpha-range", "full"]).codes) == [235])
  }

  @Test func anotherRateOrLengthIsTold() throws {
    let folder = try Folder()
    let picture = Data(repeating: 200, count: Self.pixels)
    for (layer, code) in [
      (Self.y4m("mono", rate: "30:1", picture), "30/1 frames per second"),
      (Self.y4m("mono", frames: 5, picture), "5 frames"),
    ] {
      let told = try alpha(folder, layer).outcome
      #expect(told.code == 0 && told.errors.contains("assumed: the alpha file"), "\(told.errors)")
      #expect(told.errors.contains(code), "\(told.errors)")
      #expect(try alpha(folder, layer, ["--strict"]).outcome.code == 65)
    }
    #expect(try alpha(folder, Self.y4m("mono", picture), ["--strict"]).outcome.code == 0)
  }

  /// Where a pipe does not say how long it is, with a warning at its end.
  @Test func alphaThatGoesOnIsTold() throws {
    let folder = try Folder()
    let base = try folder.file("color.y4m", Self.color(deep: true))
    let layer = Self.y4m("mono", frames: 4, Data(repeating: 200, count: Self.pixels))
    let file = try folder.file("a.y4m", layer)
    func piped(_ options: String...) throws -> Tool.Outcome {
      try Tool.shell(
        "cat \(base) | tonemap convert - \(folder["o.y4m"]) --alpha-file \(file) --background white"
          + " \(Self.tags) \(options)")
    }
    let told = try piped()
    #expect(told.code == 0 && told.errors.contains("continues after the last frame"), "\(told.errors)")
    #expect(try piped("--strict").code == 65)
    let part = try piped("--frames", "2", "--strict")
    #expect(part.code == 0 && part.errors.isEmpty, "\(part.errors)")
  }

  @Test func standardInputIsReadOnce() throws {
    let input = Self.color(deep: true)
    let refused = try Tool.run(
      ["convert", "-", "-", "--alpha-file", "-", "--background", "white"] + Self.tags, input: input)
    #expect(refused.code == 64 && refused.errors.contains("- was given twice"), "\(refused.errors)")
    #expect(try Tool.run(["explain", "-", "--alpha-file", "-", "--background", "white"], input: input).code == 64)
  }

  @Test func whatIsExplainedHasAlpha() throws {
    let folder = try Folder()
    let raw = try folder.file("color.yuv", Data(Self.color(deep: true)))
    let file = try folder.file("a.y4m", Self.y4m("mono", Data(repeating: 200, count: Self.pixels)))
    let layout = ["--size", "32x16", "--pixel-format", "yuv444p10le"]
    let tags = Self.tags.dropLast(2) + ["--alpha-file", file, "--background", "white"]
    let explained = try Tool.run(["explain", raw] + layout + tags)
    #expect(explained.code == 0 && explained.text.contains("composite"), "\(explained.text)")
    #expect(explained.errors.isEmpty, "\(explained.errors)")
    let several = try Tool.run(["explain", raw, raw] + layout + tags)
    #expect(several.code == 64 && several.errors.contains("--alpha-file is for one input"), "\(several.errors)")
  }

  /// Alpha that is dropped, and by which nothing is divided, needs no codes.
  @Test func whatIsDroppedIsIdle() throws {
    let folder = try Folder()
    let base = try folder.file("color.y4m", Self.color(deep: true))
    let file = try folder.file("a.y4m", Self.y4m("mono", Data(repeating: 200, count: Self.pixels)))
    func told(_ mode: String) throws -> String {
      try Tool.run(
        ["explain", base, "--alpha-file", file, "--alpha-range", "limited", "--out-pixel-format", "yuv444p"]
          + Self.tags.dropLast(2) + ["--alpha", mode]
      ).errors
    }
    #expect(try told("straight").contains("--alpha-range and --alpha-file were given, but nothing"))
    #expect(try told("premultiplied") == "")
  }

  @Test func ignoredAlphaIsNotWritten() throws {
    let folder = try Folder()
    let base = try folder.file("color.y4m", Self.color(deep: true))
    let outcome = try Tool.run(
      ["convert", base, folder["o.yuv"], "--alpha", "ignore", "--out-pixel-format", "yuva444p"])
    #expect(outcome.code == 64 && outcome.errors.contains("--out-pixel-format yuva444p has alpha"), "\(outcome.errors)")
  }

  /// The codes of alpha that an option gives count whether or not another says if color was multiplied: 255·(a − 64) / (940 − 64), rounded.
  @Test(arguments: [[], ["--alpha", "straight"]]) func codesOfAlphaCountWithoutItsMode(mode: [String]) throws {
    let folder = try Folder()
    let codes = [0, 64, 100, 256, 512, 900, 940, 1023]
    let gray = [Int](repeating: 500, count: 8) + [Int](repeating: 512, count: 16)
    let clip = try folder.file("a.yuv", Self.words(gray + codes))
    let words =
      [
        "convert", clip, "-", "--format", "raw", "--size", "4x2", "--pixel-format", "yuva444p10", "--primaries",
        "bt709",
        "--transfer", "bt709", "--matrix", "bt709", "--range", "tv", "--out-pixel-format", "gbrap", "--dither", "none",
        "--progress", "none",
      ] + mode + ["--alpha-range"]
    let outcome = try Tool.run(words + ["64-940"])
    let expected = codes.map { UInt8(min(max((2 * 255 * ($0 - 64) + 876) / (2 * 876), 0), 255)) }
    #expect(outcome.code == 0 && Array(outcome.output.suffix(8)) == expected, "\(outcome.errors)")
    let none = try Tool.run(words + ["64-64"])
    #expect(none.code == 64 && none.errors.contains("correct --alpha-range"), "\(none.code) \(none.errors)")
  }
}
