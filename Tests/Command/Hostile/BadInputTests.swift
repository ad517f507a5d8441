import Foundation
import Testing

/// A mistake that a user may make: how it is made, the exit code, and the words that the error sentence must contain.
struct Mistake: CustomTestStringConvertible, Sendable {
  let name: String
  let code: Int32
  let facts: [String]
  /// The arguments; the files that they need are made in a folder.
  let arguments: @Sendable (Folder) throws -> [String]

  init(_ name: String, _ code: Int32, _ facts: String..., arguments: @escaping @Sendable (Folder) throws -> [String]) {
    self.name = name
    self.code = code
    self.facts = facts
    self.arguments = arguments
  }

  var testDescription: String { name }

  /// Converts Y4M with this header.
  static func header(_ name: String, _ header: String, _ facts: String...) -> Mistake {
    var mistake = Mistake(name, 65) { folder in
      let input = try folder.file("in.y4m", Clips.y4m(frames: 1, header: header))
      return ["convert", input, folder["out.y4m"]] + Clips.tags
    }
    mistake = Mistake(copying: mistake, facts: facts)
    return mistake
  }

  /// Converts a good clip with these additional options.
  static func options(_ code: Int32, _ options: [String], _ facts: String...) -> Mistake {
    let mistake = Mistake(options.joined(separator: " "), code) { folder in
      let input = try folder.file("in.y4m", Clips.y4m(frames: 3))
      return ["convert", input, folder["out.y4m"]] + options
    }
    return Mistake(copying: mistake, facts: facts)
  }

  private init(copying mistake: Mistake, facts: [String]) {
    (name, code, arguments) = (mistake.name, mistake.code, mistake.arguments)
    self.facts = facts
  }
}

