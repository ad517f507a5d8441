import Foundation
import Testing

/// `tonemap convert in.y4m out-%05d.png`: the pixels that raw output has, with what they mean.
@Suite struct PNGPictureTests {
  /// The codes of raw G′B′R′ frames with or without alpha, in the order of a PNG.
  private static func codes(_ raw: Data, frame: Int, components: Int, depth: Int) -> [UInt16] {
    let (pixels, size) = (16 * 8, depth / 8)
    let plane = [2, 0, 1, 3]
    return (0..<pixels).flatMap { pixel in
      (0..<components).map { component in
        let place = raw.startIndex + ((frame * components + plane[component]) * pixels + pixel) * size
        return size == 1 ? UInt16(raw[place]) : UInt16(raw[place]) | UInt16(raw[place + 1]) << 8
      }
    }
  }

  @Test(
    arguments: [
      ("sdr709", "gbrp", 8, ["cICP", "gAMA", "cHRM"], [1, 1, 0, 1]),
      ("srgb", "gbrp", 8, ["cICP", "sRGB"], [1, 13, 0, 1]),
      ("p3-sdr", "gbrp", 8, ["cICP", "gAMA", "cHRM"], [12, 1, 0, 1]),
      ("hdr10", "gbrp16", 16, ["cICP"], [9, 16, 0, 1]), ("hlg", "gbrp16", 16, ["cICP"], [9, 18, 0, 1]),
    ] as [(String, String, Int, [String], [UInt8])])
  func pixelsAndColorAreThoseOfThePlan(
    to: String, format: String, depth: Int, chunks: [String], cicp: [UInt8]
  ) throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let options = Clips.tags + ["--to", to, "--progress", "none"]
    let pictures = try Tool.run(["convert", input, folder["out-%05d.png"]] + options)
    let raw = try Tool.run(["convert", input, folder["all.rgb"], "--out-pixel-format", format] + options)
    #expect(pictures.code == 0 && raw.code == 0, "\(pictures.errors)\(raw.errors)")
    #expect(
      try folder.names == [
        "all.rgb", "all.rgb.color.json", "in.y4m", "out-00000.png", "out-00001.png", "out-00002.png",
      ])
    let all = try folder.bytes("all.rgb")
    for frame in 0..<3 {
      let png = try ReadPNG(try folder.bytes("out-0000\(frame).png"))
      #expect(png.width == 16 && png.height == 8 && png.depth == depth && png.components == 3)
      #expect(png.codes == Self.codes(all, frame: frame, components: 3, depth: depth))
      #expect(png.told == chunks && png["cICP"] == cicp, "\(png.chunks)")
    }
    let told = try Tool.run(["info", folder["out-00001.png"]])
    #expect(told.code == 0, "\(told.errors)")
  }

  /// PNG has chunks for the mastering display and the light levels, and none for the light around the display.
  @Test(arguments: ["out.png", "out-%05d.png"]) func lostRoomIsReported(name: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = Clips.tags + ["--ambient", "314,0.3127,0.329", "--progress", "none"]
    let hlg = try Tool.run(["convert", input, folder[name], "--to", "hlg"] + options)
    #expect(hlg.code == 0, "\(hlg.errors)")
    let told = hlg.complaints.filter { $0.contains("PNG does not state the ambient viewing environment") }
    #expect(told.count == 1, "\(hlg.errors)")
    let sdr = try Tool.run(["convert", input, folder[name], "--to", "srgb", "--force"] + options)
    #expect(sdr.code == 0 && !sdr.errors.contains("does not state the ambient"), "\(sdr.errors)")
  }

  /// Readers that do not know cICP take a power of 2.4 and BT.709's chromaticities.
  @Test func oldReadersAreTold() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1, header: "YUV4MPEG2 W16 H8 F25:1 Ip A4:3 C420p10"))
    #expect(try Tool.run(["convert", input, folder["a.png"]] + Clips.tags).code == 0)
    let png = try ReadPNG(try folder.bytes("a.png"))
    #expect(png["gAMA"] == [0, 0, 0xA2, 0xC3])
    let points: [UInt32] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    #expect(png["cHRM"] == points.flatMap { big(UInt64($0), 4) })
    #expect(png["pHYs"] == [0, 0, 0, 3, 0, 0, 0, 4, 0])
    #expect(try folder.names == ["a.png", "in.y4m"])
  }

  /// One picture states the light that was counted in it, as the color JSON of raw output does; a series cannot know it.
  @Test func lightIsStated() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = Clips.tags + ["--to", "hdr10", "--target-peak", "600", "--tone-mapping", "bt2390"]
    for output in ["one.png", "series-%d.png", "raw.rgb"] {
      let layout = ["--out-pixel-format", "gbrp16"]
      let outcome = try Tool.run(["convert", input, folder[output]] + options + layout)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let json = try JSONSerialization.jsonObject(with: try folder.bytes("raw.rgb.color.json")) as? [String: Any]
    let light = try #require((json?["metadata"] as? [String: Any])?["content_light"] as? [String: Int])
    let one = try ReadPNG(try folder.bytes("one.png"))
    let told = try #require(one["cLLI"])
    let levels = [told[0..<4], told[4..<8]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    #expect(Set(levels) == Set(light.values.map { $0 * 10_000 }), "\(levels) \(light)")
    #expect(one["mDCV"]?[16..<20] == [0, 0x5B, 0x8D, 0x80], "600 cd/m² in units of 0.0001")
    #expect(try ReadPNG(try folder.bytes("series-0.png")).told == ["cICP", "mDCV"])
  }

  @Test(arguments: [("straight", "gbrap", 4), ("ignore", "gbrp", 3)])
  func alphaIsKept(mode: String, format: String, components: Int) throws {
    let folder = try Folder()
    var planes = Data()
    for sample in 0..<4 * 16 * 8 { planes += [UInt8(sample * 7 % 256), UInt8(sample % 8)] }
    let input = try folder.file("in.yuv", planes)
    let layout: [String] = ["--size", "16x8", "--pixel-format", "yuva444p12le", "--alpha", mode]
    let options: [String] = layout + Clips.tags
    let picture = try Tool.run(["convert", input, folder["out.png"]] + options)
    let raw = try Tool.run(["convert", input, folder["out.rgb"], "--out-pixel-format", format] + options)
    #expect(picture.code == 0 && raw.code == 0, "\(picture.errors)\(raw.errors)")
    let png = try ReadPNG(try folder.bytes("out.png"))
    #expect(png.components == components)
    #expect(png.codes == Self.codes(try folder.bytes("out.rgb"), frame: 0, components: components, depth: 8))
  }

  @Test func theLayoutCanBeChosen() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let deep = try Tool.run(
      ["convert", input, folder["a.png"], "--out-pixel-format", "gbrp16", "--out-range", "tv"] + Clips.tags)
    #expect(deep.code == 0, "\(deep.errors)")
    let png = try ReadPNG(try folder.bytes("a.png"))
    #expect(png.depth == 16 && png["cICP"] == [1, 1, 0, 0])
    let other = try Tool.run(["convert", input, folder["b.png"], "--out-pixel-format", "yuv420p"] + Clips.tags)
    #expect(other.code == 64 && other.errors.contains("gbrap16le"), "\(other.errors)")
    let movie = try Tool.run(["convert", input, folder["b.png"], "--crf", "20"] + Clips.tags)
    #expect(movie.code == 64 && movie.errors.contains("is a picture"), "\(movie.errors)")
    #expect(try folder.names == ["a.png", "in.y4m"])
  }

  @Test func pipesTakeAPicture() throws {
    let folder = try Folder()
    let clip = Clips.y4m(frames: 1)
    #expect(try Tool.run(["convert", "-", folder["a.png"]] + Clips.tags, input: clip).code == 0)
    let piped = try Tool.run(["convert", "-", "-", "--format", "png", "--json"] + Clips.tags, input: clip)
    #expect(try piped.code == 0 && piped.output == folder.bytes("a.png"), "\(piped.errors)")
    #expect(piped.errors.contains("\"frames\""))
  }
}
