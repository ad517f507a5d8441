import Foundation
import Testing

/// The clips of `Examples/clips`: whole, tagged in full, and better after a conversion than before it.
@Suite struct ExampleClipsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Examples/clips").path

  private static let names = ["s01_city", "s02_forest", "s03_studio", "s04_morning"]

  /// The path of a clip without its extensions, and what its JSON says.
  private func clip(_ start: String) throws -> (path: String, about: [String: Any]) {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let json = try #require(files.first { $0.hasPrefix(start + "_") && $0.hasSuffix(".json") })
    let path = Self.folder + "/" + json.dropLast(5)
    let about = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path + ".json")))
    return (path, try #require(about as? [String: Any]))
  }

  @Test(arguments: names) func theBytesAreThoseThatTheJSONDescribes(name: String) throws {
    let (path, about) = try clip(name)
    let sum = try Tool.shell("zstd -qdc \(path + ".yuv.zst") | (sha256sum 2>/dev/null || shasum -a 256)")
    #expect(sum.text.prefix(64) == (about["raw_sha256"] as? String)?.prefix(64), "\(sum.errors)")
  }

  @Test(arguments: names) func aClipConvertsWithoutAnAssumption(name: String) throws {
    let (path, _) = try clip(name)
    let folder = try Folder()
    let outcome = try Tool.shell(
      "zstd -qdfo \(folder["in.yuv"]) \(path + ".yuv.zst") && "
        + "tonemap convert \(folder["in.yuv"]) - --color-json \(path + ".json") --format raw --strict --progress none")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  /// What the README shows: by the defaults the frame is brighter and more colorful than the same codes shown as BT.709, and the sky
  /// keeps its detail. A PQ frame with its white at 203 cd/m² is at 58 % of its signal there, so nothing in it looks white.
  @Test func theFrameOfTheREADMEIsBetterAfterThanBefore() throws {
    let (path, about) = try clip("s04_morning")
    let (width, height) = (try #require(about["width"] as? Int), try #require(about["height"] as? Int))
    let folder = try Folder()
    _ = try Tool.shell("zstd -qdfo \(folder["in.yuv"]) \(path + ".yuv.zst")")
    func planes(_ options: [String]) throws -> (luma: [Double], chroma: [Double]) {
      let words = ["convert", folder["in.yuv"], "-", "--format", "raw", "--to", "sdr709", "--progress", "none"]
      let outcome = try Tool.run(words + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      try #require(outcome.output.count == width * height * 3 / 2)
      return (
        outcome.output.prefix(width * height).map(Double.init),
        outcome.output.dropFirst(width * height).map { abs(Double($0) - 128) }
      )
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let before = try planes([
      "--size", "\(width)x\(height)", "--pixel-format", "yuv420p10le", "--primaries", "bt709", "--transfer", "bt709",
      "--matrix", "bt709", "--range", "tv", "--chroma-location", "left",
    ])
    let after = try planes(["--color-json", path + ".json"])
    #expect(mean(after.luma) > mean(before.luma) + 5)
    #expect(mean(after.chroma) > 1.5 * mean(before.chroma))
    #expect(before.luma.max() ?? 255 < 190, "the codes as BT.709 reach no white")
    #expect(after.luma.max() ?? 0 > 230, "the sun's glow reaches white")
    #expect(Double(after.luma.count { $0 >= 234 }) < 0.02 * Double(after.luma.count), "the sky is not blown")
  }
}
