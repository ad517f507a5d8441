import Foundation
import Testing

/// `tonemap thumbnail --every`: sheets of pictures, and the WebVTT file that says where each is.
@Suite struct SheetTests {
  /// Each second has a gray of its own.
  private static func movie(_ folder: Folder, _ name: String = "in.mkv", options: [String] = []) throws -> String {
    try ThumbnailTests.movie(folder, name, frames: 175, options: options) { frame, _, _ in
      UInt8(40 + 25 * (frame / 25))
    }
  }

  private struct Cue: Equatable {
    let start, end: Double
    let file: String
    let area: [Int]
  }

  /// The cues of a WebVTT file.
  private static func cues(_ text: String) throws -> [Cue] {
    var blocks = text.split(separator: "\n\n").map { $0.split(separator: "\n") }
    try #require(blocks.removeFirst() == ["WEBVTT"])
    return try blocks.map { block in
      try #require(block.count == 2)
      let times = try #require(
        block[0].wholeMatch(of: /(\d\d+):(\d\d):(\d\d\.\d\d\d) --> (\d\d+):(\d\d):(\d\d\.\d\d\d)/)?.output)
      let place = try #require(block[1].wholeMatch(of: /([^#]+)#xywh=(\d+),(\d+),(\d+),(\d+)/)?.output)
      func seconds(_ h: Substring, _ m: Substring, _ s: Substring) -> Double {
        3600 * Double(h)! + 60 * Double(m)! + Double(s)!
      }
      return Cue(
        start: seconds(times.1, times.2, times.3), end: seconds(times.4, times.5, times.6), file: String(place.1),
        area: [place.2, place.3, place.4, place.5].map { Int($0)! })
    }
  }

  /// The mean of an area of a picture, and the maximum difference from it.
  private static func gray(_ picture: (size: [Int], red: [UInt8]), _ area: [Int]) -> (mean: Double, spread: Double) {
    let all = (area[1]..<area[1] + area[3]).flatMap { y in
      (area[0]..<area[0] + area[2]).map { x in Double(picture.red[y * picture.size[0] + x]) }
    }
    let mean = all.reduce(0, +) / Double(all.count)
    return (mean, all.map { abs($0 - mean) }.max()!)
  }

  @Test(
    .enabled(if: Encoder.h264 && Encoder.hevc, "needs encoders of H.264 and HEVC"),
    arguments: ["in.mkv ffv1", "in.mp4 h264", "in.mkv h264", "in.mp4 hevc"])
  func eachPictureIsTheOneOfItsTime(kind: String) throws {
    let words = kind.split(separator: " ").map(String.init)
    let folder = try Folder()
    // Some key pictures are nearer than the next picture of a sheet, and some are not.
    let movie = try Self.movie(
      folder, words[0],
      options: ["--video-codec", words[1]]
        + (words[1] == "ffv1" ? [] : ["--preset", "veryfast", "--encoder-options", "keyint=60:bframes=3"]))
    let outcome = try ThumbnailTests.thumbnail(
      folder, [movie, folder["out.png"], "--every", "1", "--grid", "2x2", "--strict"])
    #expect(outcome.code == 0 && outcome.errors.contains("7 pictures on"), "\(outcome.errors)")
    #expect(try folder.names.sorted() == ["frames.y4m", words[0], "out-1.png", "out-2.png", "out.vtt"].sorted())
    let sheets = try ["out-1.png", "out-2.png"].map { try ThumbnailTests.pixels(folder, $0) }
    #expect(sheets.map(\.size) == [[128, 64], [128, 64]])
    let cues = try Self.cues(String(decoding: folder.bytes("out.vtt"), as: UTF8.self))
    try #require(cues.count == 7)
    // What a whole conversion makes of the frames.
    let all = try Tool.run(
      ["convert", movie, folder["all.yuv"], "--to", "srgb", "--out-pixel-format", "gray", "--out-range", "pc"])
    try #require(all.code == 0, "\(all.errors)")
    let grays = try folder.bytes("all.yuv")
    for (second, cue) in cues.enumerated() {
      #expect(cue.start == Double(second) && cue.end == Double(second) + 1)
      #expect(cue.file == "out-\(second / 4 + 1).png")
      #expect(cue.area == [64 * (second % 2), 32 * (second % 4 / 2), 64, 32])
      let (mean, spread) = Self.gray(sheets[second / 4], cue.area)
      let expected = Double(grays[25 * second * 64 * 32 + 1000])
      #expect(abs(mean - expected) <= 1.5 && spread <= 2, "\(second): \(mean) ± \(spread), expected \(expected)")
    }
    // Where no picture is.
    #expect(Self.gray(sheets[1], [64, 32, 64, 32]) == (0, 0))
  }

  /// Between two key pictures, times are nearer to each other than pictures.
  @Test func picturesAreRepeated() throws {
    let folder = try Folder()
    let movie = try ThumbnailTests.movie(folder, frames: 3) { frame, _, _ in UInt8(40 + 60 * frame) }
    let outcome = try ThumbnailTests.thumbnail(
      folder, [movie, folder["a b.png"], "--every", "0.02", "--grid", "2x9", "--progress", "none"])
    #expect(outcome.code == 0 && !outcome.errors.contains("pictures on"), "\(outcome.errors)")
    let sheet = try ThumbnailTests.pixels(folder, "a b.png")
    #expect(sheet.size == [128, 96])
    #expect(
      try String(decoding: folder.bytes("a b.vtt"), as: UTF8.self) == """
        WEBVTT

        00:00:00.000 --> 00:00:00.020
        a%20b.png#xywh=0,0,64,32

        00:00:00.020 --> 00:00:00.040
        a%20b.png#xywh=64,0,64,32

        00:00:00.040 --> 00:00:00.060
        a%20b.png#xywh=0,32,64,32

        00:00:00.060 --> 00:00:00.080
        a%20b.png#xywh=64,32,64,32

        00:00:00.080 --> 00:00:00.100
        a%20b.png#xywh=0,64,64,32

        00:00:00.100 --> 00:00:00.120
        a%20b.png#xywh=64,64,64,32

        """)
    let means = (0..<6).map { Self.gray(sheet, [$0 % 2 * 64, $0 / 2 * 32, 64, 32]).mean }
    for pair in 0..<3 { #expect(abs(means[2 * pair] - means[2 * pair + 1]) < 1) }
    #expect(means[0] + 30 < means[2] && means[2] + 30 < means[4])
  }

  @Test(.enabled(if: Encoder.prores, "needs an encoder of ProRes")) func sheetsAreTurnedScaledAndReported() throws {
    let folder = try Folder()
    let movie = try ThumbnailTests.movie(folder, "in.mov", frames: 50, options: ["--video-codec", "prores"]) {
      _, x, _ in
      x < 32 ? 235 : 16
    }
    _ = try folder.file("in.mov", TurnedMovie.bytes(folder.bytes("in.mov"), turnedBy: 90))
    let outcome = try ThumbnailTests.thumbnail(
      folder, [movie, folder["out.jpg"], "--every", "25%", "--grid", "2x1", "--width", "16", "--json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let sheets = try #require(report["sheets"] as? [[String: Any]])
    #expect(sheets.map { $0["output"] as? String } == [folder["out-1.jpg"], folder["out-2.jpg"]])
    #expect(
      sheets.allSatisfy { $0["width"] as? Int == 32 && $0["height"] as? Int == 32 && $0["pictures"] as? Int == 2 })
    #expect(report["vtt"] as? String == folder["out.vtt"] && report["every"] as? Double == 0.5)
    let cues = try Self.cues(String(decoding: folder.bytes("out.vtt"), as: UTF8.self))
    #expect(cues.map(\.start) == [0, 0.5, 1, 1.5] && cues.last?.end == 2)
    #expect(cues.map(\.area) == [[0, 0, 16, 32], [16, 0, 16, 32], [0, 0, 16, 32], [16, 0, 16, 32]])
    // What was left is at the top now.
    let png = try ThumbnailTests.thumbnail(
      folder, [movie, folder["out.png"], "--every", "25%", "--grid", "9x1", "--width", "16"])
    #expect(png.code == 0, "\(png.errors)")
    let sheet = try ThumbnailTests.pixels(folder, "out.png")
    try #require(sheet.size == [64, 32], "the row ends with its last picture")
    for x in stride(from: 0, to: 64, by: 16) {
      #expect(Self.gray(sheet, [x, 2, 16, 8]).mean > 240 && Self.gray(sheet, [x, 22, 16, 8]).mean < 15)
    }
  }

  @Test(arguments: [
    (["-", "--format", "jpg", "--every", "1"], 64, "name a file"),
    (["out.jpg", "--grid", "5x5"], 64, "give --every"),
    (["out.jpg", "--at", "1", "--every", "1"], 64, "leave one of them out"),
    (["out.jpg", "--every", "0"], 64, "0.001 s"), (["out.jpg", "--every", "0%"], 64, "above 0%"),
    (["out.jpg", "--every", "0.001", "--grid", "1x1"], 64, "makes 800 sheets of 1x1, but up to 200 were expected"),
    (["out.jpg", "--every", "1", "--grid", "5"], 64, "columns x rows"),
    (["out.jpg", "--every", "1", "--grid", "0x5"], 64, "two whole numbers above 0"),
    (["out.jpg", "--every", "1", "--width", "20000", "--grid", "4x1"], 64, "a smaller --grid"),
    (["out.jpg", "--every", "1", "--grid", "9223372036854775807x9"], 64, "a smaller --grid"),
    // Each side is one that JPEG has, but the sheet has 800 million pixels.
    (["out.jpg", "--every", "0.02", "--width", "20000", "--grid", "2x2"], 64, "a JPEG of 40000x20000 pixels"),
    (["no/out.jpg", "--every", "1"], 73, "does not exist"),
  ])
  func whatCannotBeIsRefused(words: [String], code: Int32, fact: String) throws {
    let folder = try Folder()
    let movie = try ThumbnailTests.movie(folder) { frame, _, _ in UInt8(40 + 10 * frame) }
    let before = try folder.names
    let place = words[0].hasPrefix("/") || words[0] == "-" ? words[0] : folder[words[0]]
    let outcome = try ThumbnailTests.thumbnail(folder, [movie, place] + words.dropFirst())
    #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names == before)
  }

  /// The extension is the one before `.part`, for the kind and for the names.
  @Test func sheetsOfAnIncompleteNameAreNumberedBeforeTheExtension() throws {
    let folder = try Folder()
    let outcome = try ThumbnailTests.thumbnail(
      folder, [try Self.movie(folder), folder["out.png.part"], "--every", "1", "--grid", "3x2"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let names = try folder.names.filter { $0.hasPrefix("out") }
    #expect(names.count > 2 && Set(names).isSuperset(of: ["out-1.png.part", "out-2.png.part", "out.vtt"]), "\(names)")
  }

  /// A sheet that cannot appear leaves none.
  @Test func allFilesAppearOrNone() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder)
    try FileManager.default.createDirectory(atPath: folder["out-2.png"], withIntermediateDirectories: false)
    let before = try folder.names
    let outcome = try ThumbnailTests.thumbnail(folder, [movie, folder["out.png"], "--every", "1", "--grid", "3x2"])
    #expect(outcome.code == 73 && outcome.errors.contains("directory"), "\(outcome.errors)")
    #expect(try folder.names == before)
  }
}
