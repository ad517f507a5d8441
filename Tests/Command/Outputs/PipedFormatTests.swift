import Foundation
import Testing

/// What goes to standard output without a name is Y4M, unless the input was raw frames; raw frames of a movie have to be asked for.
@Suite struct PipedFormatTests {
  private static func movie(_ folder: Folder, _ format: String, _ more: [String] = []) throws -> String {
    let made = try Tool.run(
      ["convert", try folder.file("frames.y4m", Clips.y4m(frames: 2)), folder["in.mkv"]] + Clips.tags
        + ["--to", "pq", "--out-pixel-format", format, "--video-codec", "ffv1", "--progress", "none"] + more)
    try #require(made.code == 0, "\(made.errors)")
    return folder["in.mkv"]
  }

  @Test func aMovieBecomesY4M() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, "yuv420p10")
    let piped = try Tool.run(["convert", movie, "-"])
    let named = try Tool.run(["convert", movie, folder["out.y4m"]])
    #expect(piped.code == 0 && named.code == 0, "\(piped.errors)\(named.errors)")
    #expect(piped.output.starts(with: Data("YUV4MPEG2 W16 H8 F25:1 ".utf8)))
    #expect(try piped.output == folder.bytes("out.y4m"))
    let raw = try Tool.run(["convert", movie, "-", "--format", "raw"])
    #expect(raw.code == 0 && raw.output.count == 2 * 16 * 8 * 3 / 2, "\(raw.errors)")
    // A name without an ending says as little as a pipe.
    let unnamed = try Tool.run(["convert", movie, folder["out"]])
    #expect(try unnamed.code == 0 && folder.bytes("out") == piped.output, "\(unnamed.errors)")
  }

  @Test(arguments: [
    ("gbrp10", [], "yuv444p"), ("yuv420p10", ["--out-pixel-format", "p010"], "yuv420p10le"),
    ("yuv420p10", ["--out-pixel-format", "rgba64"], "yuv444p16le"),
    ("yuv422p10", ["--out-pixel-format", "y210"], "yuv422p10le"),
  ])
  func whatY4MCannotHoldIsRefusedWithWhatItCan(format: String, asked: [String], instead: String) throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, format)
    let refused = try Tool.run(["convert", movie, "-"] + asked)
    #expect(refused.code == 64 && refused.output.isEmpty, "\(refused.errors)")
    #expect(refused.errors.contains("--out-pixel-format \(instead)"), "\(refused.errors)")
    let made = try Tool.run(["convert", movie, "-", "--out-pixel-format", instead])
    #expect(made.code == 0 && made.output.starts(with: Data("YUV4MPEG2 ".utf8)), "\(made.errors)")
    let raw = try Tool.run(["convert", movie, "-", "--format", "raw"] + asked)
    #expect(raw.code == 0 && !raw.output.starts(with: Data("YUV4MPEG2 ".utf8)), "\(raw.errors)")
  }
}
