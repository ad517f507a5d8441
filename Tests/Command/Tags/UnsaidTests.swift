import Foundation
import TestSupport
import Testing

/// Information that is dropped or cannot be expressed is reported.
@Suite struct UnsaidTests {
  private func convert(_ options: [String], to name: String = "out.y4m") throws -> Tool.Outcome {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    return try Tool.run(["convert", input, folder[name], "--progress", "none"] + Clips.tags + options)
  }

  @Test(
    "A place of chroma that Y4M has no name for",
    arguments: [
      ["--out-chroma-location", "top"], ["--out-chroma-location", "bottomleft"], ["--to", "hdr10"],
      ["--to", "hlg", "--out-chroma-location", "center"],
    ]) func whereChromaLies(options: [String]) throws
  {
    let outcome = try convert(options)
    #expect(outcome.code == 0)
    #expect(
      outcome.complaints.filter { $0.contains("Y4M cannot state that the chroma location of yuv420p") }.count == 1,
      "\(outcome.errors)")
    let strict = try convert(options + ["--strict"])
    #expect(strict.code == 65 && strict.errors.contains("Y4M cannot state"), "\(strict.errors)")
    let raw = try convert(options + ["--strict"], to: "out.yuv")
    #expect(raw.code == 0 && raw.errors.isEmpty, "raw frames say nothing, and what lies beside them all: \(raw.errors)")
  }

  @Test(
    "A place of chroma that Y4M names, or that readers take",
    arguments: [
      ["--out-chroma-location", "left"], ["--out-chroma-location", "center"], ["--out-chroma-location", "topleft"],
      ["--to", "hdr10", "--out-chroma-location", "left"], ["--out-pixel-format", "yuv444p"],
      ["--out-pixel-format", "yuv422p", "--out-chroma-location", "topleft"],
    ]) func whereChromaIsKnownToLie(options: [String]) throws
  {
    let outcome = try convert(options + ["--strict"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "A place of chroma, or a range, that a codec and a container cannot state",
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libaom-av1", "libvpx-vp9", "prores_ks")),
    arguments: [
      ("out.mp4", "vp9", ["--out-chroma-location", "center"], "vp9 in .mp4 cannot state that the chroma location"),
      ("out.mp4", "libaom-av1", ["--out-chroma-location", "bottom"], "av1 in .mp4 cannot state that the chroma"),
      ("out.mkv", "ffv1", ["--out-chroma-location", "bottom"], "ffv1 in .mkv cannot state that the chroma location"),
      ("out.mov", "ffv1", ["--to", "hdr10"], "ffv1 in .mov cannot state that the chroma location"),
      ("out.avif", nil, ["--out-chroma-location", "center"], "AVIF cannot state that the chroma location"),
      ("out.mov", "ffv1", ["--out-range", "full"], "ffv1 in .mov cannot state that the range is full"),
      ("out.mov", "prores", ["--out-range", "full"], "prores in .mov cannot state that the range is full"),
      ("out.mov", "rawvideo", ["--out-range", "full"], "rawvideo in .mov cannot state that the range is full"),
    ] as [(String, String?, [String], String)])
  func whatIsNotStated(name: String, codec: String?, options: [String], loss: String) throws {
    let options = options + (codec.map { ["--video-codec", $0] } ?? [])
    let outcome = try convert(options, to: name)
    #expect(outcome.code == 0 && outcome.complaints.filter { $0.contains(loss) }.count == 1, "\(outcome.errors)")
    let strict = try convert(options + ["--strict"], to: name)
    #expect(strict.code == 65 && strict.errors.contains(loss), "\(strict.errors)")
  }

  @Test(
    "A place of chroma that a codec or a container states",
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libaom-av1", "libvpx-vp9")),
    arguments: [
      ("out.mp4", "libaom-av1", "topleft"), ("out.mp4", "libaom-av1", "left"), ("out.mp4", "vp9", "topleft"),
      ("out.mp4", "vp9", "left"), ("out.mkv", "ffv1", "center"), ("out.avif", nil, "topleft"),
    ] as [(String, String?, String)])
  func whereChromaIsStated(name: String, codec: String?, location: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["--out-chroma-location", location, "--strict"] + (codec.map { ["--video-codec", $0] } ?? [])
    let outcome = try Tool.run(["convert", input, folder[name], "--progress", "none"] + Clips.tags + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let info = try Tool.run(["info", folder[name]])
    let line = info.text.split(separator: "\n").first { $0.hasPrefix("chroma location") }
    #expect(line?.hasSuffix(" \(location)") == true, "\(info.text)")
  }

  /// The box of VP9 has numbers for left and top-left, and none for unknown.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libvpx-vp9"))) func vp9IsNotSaidToBeTopLeft() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["--out-chroma-location", "center", "--video-codec", "vp9", "--progress", "none"]
    #expect(try Tool.run(["convert", input, folder["out.mp4"]] + Clips.tags + options).code == 0)
    let info = try Tool.run(["info", folder["out.mp4"]])
    #expect(!info.text.contains("topleft"), "\(info.text)")
  }

  @Test("The light around the display of SDR", arguments: [["--viewing", "office"], ["--viewing", "20"]])
  func viewingOfSDR(options: [String]) throws {
    func explain(_ transfer: String, _ options: [String]) throws -> Tool.Outcome {
      try Tool.run(
        ["explain", "--primaries", "bt2020", "--transfer", transfer, "--matrix", "bt2020nc", "--range", "tv"]
          + ["--chroma-location", "topleft"] + (transfer == "bt709" ? [] : ["--source-peak", "1000"]) + options)
    }
    let told = try explain("bt709", options)
    #expect(told.code == 0 && told.text.contains("the viewing light affects only HDR sources"))
    #expect(try explain("bt709", options + ["--strict"]).code == 65)
    #expect(try explain("bt709", ["--strict"]).code == 0)
    #expect(try explain("bt709", ["--viewing", "as-authored", "--strict"]).code == 0)
    for transfer in ["smpte2084", "arib-std-b67"] { #expect(try explain(transfer, options + ["--strict"]).code == 0) }
  }
}
