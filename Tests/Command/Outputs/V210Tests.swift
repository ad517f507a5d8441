import Foundation
import TestSupport
import Testing

/// Raw frames in v210, with FFmpeg's codec of that name as referee. It takes even widths alone, and limits codes to 4…1019 as this command does.
@Suite(.enabled(if: OtherPrograms.output(of: "ffmpeg", ["-version"]) != nil, "ffmpeg is not installed"))
struct V210Tests {
  private static let tags = ["--transfer", "pq", "--primaries", "bt2020", "--matrix", "bt2020nc", "--range", "narrow"]

  private static func convert(_ folder: Folder, _ names: (String, String), _ width: Int, _ more: [String]) throws {
    let made = try Tool.run(
      ["convert", folder[names.0], folder[names.1], "--size", "\(width)x6", "--source-peak", "1000"] + tags + more)
    try #require(made.code == 0, "\(made.errors)")
  }

  private static func raw(_ width: Int) -> [String] { ["-f", "rawvideo", "-s", "\(width)x6"] }

  /// Two frames in `in.yuv`, planar, of every code that pictures have.
  private static func folder(_ width: Int) throws -> Folder {
    let folder = try Folder()
    let count = (width + (width + 1) / 2 * 2) * 6 * 2
    let codes = (0..<count).map { UInt16(4 + $0 * 397 % 1016) }
    _ = try folder.file("in.yuv", Data(codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
    return folder
  }

  @Test(arguments: [2, 6, 16, 46, 48, 50, 130], ["sdr", "pq"])
  func ffmpegReadsAndWritesTheSame(width: Int, display: String) throws {
    let folder = try Self.folder(width)
    try Programs.ffmpeg(
      Self.raw(width) + [
        "-pix_fmt", "yuv422p10le", "-i", folder["in.yuv"], "-c:v", "v210", "-f", "rawvideo", folder["in.v210"],
      ])
    let to = ["--to", display, "--out-pixel-format"]
    try Self.convert(folder, ("in.yuv", "planar.yuv"), width, to + ["yuv422p10", "--pixel-format", "yuv422p10"])
    try Self.convert(folder, ("in.v210", "read.yuv"), width, to + ["yuv422p10", "--pixel-format", "v210"])
    #expect(try folder.bytes("read.yuv") == folder.bytes("planar.yuv"))
    try Self.convert(folder, ("in.yuv", "written.yuv"), width, to + ["v210", "--pixel-format", "yuv422p10"])
    try Self.convert(folder, ("in.v210", "both.yuv"), width, to + ["v210", "--pixel-format", "v210"])
    try Programs.ffmpeg(
      Self.raw(width) + [
        "-pix_fmt", "yuv422p10le", "-i", folder["planar.yuv"], "-c:v", "v210", "-f", "rawvideo", folder["out.v210"],
      ])
    #expect(try folder.bytes("written.yuv") == folder.bytes("out.v210"))
    #expect(try folder.bytes("both.yuv") == folder.bytes("out.v210"))
    // FFmpeg reads the planar picture, whose codes are limited in what its own codec wrote.
    for name in ["written.yuv", "out.v210"] {
      try Programs.ffmpeg(
        ["-f", "v210", "-video_size", "\(width)x6", "-i", folder[name], "-pix_fmt", "yuv422p10le", "-f", "rawvideo"]
          + [folder["\(name)-decoded"]])
    }
    #expect(try folder.bytes("written.yuv-decoded") == folder.bytes("out.v210-decoded"))
    if display == "sdr" { #expect(try folder.bytes("written.yuv-decoded") == folder.bytes("planar.yuv")) }
  }

  @Test(arguments: [1, 5, 7, 47, 131]) func oddWidthsAreReadAsTheyAreWritten(width: Int) throws {
    let folder = try Self.folder(width)
    try Self.convert(
      folder, ("in.yuv", "packed.yuv"), width,
      ["--to", "pq", "--pixel-format", "yuv422p10", "--out-pixel-format", "v210"])
    #expect(try folder.bytes("packed.yuv").count == (width + 47) / 48 * 128 * 6 * 2)
    for (name, format) in [("in.yuv", "yuv422p10"), ("packed.yuv", "v210")] {
      try Self.convert(
        folder, (name, "\(name)-sdr.yuv"), width,
        ["--to", "sdr", "--pixel-format", format, "--out-pixel-format", "yuv420p"])
    }
    #expect(try folder.bytes("in.yuv-sdr.yuv") == folder.bytes("packed.yuv-sdr.yuv"))
  }

  @Test(arguments: ["crop", "pad"]) func moviesOfItAreThoseOfThePlanarPicture(oddSize: String) throws {
    let folder = try Self.folder(131)
    try Self.convert(
      folder, ("in.yuv", "packed.yuv"), 131,
      ["--to", "pq", "--pixel-format", "yuv422p10", "--out-pixel-format", "v210"])
    for (name, format) in [("in.yuv", "yuv422p10"), ("packed.yuv", "v210")] {
      try Self.convert(
        folder, (name, "\(name).mkv"), 131,
        ["--to", "sdr", "--fps", "25", "--pixel-format", format, "--video-codec", "libx264", "--odd-size", oddSize])
      try Programs.ffmpeg(["-i", folder["\(name).mkv"], "-f", "rawvideo", folder["\(name).decoded"]])
    }
    #expect(try folder.bytes("in.yuv.decoded") == folder.bytes("packed.yuv.decoded"))
  }

  @Test func itIsCompared() throws {
    let folder = try Self.folder(64)
    try Self.convert(
      folder, ("in.yuv", "packed.yuv"), 64, ["--to", "pq", "--pixel-format", "yuv422p10", "--out-pixel-format", "v210"])
    let compared = try Tool.run(
      ["compare", folder["packed.yuv"], folder["packed.yuv"], "--size", "64x6", "--pixel-format", "v210"] + Self.tags)
    #expect(compared.code == 0, "\(compared.errors)")
  }
}
