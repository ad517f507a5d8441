import Foundation
import Testing

/// Numbered PNG files as a clip.
@Suite struct SequenceTests {
  private static let tags = Clips.tags + ["--progress", "none"]

  /// Pictures of a clip's frames, under these numbers.
  private static func pictures(_ numbers: [Int], in folder: Folder, _ options: [String] = []) throws {
    let clip = try folder.file("in.y4m", Clips.y4m(frames: numbers.count))
    let made = try Tool.run(["convert", clip, folder["made-%d.png"], "--to", "pq"] + tags + options)
    try #require(made.code == 0, "\(made.errors)")
    for (frame, number) in numbers.enumerated() {
      let name = "in-" + String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number).png"
      try FileManager.default.moveItem(atPath: folder["made-\(frame).png"], toPath: folder[name])
    }
    try FileManager.default.removeItem(atPath: clip)
  }

  private static let raw = ["--format", "raw", "--to", "srgb", "--dither", "none", "--progress", "none"]

  @Test func framesAreThoseOfTheFiles() throws {
    let folder = try Folder()
    try Self.pictures([7, 8, 9, 10], in: folder)
    let whole = try Tool.run(["convert", folder["in-%05d.png"], "-"] + Self.raw)
    #expect(whole.code == 0 && !whole.errors.contains("missing"), "\(whole.errors)")
    let each = try (7...10).map { number in
      try Tool.run(["convert", folder["in-\(number < 10 ? "0000" : "000")\(number).png"], "-"] + Self.raw).output
    }
    #expect(whole.output == each.reduce(Data(), +))
    let part = try Tool.run(["convert", folder["in-%05d.png"], "-", "--start", "1", "--frames", "2"] + Self.raw)
    #expect(part.output == each[1] + each[2], "\(part.errors)")
    let measured = try Tool.run(["measure", folder["in-%05d.png"], "--progress", "none"])
    #expect(measured.code == 0 && measured.text.contains("frames          4, 0…3"), "\(measured.errors)")
    let rated = try Tool.run(
      [
        "convert", folder["in-%05d.png"], "-", "--format", "y4m", "--fps", "24", "--out-pixel-format", "yuv444p",
        "--progress", "none",
      ])
    #expect(rated.code == 0 && rated.output.starts(with: Data("YUV4MPEG2 W16 H8 F24:1 ".utf8)), "\(rated.errors)")
    // Light that changes is measured before: the files are read twice.
    let dynamic = try Tool.run(["convert", folder["in-%05d.png"], "-", "--dynamics", "scene"] + Self.raw)
    #expect(dynamic.code == 0, "\(dynamic.errors)")
    let explained = try Tool.run(["explain", folder["in-%05d.png"]])
    #expect(explained.code == 0 && explained.text.contains("PQ"), "\(explained.errors)")
  }

  @Test func missingNumbersAreReported() throws {
    let folder = try Folder()
    try Self.pictures([1, 2, 5, 9], in: folder)
    let outcome = try Tool.run(["convert", folder["in-%05d.png"], "-"] + Self.raw)
    let fact = "in-00003.png and 4 more are missing between"
    #expect(outcome.code == 0 && outcome.errors.contains(fact), "\(outcome.errors)")
    let strict = try Tool.run(["convert", folder["in-%05d.png"], "-", "--strict"] + Self.raw)
    #expect(strict.code == 65 && strict.errors.contains("missing"), "\(strict.errors)")
  }

  /// Other sizes, depths and colors are refused before the first frame; so is a sequence that would be written over itself.
  @Test func whatDiffersIsRefused() throws {
    let folder = try Folder()
    try Self.pictures([1, 2, 3], in: folder)
    let good = try folder.bytes("in-00002.png")
    let other = try Folder()
    let cases = [
      (try Self.small(in: other), "4x4"),
      (try Self.other(in: other, "--to", "srgb"), "a different bit depth or color type"),
      (try Self.other(in: other, "--to", "hlg"), "a different color from"),
    ]
    for (bytes, fact) in cases {
      _ = try folder.file("in-00002.png", bytes)
      let outcome = try Tool.run(["convert", folder["in-%05d.png"], folder["o.yuv"]] + Self.raw)
      #expect(outcome.code == 65 && outcome.errors.contains(fact), "\(fact): \(outcome.errors)")
      #expect(try !folder.names.contains("o.yuv"))
    }
    _ = try folder.file("in-00002.png", good)
    let over = try Tool.run(
      ["convert", folder["in-%05d.png"], folder["in-%05d.png"], "--to", "srgb", "--start", "1"] + Self.raw.suffix(2))
    #expect(over.code == 64 && over.errors.contains("same file as the input"), "\(over.errors)")
    #expect(try folder.bytes("in-00002.png") == good)
    let none = try Tool.run(["convert", folder["no-%d.png"], "-"] + Self.raw)
    #expect(none.code == 66 && none.errors.contains("no-1.png"), "\(none.errors)")
  }

  private static func other(in folder: Folder, _ options: String...) throws -> Data {
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let made = try Tool.run(["convert", clip, folder["o.png"]] + tags + options)
    try #require(made.code == 0, "\(made.errors)")
    return try folder.bytes("o.png")
  }

  private static func small(in folder: Folder) throws -> Data {
    let clip = try folder.file("in.yuv", Data(count: 4 * 4 * 3))
    let layout = ["--size", "4x4", "--pixel-format", "yuv420p10le"]
    let made = try Tool.run(["convert", clip, folder["o.png"], "--to", "pq"] + layout + tags)
    try #require(made.code == 0, "\(made.errors)")
    return try folder.bytes("o.png")
  }
}
