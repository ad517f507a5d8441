import Foundation
import TestSupport
import Testing

/// Dolby Vision 8.4 whose pictures stay what they are.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus beside this checkout")) struct KeptDolbyVisionTests {
  private static func input() throws -> String {
    try #require(Corpus.folder).appending(path: "files/dolbyVision-hdr.MOV").path
  }

  /// The RPUs of a file by the times of their pictures, as `info` reads them.
  private static func units(_ path: String, _ folder: Folder) throws -> [String] {
    let info = try Tool.run(["info", path, "--frames"])
    #expect(info.code == 0, "\(info.errors)")
    return info.text.split(separator: "\n").map { $0.drop { $0 != ":" } }.filter { $0.contains("Dolby") }.map(
      String.init)
  }

  /// HLG to HLG keeps configuration, RPUs and room; the pictures without their times are those that the edit list shows.
  @Test(arguments: ["mov", "mp4"]) func hlgKeepsIt(ending: String) throws {
    let folder = try Folder()
    let (input, out) = (try Self.input(), folder["out.\(ending)"])
    let made = try Tool.run(["convert", input, out, "--to", "hlg", "--strict"])
    // No movie that FFmpeg writes can hold Apple's metadata.
    #expect(made.errors.contains("track 3, data (mebx) is left out"), "\(made.errors)")
    #expect(made.code == 0 && !made.errors.contains("Dolby"), "\(made.errors)")
    let check = try Tool.run(["info", out, "--check", "dolby-vision-8.4"])
    #expect(check.code == 0, "\(check.text)")
    let (before, after) = (try Self.units(input, folder), try Self.units(out, folder))
    #expect(after.count == 4 && before.count == 5 && Set(after).isSubset(of: before), "\(before) \(after)")
    let bytes = { (path: String) in try Data(contentsOf: URL(filePath: path)) }
    let record = try #require(bytes(input).range(of: Data("dvvC".utf8)))
    let box = try bytes(input)[record.lowerBound - 4..<record.lowerBound + 28]
    #expect(try bytes(out).range(of: box) != nil)
    let compared = try Tool.run(["compare", input, out])
    #expect(!compared.text.contains("metadata-stripped"), "\(compared.text)")
  }

  /// A higher rate has a higher level: 1280×720 at 60 frames/s exceeds level 3.
  @Test(arguments: ["mov", "mp4"]) func higherRatesRaiseTheLevel(ending: String) throws {
    let folder = try Folder()
    let out = folder["out.\(ending)"]
    let made = try Tool.run(
      ["convert", try Self.input(), out, "--to", "hlg", "--fps", "60", "--frames", "2", "--audio", "drop"]
        + ["--preset", "ultrafast"])
    #expect(made.code == 0, "\(made.errors)")
    let info = try Tool.run(["info", out])
    #expect(info.text.contains("Dolby Vision 8.4, level 4"), "\(info.text)")
  }

  /// What changes pixels, and what no RPU goes into, drops it, which is reported.
  @Test(arguments: [
    ["--to", "hdr10"], ["--to", "hlg", "--width", "320"], ["--to", "hlg", "--viewing", "dark"],
    ["--to", "hlg", "--video-codec", "prores"],
  ]) func otherOutputsDropIt(options: [String]) throws {
    let folder = try Folder()
    let out = folder["out.mov"]
    let made = try Tool.run(["convert", try Self.input(), out, "--frames", "2"] + options)
    #expect(made.code == 0 && made.errors.contains("Dolby Vision metadata, which is not used"), "\(made.errors)")
    #expect(try Self.units(out, folder).isEmpty)
    let bytes = try Data(contentsOf: URL(filePath: out))
    #expect(bytes.range(of: Data("dvvC".utf8)) == nil && bytes.range(of: Data("amve".utf8)) != nil)
  }
}
