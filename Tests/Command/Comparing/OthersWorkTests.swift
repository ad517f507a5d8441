import Foundation
import TestSupport
import Testing

/// `tonemap compare` on what FFmpeg made: faults that it planted, and work of it that is right.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct OthersWorkTests {
  private static let coded = ["-c:v", "ffv1"]

  private static func tagged(_ transfer: String, _ matrix: String) -> String {
    "setparams=range=tv:color_primaries=bt2020:color_trc=\(transfer):colorspace=\(matrix)"
  }

  /// Three flat colors, and a picture with details, as FFmpeg makes them.
  private static let cards =
    "color=c=0x803020:s=96x64:r=25,drawbox=x=10:y=8:w=40:h=30:c=0x208040:t=fill,drawbox=x=60:y=20:w=20:h=30:c=0x4040a0:t=fill"
  private static let details = "mandelbrot=s=320x180:r=25"

  @Test(arguments: [
    // The same codes under another tag, in a picture of few colors.
    (cards, "smpte2084", ["-vf", tagged("smpte2084", "bt709")] + coded, "b.mkv", ["matrix"]),
    (cards, "smpte2084", ["-vf", tagged("arib-std-b67", "bt2020nc")] + coded, "b.mkv", ["pq-as-hlg"]),
    // A screenshot that states nothing.
    (
      details, "arib-std-b67", ["-frames:v", "1", "-vf", "scale=in_color_matrix=bt2020", "-pix_fmt", "rgb24"],
      "b.png", ["hdr-as-sdr"]
    ),
    // A movie whose times are moved by parts of a frame.
    (details, "arib-std-b67", ["-output_ts_offset", "0.025", "-c", "copy"], "b.mkv", []),
    // A mapping.
    (
      details, "arib-std-b67",
      [
        "-vf",
        "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p",
        "-c:v", "libx264", "-crf", "18",
      ], "b.mkv", []
    ),
  ])
  func isNamedOrLeftAlone(
    picture: String, transfer: String, change: [String], name: String, names: [String]
  ) throws {
    let folder = try Folder()
    let (first, second) = (folder["a.mkv"], folder[name])
    try Programs.ffmpeg(
      [
        "-f", "lavfi", "-i", picture, "-frames:v", "8", "-vf",
        "scale=out_range=tv,format=yuv420p10le,\(Self.tagged(transfer, "bt2020nc"))",
      ] + Self.coded + [first])
    try Programs.ffmpeg(["-i", first] + change + [second])
    let outcome = try Tool.run(["compare", first, second, "--json"])
    let report = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any], "\(outcome.errors)")
    let found = try #require(report["diagnosis"] as? [[String: Any]])
    #expect(found.map { $0["code"] as? String } == names, "\(found)")
    #expect(report["geometry"] as? [String: Any] == nil)
  }
}
