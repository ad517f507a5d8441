import Foundation
import HDRMetadata
import TestSupport
import Testing

/// H.265 with an alpha layer: two streams of x265, one within the other, beside the pictures that FFmpeg decodes of each.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"))
struct HEVCAlphaTests {
  private static let frames = 14
  /// A video parameter set of two layers, of which the second is alpha.
  ///
  /// - Source: Apple's `avconvert`, preset `PresetHEVC1920x1080WithAlpha`.
  private static let videoSet: [UInt8] = [
    0x40, 0x01, 0x0C, 0x11, 0xFF, 0xFF, 0x21, 0x60, 0x00, 0x00, 0x03, 0x00, 0xB0, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03,
    0x00, 0x78, 0x11, 0xC0, 0xBF, 0x78, 0x08, 0x00, 0x08, 0x30, 0x28, 0x52, 0x00, 0x30, 0x00, 0x06, 0x52, 0x00,
  ]

  /// Makes `in.hevc`, and the planes of its color and of its alpha.
  ///
  /// - Parameters:
  ///   - missing: The coded picture that has no alpha.
  ///   - alphaSize: The size of alpha's pictures.
  ///   - isNeutral: Whether they are gray.
  private static func make(
    _ folder: Folder, format: String = "yuv420p", message: AlphaChannelInformation? = nil, missing: Int? = nil,
    alphaSize: String = "64x48", isNeutral: Bool = false
  ) throws -> (color: Data, alpha: Data) {
    let parameters = "-x265-params keyint=6:min-keyint=6:scenecut=0:bframes=2:b-adapt=0:log-level=error"
    let color =
      "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv -chroma_sample_location left"
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v \(frames) -pix_fmt \(format) -c:v libx265 \(parameters) \(color) c.hevc",
      in: folder)
    try FFmpegProgram.make(
      "-f lavfi -i testsrc=s=\(alphaSize):r=25 -vf \(isNeutral ? "format=gray," : "")format=\(format) -frames:v \(frames) -pix_fmt \(format) -c:v libx265 \(parameters) a.hevc",
      in: folder)
    try FFmpegProgram.make("-i c.hevc -f rawvideo c.yuv", in: folder)
    try FFmpegProgram.make("-i a.hevc -vf extractplanes=y -f rawvideo a.yuv", in: folder)
    let (base, layer) = try (units(folder.bytes("c.hevc")), units(folder.bytes("a.hevc")))
    func isPicture(_ unit: [UInt8]) -> Bool { unit[0] >> 1 < 32 }
    func upper(_ unit: [UInt8]) -> [UInt8] { [unit[0], unit[1] | 8] + unit.dropFirst(2) }
    func sets(_ units: [[UInt8]]) -> [[UInt8]] { units.filter { [33, 34].contains($0[0] >> 1) } }
    var stream = [videoSet] + sets(base) + sets(layer).map(upper)
    if let message {
      stream.append(SEIUnit([try SEIMessage(type: 165, payload: message.payload)], of: .hevc).bytes)
    }
    for (index, pair) in zip(base.filter(isPicture), layer.filter(isPicture)).enumerated() {
      stream.append(pair.0)
      if index != missing { stream.append(upper(pair.1)) }
    }
    _ = try folder.file("in.hevc", Data(stream.map { [0, 0, 0, 1] + $0 }.joined()))
    return try (folder.bytes("c.yuv"), folder.bytes("a.yuv"))
  }

  private static func units(_ stream: Data) throws -> [[UInt8]] {
    var units: [[UInt8]] = []
    var scanner = StartCodeScanner(UnitsInMemory(stream, of: "a stream"))
    while let unit = try scanner.nextUnit() { units.append([UInt8](stream[unit])) }
    return units
  }

  /// The pictures of color and alpha that the command writes.
  private static func converted(
    _ folder: Folder, _ options: [String] = [], isDeep: Bool = false
  ) throws -> (outcome: Tool.Outcome, frames: [(color: Data, alpha: Data)]) {
    let format = isDeep ? "yuva420p10le" : "yuva420p"
    let outcome = try Tool.run(
      [
        "convert", folder["in.hevc"], folder["out.yuv"], "--format", "raw", "--fps", "25", "--progress", "none",
        "--out-pixel-format", format,
      ] + options)
    guard FileManager.default.fileExists(atPath: folder["out.yuv"]) else { return (outcome, []) }
    return (outcome, frames(try [UInt8](folder.bytes("out.yuv")), isDeep: isDeep))
  }

  private static func frames(_ bytes: [UInt8], isDeep: Bool) -> [(color: Data, alpha: Data)] {
    let pixels = 64 * 48
    let size = pixels * 5 / 2 * (isDeep ? 2 : 1)
    let alpha = pixels * (isDeep ? 2 : 1)
    return stride(from: 0, to: bytes.count, by: size).map { start in
      (Data(bytes[start..<start + size - alpha]), Data(bytes[(start + size - alpha)..<start + size]))
    }
  }

  @Test(arguments: ["yuv420p", "yuv420p10le"]) func bothLayersAreDecoded(format: String) throws {
    let folder = try Folder()
    let isDeep = format != "yuv420p"
    let (color, alpha) = try Self.make(folder, format: format, isNeutral: isDeep)
    let (outcome, frames) = try Self.converted(folder, ["--alpha", "straight", "--strict"], isDeep: isDeep)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(frames.count == Self.frames)
    #expect(Data(frames.map(\.color).joined()) == color)
    #expect(Data(frames.map(\.alpha).joined()) == alpha)
    // From a picture within a group on.
    let (_, part) = try Self.converted(folder, ["--alpha", "straight", "--start", "9"], isDeep: isDeep)
    #expect(part.count == Self.frames - 9 && part.map(\.alpha) == frames.dropFirst(9).map(\.alpha))
    #expect(part.map(\.color) == frames.dropFirst(9).map(\.color))
    let checked = try Tool.run(["info", folder["in.hevc"], "--check", "hevc-alpha"])
    #expect(checked.text.contains("frame-types: \(Self.frames) pictures have the same types"), "\(checked.text)")
    #expect(checked.text.contains("alpha-neutral: the first picture has \(isDeep ? "neutral" : "other") chroma"))
  }

  /// The codes of no and of full coverage, and how color relates to them.
  @Test func theMessageIsFollowed() throws {
    let folder = try Folder()
    let inverted = try AlphaChannelInformation(use: .premultiplied, bitDepth: 8, transparent: 255, opaque: 0)
    let (_, alpha) = try Self.make(folder, message: inverted)
    let (outcome, frames) = try Self.converted(folder, ["--strict"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(Data(frames.map(\.alpha).joined()) == Data(alpha.map { 255 - $0 }))
    let explained = try Tool.run(["explain", folder["in.hevc"], "--fps", "25"])
    #expect(explained.text.contains("premultiplied"), "\(explained.text)")
    let other = try AlphaChannelInformation(use: .unspecified, bitDepth: 8, transparent: 0, opaque: 255)
    _ = try Self.make(folder, message: other)
    #expect(try Self.converted(folder, ["--strict"]).outcome.code == 65)
  }

  @Test func aPictureWithoutAlphaIsOpaqueAndDamaged() throws {
    let folder = try Folder()
    let (color, alpha) = try Self.make(folder, missing: 0)
    let (outcome, frames) = try Self.converted(folder, ["--alpha", "straight"])
    #expect(outcome.code == 0 && outcome.errors.contains("in the alpha layer"), "\(outcome.errors)")
    #expect(Data(frames.map(\.color).joined()) == color)
    #expect(frames.first?.alpha == Data(repeating: 255, count: 64 * 48))
    // The second group does not need it.
    #expect(Data(frames.dropFirst(6).map(\.alpha).joined()) == alpha.dropFirst(6 * 64 * 48))
    #expect(try Self.converted(folder, ["--alpha", "straight", "--strict"]).outcome.code == 65)
  }

  @Test func alphaOfAnotherSizeIsDamage() throws {
    let folder = try Folder()
    _ = try Self.make(folder, alphaSize: "32x48")
    let (outcome, frames) = try Self.converted(folder, ["--alpha", "straight"])
    #expect(outcome.errors.contains("its pictures have 32×48"), "\(outcome.errors)")
    #expect(frames.count == Self.frames && frames.allSatisfy { $0.alpha.allSatisfy { $0 == 255 } })
  }

  /// Two encoders make one stream, as Apple's profile has it; FFmpeg's own program decodes the same color.
  @Test(arguments: ["o.mp4", "o.mov", "o.mkv", "o.hevc"]) func alphaIsWritten(name: String) throws {
    let folder = try Folder()
    let information = try AlphaChannelInformation(use: .premultiplied, bitDepth: 8, transparent: 0, opaque: 255)
    let (_, alpha) = try Self.make(folder, message: information)
    func convert(_ quality: String) throws -> Int {
      let outcome = try Tool.run([
        "convert", folder["in.hevc"], folder[name], "--fps", "25", "--progress", "none", "--video-codec", "hevc",
        "--alpha-quality", quality, "--strict",
      ])
      try #require(outcome.code == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("no tag states it"), "\(outcome.errors)")
      return try folder.bytes(name).count
    }
    let low = try convert("0")
    #expect(try convert("1") > low + low / 4)
    let checked = try Tool.run(["info", folder[name], "--check", "hevc-alpha"])
    // Other containers have no sample entry, and no hvcC in a box.
    let isMP4 = name == "o.mp4" || name == "o.mov"
    let failed = checked.text.split(separator: "\n").filter { $0.hasPrefix("failed") || $0.hasPrefix("not checked") }
    #expect(checked.code == (isMP4 ? 0 : 1) && failed.count == (isMP4 ? 0 : 2), "\(checked.text)")
    let stated = try Tool.run(["info", folder[name]])
    #expect(stated.text.contains("alpha, premultiplied, 8 bits, transparent at 0, opaque at 255"), "\(stated.text)")
    try FFmpegProgram.make("-i \(name) -fps_mode passthrough -f rawvideo again.yuv", in: folder)
    let read = try Tool.run(
      ["convert", folder[name], folder["out.yuv"], "--format", "raw", "--progress", "none"]
        + (name == "o.hevc" ? ["--fps", "25"] : []))
    #expect(read.code == 0, "\(read.errors)")
    let frames = try Self.frames([UInt8](folder.bytes("out.yuv")), isDeep: false)
    #expect(try Data(frames.map(\.color).joined()) == folder.bytes("again.yuv"))
    let differences = zip(Data(frames.map(\.alpha).joined()), alpha).map { abs(Int($0) - Int($1)) }
    // A CRF of 0 leaves errors of a few codes at the edges of these bars.
    #expect(differences.count == alpha.count && differences.reduce(0, +) < alpha.count, "\(differences.max() ?? -1)")
  }

  /// Alpha is not dropped where H.265 is asked for.
  @Test func alphaThatIsNotWrittenIsNotDropped() throws {
    let folder = try Folder()
    _ = try Self.make(folder)
    func convert(_ name: String, _ options: String...) throws -> Tool.Outcome {
      try Tool.run(["convert", folder["in.hevc"], folder[name], "--fps", "25", "--progress", "none"] + options)
    }
    for options in [["--to", "pq"], ["--out-pixel-format", "yuva444p"], ["--out-pixel-format", "yuva420p10le"]] {
      let refused = try Tool.run(
        ["convert", folder["in.hevc"], folder["o.mp4"], "--fps", "25", "--video-codec", "hevc"] + options)
      #expect(
        refused.code == 64 && refused.errors.contains("has alpha, but for H.265 only libx265"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder["o.mp4"]))
    }
    #expect(try convert("o.mp4", "--to", "pq", "--background", "black").code == 0)
    #expect(try convert("p.mp4", "--to", "pq", "--alpha", "ignore").code == 0)
    #expect(try convert("q.mp4", "--video-codec", "hevc", "--out-pixel-format", "yuv420p").code == 0)
    for quality in ["-0.1", "1.5", "nan"] {
      #expect(try convert("r.mp4", "--video-codec", "hevc", "--alpha-quality=\(quality)").code == 64)
    }
    #expect(try convert("r.mov", "--video-codec", "prores", "--alpha-quality", "0.5").code == 64)
  }
}
