import Foundation
import Testing

/// Frames with alpha over pictures of another file.
@Suite struct BackgroundTests {
  private static let (width, height) = (32, 16)
  private static let base = ["--size", "32x16", "--pixel-format", "gbrap", "--progress", "none", "--alpha", "straight"]
  private static let sRGB = ["--primaries", "bt709", "--transfer", "srgb", "--to", "srgb"]

  /// Frames of R′G′B′ with alpha, whose planes come in the order G′, B′, R′, A.
  private static func pictures(_ count: Int) -> Data {
    func plane(_ code: (Int, Int) -> Int) -> Data {
      Data((0..<height).flatMap { y in (0..<width).map { x in UInt8(code(x, y) & 255) } })
    }
    return (0..<count).reduce(Data()) { data, n in
      data + plane { x, y in x * 8 + n } + plane { x, y in y * 16 + n } + plane { x, y in x * y + n }
        + plane { x, y in x * 255 / 31 }
    }
  }

  /// A PNG of one color, or of several, one for each frame.
  private static func png(_ color: (Int, Int, Int), _ name: String, in folder: Folder) throws -> String {
    let (r, g, b) = color
    let codes = [g, b, r].reduce(Data()) { $0 + Data(repeating: UInt8($1), count: width * height) }
    let raw = try folder.file("\(name).raw", codes)
    let made = try Tool.run(
      ["convert", raw, folder["\(name).png"], "--size", "32x16", "--pixel-format", "gbrp", "--progress", "none"] + sRGB)
    try #require(made.code == 0, "\(made.errors)")
    return folder["\(name).png"]
  }

  private static func run(_ input: String, _ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run(["convert", input, "-", "--format", "raw"] + base + arguments)
  }

