import Foundation
import Testing

/// Conversions by a lookup table.
@Suite struct LookupOptionTests {
  /// Each component becomes 1 minus itself.
  private static let negative = """
    TITLE "negative"
    LUT_3D_SIZE 2
    1 1 1
    0 1 1
    1 0 1
    0 0 1
    1 1 0
    0 1 0
    1 0 0
    0 0 0

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("negative.cube", Data(Self.negative.utf8))
    _ = try folder.file("in.y4m", Clips.y4m(frames: 2))
    return folder
  }

  /// The tags that a lookup table needs of a source: no transfer.
  private static let tags = ["--matrix", "bt2020nc", "--range", "tv", "--chroma-location", "topleft"]

  /// The luma of the first frame, converted with these options.
  private func luma(_ options: [String]) throws -> [Int] {
    let folder = try folder()
    let outcome = try Tool.run(
      ["convert", folder["in.y4m"], folder["out.yuv"], "--dither", "none", "--progress", "none", "--strict", "--lut"]
        + [folder["negative.cube"]] + Self.tags + options)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    return try Data(contentsOf: URL(filePath: folder["out.yuv"])).prefix(16 * 8).map { Int($0) }
  }

  @Test(arguments: ["tetrahedral", "trilinear"]) func framesAreLookedUp(interpolation: String) throws {
    let full = try luma(["--lut-interpolation", interpolation])
    let legal = try luma(["--lut-interpolation", interpolation, "--lut-range", "legal"])
    for i in 0..<16 * 8 {
      let code = Double(64 + i * 5 % 876)
      let signals = [1 - (code - 64) / 876, min(max((1023 - code - 64) / 876, 0), 1)]
      for (found, signal) in zip([full[i], legal[i]], signals) {
        #expect(abs(Double(found) - (16 + 219 * signal)) < 0.5001, "\(interpolation), code \(code)")
      }
    }
  }

  @Test func thePlanSaysSo() throws {
    let folder = try folder()
    let arguments = ["explain", folder["in.y4m"], "--lut", folder["negative.cube"]] + Self.tags
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.text.contains("\"negative\", a cube of 2×2×2 values over 0…1, tetrahedral"), "\(outcome.text)")
    let json = try Tool.run(arguments + ["--json", "--program"])
    #expect(json.code == 0 && json.text.contains("\"name\" : \"lookup\""), "\(json.text)")
    let conform = try Tool.run(
      ["conform", "--pixel-format", "yuv444p10", "--sample", "4096", "--lut", folder["negative.cube"]] + Self.tags)
    #expect(conform.code == 0, "\(conform.errors)")
  }

  /// What concerns light has no effect, and is reported.
  @Test func optionsForLight() throws {
    let folder = try folder()
    let idle = ["--tone-mapping", "bt2390", "--gamut-mapping", "clip", "--source-peak", "800", "--target-peak", "300"]
    let outcome = try Tool.run(
      ["explain", folder["in.y4m"], "--lut", folder["negative.cube"]] + Self.tags + idle)
    #expect(outcome.code == 0)
    #expect(
      outcome.complaints == [
        "tonemap: --tone-mapping, --gamut-mapping, --source-peak and --target-peak were given, but nothing in this conversion"
          + " depends on them; leave them out"
      ])
  }

  /// The source's metadata is left out; the user states the display.
  @Test func metadata() throws {
    let folder = try folder()
    func converted(_ options: [String]) throws -> Tool.Outcome {
      try Tool.run(
        ["convert", folder["in.y4m"], folder["out.y4m"], "--progress", "none", "--print-encoder-args", "x265", "--to"]
          + ["pq", "--max-cll", "900,300", "--lut", folder["negative.cube"]] + Self.tags + options)
    }
    let plain = try converted(["--preview", folder["look.png"]])
    #expect(plain.code == 0 && !plain.text.contains("master-display") && plain.text.contains("10000,"))
    #expect(plain.errors.contains("the source's metadata describes light that the lookup table changes"))
    #expect(FileManager.default.fileExists(atPath: folder["look.png"]))
    let stated = try converted(["--target-peak", "600"])
    #expect(stated.code == 0 && stated.text.contains("master-display"), "\(stated.text)")
  }

  @Test func whatIsRefused() throws {
    let folder = try folder()
    let broken = try folder.file("broken.cube", Data(Self.negative.dropLast(6).utf8))
    let text = try folder.file("negative.txt", Data(Self.negative.utf8))
    let cases: [(lut: String, more: [String], code: Int32, says: String)] = [
      (folder["none.cube"], [], 66, "none.cube cannot be read"),
      (folder.path + "/", [], 64, "expected one of .cube"),
      (text, [], 64, "expected one of .cube"),
      (broken, [], 65, "line"),
      (
        folder["negative.cube"], ["--tone-mapping", "st2094-40", "--frame-metadata", text], 64,
        "only one of them can map the light"
      ),
    ]
    for c in cases {
      let outcome = try Tool.run(
        ["convert", folder["in.y4m"], folder["out.y4m"], "--lut", c.lut, "--progress", "none"] + Self.tags + c.more)
      #expect(outcome.code == c.code && outcome.complaints.count == 1, "\(c.lut): \(outcome.code), \(outcome.errors)")
      #expect(outcome.errors.contains(c.says), "\(outcome.errors)")
    }
    // The table is not overwritten.
    let over = try Tool.run(
      ["convert", folder["in.y4m"], folder["negative.cube"], "--format", "raw", "--lut", folder["negative.cube"]]
        + Self.tags)
    #expect(over.code != 0 && over.errors.contains("the lookup table"), "\(over.errors)")
  }
}
