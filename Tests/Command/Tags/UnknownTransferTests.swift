import Foundation
import Testing

/// A source whose transfer nobody states: what is inferred, what is refused, and what is reported.
@Suite struct UnknownTransferTests {
  private static let choices = ["--transfer pq", "--transfer hlg", "--transfer bt709"]

  private func convert(_ clip: Data, _ options: [String]) throws -> (outcome: Tool.Outcome, names: [String]) {
    let folder = try Folder()
    let input = try folder.file("in.y4m", clip)
    let outcome = try Tool.run(["convert", input, folder["out.y4m"], "--progress", "none"] + options)
    return (outcome, try folder.names)
  }

  @Test(
    "More than 8 bits could be PQ, HLG or SDR",
    arguments: [
      [], ["--primaries", "bt2020"], ["--matrix", "bt2020nc"], ["--range", "tv"], ["--primaries", "smpte432"],
    ])
  func refused(options: [String]) throws {
    let (outcome, names) = try convert(Clips.y4m(frames: 1), options)
    #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
    for choice in Self.choices { #expect(outcome.errors.contains(choice), "\(outcome.errors)") }
    #expect(names == ["in.y4m"])
    let explained = try Tool.run(["explain"] + options)
    #expect(explained.code == 64 && explained.errors.contains("--transfer hlg"), "\(explained.errors)")
  }

  @Test(
    "HDR metadata without a transfer means PQ",
    arguments: [
      ["--max-cll", "1000,400"],
      ["--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"],
    ])
  func metadataMeansPQ(options: [String]) throws {
    let (outcome, _) = try convert(Clips.y4m(frames: 1), options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let told = outcome.complaints.filter { $0.hasPrefix("tonemap: assumed: ") && $0.contains("assuming PQ") }
    #expect(told.count == 1, "\(outcome.errors)")
    let stated = try convert(Clips.y4m(frames: 1), options + ["--transfer", "pq"]).outcome
    #expect(!stated.errors.contains("assuming PQ"))
    let strict = try convert(Clips.y4m(frames: 1), options + ["--strict"]).outcome
    #expect(strict.code == 65 && strict.errors.contains("assuming PQ"), "\(strict.errors)")
  }

  @Test func colorJSONWithHDR10PlusMeansPQ() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let json = try folder.file(
      "in.json", Data(#"{"color": {"primaries": "bt2020"}, "metadata": {"hdr10plus": {"present": true}}}"#.utf8))
    let outcome = try Tool.run(["convert", input, folder["out.y4m"], "--color-json", json, "--progress", "none"])
    #expect(outcome.code == 0 && outcome.errors.contains("HDR10+ metadata; assuming PQ"), "\(outcome.errors)")
  }

  @Test("The tags of an SDR system leave SDR alone", arguments: [["--primaries", "bt709"], ["--matrix", "bt709"]])
  func sdrTags(options: [String]) throws {
    let (outcome, _) = try convert(Clips.y4m(frames: 1), options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing to map: the source is SDR"), "\(outcome.errors)")
  }

  @Test func eightBitsAreSDRAndItIsTold() throws {
    let folder = try Folder()
    let input = try folder.file(
      "in.y4m", Data("YUV4MPEG2 W4 H2 F25:1 Ip C420\nFRAME\n".utf8) + Data(repeating: 128, count: 12))
    let outcome = try Tool.run(["convert", input, folder["out.y4m"], "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    // The primaries of SD are converted.
    #expect(outcome.errors.contains("no light to map: the source is SDR"), "\(outcome.errors)")
    #expect(outcome.errors.contains("transfer"), "\(outcome.errors)")
    let toHDR = try Tool.run(["convert", input, folder["hdr.y4m"], "--to", "hdr10", "--progress", "none"])
    #expect(toHDR.code == 0 && !toHDR.errors.contains("to map: "), "\(toHDR.errors)")
  }

  @Test func infoTellsThatAConversionWouldBeRefused() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let outcome = try Tool.run(["info", input])
    #expect(outcome.code == 0 && outcome.text.contains("would be refused the source has 10 bits"), "\(outcome.text)")
    let json = try Tool.run(["info", input, "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let track = try #require((object["tracks"] as? [[String: Any]])?.first)
    #expect((track["refusal"] as? String)?.contains("--transfer pq") == true)
    #expect(try Tool.run(["info", input, "--strict"]).code == 64)
  }

  @Test func explainTellsIt() throws {
    let sdr = try Tool.run(["explain", "--transfer", "bt709"])
    #expect(sdr.text.contains("note            nothing to map: the source is SDR"), "\(sdr.text)")
    let hdr = try Tool.run(["explain", "--transfer", "hlg"])
    #expect(!hdr.text.contains("nothing to map"))
  }
}
