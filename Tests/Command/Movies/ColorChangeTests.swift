import Foundation
import TestSupport
import Testing

/// Movies whose color changes: each part is read by its own tags.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct ColorChangeTests {
  /// A second of HLG and a second of SDR, apart and joined both ways, as pictures of 64×48; names such as `hlg.ts` and `hlg-sdr.ts`.
  private static func make(_ ending: String, in folder: Folder) throws {
    for (name, tags) in [
      ("hlg", "-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc"),
      ("sdr", "-color_primaries bt709 -color_trc bt709 -colorspace bt709"),
    ] {
      try FFmpegProgram.make(
        "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -preset ultrafast -bf 0 -pix_fmt yuv420p -color_range tv"
          + " -chroma_sample_location left \(tags) \(name).ts", in: folder)
      if ending != "ts" { try FFmpegProgram.make("-i \(name).ts -c copy \(name).\(ending)", in: folder) }
    }
    for (one, other) in [("hlg", "sdr"), ("sdr", "hlg")] {
      _ = try folder.file("list.txt", Data("file '\(one).ts'\nfile '\(other).ts'\n".utf8))
      try FFmpegProgram.make("-f concat -i list.txt -c copy \(one)-\(other).\(ending)", in: folder)
    }
  }

  private static let options = ["--progress", "none", "--dither", "none", "--force"]

  /// The pictures of a conversion, as Y4M has them.
  private func pictures(_ name: String, _ options: [String] = [], in folder: Folder) throws -> [Data] {
    let outcome = try Tool.run(["convert", folder[name], folder["out.y4m"]] + options + Self.options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let size = 64 * 48 * 3 / 2
    let bytes = try folder.bytes("out.y4m")
    let start = try #require(bytes.firstIndex(of: 10)) + 1
    return stride(from: start, to: bytes.count, by: size + 6).map { bytes[($0 + 6)..<($0 + 6 + size)] }
  }

  @Test(arguments: ["ts", "mkv", "mp4", "h264"]) func eachPartIsConvertedByItsOwnColor(ending: String) throws {
    let folder = try Folder()
    try Self.make(ending, in: folder)
    let hlg = try pictures("hlg.\(ending)", in: folder)
    let sdr = try pictures("sdr.\(ending)", in: folder)
    #expect(hlg.count == 25 && sdr.count == 25 && hlg != sdr)
    #expect(try pictures("hlg-sdr.\(ending)", in: folder) == hlg + sdr)
    #expect(try pictures("sdr-hlg.\(ending)", ["--threads", "1"], in: folder) == sdr + hlg)
  }

  /// HDR after SDR counts for `info`, for the output of several, and for `--only-hdr`.
  @Test(arguments: ["ts", "mkv", "mp4", "h264"]) func hdrAnywhereCounts(ending: String) throws {
    let folder = try Folder()
    try Self.make(ending, in: folder)
    let (file, plain) = (folder["sdr-hlg.\(ending)"], folder["sdr.\(ending)"])
    let info = try Tool.run(["info", file])
    #expect(info.text.contains("contains         HDR (the stream "), "\(info.text)")
    #expect(try !Tool.run(["info", plain]).text.contains("HDR ("))
    let shared = try Tool.run(["explain", file, plain])
    #expect(shared.text.hasPrefix("output          hlg: any HDR makes HDR"), "\(shared.text)\(shared.errors)")
    let options = ["--only-hdr", "--output-folder", folder["o"], "--format", "y4m", "--progress", "none"]
    #expect(try Tool.run(["convert", plain] + options).code == 3)
    let converted = try Tool.run(["convert", file] + options)
    #expect(converted.code == 0, "\(converted.errors)")
  }

  /// The output keeps one set of tags, and parts of any color fit it.
  @Test func theOutputIsOne() throws {
    let folder = try Folder()
    try Self.make("ts", in: folder)
    for target in ["hlg", "pq"] {
      // Chroma stays where a part has the output's color.
      let options =
        ["--to", target, "--target-peak", "1000", "--out-pixel-format", "yuv420p"] + [
          "--out-chroma-location", "left",
        ]
      let apart = try pictures("hlg.ts", options, in: folder) + pictures("sdr.ts", options, in: folder)
      #expect(try pictures("hlg-sdr.ts", options, in: folder) == apart, "\(target)")
    }
  }

  @Test(arguments: ["ts", "h264"]) func theChangeIsReported(ending: String) throws {
    let folder = try Folder()
    try Self.make(ending, in: folder)
    let file = folder["hlg-sdr.\(ending)"]
    let place = ending == "ts" ? "at 1.0 s from" : "at frame 25 from"
    let rate = ending == "ts" ? [] : ["--fps", "25"]
    for command in [["convert", file, folder["o.y4m"]] + Self.options, ["measure", file, "--progress", "none"]] {
      let outcome = try Tool.run(command + rate)
      #expect(outcome.code == 0 && outcome.errors.contains(place), "\(outcome.errors)")
      #expect(outcome.errors.contains("transfer arib-std-b67") && outcome.errors.contains("to primaries bt709"))
      let strict = try Tool.run(command + rate + ["--strict"])
      #expect(strict.code == 65 && strict.errors.contains(place), "\(strict.errors)")
    }
    let json = try Tool.run(["convert", file, folder["o.y4m"], "--json"] + Self.options + rate)
    #expect(json.text.contains("color-changes"), "\(json.text)")
  }

  /// What the message recommends works on the movie that it is about.
  @Test(arguments: ["ts", "mkv", "h264"]) func thePartsAreConvertedApart(ending: String) throws {
    let folder = try Folder()
    try Self.make(ending, in: folder)
    let file = "hlg-sdr.\(ending)"
    let strict = ["--strict"] + (ending == "h264" ? ["--fps", "25"] : [])
    let refused = try Tool.run(["convert", folder[file], folder["o.y4m"]] + Self.options + strict)
    let words = refused.errors.split(separator: " ").map { String($0.filter { $0 != "," }) }
    func option(_ name: String) throws -> [String] {
      let place = try #require(words.lastIndex(of: name), "\(refused.errors)")
      return [name, words[place + 1]]
    }
    let first = try pictures(file, option(ending == "h264" ? "--frames" : "--duration") + strict, in: folder)
    let second = try pictures(file, option("--start") + strict, in: folder)
    #expect(try first == pictures("hlg.\(ending)", in: folder))
    #expect(try second == pictures("sdr.\(ending)", in: folder))
  }

  /// An output that follows its source has the color of the selected frames, not of the movie's first.
  @Test(arguments: [("hlg", "sdr"), ("sdr", "hlg")]) func aPartIsFollowed(first: String, second: String) throws {
    let folder = try Folder()
    try Self.make("mkv", in: folder)
    // HLG has more bits, so whole files are compared.
    func file(_ name: String, _ options: [String] = []) throws -> Data {
      let outcome = try Tool.run(
        ["convert", folder[name], folder["out.y4m"], "--to", "source"] + options + Self.options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try folder.bytes("out.y4m")
    }
    #expect(try file("\(first)-\(second).mkv", ["--start", "1s"]) == file("\(second).mkv"))
  }

  /// Tags that are given count for all parts, so that nothing changes.
  @Test func optionsCountForAllParts() throws {
    let folder = try Folder()
    try Self.make("ts", in: folder)
    let options = ["--primaries", "bt709", "--transfer", "bt709", "--matrix", "bt709", "--strict"]
    let (hlg, sdr) = (try pictures("hlg.ts", options, in: folder), try pictures("sdr.ts", options, in: folder))
    #expect(try pictures("hlg-sdr.ts", options, in: folder) == hlg + sdr)
    // What the second part states is not what is given.
    #expect(try pictures("sdr-hlg.ts", options, in: folder) == sdr + hlg)
  }

  @Test func lightIsThatOfEachPart() throws {
    let folder = try Folder()
    try Self.make("ts", in: folder)
    func light(_ name: String) throws -> [NSDictionary] {
      let outcome = try Tool.run(["measure", folder[name], "--stats", "-", "--progress", "none"])
      return try outcome.text.split(separator: "\n").dropFirst().map { line in
        var frame = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        for key in ["frame", "time", "seconds", "scene_change"] { frame[key] = nil }
        return frame as NSDictionary
      }
    }
    let (hlg, sdr) = try (light("hlg.ts"), light("sdr.ts"))
    #expect(hlg.count == 25 && sdr.count == 25 && hlg != sdr)
    #expect(try light("hlg-sdr.ts") == hlg + sdr)
    #expect(try light("sdr-hlg.ts") == sdr + hlg)
  }

  /// Transport streams too, which are entered at a picture that needs others.
  @Test(arguments: ["mkv", "ts"]) func thumbnailsAreThoseOfTheirPart(ending: String) throws {
    let folder = try Folder()
    try Self.make("mkv", in: folder)
    try Self.make("ts", in: folder)
    for (joined, first, second) in [("hlg-sdr", "hlg", "sdr"), ("sdr-hlg", "sdr", "hlg")] {
      func picture(_ name: String, at time: String) throws -> Data {
        let outcome = try Tool.run([
          "thumbnail", folder[name], folder["o.png"], "--at", time, "--force", "--progress", "none",
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try folder.bytes("o.png")
      }
      #expect(try picture("\(joined).\(ending)", at: "0.4") == picture("\(first).mkv", at: "0.4"))
      #expect(try picture("\(joined).\(ending)", at: "1.4") == picture("\(second).mkv", at: "0.4"))
    }
  }
}
