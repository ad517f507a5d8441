import Foundation
import Testing

/// `--start`, `--frames` and `--duration`: which frames are converted.
@Suite struct PartTests {
  private static let raw = ["--format", "raw", "--to", "pq", "--progress", "none"] + Clips.tags

  /// Frames that begin in the part, whatever says where it is, and the same bytes as in the whole.
  @Test(arguments: [
    // Frames are 40 ms apart.
    (["--start", "3"], 3..<10), (["--start", "0.12s"], 3..<10), (["--start", "0:00.1"], 3..<10),
    (["--start", "00:00:00.121"], 4..<10), (["--duration", "0.2s"], 0..<5), (["--duration", "0.201s"], 0..<6),
    (["--start", "2", "--duration", "0.08s"], 2..<4), (["--start", "0.08s", "--duration", "0.08s"], 2..<4),
    (["--start", "0.07s", "--duration", "0.08s"], 2..<4), (["--start", "0.08s", "--frames", "3"], 2..<5),
    (["--start", "0.36s", "--duration", "9:00"], 9..<10),
  ])
  func partsAreThoseOfTheWhole(options: [String], frames: Range<Int>) throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 10))
    let whole = try Tool.run(["convert", clip, "-"] + Self.raw)
    #expect(whole.code == 0, "\(whole.errors)")
    let size = whole.output.count / 10
    let part = try Tool.run(["convert", clip, "-"] + Self.raw + options)
    #expect(part.code == 0, "\(part.errors)")
    #expect(part.output == whole.output[frames.lowerBound * size..<frames.upperBound * size])
  }

  @Test(arguments: [
    (["--start", "12.5"], 64, "12.5s"), (["--start", "-1s"], 64, "--start"), (["--start", "00:61:00"], 64, "--start"),
    (["--duration", "10"], 64, "--frames 10"), (["--duration", "0s"], 64, "above 0"),
    (["--duration", "1s", "--frames", "2"], 64, "leave one out"), (["--start", "0.4s"], 65, "--start 0.4s"),
    (["--start", "9999999:00:00"], 65, "--start"), (["--start", "0.01s", "--duration", "0.01s"], 65, "--duration"),
  ])
  func whatIsNoPartIsRefused(options: [String], code: Int, fact: String) throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 10))
    let outcome = try Tool.run(["convert", clip, folder["out.yuv"]] + Self.raw + options)
    #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names == ["in.y4m"])
  }

  @Test func timesNeedARate() throws {
    let folder = try Folder()
    let clip = try folder.file("in.yuv", Clips.raw(frames: 5))
    for options in [["--start", "0.04s"], ["--duration", "0.04s"]] {
      let outcome = try Tool.run(["convert", clip, "-"] + Self.raw + Clips.rawOptions + options)
      #expect(outcome.code == 64 && outcome.errors.contains("--fps"), "\(outcome.code) \(outcome.errors)")
      let told = try Tool.run(["convert", clip, "-"] + Self.raw + Clips.rawOptions + options + ["--fps", "25"])
      #expect(told.code == 0, "\(told.errors)")
    }
  }

  /// Of a movie too: the frames, their dither, and times that begin with 0.
  @Test func partsOfAMovieAreThoseOfTheWhole() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 10))
    let movie = folder["in.mkv"]
    let made = try Tool.run(
      ["convert", clip, movie, "--video-codec", "ffv1", "--to", "pq", "--out-pixel-format", "yuv420p10"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    let sdr = ["--source-peak", "1000", "--progress", "none"]
    let whole = try Tool.run(["convert", movie, "-", "--format", "raw"] + sdr)
    #expect(whole.code == 0, "\(whole.errors)")
    let size = whole.output.count / 10
    for (options, frames) in [
      (["--start", "4"], 4..<10), (["--start", "0.16s", "--duration", "0.12s"], 4..<7),
      (["--duration", "0.1s"], 0..<3),
    ] {
      let raw = try Tool.run(["convert", movie, "-", "--format", "raw"] + sdr + options)
      #expect(raw.output == whole.output[frames.lowerBound * size..<frames.upperBound * size], "\(raw.errors)")
      let cut = try Tool.run(
        ["convert", movie, folder["out.mkv"], "--video-codec", "ffv1", "--force"] + sdr + options)
      #expect(cut.code == 0 && !cut.errors.contains("moved"), "\(cut.errors)")
      let decoded = try Tool.run(["convert", folder["out.mkv"], "-", "--format", "raw", "--progress", "none"])
      #expect(decoded.output == raw.output, "\(decoded.errors)")
      // The first frame is at 0: nothing begins before, and it is found there.
      let first = try Tool.run(
        ["convert", folder["out.mkv"], "-", "--format", "raw", "--progress", "none", "--duration", "0.04s"])
      #expect(first.output == raw.output.prefix(size), "\(first.errors)")
    }
    let beyond = try Tool.run(["convert", movie, folder["none.mkv"], "--start", "0.5s"] + sdr)
    #expect(beyond.code == 65 && beyond.errors.contains("--start 0.5s"), "\(beyond.code) \(beyond.errors)")
  }

  /// With `--strict`, what is damaged ends the conversion where it is.
  @Test func damageEndsAStrictConversion() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 60))
    let made = try Tool.run(
      ["convert", clip, folder["in.mov"], "--video-codec", "ffv1", "--to", "pq"] + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    var bytes = try folder.bytes("in.mov")
    let (start, end) = (bytes.count / 3, bytes.count / 2)
    // No zeros: a frame of FFV1 that is all zeros has the checksum that it states, 0.
    for offset in start..<end { bytes[offset] ^= 0x55 }
    let damaged = try folder.file("damaged.mov", bytes)
    let options = [
      "--format", "raw", "--source-peak", "1000", "--range", "tv", "--chroma-location", "left", "--progress", "none",
    ]
    let told = try Tool.run(["convert", damaged, folder["a.yuv"]] + options)
    #expect(told.code == 0 && told.errors.contains("could not use"), "\(told.code) \(told.errors)")
    let strict = try Tool.run(["convert", damaged, folder["b.yuv"], "--strict"] + options)
    #expect(strict.code == 65 && strict.errors.contains("is damaged near "), "\(strict.code) \(strict.errors)")
    #expect(try !folder.names.contains("b.yuv"))
  }
}
