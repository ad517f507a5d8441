import Foundation
import Testing

/// An option that changes nothing is reported.
@Suite struct IdleOptionTests {
  /// What `explain` tells about options without effect.
  private func told(_ options: String, source: String = "--transfer pq") throws -> [String] {
    let outcome = try Tool.run(["explain"] + (source + " " + options).split(separator: " ").map(String.init))
    #expect(outcome.code == 0, "\(options): \(outcome.errors)")
    return outcome.complaints.filter { $0.contains("nothing in this conversion depends") }
  }

  @Test(arguments: [
    "--to pq --tone-mapping bt2390", "--to pq --tone-mapping-variant rgb", "--to pq --gamut-mapping clip",
    "--to pq --preserve-chroma 0.2", "--to pq --sdr-transfer srgb", "--to pq --reference-white 100",
    "--alpha ignore", "--alpha-range narrow", "--out-alpha straight", "--background white",
    "--pixel-format gray10 --out-pixel-format gray --chroma-location left",
    "--out-pixel-format yuv444p --out-chroma-location left",
    "--pixel-format yuv444p10 --chroma-location left", "--out-pixel-format gbrpf32le --dither none",
    "--source-peak 800 --max-cll 993,119", "--lut-range legal", "--lut-interpolation trilinear",
    "--expand-highlights", "--to pq --expand-highlights", "--deinterlace",
  ]) func anOptionWithoutEffect(options: String) throws {
    let words = options.split(whereSeparator: { $0 == " " || $0 == "=" })
    let last = try #require(words.last { $0.hasPrefix("--") })
    #expect(
      try told(options) == ["tonemap: \(last) was given, but nothing in this conversion depends on it; leave it out"])
  }

  @Test(arguments: [
    "", "--tone-mapping bt2390", "--tone-mapping spline", "--to pq --target-peak 400 --tone-mapping bt2390",
    "--sdr-transfer bt1886", "--sdr-transfer srgb", "--gamut-mapping perceptual --preserve-chroma 0.5",
    "--reference-white 203",
    "--source-peak 1000", "--to pq --source-peak 1000", "--exposure 0", "--to pq --contrast 1", "--saturation 0.5",
    "--target-peak 203", "--viewing dark", "--max-cll 1000,400",
    "--to pq --max-cll 1000,400",
    "--dither none", "--pixel-format yuva444p12 --alpha straight",
    "--pixel-format yuva444p12 --alpha premultiplied --alpha-range narrow --background white --background-in light",
    "--pixel-format yuva444p12 --alpha straight --out-alpha premultiplied", "--out-range pc --out-matrix bt709",
    "--primaries bt2020 --matrix bt2020nc --range narrow --chroma-location left", "--to pq --primaries smpte432",
  ]) func anOptionWithEffect(options: String) throws { #expect(try told(options) == []) }

  /// HLG is shown in BT.2020, so its gamut counts, and the plan names it.
  @Test(arguments: ["bt2020", "bt709", "smpte432"]) func primariesOfHLG(primaries: String) throws {
    #expect(try told("--to pq --primaries \(primaries)", source: "--transfer hlg") == [])
  }

  @Test func severalAtOnce() throws {
    #expect(
      try told("--to pq --sdr-transfer srgb --tone-mapping clip --tone-mapping-variant rgb") == [
        "tonemap: --tone-mapping, --tone-mapping-variant and --sdr-transfer were given, but nothing in this conversion depends on"
          + " them; leave them out"
      ])
  }

  /// It is no assumption: a script may give the same options to all its clips.
  @Test func strictConversionsToo() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    for command in [["explain", clip], ["convert", clip, folder["o.y4m"], "--progress", "none"]] {
      let outcome = try Tool.run(command + ["--strict", "--alpha", "ignore"] + Clips.tags)
      #expect(outcome.code == 0 && outcome.complaints.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("--alpha was given"))
    }
  }

  /// Frames of Y4M and pictures have no fields that could be joined.
  @Test func onlyMoviesAreDeinterlaced() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let outcome = try Tool.run(
      ["convert", clip, folder["o.y4m"], "--deinterlace", "--progress", "none", "--strict"] + Clips.tags)
    #expect(outcome.code == 0 && outcome.errors.contains("--deinterlace was given, but"), "\(outcome.errors)")
    let made = try Tool.run(["convert", clip, folder["in.mov"], "--video-codec", "ffv1", "--to", "pq"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    for command in [["explain", folder["in.mov"]], ["convert", folder["in.mov"], folder["m.y4m"]]] {
      let used = try Tool.run(command + ["--deinterlace"])
      #expect(used.code == 0 && !used.errors.contains("--deinterlace"), "\(used.errors)")
    }
  }
}
