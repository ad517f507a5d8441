import Foundation
import TestSupport
import Testing
import ToneMapping

/// `tonemap compare` on files.
@Suite struct CompareTests {
  /// Writes a clip of 64×36 pixels whose luma is a moving gradient.
  private static func clip(
    _ folder: URL, _ name: String, frames: Int = 4, width: Int = 64, height: Int = 36, scale: Double = 1,
    offset: Double = 0, rate: Int = 25, repeating: Int = 1
  ) throws -> String {
    var bytes = Data("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip C420jpeg XCOLORRANGE=LIMITED\n".utf8)
    for frame in 0..<frames {
      bytes += Data("FRAME\n".utf8)
      for y in 0..<height {
        for x in 0..<width {
          let value = 40 + Double((x * 2 + y + frame / repeating * 5) % 160)
          bytes.append(UInt8(min(max(value * scale + offset, 0), 255)))
        }
      }
      bytes += Data(repeating: 128, count: width / 2 * (height / 2) * 2)
    }
    let file = folder.appending(path: name)
    try bytes.write(to: file)
    return file.path
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "compare-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func report(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Tool.run(["compare"] + arguments + ["--json"])
    return try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any], "\(outcome.errors)")
  }

  @Test func equalClipsAreEqual() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let a = try Self.clip(folder, "a.y4m")
    let report = try Self.report([a, a])
    #expect(report["equal"] as? Bool == true && report["frames"] as? Int == 4)
    let difference = try #require(report["delta_e_itp"] as? [String: Any])
    #expect(["mean", "p95", "p99", "max"].allSatisfy { difference[$0] as? Double == 0 })
    #expect((report["diagnosis"] as? [Any])?.isEmpty == true)
    let words = try Tool.run(["compare", a, a])
    #expect(words.code == 0 && words.text.contains("every pixel is equal") && words.text.contains("no fault"))
  }

  /// The rounding of differences makes no mean larger than the maximum.
  @Test func noMeanIsAboveTheMaximum() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // All pixels of a flat picture differ alike; about half of these differences are rounded up.
    for code in 60..<66 {
      let a = try Self.clip(folder, "a.y4m", frames: 1, scale: 0, offset: Double(code))
      let b = try Self.clip(folder, "b.y4m", frames: 1, scale: 0, offset: Double(code + 1))
      let difference = try #require(try Self.report([a, b])["delta_e_itp"] as? [String: Any])
      let maximum = try #require(difference["max"] as? Double)
      for name in ["mean", "p95", "p99"] {
        #expect(try #require(difference[name] as? Double) <= maximum && maximum > 0, "\(code): \(difference)")
      }
    }
  }

  /// Narrow codes squeezed as full ones are: 16 + 219/255 of each.
  @Test func aFaultIsNamedAndLimitsEndWithOne() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let a = try Self.clip(folder, "a.y4m")
    let b = try Self.clip(folder, "b.y4m", scale: 219.0 / 255, offset: 16)
    let report = try Self.report([a, b])
    let found = try #require((report["diagnosis"] as? [[String: Any]])?.first)
    #expect(found["code"] as? String == "range-as-full")
    #expect((found["confidence"] as? Double ?? 0) > 0.8)
    #expect((report["per_frame"] as? [Any])?.count == 4)
    let mean = try #require((report["delta_e_itp"] as? [String: Any])?["mean"] as? Double)
    #expect(try Tool.run(["compare", a, b, "--limit-mean", "\(mean + 0.1)"]).code == 0)
    let excess = try Tool.run(["compare", a, b, "--limit-mean", "\(mean - 0.1)"])
    #expect(excess.code == 1 && excess.errors.contains("the mean ΔE ITP is"))
    #expect(try Tool.run(["compare", a, b, "--fail-on-fault"]).code == 1)
    #expect(try Tool.run(["compare", a, b, "--limit-psnr", "60"]).code == 1)
    // The number of threads and the instruction set change nothing.
    let one = try Tool.run(["compare", a, b, "--json", "--threads", "1", "--simd", "baseline"]).output
    #expect(try Tool.run(["compare", a, b, "--json"]).output == one)
  }

  /// Movies and Y4M state their own layout.
  @Test func layoutIsForRawFrames() throws {
    let folder = try Folder()
    _ = try folder.file("a.y4m", Clips.y4m(frames: 2))
    _ = try folder.file("a.yuv", Clips.raw(frames: 2))
    _ = try folder.file("a.json", Data(#"{"width": 16, "height": 8, "pix_fmt": "yuv420p10le"}"#.utf8))
    let made = try Tool.run(
      ["convert", "a.y4m", "a.mkv", "--to", "source", "--video-codec", "ffv1"] + Clips.tags, in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let layout = ["--size", "16x8", "--pixel-format", "yuv420p10le"]
    for (names, words) in [
      (["a.yuv", "a.mkv"], layout), (["a.mkv", "a.yuv"], layout), (["a.yuv", "a.y4m"], layout),
      (["a.yuv", "a.mkv"], ["--color-json", "a.json"]), (["a.y4m", "a.mkv"], ["--color-json", "a.json"]),
    ] {
      let outcome = try Tool.run(["compare"] + names + words + ["--offset", "0"] + Clips.tags.dropLast(2), in: folder)
      #expect(outcome.code == 0 && outcome.text.contains("every pixel is equal"), "\(names): \(outcome.errors)")
    }
    let refused = try Tool.run(["compare", "a.mkv", "a.mkv", "--size", "16x8"], in: folder)
    #expect(refused.code == 64 && refused.errors.contains("leave --size out"), "\(refused.errors)")
  }

  @Test func framesArePairedByNumberIfAsked() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, short) = (try Self.clip(folder, "a.y4m"), try Self.clip(folder, "short.y4m", frames: 3))
    let report = try Self.report([a, a, "--offset", "1"])
    #expect(report["equal"] as? Bool == false && report["frames"] as? Int == 3)
    let unmatched = try Self.report([a, short])
    #expect((unmatched["first"] as? [String: Any])?["unmatched_frames"] as? Int == 1)
    #expect((unmatched["diagnosis"] as? [[String: Any]])?.first?["code"] as? String == "frames-missing")
    #expect(try Tool.run(["compare", a, short, "--limit-unmatched", "1"]).code == 0)
    let lost = try Tool.run(["compare", a, short, "--limit-unmatched", "0"])
    #expect(
      lost.code == 1 && lost.errors.contains("the number of frames without a partner is 1, but at most 0 was expected"),
      "\(lost.errors)")
    #expect(try Tool.run(["compare", a, short, "--fail-on-fault"]).code == 1)
  }

  /// Each picture is shown twice at twice the rate; a part is that of the first clip.
  @Test func framesArePairedByTime() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let slow = try Self.clip(folder, "slow.y4m", frames: 12)
    let fast = try Self.clip(folder, "fast.y4m", frames: 24, rate: 50, repeating: 2)
    func unmatched(_ report: [String: Any], _ side: String) -> Int? {
      (report[side] as? [String: Any])?["unmatched_frames"] as? Int
    }
    for (first, second, lost) in [(slow, fast, "second"), (fast, slow, "first")] {
      let report = try Self.report([first, second])
      #expect(report["equal"] as? Bool == true && report["frames"] as? Int == 12)
      #expect(unmatched(report, lost) == 12)
      #expect((report["findings"] as? [[String: Any]])?.contains { $0["code"] as? String == "other-rate" } == true)
    }
    for part in [["--start", "4", "--frames", "3"], ["--start", "0.16s", "--duration", "0.12s"]] {
      let report = try Self.report([slow, fast] + part)
      #expect(report["equal"] as? Bool == true && report["frames"] as? Int == 3, "\(report)")
      let frames = try #require(report["per_frame"] as? [[String: Any]])
      #expect(frames.map { $0["second_frame"] as? Int } == [8, 10, 12])
    }
    // Three frames of the first take six of the second.
    let begin = try Self.report([slow, fast, "--frames", "3"])
    #expect(begin["frames"] as? Int == 3 && unmatched(begin, "first") == 0, "\(begin)")
    // What follows a part is not without a partner.
    let part = try Self.report([fast, slow, "--start", "8", "--frames", "4"])
    #expect(part["frames"] as? Int == 2 && unmatched(part, "first") == 2 && unmatched(part, "second") == 0, "\(part)")
    // 24 and 25 frames a second drift apart by one frame in a second, unless they are paired by number.
    let film = try Self.clip(folder, "film.y4m", frames: 48, rate: 24)
    let fasterFilm = try Self.clip(folder, "faster.y4m", frames: 48)
    #expect(try Self.report([film, fasterFilm])["equal"] as? Bool == false)
    #expect(try Self.report([film, fasterFilm, "--offset", "0"])["equal"] as? Bool == true)
  }

  @Test(arguments: ["9", "-9", "\(Int.min)", "\(Int.max)"]) func anOffsetBeyondTheEndIsRefused(offset: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let a = try Self.clip(folder, "a.y4m")
    let outcome = try Tool.run(["compare", a, a, "--offset", offset, "--start", "1"])
    #expect(outcome.code == 65 && outcome.errors.contains("choose an offset nearer to 0"), "\(outcome.errors)")
  }

  /// Codes below black show the same color as black, but are not equal; each side has 16 of them.
  @Test func codesBelowBlackAreNotEqual() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try Self.clip(folder, "a.y4m", scale: 0), try Self.clip(folder, "b.y4m", scale: 0, offset: 16))
    let report = try Self.report([a, b])
    #expect(report["equal"] as? Bool == false)
    #expect(abs(try #require((report["psnr"] as? [Any])?.first as? Double) - 20 * log10(255.0 / 16)) < 1e-3)
    #expect(try Tool.run(["compare", a, b, "--limit-psnr", "40"]).code == 1)
  }

  /// Of R′G′B′, the worst channel counts; what cannot be compared by codes is refused before the first frame.
  @Test func theWorstChannelIsLimited() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (folder.appending(path: "a.rgb"), folder.appending(path: "b.rgb"))
    try Data((0..<64 * 36).flatMap { _ in [UInt8(100), 100, 100] }).write(to: a)
    try Data((0..<64 * 36).flatMap { _ in [UInt8(100), 180, 100] }).write(to: b)
    let layout = ["--size", "64x36", "--pixel-format", "rgb24"]
    let color = ["--transfer", "srgb", "--primaries", "bt709"]
    let outcome = try Tool.run(["compare", a.path, b.path, "--limit-psnr", "40"] + layout + color)
    #expect(outcome.code == 1 && outcome.errors.contains("the worst of R, G and B is 10.07 dB"), "\(outcome.errors)")
    let y4m = try Self.clip(folder, "c.y4m")
    let half = try Self.clip(folder, "half.y4m", width: 32, height: 18)
    let refused = try Tool.run(["compare", y4m, half, "--limit-psnr", "40"])
    #expect(
      refused.code == 64 && refused.errors.contains("the codes of the two clips cannot be compared"),
      "\(refused.errors)")
    // The layout holds for both, unless the second's own JSON states another.
    let json = folder.appending(path: "b.json")
    try Data(#"{"color":{"primaries":"bt709","transfer":"iec61966-2-1","matrix":"gbr","range":"pc"}}"#.utf8).write(
      to: json)
    let both = try Tool.run(["compare", a.path, b.path, "--second-color-json", json.path] + layout + color)
    #expect(both.code == 0, "\(both.errors)")
  }

  /// Another size is no fault; another shape is another geometry.
  @Test func otherSizesAndShapesAreReported() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let a = try Self.clip(folder, "a.y4m")
    let half = try Self.clip(folder, "half.y4m", width: 32, height: 18)
    let outcome = try Tool.run(["compare", a, half])
    #expect(outcome.code == 0 && outcome.errors.contains("they are compared at 32x18"))
    // Half of the rows, at one moment.
    let (still, wide) = (
      try Self.clip(folder, "still.y4m", repeating: 4), try Self.clip(folder, "wide.y4m", height: 18, repeating: 4)
    )
    let report = try Self.report([still, wide])
    #expect(report["geometry"] is [String: Any] && (report["diagnosis"] as? [Any])?.isEmpty == true, "\(report)")
    #expect(try Tool.run(["compare", still, wide, "--fail-on-fault"]).code == 1)
  }

  /// A row of the table has the numbers of the JSON.
  @Test func theTableHasARowForEachFrame() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try Self.clip(folder, "a.y4m"), try Self.clip(folder, "b.y4m", scale: 0.9))
    let table = folder.appending(path: "frames.csv")
    let report = try Self.report([a, b, "--csv", table.path])
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 5 && rows.allSatisfy { $0.count == rows[0].count })
    let frame = try #require((report["per_frame"] as? [[String: Any]])?[2])
    #expect(Double(rows[3][2]) == frame["seconds"] as? Double)
    #expect(Double(rows[3][3]) == (frame["delta_e_itp"] as? [String: Any])?["mean"] as? Double)
    #expect(Double(rows[3][7]) == (frame["psnr"] as? [Any])?.first as? Double)
    // Chroma is equal.
    #expect(rows[3][8].isEmpty)
  }

  /// The heat map is a PNG of the pictures' size, black where nothing differs.
  @Test func theHeatMapShowsWhere() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let a = try Self.clip(folder, "a.y4m")
    let b = try Self.clip(folder, "b.y4m", scale: 0.5)
    let map = folder.appending(path: "where.png")
    #expect(try Tool.run(["compare", a, b, "--heatmap", map.path]).code == 0)
    let bytes = try Data(contentsOf: map)
    #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 36])
    #expect(try Tool.run(["compare", a, b, "--heatmap", folder.appending(path: "where.jpg").path]).code == 64)
  }

  /// What one does not state is taken from the other, which is an assumption.
  @Test func tagsOfTheOtherAreAnAssumption() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = try Self.clip(folder, "plain.y4m")
    let json = folder.appending(path: "color.json")
    try Data(
      #"{"color":{"primaries":"bt709","transfer":"bt709","matrix":"bt709","range":"tv","chroma_location":"left"}}"#.utf8
    ).write(to: json)
    let empty = folder.appending(path: "empty.json")
    try Data(#"{"color":{}}"#.utf8).write(to: empty)
    let arguments = ["compare", plain, plain, "--color-json", json.path, "--second-color-json", empty.path]
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("assuming those of the other clip, bt709"), "\(outcome.errors)")
    // Y4M has no place for it.
    #expect(!outcome.text.contains("metadata-stripped"), "\(outcome.text)")
    #expect(try Tool.run(arguments + ["--strict"]).code == 65)
    // With a transfer, too.
    try Data(#"{"color":{"transfer":"bt709"}}"#.utf8).write(to: empty)
    let bare = folder.appending(path: "bare.y4m")
    var bytes = try Data(contentsOf: URL(filePath: plain))
    bytes.replaceSubrange(try #require(bytes.range(of: Data("C420jpeg".utf8))), with: Data("C420".utf8))
    try bytes.write(to: bare)
    let known = try Tool.run(["compare", plain, bare.path] + arguments.dropFirst(3))
    #expect(
      known.code == 0 && known.errors.contains("does not state its primaries, matrix and chroma location"),
      "\(known.errors)")
  }
}
