import Foundation
import Testing

@Suite struct ConvertTests {
  @Test func aTransferIsEnough() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let outcome = try Tool.run(["convert", input, folder["out.y4m"], "--transfer", "pq"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names == ["in.y4m", "out.y4m", "out.y4m.color.json"])
    let output = try folder.bytes("out.y4m")
    #expect(output.starts(with: Data("YUV4MPEG2 W16 H8 F25:1 Ip A0:0 C420".utf8)))
    let header = try #require(output.firstIndex(of: 10)) + 1
    #expect(output.count == header + 2 * (6 + 16 * 8 * 3 / 2))
    // No color is given: each assumption is reported on a line of its own.
    #expect(outcome.complaints.filter { $0.hasPrefix("tonemap: assumed: ") }.count >= 3)
    #expect(outcome.complaints.last?.contains("2 frames in") == true)
  }

  @Test func rawAndY4MGiveTheSamePixels() throws {
    let folder = try Folder()
    let y4m = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let raw = try folder.file("in.yuv", Clips.raw(frames: 3))
    let fromY4M = try Tool.run(["convert", y4m, folder["a.yuv"]] + Clips.tags)
    let fromRaw = try Tool.run(["convert", raw, folder["b.yuv"]] + Clips.rawOptions + Clips.tags)
    #expect(fromY4M.code == 0 && fromRaw.code == 0, "\(fromY4M.errors)\(fromRaw.errors)")
    #expect(try folder.bytes("a.yuv") == folder.bytes("b.yuv"))
    #expect(try folder.bytes("a.yuv").count == 3 * 16 * 8 * 3 / 2)
  }

  @Test func pipesGiveTheSamePixelsAsFiles() throws {
    let folder = try Folder()
    let clip = Clips.y4m(frames: 3)
    let file = try Tool.run(["convert", try folder.file("in.y4m", clip), folder["out.y4m"]] + Clips.tags)
    let pipe = try Tool.run(["convert", "-", "-"] + Clips.tags, input: clip)
    #expect(file.code == 0 && pipe.code == 0, "\(file.errors)\(pipe.errors)")
    #expect(try folder.bytes("out.y4m") == pipe.output)
    let rawPipe = try Tool.shell(
      "cat \(try folder.file("in.yuv", Clips.raw(frames: 3))) | tonemap convert - - "
        + "\(Clips.rawOptions + Clips.tags) --format y4m --fps 25 | cat")
    #expect(rawPipe.output == pipe.output, "\(rawPipe.errors)")
  }

  @Test(arguments: [1, 2, 7]) func threadsDoNotShow(threads: Int) throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 4))
    let one = try Tool.run(["convert", input, "-", "--threads", "1"] + Clips.tags)
    let many = try Tool.run(["convert", input, "-", "--threads", "\(threads)"] + Clips.tags)
    #expect(one.code == 0 && one.output.count > 4 * 192)
    #expect(one.output == many.output)
  }

  @Test(arguments: ["file", "pipe"]) func piecesJoinToTheWhole(from kind: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", Clips.raw(frames: 5))
    func piece(_ options: String...) throws -> Data {
      let arguments = Clips.rawOptions + Clips.tags + ["--format", "raw", "--progress", "none"] + options
      let outcome = try Tool.shell(
        kind == "file" ? "tonemap convert \(input) - \(arguments)" : "cat \(input) | tonemap convert - - \(arguments)")
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output
    }
    let whole = try piece()
    #expect(whole.count == 5 * 192)
    #expect(try piece("--frames", "2") + piece("--start", "2", "--frames", "2") + piece("--start", "4") == whole)
  }

  @Test func aPieceMayEndEarly() throws {
    let outcome = try Tool.run(
      ["convert", "-", "-", "--start", "2", "--frames", "9"] + Clips.tags, input: Clips.y4m(frames: 3))
    #expect(outcome.code == 0)
    let told = "has only 1 frame from --start 2, but --frames asks for 9; taking that one"
    #expect(outcome.complaints.contains { $0.hasSuffix(told) }, "\(outcome.errors)")
  }

  @Test func previewIsAPNGOfTheSize() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    for preset in ["sdr709", "hdr10"] {
      let outcome = try Tool.run(
        ["convert", input, folder["out.y4m"], "--to", preset, "--preview", folder["first.png"]] + Clips.tags)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let png = try folder.bytes("first.png")
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(Array(png[16..<25]) == [0, 0, 0, 16, 0, 0, 0, 8, 8], "16 × 8 pixels of 8 bits")
    }
  }

  @Test func whatWasThereStaysUntilTheNewIsWhole() throws {
    let folder = try Folder()
    let output = try folder.file("out.y4m", Data("precious".utf8))
    let input = try folder.file("in.y4m", Clips.y4m(frames: 3).dropLast(7))
    let outcome = try Tool.run(["convert", input, output] + Clips.tags)
    #expect(outcome.code == 65, "\(outcome.errors)")
    #expect(try folder.bytes("out.y4m") == Data("precious".utf8))
    #expect(try folder.names == ["in.y4m", "out.y4m"])
  }

  @Test func alphaIsCarriedOrIgnored() throws {
    let size = 4 * 2
    let frame = Data(repeating: 100, count: size * 3) + Data((0..<size).map { UInt8($0 * 31) })
    let options = ["--size", "4x2", "--pixel-format", "yuva444p", "--format", "raw", "--dither", "none"] + Clips.tags
    let kept = try Tool.run(["convert", "-", "-", "--alpha", "straight"] + options, input: frame)
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(kept.output.count == size * 4 && kept.output.suffix(size) == frame.suffix(size))
    let ignored = try Tool.run(["convert", "-", "-", "--alpha", "ignore", "--strict"] + options, input: frame)
    #expect(ignored.code == 0, "\(ignored.errors)")
    #expect(ignored.output == kept.output.prefix(size * 3))
    let untold = try Tool.run(["convert", "-", "-"] + options, input: frame)
    #expect(untold.output == kept.output)
    #expect(untold.complaints.contains { $0.contains("alpha") && $0.contains("straight") })
  }
}