  /// A picture of one color in the output's own colors gives the bytes of that color.
  @Test(arguments: ["signal", "light"]) func aPictureOfOneColorIsThatColor(_ domain: String) throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(2))
    let picture = try Self.png((0x33, 0x66, 0x99), "back", in: folder)
    let options = Self.sRGB + ["--background-in", domain, "--dither", "none", "--background"]
    let color = try Self.run(clip, options + ["#336699"])
    let file = try Self.run(clip, options + [picture])
    #expect(color.code == 0 && file.code == 0, "\(color.errors)\(file.errors)")
    #expect(file.output.count == color.output.count)
    let maximum = zip(file.output, color.output).map { abs(Int($0) - Int($1)) }.max()
    // In the signal both are exact; in light the picture's light comes from a compiled curve.
    #expect(maximum == 0 || domain == "light" && maximum == 1, "\(maximum ?? -1)")
    // A color that is not the picture's is seen.
    #expect(try Self.run(clip, options + ["#336690"]).output != file.output)
  }

  /// A color of a space is converted: in an output of the same space its numbers stay, in another they do not.
  @Test func aColorOfASpaceIsConverted() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    func over(_ color: String, _ options: [String]) throws -> Data {
      let outcome = try Self.run(clip, Self.sRGB + options + ["--dither", "none", "--background", color])
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.output
    }
    let wide = ["--out-primaries", "smpte432"]
    #expect(try over("color(srgb 0.2 0.4 0.6)", []) == over("#336699", []))
    #expect(try over("color(display-p3 0.2 0.4 0.6)", wide) == over("#336699", wide))
    // Of P3's red, sRGB has less: the gamut map makes it one of its own.
    #expect(try over("color(display-p3 0.2 0.4 0.6)", []) != over("#336699", []))
    let wrong = try Self.run(clip, Self.sRGB + ["--background", "color(rec2020 1 0 0)"])
    #expect(wrong.code == 64 && wrong.errors.contains("color(display-p3 1 0 0)"), "\(wrong.errors)")
  }

  /// Where nothing covers, the background is what its own conversion gives.
  @Test func aBackgroundIsConvertedForTheOutput() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    let picture = try Self.png((200, 100, 50), "back", in: folder)
    let own = try Tool.run(
      ["convert", picture, "-", "--format", "raw", "--to", "pq", "--out-pixel-format", "gbrp16", "--dither", "none"])
    let over = try Self.run(
      clip,
      ["--primaries", "bt709", "--transfer", "srgb", "--to", "pq", "--out-pixel-format", "gbrp16", "--dither", "none"]
        + ["--background", picture])
    try #require(own.code == 0 && over.code == 0, "\(own.errors)\(over.errors)")
    let size = Self.width * Self.height
    for component in 0..<3 {
      for row in 0..<Self.height {
        // Alpha of the first column is 0.
        let place = 2 * (component * size + row * Self.width)
        func code(_ data: [UInt8]) -> Int { Int(data[place]) | Int(data[place + 1]) << 8 }
        // Of 65 536 codes; both were found by curves within 6.4 of them.
        #expect(abs(code([UInt8](own.output)) - code([UInt8](over.output))) <= 13)
      }
    }
  }

  /// A movie lends the picture with the same index, wherever the conversion begins.
  @Test func framesHavePicturesOfTheirOwn() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(3))
    // Gray frames of 40, 120, 200 in Y4M.
    let header = Data("YUV4MPEG2 W32 H16 F25:1 C444 XCOLORRANGE=FULL\n".utf8)
    let size = Self.width * Self.height
    let frames = [40, 120, 200].map { gray in
      Data("FRAME\n".utf8) + Data(repeating: UInt8(gray), count: size) + Data(repeating: 128, count: 2 * size)
    }
    let back = try folder.file("back.y4m", frames.reduce(header, +))
    let options = Self.sRGB + ["--dither", "none", "--background"]
    let whole = try Self.run(clip, options + [back])
    try #require(whole.code == 0, "\(whole.errors)")
    let bytes = [UInt8](whole.output)
    #expect(bytes.count == 9 * size)
    let corners = (0..<3).map { Int(bytes[$0 * 3 * size]) }
    #expect(corners[0] < corners[1] - 50 && corners[1] < corners[2] - 50, "\(corners)")
    // The clip states no rate; with one that is another, with a warning.
    let slow = try Self.run(clip, options + [back, "--fps", "50"])
    #expect(slow.output == whole.output && slow.errors.contains("25/1 frames per second"), "\(slow.errors)")
    #expect(!whole.errors.contains("per second, but"), "\(whole.errors)")
    let rest = try Self.run(clip, options + [back, "--start", "1"])
    #expect([UInt8](rest.output) == Array(bytes[(3 * size)...]), "\(rest.errors)")
    // One frame stands behind all.
    let still = try folder.file("still.y4m", header + frames[1])
    let all = try Self.run(clip, options + [still])
    #expect(all.code == 0 && Int([UInt8](all.output)[6 * size]) == corners[1], "\(all.errors)")
    let short = try folder.file("short.y4m", header + frames[0] + frames[1])
    let refused = try Self.run(clip, options + [short])
    #expect(refused.code == 65 && refused.output.isEmpty && refused.errors.contains("has 2 frames"))
  }

  /// In HDR, a color is that of sRGB: white is the reference white, 203 cd/m², which is 0.5807 in PQ and 0.75 in HLG.
  @Test(arguments: [("pq", 0.5807), ("hlg", 0.75)]) func colorsInHDRAreThoseOfSRGB(_ target: String, _ white: Double)
    throws
  {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    func corner(_ background: String) throws -> Double {
      let outcome = try Self.run(
        clip,
        ["--primaries", "bt709", "--transfer", "srgb", "--to", target, "--out-pixel-format", "gbrp16", "--dither"]
          + ["none", "--background", background])
      try #require(outcome.code == 0, "\(outcome.errors)")
      let bytes = [UInt8](outcome.output)
      return Double(Int(bytes[0]) | Int(bytes[1]) << 8) / 65_535
    }
    #expect(try abs(corner("white") - white) < 0.001)
    #expect(try abs(corner("#FFFFFF") - white) < 0.001)
    #expect(try abs(corner("0.4,0.4,0.4") - 0.4) < 0.001)
  }

  @Test func aCheckerboardHasTwoGrays() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    let outcome = try Self.run(clip, Self.sRGB + ["--dither", "none", "--background", "checkerboard"])
    try #require(outcome.code == 0, "\(outcome.errors)")
    let bytes = [UInt8](outcome.output)
    // Alpha of the first column is 0; squares have 8 pixels.
    #expect(bytes[0] == 153 && bytes[7 * Self.width] == 153 && bytes[8 * Self.width] == 102)
  }

  @Test func backgroundsThatDoNotFitAreRefused() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    func error(_ background: String) throws -> (Int32, String) {
      let outcome = try Self.run(clip, Self.sRGB + ["--background", background])
      #expect(outcome.output.isEmpty)
      return (outcome.code, outcome.errors)
    }
    for text in ["#-00001", "#+12345", "#12345", "0.5,foo,0.5,0.5", "0.5,0.5,,0.5", "2,0,0", ""] {
      let (code, words) = try error(text)
      #expect(code == 64 && words.contains("three numbers"), "\(text): \(code) \(words)")
    }
    #expect(try error(folder["none.png"]).0 == 66)
    let small = try folder.file(
      "small.y4m", Data("YUV4MPEG2 W16 H16 F25:1 C444\nFRAME\n".utf8) + Data(repeating: 90, count: 768))
    let size = try error(small)
    #expect(size.0 == 65 && size.1.contains("16x16") && size.1.contains("32x16"), "\(size)")
    let whole = try Data(contentsOf: URL(filePath: Self.png((1, 2, 3), "a", in: folder)))
    let cut = try folder.file("cut.png", whole.prefix(60))
    #expect(try error(cut).0 == 65)
    // What is read is not written.
    let picture = try Self.png((1, 2, 3), "back", in: folder)
    let same = try Tool.run(["convert", clip, picture] + Self.base + Self.sRGB + ["--background", picture])
    #expect(same.code == 64, "\(same.errors)")
  }

  /// A background is seen as its file says: one that lies on its side with Exif's orientation 6 is the same as one that stands.
  @Test func aBackgroundIsTurned() throws {
    let folder = try Folder()
    let clip = try folder.file("clip.raw", Self.pictures(1))
    func png(_ name: String, _ width: Int, _ height: Int, _ code: (Int, Int) -> Int) throws -> Data {
      let plane = Data((0..<height).flatMap { y in (0..<width).map { x in UInt8(code(x, y)) } })
      let raw = try folder.file("\(name).raw", plane + plane + plane)
      let options = ["--size", "\(width)x\(height)", "--pixel-format", "gbrp", "--progress", "none"] + Self.sRGB
      let made = try Tool.run(["convert", raw, folder["\(name).png"]] + options)
      try #require(made.code == 0, "\(made.errors)")
      return try folder.bytes("\(name).png")
    }
    func code(_ x: Int, _ y: Int) -> Int { x * 7 + y * 2 }
    _ = try png("upright", 32, 16, code)
    // The 0th row is on the right, and the 0th column at the top.
    let lying = try png("lying", 16, 32) { x, y in code(31 - y, x) }
    _ = try folder.file("turned.png", ExifTests.stating(6, lying, isLittleEndian: false))
    let options = Self.sRGB + ["--dither", "none", "--background"]
    let (upright, turned) = (
      try Self.run(clip, options + [folder["upright.png"]]), try Self.run(clip, options + [folder["turned.png"]])
    )
    #expect(upright.code == 0 && turned.code == 0, "\(upright.errors)\(turned.errors)")
    #expect(!upright.output.isEmpty && turned.output == upright.output)
    #expect(try Self.run(clip, options + [folder["lying.png"]]).code == 65)
  }
}
