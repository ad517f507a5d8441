import Foundation
import HDRMetadata
import TestSupport
import Testing

import ToneMapCommand
import Transcoding

/// Every setting that a fix names has an option.
@Suite struct FixTests {
  @Test func eachSettingHasAnOption() throws {
    let help = try [["convert"], ["thumbnail"], ["measure", "frames"], ["compare"], ["lut", "make"], ["tag"]].map {
      try Tool.run($0 + ["--help-hidden"]).text
    }.joined()
    // Kinds of sources are named by programs in other languages, and a table in place of curves is a choice of programs.
    for setting in SettingName.allCases where ![.tag, .measure, .source, .lookAhead, .latticeSize].contains(setting) {
      let option = OptionStyle.words.name(setting)
      #expect(help.contains("\(option) ") || help.contains("\(option)\n"), "\(option)")
    }
    for setting in [SettingName.tag, .measure] {
      let words = OptionStyle.words.name(setting).split(separator: " ").map(String.init)
      #expect(words[0] == "tonemap")
      #expect(try Tool.run(words.dropFirst() + ["--help"]).code == 0)
    }
  }

  /// The names and the values as users of each kind write them.
  @Test func facesHaveTheValues() {
    let cases: [(Fix, String, String, String)] = [
      ("\(.maxCLL)", "--max-cll", "max_cll", "StaticMetadata.contentLight"),
      ("\(.outHDR10plus)", "--out-hdr10plus", "out_hdr10plus", "OutputSettings.hdr10Plus"),
      ("\(.transfer, "pq")", "--transfer pq", "transfer=\"pq\"", "ColorDescription.transfer = pq"),
      ("\(.viewing, 0.0001)", "--viewing 0.0001", "viewing=0.0001", "MappingSettings.surround = 0.0001"),
      ("\(.tag)", "tonemap tag", "tonemap tag", "TagEdit"),
      (
        "\(.latticeSize, 33)", "PlanOptions.latticeSize = 33", "PlanOptions.latticeSize = 33",
        "PlanOptions.latticeSize = 33"
      ),
    ]
    for (fix, option, key, property) in cases {
      #expect(fix.text(in: .words) == option && fix.text(in: .keys) == key && "\(fix)" == property)
    }
  }

  private static let matroskaTags = [
    ["--primaries", "bt2020", "--transfer", "pq", "--matrix", "bt2020nc", "--range", "tv", "--max-cll", "1000,400"],
    ["--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"],
  ]

  /// `tag` cannot write Matroska, and names the tool that can, with the very values.
  @Test func matroskaIsTaggedByMkvpropedit() throws {
    let folder = try Folder()
    let file = try folder.file("in.mkv", Data([0x1A, 0x45, 0xDF, 0xA3, 0x80]))
    let (tags, display) = (Self.matroskaTags[0], Self.matroskaTags[1])
    let cases: [([String], String)] = [
      (
        tags,
        "use mkvpropedit FILE --edit track:v1 --set colour-matrix-coefficients=9"
          + " --set colour-transfer-characteristics=16 --set colour-primaries=9 --set colour-range=1"
          + " --set max-content-light=1000 --set max-frame-light=400"
      ),
      (
        display,
        "--set chromaticity-coordinates-red-x=0.68 --set chromaticity-coordinates-red-y=0.32"
      ),
      (display, "--set max-luminance=1000 --set min-luminance=0.005"),
      (["--remove", "clli"], "FILE --edit track:v1 --delete max-content-light --delete max-frame-light"),
    ]
    for (options, command) in cases {
      let outcome = try Tool.run(["tag", file, folder["out.mkv"]] + options)
      #expect(
        outcome.code == 65 && outcome.complaints.count == 1 && outcome.errors.contains(command), "\(outcome.errors)")
    }
    let stream = try folder.file("in.ivf", Data("DKIF".utf8) + Data(count: 40))
    let other = try Tool.run(["tag", stream, folder["out.ivf"], "--transfer", "pq"])
    #expect(other.code == 65 && other.errors.contains("ffmpeg -i FILE -c copy"), "\(other.errors)")
    #expect(try folder.names == ["in.ivf", "in.mkv"])
  }

  @Test(.enabled(if: OtherPrograms.has("mkvpropedit", "ffmpeg"), "needs mkvpropedit and ffmpeg"))
  func mkvpropeditTakesWhatIsAdvised() throws {
    let folder = try Folder()
    let made = try Tool.shell(
      "ffmpeg -v error -y -f lavfi -i testsrc2=s=64x48:d=0.1 -c:v mpeg4 \(folder["real.mkv"])")
    #expect(made.code == 0, "\(made.errors)")
    for options in Self.matroskaTags {
      let advice = try Tool.run(["tag", folder["real.mkv"], folder["out.mkv"]] + options).errors
      let arguments = advice.split(separator: "FILE ").last.map(String.init) ?? ""
      let edited = try Tool.shell("mkvpropedit \(folder["real.mkv"]) \(Script(printed: arguments))")
      #expect(edited.code == 0, "\(edited.text)")
    }
    let told = try Tool.run(["info", folder["real.mkv"]]).text
    #expect(told.contains("smpte2084, PQ") && told.contains("P3-D65, 0.005…1000 cd/m²"), "\(told)")
  }
}
