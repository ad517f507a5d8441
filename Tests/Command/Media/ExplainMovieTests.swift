import Foundation
import TestSupport
import Testing

/// The plan that `tonemap explain MOVIE` prints.
@Suite struct ExplainMovieTests {
  /// A plan, and no command line: one movie in R′G′B′ came out of the printed pipe purple and green.
  @Test func aMovieGetsItsPlan() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--tone-mapping", "bt2390"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("HLG, OOTF") && outcome.text.contains("bt2390"), "\(outcome.text)")
    #expect(!outcome.text.contains("ffmpeg") && !outcome.text.contains("tonemap "), "\(outcome.text)")
  }

  /// The format is what the pictures have.
  @Test func picturesAreExplained() throws {
    let folder = try Folder()
    let movie = try folder.file("50%.mov", Data(MediaInfoTests.phone.bytes))
    let png = try Tool.run(["explain", movie, "--format", "png", "--to", "hlg"])
    #expect(png.code == 0 && png.text.contains("gbrp16le, 16 bits, full range"), "\(png.text)\(png.errors)")
    let jpeg = try Tool.run(["explain", movie, "--format", "jpg"])
    #expect(jpeg.code == 0 && jpeg.errors.contains("readers of JPEG assume"), "\(jpeg.errors)")
    #expect(jpeg.text.contains("yuv420p, 8 bits, full range, matrix SMPTE ST 170"), "\(jpeg.text)")
    let refused = try Tool.run(["explain", movie, "--format", "jpg", "--to", "hlg"])
    #expect(refused.code == 64 && refused.errors.contains(".png or .avif"), "\(refused.errors)")
  }

  @Test func theSameAsJSON() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(report["plan"] is [String: Any] && report["commands"] == nil, "\(outcome.text)")
  }

  @Test func theProgramIsPrintedWithItsTimes() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let text = try Tool.run(["explain", movie, "--program"]).text
    #expect(
      text.contains("\n\nread\n  ") && text.contains("HLG inverse OETF") && text.contains("% of the allowed"),
      "\(text)")
    let outcome = try Tool.run(["explain", "--transfer", "pq", "--program", "--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let steps = try #require((report["program"] as? [String: Any])?["steps"] as? [[String: Any]])
    let shares = steps.compactMap { $0["time"] as? Double }
    #expect(
      shares.count == steps.count && abs(shares.reduce(0, +) - 1) < 1e-9, "the shares of time add up to 1: \(shares)")
    #expect(steps.contains { ($0["operation"] as? String) == "factor and perceptual gamut map" })
    let units = steps.compactMap { $0["units"] as? String }
    #expect(units.count == steps.count && units.last == "codes", "\(units)")
    #expect(text.contains(" ▸ light, 1.0 is 203 cd/m²\n"), "\(text)")
  }

  @Test func aColorJSONBesideAMovieIsRefused() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["explain", movie, "--color-json", "x.json"])
    #expect(outcome.code == 64 && outcome.errors.contains("states its own color"), "\(outcome.errors)")
  }
}
