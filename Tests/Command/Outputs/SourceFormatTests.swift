import Foundation
import TestSupport
import Testing

/// Outputs that keep the source's format, as far as nothing else is asked for, as Apple's asset writer does.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264", "libx265"), "needs an ffmpeg with x264 and x265"))
struct SourceFormatTests {
  /// Movies by their names: the encoder's options, and the tags that ffprobe reads; of `plain`, it reads none.
  private static let movies = [
    "hdr10": ("libx265 -pix_fmt yuv420p10le", "bt2020,smpte2084,bt2020nc"),
    "hlg": ("libx265 -pix_fmt yuv420p10le", "bt2020,arib-std-b67,bt2020nc"),
    "p3": ("libx264 -pix_fmt yuv420p", "smpte432,bt709,bt709"),
    "wide": ("libx264 -pix_fmt yuv420p", "bt2020,bt709,bt2020nc"),
    "sdr": ("libx264 -pix_fmt yuv420p", "bt709,bt709,bt709"),
    "shallow": ("libx264 -pix_fmt yuv420p", "bt2020,arib-std-b67,bt2020nc"),
    "plain": ("libx264 -pix_fmt yuv420p", ""), "deep": ("libx265 -pix_fmt yuv420p10le", ""),
  ]

  private static func make(_ name: String, in folder: Folder) throws -> String {
    let (encoder, tags) = try #require(movies[name])
    let names = ["-color_primaries", "-color_trc", "-colorspace"]
    let options =
      zip(names, tags.split(separator: ",")).map { "\($0) \($1)" } + (tags.isEmpty ? [] : ["-color_range tv"])
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=0.12 -c:v \(encoder) \(encoder.contains("x265") ? "-x265-params log-level=none" : "")"
        + " \(options.joined(separator: " ")) \(name).mp4", in: folder)
    return folder["\(name).mp4"]
  }

  /// Primaries, transfer and matrix as ffprobe reads them; empty for what it does not find.
  private func tags(_ file: String, _ more: String = "") throws -> String {
    let fields = ["color_primaries", "color_transfer", "color_space"] + (more.isEmpty ? [] : [more])
    let outcome = try Tool.run(
      program: "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=\(fields.joined(separator: ","))", "-of",
        "json", file,
      ])
    let json = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let stream = try #require((json["streams"] as? [[String: Any]])?.first)
    let values = fields.map { stream[$0] as? String ?? "" }
    return values.allSatisfy(\.isEmpty) ? "" : values.joined(separator: ",")
  }

  private func convert(_ words: [String], in folder: Folder, code: Int32 = 0) throws -> Tool.Outcome {
    let outcome = try Tool.run(["convert"] + words + ["--progress", "none", "--force"], in: folder)
    #expect(outcome.code == code, "\(words): \(outcome.errors)")
    return outcome
  }

  /// The frames that FFmpeg decodes are those that are written, and the tags are the source's; nothing is assumed.
  @Test(arguments: ["hdr10", "hlg", "p3", "wide", "sdr", "plain", "deep"])
  func theSourceIsKept(name: String) throws {
    let folder = try Folder()
    let movie = try Self.make(name, in: folder)
    try FFmpegProgram.make("-i \(name).mp4 -f rawvideo decoded.yuv", in: folder)
    _ = try convert([movie, "o.yuv", "--to", "source", "--strict"], in: folder)
    #expect(try folder.bytes("o.yuv") == folder.bytes("decoded.yuv"))
    for output in ["o.mp4", "o.mov", "o.mkv"] {
      _ = try convert([movie, output, "--to", "source"], in: folder)
      #expect(try tags(folder[output]) == Self.movies[name]?.1, "\(output)")
    }
  }

  /// What is only passed through is not resampled, whatever preset says so: x265 states no location, so chroma is on the left.
  @Test(arguments: [("hdr10", "pq"), ("hlg", "hlg")]) func chromaStays(name: String, preset: String) throws {
    let folder = try Folder()
    let movie = try Self.make(name, in: folder)
    try FFmpegProgram.make("-i \(name).mp4 -f rawvideo decoded.yuv", in: folder)
    _ = try convert([movie, "o.yuv", "--to", preset], in: folder)
    #expect(try folder.bytes("o.yuv") == folder.bytes("decoded.yuv"))
    _ = try convert([movie, "o.yuv", "--to", preset, "--out-chroma-location", "topleft"], in: folder)
    #expect(try folder.bytes("o.yuv") != folder.bytes("decoded.yuv"))
  }

  /// Each property that is not given is the source's, but for a matrix that would belong to other primaries; HDR has 10 bits.
  @Test(arguments: [
    ("hdr10", "--out-transfer hlg", "bt2020,arib-std-b67,bt2020nc,yuv420p10le"),
    ("hlg", "--to source --out-transfer smpte2084", "bt2020,smpte2084,bt2020nc,yuv420p10le"),
    ("hlg", "--out-primaries smpte432", "smpte432,arib-std-b67,bt2020nc,yuv420p10le"),
    ("sdr", "--out-transfer hlg", "bt709,arib-std-b67,bt709,yuv420p10le"),
    ("sdr", "--to sdr709 --out-transfer pq", "bt709,smpte2084,bt2020nc,yuv420p10le"),
    ("hdr10", "--out-transfer bt709", "bt2020,bt709,bt2020nc,yuv420p10le"),
    ("wide", "--out-primaries bt709", "bt709,bt709,bt709,yuv420p"),
    ("sdr", "--to source --out-primaries bt2020", "bt2020,bt709,bt2020nc,yuv420p"),
    ("p3", "--to source --out-matrix smpte170m", "smpte432,bt709,smpte170m,yuv420p"),
    ("plain", "--out-primaries smpte432 --out-transfer bt709 --out-matrix bt709", "smpte432,bt709,bt709,yuv420p"),
    ("shallow", "--to source", "bt2020,arib-std-b67,bt2020nc,yuv420p10le"),
  ]) func onePropertyLeavesTheOthersCoherent(name: String, options: String, expected: String) throws {
    let folder = try Folder()
    let movie = try Self.make(name, in: folder)
    _ = try convert([movie, "o.mp4"] + options.split(separator: " ").map(String.init), in: folder)
    #expect(try tags(folder["o.mp4"], "pix_fmt") == expected)
  }

  /// All layouts keep their codes, 4:4:4 and those with alpha too.
  @Test(arguments: [
    "yuv444p12le", "yuv422p10le", "gbrp12le", "gray10le", "nv12", "rgb24", "yuva444p10le", "gbrp16le",
  ])
  func codesStay(format: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=0.12 -vf noise=alls=20:allf=t -pix_fmt \(format) in.yuv", in: folder)
    let words = ["in.yuv", "o.yuv", "--size", "64x48", "--pixel-format", format, "--to", "source", "--strict"]
    _ = try convert(words, in: folder)
    #expect(try folder.bytes("o.yuv") == folder.bytes("in.yuv"))
  }

  /// A source without tags is tagged, and its pictures stay.
  @Test func onlyTagsAreAdded() throws {
    let folder = try Folder()
    let movie = try Self.make("plain", in: folder)
    try FFmpegProgram.make("-i plain.mp4 -f rawvideo decoded.yuv", in: folder)
    let outcome = try convert(
      [
        movie, "o.yuv", "--strict", "--out-primaries", "bt2020", "--out-transfer", "bt709", "--out-matrix",
        "bt2020nc",
      ],
      in: folder)
    #expect(try folder.bytes("o.yuv") == folder.bytes("decoded.yuv"))
    #expect(
      outcome.errors.contains("does not state its primaries and transfer and matrix; the output is tagged as requested")
    )
  }

  /// HDR in 8 bits is refused by what encodes, written by what does not, and reported of inputs.
  @Test func shallowHDR() throws {
    let folder = try Folder()
    let movie = try Self.make("hlg", in: folder)
    for output in [
      "o.mp4", "o.mov", "o.hevc", "o.mkv --video-codec ffv1", "o.mp4 --video-codec h264", "o.png", "o.avif",
    ] {
      let format = output == "o.png" ? "gbrp" : "yuv420p"
      let words = output.split(separator: " ").map(String.init) + ["--to", "hlg", "--out-pixel-format", format]
      let refused = try convert([movie] + words + ["--frames", "1"], in: folder, code: 64)
      #expect(
        refused.errors.contains("arib-std-b67 at 8 bits, but a depth of at least 10 bits was expected"), "\(output)")
    }
    for output in ["o.y4m", "o.yuv"] {
      let written = try convert([movie, output, "--to", "pq", "--out-pixel-format", "yuv420p"], in: folder)
      #expect(written.errors.contains("the output's transfer is smpte2084 at 8 bits"), "\(output)")
    }
    let read = try convert([try Self.make("shallow", in: folder), "o.y4m"], in: folder)
    #expect(read.errors.contains("the source's transfer is arib-std-b67 at 8 bits"), "\(read.errors)")
    #expect(try !convert([movie, "o.y4m"], in: folder).errors.contains("8 bits"))
  }

  /// A folder of several kinds: each keeps its own, or all have one; a codec alone leaves the default, which is reported.
  @Test func foldersOfSeveralKinds() throws {
    let folder = try Folder()
    let names = ["sdr", "hdr10", "hlg"]
    let files = try names.map { try Self.make($0, in: folder) }
    _ = try convert(files + ["--output-folder", folder["own"], "--to", "source"], in: folder)
    for name in names { #expect(try tags(folder["own/\(name).mp4"]) == Self.movies[name]?.1) }
    let shared = try convert(files + ["--output-folder", folder["one"], "--to", "shared"], in: folder)
    for name in names { #expect(try tags(folder["one/\(name).mp4"]) == Self.movies["hlg"]?.1) }
    let explained = try Tool.run(["explain"] + files)
    #expect(explained.text.hasPrefix("output          hlg"))
    #expect(shared.errors.contains("the output is hlg: "))
    let prores = try convert([files[2], "o.mov", "--video-codec", "prores"], in: folder)
    #expect(
      prores.errors.contains("the output is sdr709, which is the default; --to source keeps the source's format"))
    _ = try convert([files[2], "o.mov", "--video-codec", "prores", "--to", "source"], in: folder)
    #expect(try tags(folder["o.mov"]) == Self.movies["hlg"]?.1)
  }

  /// A matrix of other primaries is refused in SDR, and reported in HDR, which may have any.
  @Test func matricesOfOtherPrimaries() throws {
    let folder = try Folder()
    let sdr = try Self.make("sdr", in: folder)
    let refused = try convert([sdr, "o.mp4", "--to", "source", "--out-matrix", "bt2020nc"], in: folder, code: 64)
    #expect(refused.errors.contains("the output's primaries are bt709, which use another matrix"))
    let hlg = try Self.make("hlg", in: folder)
    let legal = try convert([hlg, "o.mp4", "--to", "source", "--out-matrix", "bt709"], in: folder)
    #expect(legal.errors.contains("the output's matrix is bt709, but its primaries are bt2020"))
  }
}
