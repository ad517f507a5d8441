import Foundation
import TestSupport
import Testing

/// Alpha in a file of its own gives the bytes of alpha in the same file.
@Suite struct AlphaFileTests {
  private static let (width, height, frames) = (32, 16, 3)
  private static let tags = [
    "--size", "32x16", "--fps", "24", "--primaries", "bt2020", "--transfer", "pq", "--matrix", "bt2020nc", "--range",
    "tv",
    "--chroma-location", "topleft", "--progress", "none", "--alpha", "premultiplied", "--source-peak", "1000",
  ]

  /// Frames of 4:4:4 and of alpha, with 10 bits.
  private static func planes() -> (color: [Data], alpha: [Data]) {
    func plane(_ code: (Int, Int) -> Int) -> Data {
      Data(
        (0..<height).flatMap { y in (0..<width).flatMap { x in [UInt8(code(x, y) & 255), UInt8(code(x, y) >> 8)] } })
    }
    let numbers = 0..<frames
    return (
      numbers.map { n in
        plane { x, y in 64 + (x * 20 + y * 3 + n) } + plane { x, y in 512 + x - y * 4 }
          + plane { x, y in 500 + y * 2 - n }
      }, numbers.map { n in plane { x, y in min(1023, x * y * 4 + n) } }
    )
  }

  @Test func alphaOfAnotherFileIsAlpha() throws {
    let folder = try Folder()
    let (color, alpha) = Self.planes()
    let whole = try folder.file("whole.yuv", zip(color, alpha).reduce(Data()) { $0 + $1.0 + $1.1 })
    let base = try folder.file("color.yuv", color.reduce(Data(), +))
    let layer = try folder.file("alpha.yuv", alpha.reduce(Data(), +))
    for options in [
      ["--background", "white"], ["--out-alpha", "straight"],
      ["--alpha-range", "64-940", "--out-alpha", "premultiplied"],
      ["--background", "#336699", "--background-in", "light", "--start", "1"],
    ] {
      let one = try Tool.run(
        ["convert", whole, "-", "--format", "raw", "--pixel-format", "yuva444p10le"] + Self.tags + options)
      let two = try Tool.run(
        ["convert", base, "-", "--format", "raw", "--pixel-format", "yuv444p10le", "--alpha-file", layer]
          + ["--alpha-pixel-format", "gray10le"] + Self.tags + options)
      #expect(one.code == 0 && two.code == 0, "\(one.errors)\(two.errors)")
      #expect(one.output == two.output && !one.output.isEmpty, "\(options)")
    }
  }

  /// Fewer bits are taken as they are; more are rounded to those of the picture.
  @Test func alphaOfOtherDepths() throws {
    let folder = try Folder()
    let (color, alpha) = Self.planes()
    let base = try folder.file("color.yuv", color.reduce(Data(), +))
    let codes = alpha.reduce(Data(), +)
    func converted(_ name: String, _ bytes: Data) throws -> [UInt8] {
      let outcome = try Tool.run(
        ["convert", base, "-", "--format", "raw", "--pixel-format", "yuv444p10le", "--alpha-file"]
          + [try folder.file("\(name).yuv", bytes), "--alpha-pixel-format", name, "--out-pixel-format", "yuva444p"]
          + Self.tags)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let size = Self.width * Self.height
      // The last plane of each frame.
      return (0..<Self.frames).flatMap { outcome.output[($0 * 4 + 3) * size..<($0 * 4 + 4) * size] }
    }
    let tens = stride(from: 0, to: codes.count, by: 2).map { Int(codes[$0]) | Int(codes[$0 + 1]) << 8 }
    let bytes = Data(tens.map { UInt8(($0 * 255 + 511) / 1023) })
    #expect(try converted("gray", bytes) == [UInt8](bytes))
    let words = Data(
      tens.flatMap { code in
        let word = (code * 65_535 + 511) / 1023
        return [UInt8(word & 255), UInt8(word >> 8)]
      })
    #expect(try converted("gray16le", words) == converted("gray10le", codes))
  }

  @Test func aFileThatDoesNotFitIsRefused() throws {
    let folder = try Folder()
    let (color, alpha) = Self.planes()
    let base = try folder.file("color.yuv", color.reduce(Data(), +))
    let short = try folder.file("short.yuv", alpha[0] + alpha[1])
    let options = ["--format", "raw", "--background", "white", "--pixel-format"]
    func error(_ format: String, _ arguments: [String], of input: String? = nil) throws -> (Int32, String) {
      let outcome = try Tool.run(
        ["convert", input ?? base, folder["out.yuv"]] + options + [format] + Self.tags + arguments)
      return (outcome.code, outcome.errors)
    }
    let fewer = try error("yuv444p10le", ["--alpha-file", short, "--alpha-pixel-format", "gray10le"])
    #expect(fewer.0 == 65 && fewer.1.contains("has 2 frames"), "\(fewer)")
    let rgb = try error("yuv444p10le", ["--alpha-file", base, "--alpha-pixel-format", "gbrp"])
    #expect(rgb.0 == 65 && rgb.1.contains("gray"), "\(rgb)")
    let whole = try folder.file("whole.yuv", zip(color, alpha).reduce(Data()) { $0 + $1.0 + $1.1 })
    let twice = try error("yuva444p10le", ["--alpha-file", short, "--alpha-pixel-format", "gray10le"], of: whole)
    #expect(twice.0 == 64 && twice.1.contains("alpha of its own"), "\(twice)")
    let missing = try error("yuv444p10le", ["--alpha-file", folder["none.yuv"]])
    #expect(missing.0 == 66, "\(missing)")
    #expect(try error("yuv444p10le", ["--alpha-pixel-format", "gray"]).0 == 64)
    #expect(try !folder.names.contains("out.yuv"))
  }

  /// What is explained of a movie with alpha is what is done.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "prores_ks"), "needs ffmpeg"))
  func aMovieWithAlphaIsExplained() throws {
    let folder = try Folder()
    let (color, alpha) = Self.planes()
    let whole = try folder.file("whole.yuv", zip(color, alpha).reduce(Data()) { $0 + $1.0 + $1.1 })
    let made = try Tool.shell(
      "ffmpeg -v error -nostdin -f rawvideo -pix_fmt yuva444p10le -s 32x16 -i \(whole) -c:v prores_ks -profile:v 4444"
        + " -pix_fmt yuva444p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc \(folder["in.mov"])"
    )
    try #require(made.code == 0, "\(made.errors)")
    let explained = try Tool.run(["explain", folder["in.mov"], "--alpha", "premultiplied", "--out-alpha", "straight"])
    #expect(explained.code == 0 && explained.text.contains("unpremultiply"), "\(explained.text)\(explained.errors)")
    // That of the decoder, which gives all samples of this codec 12 bits in newer versions.
    let probed = try Tool.shell(
      "ffprobe -v error -select_streams v:0 -show_entries stream=pix_fmt -of default=nw=1:nk=1 \(folder["in.mov"])")
    let format = try #require(probed.text.split(separator: "\n").first)
    #expect(format.hasPrefix("yuva444p1"), "4:4:4 with alpha, of more than 8 bits: \(format)")
    #expect(
      explained.errors.isEmpty && explained.text.contains("\(format), "),
      "\(explained.text)\(explained.errors)")
    let unsaid = try Tool.run(["explain", folder["in.mov"]])
    #expect(unsaid.text.contains("straight or premultiplied; assuming straight"), "\(unsaid.text)")
  }
}
