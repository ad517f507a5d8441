import Foundation
import MediaFiles
import TestSupport
import Testing
import ToneMapping

import ToneMapCommand
import Transcoding

/// Every setting that a fix names has an option.
@Suite struct FixTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")

  private func options(in text: String) -> Set<String> {
    Set(text.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) })
  }

  /// Every setting that a module declares, by its name, with the values that it has.
  private static let settings: [String: [Fix.Setting]] = [
    "stated": TagProperty.allCases.map { .stated($0) }, "look": Look.Part.allCases.map { .look($0) },
    "trust": MetadataTrust.allCases.map { .trust($0) }, "alpha": AlphaMode.allCases.map { .alpha($0) },
    "transferPQ": [.transferPQ], "transferHLG": [.transferHLG], "transferBT709": [.transferBT709],
    "primaries": [.primaries(.sGamut3), .primaries(Gamut(.bt2020))], "alphaCodes": [.alphaCodes],
    "sourcePeak": [.sourcePeak], "displayPeak": [.displayPeak], "surround": [.surround(.lux(0.0001))],
    "lattice": [.lattice(size: nil), .lattice(size: 33)], "outputFormat": [.outputFormat], "frames": [.frames(5..<9)],
    "tagging": [.tagging], "strict": [.strict],
  ]

  /// Settings are declared in the module that owns them; none is without an option, nor missing above.
  @Test func optionsOfFixesExist() throws {
    let known = options(in: try Tool.run(["convert", "--help-hidden"]).text)
    for setting in Self.settings.values.joined() where setting != .tagging && setting.key != "lattice" {
      let option = try #require(setting.option, "\(setting.key)")
      let named = options(in: option)
      #expect(!named.isEmpty && named.isSubset(of: known), "\(option)")
    }
    #expect(Fix.Setting.tagging.option == "tonemap tag")
    #expect(try Tool.run(["tag", "--help"]).code == 0)
    #expect(Fix.Setting(key: "unheard-of", spelling: "").option == nil)
    // A table in place of curves is a choice of programs; users of the command make a LUT.
    #expect(Fix.Setting.lattice(size: 33).option == nil)
    let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path))
    let keys = Set(Self.settings.values.joined().map(\.key))
    var names: Set<String> = []
    // Where settings have the names of options, none is declared.
    let others = ["ToneMapCommand/", "Transcoding/Options/"]
    for case let file as String in files where file.hasSuffix(".swift") && !others.contains(where: file.hasPrefix) {
      let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      for part in "\n\(text)".components(separatedBy: "\nextension Fix.Setting {").dropFirst() {
        let body = part.prefix(upTo: part.firstRange(of: "\n}")?.lowerBound ?? part.endIndex)
        names.formUnion(body.matches(of: /public static (?:let|func) (\w+)/).map { String($0.output.1) })
        for match in body.matches(of: /key: "([^"]+)"/) { #expect(keys.contains(String(match.output.1)), "\(file)") }
      }
    }
    #expect(names == Set(Self.settings.keys))
  }

  /// Each setting of a job has an option.
  @Test func settingsOfJobsHaveOptions() throws {
    let text = try String(
      contentsOf: Self.sources.appending(path: "Transcoding/Settings/Fix+Settings.swift"), encoding: .utf8)
    let keys = Set(text.matches(of: /of\("([A-Za-z0-9]+)"/).map { String($0.output.1) })
    #expect(keys.count > 50)
    let help = try [["convert"], ["thumbnail"], ["measure", "frames"], ["compare"], ["lut", "make"], ["tag"]].map {
      try Tool.run($0 + ["--help-hidden"]).text
    }.joined()
    for key in keys {
      let option = try #require(Fix.Setting(key: key, spelling: "").option, "\(key)")
      #expect(help.contains("\(option) ") || help.contains("\(option)\n"), "\(option)")
    }
  }

  /// The values as options take them.
  @Test func optionsHaveTheValues() {
    let cases: [(Fix.Setting, String)] = [
      (.stated(.contentLight), "--max-cll"), (.stated(.mastering), "--master-display"),
      (.stated(.chromaLocation), "--chroma-location"), (.transferPQ, "--transfer pq"),
      (.primaries(.sGamut3), "--primaries s-gamut3"), (.trust(.never), "--trust-metadata never"),
      (.alpha(AlphaMode.premultiplied), "--alpha premultiplied"), (.surround(.lux(0.0001)), "--viewing 0.0001"),
      (.look(.contrast), "--contrast"),
      (.frames(5..<9), "--start 5 --frames 4"),
    ]
    for (setting, option) in cases { #expect(setting.option == option) }
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
      (["--remove", "clli"], "--delete NAME"),
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