@Suite struct BadInputTests {
  static let files: [Mistake] = [
    Mistake("no such file", 66, "nowhere.y4m", "No such file") { folder in
      ["convert", folder["nowhere.y4m"], folder["out.y4m"]]
    },
    Mistake("a directory as input", 66, "is a directory") { folder in ["convert", folder.path, folder["out.y4m"]] },
    Mistake("raw without size", 64, "--size") { folder in
      ["convert", try folder.file("in.yuv", Clips.raw(frames: 1)), folder["out.y4m"], "--pixel-format", "yuv420p10"]
    },
    Mistake("raw without layout", 64, "--pixel-format") { folder in
      ["convert", try folder.file("in.yuv", Clips.raw(frames: 1)), folder["out.y4m"], "--size", "16x8"]
    },
    Mistake("a seed below 0", 64, "'-1'", "expected a whole number, 0 or more") { _ in
      ["conform", "--transfer", "pq", "--seed", "-1"]
    },
    Mistake("an offset in words", 64, "'x'", "expected a whole number") { _ in ["compare", "a", "b", "--offset", "x"] },
    Mistake("a limit below 0", 64, "--limit-mean", "-1") { _ in ["compare", "a", "b", "--limit-mean", "-1"] },
    Mistake("a size for a movie", 64, "--size is for raw frames", "states its own; leave --size out") { folder in
      let input = try folder.file("in.mkv", Data([0x1A, 0x45, 0xDF, 0xA3]) + Data(count: 60))
      return ["convert", input, folder["out.y4m"], "--size", "16x8"]
    },
    Mistake("the whole layout for a movie", 64, "--size is for raw frames", "leave --size out") { folder in
      let input = try folder.file("in.mkv", Data([0x1A, 0x45, 0xDF, 0xA3]) + Data(count: 188))
      return ["convert", input, folder["out.y4m"]] + Clips.rawOptions
    },
    Mistake("a size that does not divide the file", 65, "2 whole frames", "384") { folder in
      let input = try folder.file("in.yuv", Clips.raw(frames: 3).dropLast(7))
      return ["convert", input, folder["out.y4m"]] + Clips.rawOptions + Clips.tags
    },
    Mistake("an empty raw file", 65, "has no frames, but at least 1") { folder in
      ["convert", try folder.file("in.yuv"), folder["out.y4m"]] + Clips.rawOptions + Clips.tags
    },
    Mistake("a truncated last frame", 65, "2 whole", "384") { folder in
      let input = try folder.file("in.y4m", Clips.y4m(frames: 3).dropLast(7))
      return ["convert", input, folder["out.y4m"]] + Clips.tags
    },
    Mistake("a missing FRAME", 65, "FRAME") { folder in
      var clip = Clips.y4m(frames: 2)
      let second = clip.count - Clips.frameSize - 6
      clip.replaceSubrange(second..<second + 5, with: Data("GRAME".utf8))
      return ["convert", try folder.file("in.y4m", clip), folder["out.y4m"]] + Clips.tags
    },
    Mistake("an output directory that is not there", 73, "no/such", "does not exist") { folder in
      ["convert", try folder.file("in.y4m", Clips.y4m(frames: 1)), folder["no/such/out.y4m"]] + Clips.tags
    },
    Mistake("a full disk", 74, "/dev/full", "No space left") { folder in
      ["convert", try folder.file("in.y4m", Clips.y4m(frames: 1)), "/dev/full", "--format", "y4m"] + Clips.tags
    },
    Mistake("RGB into Y4M", 64, "gbrp", "Y4M", "--out-pixel-format") { folder in
      let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
      return ["convert", input, folder["out.y4m"], "--out-pixel-format", "gbrp"] + Clips.tags
    },
    Mistake("a color JSON that is not there", 66, "nowhere.json") { folder in
      [
        "convert", try folder.file("in.y4m", Clips.y4m(frames: 1)), folder["out.y4m"], "--color-json",
        folder["nowhere.json"],
      ]
    },
    Mistake("a color JSON that contradicts itself", 65, "smpte2084", "cicp") { folder in
      let json = try folder.file("c.json", Data(#"{"color": {"transfer": "smpte2084", "cicp": [9, 18, 9]}}"#.utf8))
      return ["convert", try folder.file("in.y4m", Clips.y4m(frames: 1)), folder["out.y4m"], "--color-json", json]
    },
    Mistake("a color JSON of another clip", 65, "16x8", "32x8") { folder in
      let json = try folder.file("c.json", Data(#"{"width": 32, "height": 8}"#.utf8))
      return ["convert", try folder.file("in.y4m", Clips.y4m(frames: 1)), folder["out.y4m"], "--color-json", json]
    },
  ]

  static let headers: [Mistake] = [
    .header("an unknown tag", "YUV4MPEG2 W16 H8 F25:1 Q9", "Q9"),
    .header("an unknown chroma tag", "YUV4MPEG2 W16 H8 F25:1 C999", "999"),
    .header("a zero dimension", "YUV4MPEG2 W16 H0 F25:1 C420p10", "H0"),
    .header("100 000 pixels across", "YUV4MPEG2 W100000 H8 F25:1 C420p10", "100000"),
    .header("interlaced", "YUV4MPEG2 W16 H8 F25:1 It C420p10", "interlaced"),
    .header("contradictory tags", "YUV4MPEG2 W16 H8 F25:1 Ip C420p10 XYSCSS=422P10", "420p10", "422P10"),
    .header("no Y4M at all", "MATROSKA", "YUV4MPEG2"),
  ]

  static let options: [Mistake] = [
    .options(65, ["--matrix", "gbr"], "identity", "yuv420p10le"),
    .options(64, ["--source-peak", "0", "--transfer", "pq"], "source peak", "0"),
    .options(64, ["--target-peak", "-5", "--transfer", "pq"], "-5"),
    .options(64, ["--reference-white", "nan"], "reference white"),
    .options(64, ["--viewing", "-3"] + Clips.tags, "the surround is -3 lux"),
    .options(64, ["--viewing", "bright"], "as-authored, dark, office, or a number of lux"),
    .options(
      64, ["--master-display", "G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(0.1,0.5)"], "0.1", "0.5"),
    .options(64, ["--max-cll", "bright"], "bright", "1000,400"),
    .options(64, ["--ambient", "314"], "314", "0.3127"),
    .options(64, ["--alpha", "associated"], "associated", "premultiplied", "straight", "ignore"),
    .options(64, ["--alpha-range", "16:235"], "16:235", "64-940"),
    .options(64, ["--out-alpha", "ignore"], "ignore", "premultiplied"),
    .options(64, ["--background", "#12345"], "#12345", "#RRGGBB"),
    .options(64, ["--background", "0.5,0.5,1.5"], "0.5,0.5,1.5", "0 to 1"),
    .options(64, ["--background-in", "light"], "--background"),
    .options(64, ["--background", "black", "--out-alpha", "straight"], "--background", "--out-alpha"),
    .options(64, ["--alpha", "ignore", "--background", "black"], "--alpha ignore", "--background"),
    .options(64, ["--primaries", "bt2O2O"], "bt2O2O", "bt2020"),
    .options(64, ["--transfer", "dolby"], "dolby", "arib-std-b67", "smpte2084"),
    .options(64, ["--pixel-format", "yuv999"], "yuv999", "yuv420p10le", "p010le"),
    .options(64, ["--to", "cinema"], "cinema", "sdr709", "p3-sdr"),
    .options(64, ["--tone-mapping", "magic"], "magic", "spline", "bt2390"),
    .options(64, ["--gamut-mapping", "magic"], "magic", "perceptual"),
    .options(64, ["--preserve-chroma", "1.5"], "chroma preservation", "1.5", "0 to 1"),
    .options(64, ["--preserve-chroma", "nan"], "chroma preservation", "nan"),
    .options(64, ["--preserve-chroma", "0", "--gamut-mapping", "clip"], "clip", "perceptual"),
    .options(64, ["--dither", "magic"], "magic", "blue-noise"),
    .options(64, ["--size", "16by8"], "16by8", "such as 16x9"),
    .options(64, ["--size", "32x16"], "32x16", "16x8"),
    .options(64, ["--start", "-1"], "--start", "-1"),
    .options(64, ["--fps", "-1"], "'-1'", "frames per second"), .options(64, ["--size", "-1x2"], "'-1x2'", "16x9"),
    .options(64, ["--chunk", "1.5"], "'1.5'", "expected a whole number"),
    .options(64, ["--frames", "0"], "--frames", "0"),
    .options(65, ["--start", "3"] + Clips.tags, "3 frames", "--start"),
    .options(64, ["--threads", "0"], "--threads", "0"),
    .options(64, ["--frobnicate"], "--frobnicate", "--help"),
    .options(65, ["--strict", "--transfer", "pq"], "strict", "primaries", "matrix"),
    .options(65, ["--strict", "--frames", "9"] + Clips.tags, "3 frames", "9"),
  ]

  @Test("Each mistake costs one line of reading", arguments: files + headers + options)
  func oneSentence(_ mistake: Mistake) throws {
    let folder = try Folder()
    let arguments = try mistake.arguments(folder)
    let before = try folder.names
    let outcome = try Tool.run(arguments + ["--progress", "none"].filter { _ in arguments.first == "convert" })
    #expect(outcome.code == mistake.code, "\(outcome.errors)")
    #expect(outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("tonemap: "))
    #expect(!outcome.errors.hasSuffix(".\n"))
    #expect(outcome.output.isEmpty)
    for fact in mistake.facts { #expect(outcome.errors.contains(fact), "\(outcome.errors)") }
    #expect(try folder.names == before, "a failure leaves no file behind")
  }
}
