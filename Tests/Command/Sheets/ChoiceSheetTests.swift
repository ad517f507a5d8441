import Foundation
import HDRMetadata
import TestSupport
import Testing

/// `tonemap sheet`: what it reports, and that each choice's command does what the page shows.
@Suite struct ChoiceSheetTests {
  /// A tiny HDR10 movie.
  private static func movie(_ folder: Folder, _ name: String = "in.mkv") throws {
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let made = try Tool.run(
      ["convert", clip, folder[name], "--to", "hdr10", "--video-codec", "ffv1", "--progress", "none"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
  }

  private struct Report: Decodable {
    struct Page: Decodable {
      let output: String
      let bytes: Int
      let choices: [Int]
    }
    struct Gray: Decodable { let code, nits: Double }
    struct Numbers: Decodable {
      let clipped: Double
      let hue, hue95, chroma, jod: Double?
    }
    struct Choice: Decodable {
      let name: String
      let command, tone_mapping, tone_mapping_variant, gamut_mapping: String?
      let gray, white: Gray
      let pictures: [Numbers]
      let same_as: Int?
    }
    struct LeftOut: Decodable { let tone_mapping, reason: String }
    let input: String
    let width, height: Int
    let seconds: [Double]
    let pages: [Page]
    let choices: [Choice]
    let left_out: [LeftOut]
  }

  private static func report(_ folder: Folder, _ words: [String]) throws -> Report {
    let outcome = try Tool.run(["sheet", "in.mkv", "out.html", "--no-jod", "--json"] + words, in: folder)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: outcome.output)
  }

  /// A program that measures the pictures ends with this one, and so does the folder of pictures.
  @Test(arguments: ["TERM", "HUP"]) func aSignalLeavesNothing(signal: String) throws {
    let folder = try Folder()
    try Self.movie(folder)
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkdir programs files; printf '#!/bin/sh\\necho $$ >started\\nexec sleep 60\\n' > programs/cvvdp; chmod +x programs/cvvdp
      PATH=$PWD/programs:$PATH TMPDIR=$PWD/files tonemap sheet in.mkv out.html --tone-mapping clip --gamut-mapping clip --width 16 2> /dev/null & us=$!
      for i in $(seq 100); do [ -s started ] && break; sleep 0.1; done
      ls files | wc -l; kill -\(signal) $us; wait $us; echo $?; ls files | wc -l; kill -0 $(cat started) 2> /dev/null; echo $?; ls out.html 2> /dev/null
      """)
    let code = signal == "TERM" ? "143" : "129"
    #expect(outcome.text.split(whereSeparator: \.isWhitespace) == ["1", code[...], "0", "1"], "\(outcome.text)")
  }

  /// A name that begins as options do is printed with its folder.
  @Test func aCommandsOutputIsNoOption() throws {
    let folder = try Folder()
    try Self.movie(folder, "--onx.mkv")
    let words = [
      "./--onx.mkv", "out.html", "--tone-mapping", "clip", "--gamut-mapping", "clip", "--width", "16", "--no-jod",
      "--json",
    ]
    let outcome = try Tool.run(["sheet"] + words, in: folder)
    #expect(outcome.text.contains("tonemap convert ./--onx.mkv ./--onx-sdr.mkv "), "\(outcome.text)\(outcome.errors)")
  }

  /// Each command is one that can be copied, and runs.
  @Test(.enabled(if: Encoder.h264, "needs an encoder of H.264"))
  func theCommandOfEachChoiceWorks() throws {
    let folder = try Folder()
    try Self.movie(folder)
    let tags = ["--saturation", "0.9", "--reference-white=100"]
    let report = try Self.report(folder, ["--at", "0", "--width", "16"] + tags)
    #expect(report.choices[0].name == "untouched" && report.choices[0].command == nil)
    #expect(report.choices.count > 150 && Set(report.left_out.map(\.tone_mapping)) == ["st2094-40", "st2094-50"])
    for choice in report.choices.dropFirst() {
      let command = try #require(choice.command)
      let words = command.split(separator: " ").map(String.init)
      #expect(
        words.starts(with: [
          "tonemap", "convert", "in.mkv", "in-sdr.mkv", "--saturation", "0.9", "--reference-white=100",
        ]), "\(command)")
      // All of each kind are run, but not all combinations.
      let isRun =
        choice.gamut_mapping == "perceptual"
        || choice.tone_mapping == "spline" && choice.tone_mapping_variant == "rgb"
      guard isRun else { continue }
      let outcome = try Tool.run(Array(words.dropFirst()) + ["--progress", "none"], in: folder)
      #expect(
        outcome.code == 0 && !outcome.errors.contains("nothing in this conversion"), "\(command): \(outcome.errors)")
    }
  }

  /// A page has one curve for all pictures, though `convert` would follow the light that each frame states.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"))
  func theCommandHasTheCurveOfThePage() throws {
    let folder = try Folder()
    var window = HDR10PlusMetadata.Window()
    (window.maximumComponents, window.averageMaxRGB) = ([4000, 0, 0], 1000)
    let payload = try HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 400).payload()
    let plain = try HEVCMessages.stream(frames: 2, in: folder)
    _ = try folder.file("a.hevc", HEVCMessages.adding([(4, payload), (4, payload)], to: plain))
    try FFmpegProgram.make("-i a.hevc -c copy in.mkv", in: folder)
    let words = ["--tone-mapping", "spline,st2094-40", "--gamut-mapping", "clip", "--at", "0", "--width", "16"]
    let outcome = try Tool.run(["sheet", "in.mkv", "out.html", "--no-jod", "--json"] + words, in: folder)
    #expect(outcome.code == 0 && !outcome.errors.contains("light of each frame"), "\(outcome.errors)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    let command = try #require(report.choices[1].command)
    #expect(report.choices[1].tone_mapping == "spline" && command.hasSuffix(" --dynamics off"), "\(command)")
  }

  /// Lists may be in one option or in several.
  @Test func choicesAreListed() throws {
    let folder = try Folder()
    try Self.movie(folder)
    let words = [
      "--tone-mapping", "hable,spline", "--tone-mapping", "bt2390", "--tone-mapping-variant", "rgb,luminance",
    ]
    let report = try Self.report(folder, words + ["--gamut-mapping", "clip", "--at", "0", "--at", "100%"])
    let names = ["hable", "spline", "bt2390"].flatMap { ["\($0), rgb, clip", "\($0), luminance, clip"] }
    #expect(report.choices.map(\.name) == ["untouched"] + names)
    #expect(report.seconds == [0, 0.04] && report.choices.allSatisfy { $0.pictures.count == 2 })
    #expect(report.pages.count == 1 && report.pages[0].choices == Array(0...6))
    #expect(try folder.bytes("out.html").count == report.pages[0].bytes)
    for (word, fault) in [
      ("--tone-mapping=spline,nonsense", "expected one of"), ("--gamut-mapping=clip,", "expected one of"),
      ("--width=0", "1 to 65500"), ("--at=x", "--at"),
    ] {
      let outcome = try Tool.run(["sheet", "in.mkv", "out.html", word], in: folder)
      #expect(outcome.code == 64 && outcome.errors.contains(fault), "\(outcome.errors)")
    }
    let picture = try Tool.run(["sheet", "in.mkv", "out.png"], in: folder)
    #expect(picture.code == 64 && picture.errors.contains("name an .html file"), "\(picture.errors)")
  }

  /// A page goes to a pipe too; SDR is refused.
  @Test func pagesArePiped() throws {
    let folder = try Folder()
    try Self.movie(folder)
    let words = ["--tone-mapping", "spline", "--gamut-mapping", "clip", "--no-jod", "--json", "--at", "0"]
    let outcome = try Tool.run(["sheet", "in.mkv", "-"] + words, in: folder)
    #expect(outcome.code == 0 && outcome.text.hasPrefix("<!doctype html>") && outcome.text.hasSuffix("</html>\n"))
    #expect(outcome.errors.contains("\"gray\""))
    let made = try Tool.run(["convert", "in.mkv", "sdr.mkv", "--video-codec", "ffv1"], in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let sdr = try Tool.run(["sheet", "sdr.mkv", "sdr.html"], in: folder)
    #expect(sdr.code == 65 && sdr.errors.contains("is SDR"), "\(sdr.errors)")
    #expect(!(try folder.names).contains("sdr.html"))
  }
}
