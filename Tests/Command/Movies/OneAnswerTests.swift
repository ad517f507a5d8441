import Foundation
import TestSupport
import Testing

/// One file has one answer: `info`, `explain`, `thumbnail`, `measure` and `convert` read the same of it, whatever its container, its name and its layout.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct OneAnswerTests {
  private static func ffmpeg(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-v", "error", "-y"] + arguments
    (process.standardInput, process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
    )
    try process.runToEnd()
    return process.terminationStatus == 0
  }

  private static let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2"]
  private static let pq = ["-color_primaries", "bt2020", "-color_trc", "smpte2084"]

  /// What `info` says of the first track, and the plans of `explain` and `convert`.
  private static func answers(_ path: String, _ folder: Folder, _ options: [String] = []) throws -> (
    track: [String: Any], plans: [NSDictionary]
  ) {
    let info = try Tool.run(["info", path, "--json"] + options)
    #expect(info.code == 0, "\(info.errors)")
    let document = try #require(try JSONSerialization.jsonObject(with: info.output) as? [String: Any])
    let track = try #require((document["tracks"] as? [[String: Any]])?.first)
    #expect(track["refusal"] is NSNull, "\(track["refusal"] ?? "")")
    let plans = try [["explain", path], ["convert", path, folder["out.yuv"], "--progress", "none"]].map { words in
      let outcome = try Tool.run(words + ["--json"] + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let report = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      return try #require(report?["plan"] as? NSDictionary)
    }
    let thumbnail = try Tool.run(["thumbnail", path, folder["out.png"], "--width", "32"] + options)
    let measure = try Tool.run(["measure", path] + options)
    #expect(thumbnail.code == 0 && measure.code == 0, "\(thumbnail.errors)\(measure.errors)")
    return (track, plans)
  }

  @Test(
    arguments: [
      ("a.ts", ["-c:v", "mpeg2video", "-f", "mpegts"], "yuv420p"),
      ("a.bin", ["-c:v", "mpeg2video", "-f", "mpegts"], "yuv420p"),
      ("a", ["-c:v", "rawvideo", "-pix_fmt", "bgr24", "-f", "avi"], "bgr24"),
      ("a.avi", ["-c:v", "huffyuv", "-pix_fmt", "rgb24"], "gbrp"),
      ("a.mpg", ["-c:v", "mpeg2video", "-f", "mpeg"], "yuv420p"),
      ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"], "gbrp"),
      ("a.mov", ["-c:v", "qtrle", "-pix_fmt", "argb"], "gbrap"),
      ("b.mov", ["-c:v", "png", "-pix_fmt", "rgb48be"] + pq, "gbrp16le"),
      ("b.mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrp12le"] + pq, "gbrp12le"),
      ("a.jpg", ["-frames:v", "1", "-pix_fmt", "yuvj420p"], "yuv420p"),
      ("a.tiff", ["-frames:v", "1", "-pix_fmt", "rgb24"], "rgb24"),
      ("a.ppm", ["-frames:v", "1"], "rgb24"),
    ])
  func allCommandsAgree(name: String, encoding: [String], format: String) throws {
    let folder = try Folder()
    try #require(try Self.ffmpeg(Self.source + encoding + [folder[name]]))
    let (track, plans) = try Self.answers(folder[name], folder)
    #expect(track["pix_fmt"] as? String == format && track["width"] as? Int == 64 && track["height"] as? Int == 48)
    #expect(plans[0] == plans[1])
  }

  /// RGB has no matrix: one that is stated is ignored, which is reported and no assumption.
  @Test(arguments: [[], ["-colorspace", "bt2020nc"]]) func rgbHasNoMatrix(stated: [String])
    throws
  {
    let folder = try Folder()
    let made = try Self.ffmpeg(
      Self.source + ["-c:v", "r210", "-pix_fmt", "gbrp10le"] + Self.pq + stated + [folder["a.mov"]])
    try #require(made)
    let (track, plans) = try Self.answers(folder["a.mov"], folder, ["--max-cll", "993,119"])
    #expect(track["pix_fmt"] as? String == "gbrp10le" && plans[0] == plans[1])
    let isReported = "\(plans[0])".contains("matrix-of-rgb")
    #expect(isReported == !stated.isEmpty, "\(plans[0])")
    let strict = try Tool.run(["explain", folder["a.mov"], "--strict", "--max-cll", "993,119"])
    #expect(strict.code == 0, "\(strict.errors)")
  }

  /// More than 8 bits without a transfer could be anything, in a TIFF as in a PNG; what the refusal names works.
  @Test func aDeepPictureNeedsItsTransfer() throws {
    let folder = try Folder()
    try #require(try Self.ffmpeg(Self.source + ["-frames:v", "1", "-pix_fmt", "rgb48le", folder["a.tiff"]]))
    let refused = try Tool.run(["convert", folder["a.tiff"], folder["a.png"]])
    #expect(refused.code == 64 && refused.errors.contains("--transfer pq"), "\(refused.errors)")
    let made = try Tool.run(["convert", folder["a.tiff"], folder["a.png"], "--transfer", "pq"])
    #expect(made.code == 0, "\(made.errors)")
  }

  /// Frames whose layout an option gives stay raw frames, whatever they look like.
  @Test func aLayoutMeansRawFrames() throws {
    let folder = try Folder()
    try #require(try Self.ffmpeg(Self.source + ["-c:v", "mpeg2video", "-f", "mpegts", folder["a.bin"]]))
    let info = try Tool.run(["info", folder["a.bin"], "--size", "2x94", "--pixel-format", "gray", "--json"])
    #expect(info.code == 0 && info.text.contains("\"raw\""), "\(info.errors)\(info.text)")
  }
}
