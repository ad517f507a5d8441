import Foundation
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
