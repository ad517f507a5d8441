import Foundation
import HDRMetadata
import TestSupport
import Testing

/// What `convert` says about movies that are not as simple as most.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct TrackChoiceTests {
  private func ffmpeg(_ arguments: String, in folder: Folder) throws {
    let made = try Tool.shell("cd \(folder[""]) && ffmpeg -v error -nostdin \(words(arguments))")
    try #require(made.code == 0, "\(made.errors)")
  }

  /// The color of the track that is decoded, not of the one that comes first.
  @Test(arguments: ["mkv", "mov"]) func colorIsThatOfTheChosenTrack(ending: String) throws {
    let folder = try Folder()
    let tags = { (primaries: String, transfer: String, matrix: String, track: Int) in
      "-color_primaries:v:\(track) \(primaries) -color_trc:v:\(track) \(transfer) -colorspace:v:\(track) \(matrix)"
    }
    try ffmpeg(
      "-f lavfi -i testsrc2=s=32x32:d=0.2 -f lavfi -i testsrc2=s=96x64:d=0.2 -map 0:v -map 1:v -c:v ffv1 -pix_fmt yuv420p10"
        + " \(tags("bt709", "bt709", "bt709", 0)) \(tags("bt2020", "smpte2084", "bt2020nc", 1))"
        + " -disposition:v:0 0 -disposition:v:1 default in.\(ending)", in: folder)
    let outcome = try Tool.run(["convert", folder["in.\(ending)"], folder["out.y4m"], "--json"])
    #expect(outcome.code == 0 && outcome.text.contains("smpte2084"), "\(outcome.text) \(outcome.errors)")
    #expect(try folder.bytes("out.y4m").starts(with: Data("YUV4MPEG2 W96 H64".utf8)))
  }

  /// A track of alpha is no picture to show, although FFmpeg's programs choose the one with more bits.
  @Test func auxiliaryTracksAreLeftOut() throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i color=red:s=32x32:d=0.2 -f lavfi -i testsrc2=s=96x64:d=0.2 -map 0:v -map 1:v -c:v mpeg4 -q:v 2 -disposition:v:0 0 -disposition:v:1 default in.mp4",
      in: folder)
    var bytes = try folder.bytes("in.mp4")
    // The second track's handler becomes that of auxiliary video.
    let handlers = bytes.ranges(of: Data("vide".utf8))
    try #require(handlers.count == 2)
    bytes.replaceSubrange(handlers[1], with: Data("auxv".utf8))
    let movie = try folder.file("in.mp4", bytes)
    #expect(try Tool.run(["info", movie]).text.contains("auxiliary"))
    let outcome = try Tool.run(["convert", movie, folder["out.y4m"]])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.bytes("out.y4m").starts(with: Data("YUV4MPEG2 W32 H32".utf8)))
  }

  /// A codec that no sound gets is reported, as are other options without effect; `--strict` accepts it.
  @Test(arguments: [("aac", "alac", "mp4", true), ("flac", "aac", "mkv", true), ("flac", "aac", "mp4", false)])
  func codecOfSoundThatIsCopied(sound: String, asked: String, container: String, isUnused: Bool) throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.2 -f lavfi -i sine=d=0.2 -c:v mpeg4 -c:a \(sound) in.mkv", in: folder)
    let outcome = try Tool.run(
      [
        "convert", folder["in.mkv"], folder["out.\(container)"], "--video-codec", "mpeg4", "--audio-codec", asked,
        "--strict",
      ] + Clips.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("--audio-codec was given, but no sound") == isUnused, "\(outcome.errors)")
  }

  /// Pictures of 480 rows that state nothing are those of NTSC, in containers that only FFmpeg reads too.
  @Test func smallPicturesAreThoseOfTelevision() throws {
    let folder = try Folder()
    try ffmpeg("-f lavfi -i testsrc2=s=720x480:d=0.2:r=25 -c:v mpeg2video in.mpg", in: folder)
    let outcome = try Tool.run(["convert", folder["in.mpg"], folder["out.y4m"], "--json"])
    #expect(outcome.code == 0 && outcome.text.contains("smpte170m"), "\(outcome.text) \(outcome.errors)")
  }

  /// The matrix that AVIF leaves unspecified is BT.601's, whatever the primaries; libavif's function `avifCalcYUVCoefficients` has it as the default.
  @Test(arguments: [
    ("yuv420p", "-color_primaries bt709 -color_trc bt709"),
    ("yuv420p10le", "-color_primaries bt2020 -color_trc smpte2084"),
    ("yuv420p10le", "-color_primaries bt709"),
  ])
  func anUnspecifiedMatrixOfAVIFIsThatOfBT601(format: String, tags: String) throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i testsrc2=s=64x64:d=0.04 -frames:v 1 -pix_fmt \(format) -c:v libaom-av1 -still-picture 1 -cpu-used 8 \(tags) in.avif",
      in: folder)
    let explained = try Tool.run(["explain", folder["in.avif"]])
    #expect(explained.text.contains("narrow range, matrix SMPTE ST 170"), "\(explained.text)")
    if tags.contains("_trc") {
      #expect(explained.text.contains("does not state its matrix; assuming that of BT.601"), "\(explained.text)")
    } else {
      #expect(explained.text.contains("linearize    sRGB"), "\(explained.text)")
    }
  }

  /// Frames are repeated or left out, and sound keeps its samples. Ten gray frames are told apart by their level.
  @Test(arguments: [
    ("50", "50/1", 20, 0), ("25", "25/1", 10, 0), ("24", "24/1", 10, 0), ("30", "30/1", 12, 0),
    ("30000/1001", "30000/1001", 12, 0), ("12.5", "25/2", 5, 0), ("25", "25/1", 5, 5),
  ])
  func aConstantRateIsMade(rate: String, stated: String, count: Int, start: Int) throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i color=s=96x64:d=0.4:r=25,geq=lum='N*20':cb=128:cr=128,format=yuv420p -f lavfi -i sine=d=0.4 -c:v ffv1 -c:a pcm_s16le"
        + " -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range pc in.mkv", in: folder)
    let part = start > 0 ? ["--start", "\(start)"] : []
    let outcome = try Tool.run(
      ["convert", folder["in.mkv"], folder["out.mov"], "--video-codec", "ffv1", "--fps", rate, "--dither", "none"]
        + ["--progress", "none"] + part)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let probed = try Tool.shell(
      "ffprobe -v error -select_streams v -show_entries stream=r_frame_rate,avg_frame_rate:packet=pts_time -of csv=p=0 \(folder["out.mov"])"
    ).text.split(separator: "\n")
    #expect(probed.last == "\(stated),\(stated)", "\(probed)")
    let times = probed.compactMap { Double($0) }
    let value = try #require(stated.split(separator: "/").compactMap { Double($0) } as [Double]?)
    #expect(times.count == count, "\(times)")
    for (number, time) in times.enumerated() { #expect(abs(time - Double(number) * value[1] / value[0]) < 1e-4) }
    // Each time has the frame of the source that is nearest to it: the frames have levels of their own.
    let levels = try Tool.shell(
      "ffmpeg -v error -i \(folder["out.mov"]) -vf crop=2:2,format=gray -f rawvideo - | od -An -v -tu1 -w4 | awk '{print $1}'"
    ).text.split(separator: "\n")
    let nearest = (0..<count).map { number in
      min(9, start + Int((Double(number) * value[1] / value[0] * 25 - 1e-6).rounded()))
    }
    func repeats(_ frames: [some Equatable]) -> [Bool] { zip(frames, frames.dropFirst()).map { $0 == $1 } }
    #expect(repeats(levels) == repeats(nearest), "\(levels)")
    guard start == 0 else { return }
    let samples = try Tool.shell("ffmpeg -v error -i \(folder["out.mov"]) -map 0:a -f s16le - | wc -c").text
    #expect(Int(samples.filter(\.isNumber)) == 17640 * 2, "\(samples)")
  }

  /// What has no place for times of its own does not take another rate.
  @Test func framesAloneKeepTheirTimes() throws {
    let folder = try Folder()
    try ffmpeg("-f lavfi -i testsrc2=s=96x64:d=0.2:r=25 -c:v ffv1 in.mkv", in: folder)
    let outcome = try Tool.run(["convert", folder["in.mkv"], folder["out.y4m"], "--fps", "50"])
    #expect(outcome.code == 64 && outcome.errors.contains("leave --fps out"), "\(outcome.code) \(outcome.errors)")
    let described = try Tool.run([
      "convert", folder["in.mkv"], folder["out.mkv"], "--fps", "50", "--out-hdr10plus", folder["out.json"],
    ])
    #expect(described.code == 64 && described.errors.contains("leave one out"), "\(described.errors)")
  }

  /// A bare stream has frames, but no times.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"))
  func bareStreamsHaveARate() throws {
    let folder = try Folder()
    let movie = try folder.file("in.hevc", HEVCMessages.stream(frames: 5, in: folder))
    let options =
      ["--source-peak", "1000", "--to", "sdr709", "--video-codec", "ffv1"] + ["--progress", "none", "--force"]
    // x265 states the rate in the stream.
    let stated = try Tool.run(["convert", movie, folder["out.mkv"]] + options)
    #expect(stated.code == 0 && !stated.errors.contains("frames per second"), "\(stated.errors)")
    #expect(!stated.errors.contains("moved"), "\(stated.errors)")
    for part in [[], ["--start", "2"], ["--start", "0.04s"], ["--start", "0.04s", "--duration", "0.06s"]] {
      let told = try Tool.run(["convert", movie, folder["out.mkv"], "--fps", "50"] + options + part)
      #expect(told.code == 0 && told.errors.isEmpty, "\(told.errors)")
      let probed = try Tool.shell("ffprobe -v error -show_entries packet=pts_time -of csv=p=0 \(folder["out.mkv"])")
      let count = part.isEmpty ? 5 : 3
      let times = probed.text.split(separator: "\n").compactMap { Double($0) }
      #expect(times == (0..<count).map { Double($0) / 50 }, "\(probed.text)")
    }
  }

  /// A rate that varies is kept by movies, and its loss in Y4M is reported.
  @Test func aVaryingRateIsNotLostInSilence() throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i testsrc2=s=96x64:d=1:r=25 -vf setpts='N*40+40*floor(N/5)',settb=1/1000 -fps_mode vfr -c:v ffv1"
        + " -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv in.mkv", in: folder)
    let lost = try Tool.run(["convert", folder["in.mkv"], folder["out.y4m"]])
    #expect(lost.code == 0 && lost.errors.contains("variable frame rate"), "\(lost.errors)")
    let kept = try Tool.run(["convert", folder["in.mkv"], folder["out.mkv"], "--video-codec", "ffv1"])
    #expect(kept.code == 0 && !kept.errors.contains("variable frame rate"), "\(kept.errors)")
    let even = try Tool.run(["convert", folder["in.mkv"], folder["even.y4m"], "--frames", "5"])
    #expect(even.code == 0 && !even.errors.contains("variable frame rate"), "\(even.errors)")
  }

  /// A message about alpha, but no layer that has it.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"))
  func alphaThatIsNotDecodedIsTold()
    throws
  {
    let folder = try Folder()
    let alpha = try AlphaChannelInformation(use: .straight, bitDepth: 8, transparent: 0, opaque: 255)
    let plain = try HEVCMessages.stream(frames: 1, in: folder)
    let movie = try folder.file("in.hevc", HEVCMessages.adding([(165, alpha.payload)], to: plain))
    let told = try Tool.run(["convert", movie, folder["out.y4m"], "--source-peak", "1000"])
    #expect(told.code == 0 && told.errors.contains("which cannot be decoded here"), "\(told.errors)")
    let strict = try Tool.run([
      "convert", movie, folder["out.y4m"], "--source-peak", "1000", "--fps", "25", "--strict",
    ])
    #expect(strict.code == 65 && strict.errors.contains("alpha"), "\(strict.errors)")
    let ignored = try Tool.run(
      ["convert", movie, folder["out.y4m"], "--source-peak", "1000", "--fps", "25", "--strict", "--alpha", "ignore"])
    #expect(ignored.code == 0, "\(ignored.errors)")
  }

  /// Closed captions of the pictures are kept by H.264, and their loss is reported once, wherever they begin.
  ///
  /// - Source: ATSC A/53 Part 4, clause 6.2.3, with one pair of CEA-608.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"),
    arguments: [("h264", true), ("ffv1", false), ("prores", false), ("vp9", false)])
  func captionsAreKeptOrTheirLossIsReported(codec: String, areKept: Bool) throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 3, in: folder)
    let caption: [UInt8] = [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0x41, 0xFF, 0xFC, 0x94, 0x2C, 0xFF]
    let stream = try HEVCMessages.adding([nil, (4, caption), (4, caption)], to: plain)
    let movie = try folder.file("in.hevc", stream)
    let options = ["--source-peak", "1000", "--fps", "25", "--video-codec", codec, "--force"]
    let made = try Tool.run(["convert", movie, folder["out.mkv"]] + options)
    #expect(made.code == 0 && made.errors.contains("closed captions") == !areKept, "\(made.errors)")
    #expect(made.errors.components(separatedBy: "closed captions").count <= 2)
    let probed = try Tool.shell("ffprobe -v error -show_frames \(folder["out.mkv"]) | grep -c 'Closed Captions'")
    #expect(probed.text.contains(areKept ? "2" : "0"), "\(probed.text)")
    let strict = try Tool.run(["convert", movie, folder["strict.mkv"], "--strict"] + options)
    #expect(
      strict.code == (areKept ? 0 : 65) && FileManager.default.fileExists(atPath: folder["strict.mkv"]) == areKept,
      "\(strict.errors)")
  }

  /// What FFV1 leaves open.
  private static let unstated = ["--range", "narrow", "--chroma-location", "left"]

  /// What the output lacks is reported, and refused with `--strict`, before the first frame or at the end; a track of another codec lacks nothing.
  @Test(
    arguments: [
      ("", nil), ("-metadata FOO=bar", "the tag FOO"), ("-metadata:s:a language=zxx", "the language of track 2"),
      ("-disposition:a original", "in the original language"),
      ("-attach lines.ass -metadata:s:t mimetype=text/plain", "track 4, attachment"),
      ("-metadata:s:v stereo_mode=left_right", "stereo"), ("lines.ass", "1 cue without words"),
    ] as [(String, String?)])
  func lossesAreRefused(options: String, loss: String?) throws {
    let folder = try Folder()
    let isDrawing = options == "lines.ass"
    _ = try folder.file(
      "lines.ass",
      Data(
        """
        [Script Info]
        ScriptType: v4.00+

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.10,0:00:00.30,Default,,0,0,0,,\(isDrawing ? #"{\p1}m 0 0 l 1 1{\p0}"# : "Words")

        """.utf8))
    try ffmpeg(
      "-f lavfi -i testsrc2=s=96x64:d=0.4:r=25 -f lavfi -i sine=d=0.4 -i lines.ass -map 0 -map 1 -map 2 -c:v ffv1 -c:a aac -c:s ass"
        + " -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv \(isDrawing ? "" : options) in.mkv",
      in: folder)
    let words =
      ["convert", folder["in.mkv"], folder["out.mov"], "--video-codec", "ffv1", "--progress", "none"] + Self.unstated
    let strict = try Tool.run(words + ["--strict"])
    #expect(strict.code == (loss == nil ? 0 : 65) && strict.errors.contains(loss ?? "mov_text"), "\(strict.errors)")
    #expect(try folder.names.contains("out.mov") == (loss == nil))
    let made = try Tool.run(words + ["--force"])
    #expect(made.code == 0 && made.errors.contains(loss ?? "mov_text"), "\(made.errors)")
  }

  /// A part after the end of the sound loses none of it, although the output has no such track; a rate that is asked for loses nothing either.
  @Test(arguments: [["--start", "0.36s"], ["--fps", "12.5"]]) func whatIsAskedForIsNoLoss(part: [String]) throws {
    let folder = try Folder()
    try ffmpeg(
      "-f lavfi -i testsrc2=s=96x64:d=0.4:r=25 -f lavfi -i sine=d=0.1 -c:v ffv1 -c:a aac -color_primaries bt709 -color_trc bt709"
        + " -colorspace bt709 -color_range tv in.mov", in: folder)
    let made = try Tool.run(
      ["convert", folder["in.mov"], folder["out.mov"], "--video-codec", "ffv1", "--progress", "none", "--strict"]
        + Self.unstated + part)
    #expect(made.code == 0 && made.errors.contains(part[0] == "--fps" ? "left out" : "nothing of it"), "\(made.errors)")
  }

  /// What the stream says of its layer's samples counts for that layer in a file of its own.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"))
  func theLayersCodesAreThoseStated()
    throws
  {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 1, in: folder)
    func movie(_ transparent: CodeLevel, _ opaque: CodeLevel, bits: Int = 8) throws -> String {
      let alpha = try AlphaChannelInformation(
        use: .premultiplied, bitDepth: bits, transparent: transparent, opaque: opaque)
      return try folder.file(
        "\(transparent.value)-\(opaque.value)-\(bits).hevc", HEVCMessages.adding([(165, alpha.payload)], to: plain))
    }
    let layer = try folder.file("layer.gray", Data((0..<32 * 16).map { UInt8($0 & 255) }))
    func converted(_ movie: String, _ options: [String] = []) throws -> Data {
      let outcome = try Tool.run(
        ["convert", movie, "-", "--format", "raw", "--source-peak", "1000", "--alpha-file", layer] + options)
      try #require(outcome.code == 0, "\(outcome.errors)")
      return Data(outcome.output)
    }
    let full = try converted(movie(0, 255))
    let narrow = try converted(movie(16, 235))
    #expect(narrow != full)
    #expect(try narrow == converted(movie(0, 255), ["--alpha-range", "16-235"]))
    #expect(try converted(movie(235, 16)) == converted(movie(0, 255), ["--alpha-range", "235-16"]))
    // Of a layer with other bits than this, nothing is known.
    #expect(try converted(movie(64, 940, bits: 10)) == full)
  }

  /// Light is counted while frames are written: Matroska has no place for it afterwards.
  @Test func lightThatCannotBeStatedIsTold() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let options = ["--to", "hdr10", "--tone-mapping", "bt2390", "--target-peak", "600", "--video-codec", "ffv1"]
    for (name, isTold) in [("out.mkv", true), ("out.mov", false)] {
      let outcome = try Tool.run(["convert", clip, folder[name]] + options + Clips.tags)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("does not state them") == isTold, "\(outcome.errors)")
    }
  }
}
