import Foundation
import TestSupport
import Testing

/// Alpha on its way into movies and out of them.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libvpx-vp9"), "needs ffmpeg"))
struct MovieAlphaTests {
  private static let (width, height) = (32, 16)
  private static let tags = [
    "--primaries", "bt709", "--transfer", "bt709", "--matrix", "bt709", "--range", "tv", "--alpha", "straight",
    "--chroma-location", "left", "--progress", "none",
  ]

  /// Raw frames of 4:2:0 with alpha of 40 on the left, and 200 on the right.
  private static func clip(_ folder: Folder) throws -> [String] {
    let pixels = width * height
    let alpha = (0..<pixels).map { $0 % width < width / 2 ? 40 : 200 as UInt8 }
    let picture = [UInt8](repeating: 120, count: pixels) + [UInt8](repeating: 128, count: pixels / 2) + alpha
    let file = try folder.file("in.yuv", Data(picture + picture))
    return [file, "--size", "\(width)x\(height)", "--pixel-format", "yuva420p", "--fps", "24"]
  }

  private static func convert(_ folder: Folder, to name: String, _ options: [String] = []) throws -> Tool.Outcome {
    let input = try clip(folder)
    return try Tool.run(["convert", input[0], folder[name]] + input.dropFirst() + tags + options)
  }

  /// MP4 has no place for the alpha of VP9.
  @Test func alphaThatAContainerDoesNotCarryIsToldOrRefused() throws {
    let folder = try Folder()
    let told = try Self.convert(folder, to: "o.mp4", ["--video-codec", "vp9"])
    #expect(told.code == 0 && told.errors.contains("dropping the source's alpha"), "\(told.errors)")
    #expect(try Self.convert(folder, to: "o.mp4", ["--video-codec", "vp9", "--strict"]).code == 65)
    let refused = try Self.convert(
      folder, to: "o.mp4", ["--video-codec", "vp9", "--out-pixel-format", "yuva420p"])
    #expect(refused.code == 64 && refused.errors.contains("mp4 does not carry the alpha"), "\(refused.errors)")
    let kept = try Self.convert(folder, to: "o.mkv", ["--video-codec", "vp9", "--strict"])
    #expect(kept.code == 0, "\(kept.errors)")
  }

  @Test(arguments: [[], ["--out-pixel-format", "yuva420p"]]) func hdrWithEightBitsIsRefused(options: [String]) throws {
    let folder = try Folder()
    let refused = try Self.convert(folder, to: "o.webm", ["--to", "hlg"] + options)
    #expect(refused.code == 64 && refused.errors.contains("or drop it with --alpha ignore"), "\(refused.errors)")
    #expect(try Self.convert(folder, to: "o.webm", ["--strict"]).code == 0, "SDR has 8 bits")
  }

  @Test func whatHasNoAlphaLosesNone() throws {
    let folder = try Folder()
    try #require(Self.convert(folder, to: "o.webm", ["--strict"]).code == 0)
    let options = ["--strict", "--progress", "none", "--alpha", "straight"]
    let measured = try Tool.run(["measure", folder["o.webm"]] + options)
    #expect(measured.code == 0 && measured.errors.isEmpty, "\(measured.errors)")
    let pictured = try Tool.run(["thumbnail", folder["o.webm"], folder["o.png"]] + options)
    #expect(pictured.code == 0 && !pictured.errors.contains("alpha"), "\(pictured.errors)")
  }

  /// A PNG keeps alpha, and color that is straight; a JPEG is put over black. White of 8 bits, half covered, is gray there.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "prores_ks"), "needs ffmpeg")) func thumbnailsKeepAlpha() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i color=white@0.5:s=64x32:d=1,format=yuva444p10le -c:v prores_ks -profile:v 4444 -color_trc bt709"
        + " -color_primaries bt709 -colorspace bt709 in.mov", in: folder)
    for (name, alpha, level) in [("o.png", 128, 255), ("o.jpg", 255, 128)] {
      let made = try Tool.run(
        ["thumbnail", folder["in.mov"], folder[name], "--alpha", "straight", "--width", "32", "--at", "0"])
      #expect(made.code == 0 && made.errors.contains("put over black") == (name == "o.jpg"), "\(made.errors)")
      try FFmpegProgram.make("-i \(name) -f rawvideo -pix_fmt rgba \(name).raw", in: folder)
      let pixel = try folder.bytes("\(name).raw").prefix(4).map(Int.init)
      #expect(abs(pixel[3] - alpha) <= 1 && abs(pixel[0] - level) <= 2, "\(name): \(pixel)")
    }
  }

  /// What an output will lack is known before it is written; nothing is.
  @Test func explainNamesWhatIsLost() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i color=white@0.5:s=64x32:d=1,format=yuva444p10le -f lavfi -i sine=d=1 -c:v prores_ks -profile:v 4444 -color_trc bt709"
        + " -color_primaries bt709 -colorspace bt709 -c:a pcm_s16le in.mov", in: folder)
    let told = try Tool.run(["explain", folder["in.mov"], folder["out.mp4"], "--alpha", "straight"])
    #expect(told.code == 0 && told.text.contains("dropping the source's alpha"), "\(told.text)")
    #expect(told.errors.contains("is converted to alac, without loss"), "\(told.errors)")
    let kept = try Tool.run(
      ["explain", folder["in.mov"], folder["out.mov"], "--alpha", "straight", "--video-codec", "prores"])
    #expect(kept.code == 0 && !kept.text.contains("dropping") && !kept.errors.contains("converted"), "\(kept.errors)")
    #expect(try folder.names == ["in.mov"])
  }

  /// A gray layer in FFV1, of the range that it states.
  @Test(arguments: ["tv", "pc", ""]) func aMovieIsALayer(range: String) throws {
    let folder = try Folder()
    let pixels = Self.width * Self.height
    let raw = try folder.file("a.gray", Data(repeating: 235, count: 2 * pixels))
    let made = try Tool.shell(
      "ffmpeg -v error -nostdin -f rawvideo -pix_fmt gray -s 32x16 -r 24 -i \(raw) -c:v ffv1 -pix_fmt gray"
        + " \(range.isEmpty ? [] : ["-color_range", range]) \(folder["a.mkv"])")
    try #require(made.code == 0, "\(made.errors)")
    let base = try folder.file("b.yuv", Data(repeating: 128, count: 2 * 3 * pixels))
    func converted(_ options: [String]) throws -> Tool.Outcome {
      try Tool.run(
        ["convert", base, "-", "--format", "raw", "--size", "32x16", "--pixel-format", "yuv444p", "--strict"]
          + Self.tags + ["--alpha-file", folder["a.mkv"]] + options)
    }
    // Whether codes have the narrow range that is stated is assumed: alphaextract keeps the tag of the color.
    let assumed = try converted([])
    #expect(assumed.code == (range == "tv" ? 65 : 0), "\(assumed.errors)")
    let outcome = range == "tv" ? try converted(["--alpha-range", "narrow"]) : assumed
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(Set(outcome.output.suffix(pixels)) == [range == "tv" ? 255 : 235])
    let told = try converted(["--alpha-pixel-format", "gray"])
    #expect(told.code == 64 && told.errors.contains("is a movie, which states its own"), "\(told.errors)")
  }
}
