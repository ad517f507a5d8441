import Foundation
import TestSupport
import Testing

/// `tonemap convert in.mov out.mp4`: what goes through FFmpeg's libraries is what a pipe would have given.
@Suite struct MovieConversionTests {
  /// A movie of the same frames, lossless.
  private static func movie(_ folder: Folder, _ name: String = "in.mkv", frames: Int = 5) throws -> String {
    let made = try Tool.run(
      ["convert", try folder.file("frames.y4m", Clips.y4m(frames: frames)), folder[name]] + Clips.tags
        + ["--to", "pq", "--out-pixel-format", "yuv420p10", "--video-codec", "ffv1", "--progress", "none"])
    try #require(made.code == 0, "\(made.errors)")
    return folder[name]
  }

  @Test func framesAreThoseOfAPipe() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder)
    // The codes pass through PQ to PQ unchanged, and the movie states its color.
    let direct = try Tool.run(
      ["convert", folder["frames.y4m"], folder["a.yuv"], "--format", "raw", "--to", "pq"] + Clips.tags)
    let decoded = try Tool.run(["convert", movie, folder["b.yuv"], "--format", "raw", "--to", "pq"])
    #expect(direct.code == 0 && decoded.code == 0, "\(direct.errors)\(decoded.errors)")
    #expect(try folder.bytes("a.yuv") == folder.bytes("b.yuv"))
    let peak = ["--source-peak", "1000"]
    let sdr = try Tool.run(["convert", movie, folder["c.mkv"], "--video-codec", "ffv1"] + peak)
    let again = try Tool.run(["convert", folder["c.mkv"], folder["c.yuv"]])
    let raw = try Tool.run(["convert", folder["frames.y4m"], folder["d.yuv"]] + peak + Clips.tags)
    #expect(sdr.code == 0 && again.code == 0 && raw.code == 0, "\(sdr.errors)\(again.errors)\(raw.errors)")
    #expect(try folder.bytes("c.yuv") == folder.bytes("d.yuv"))
  }

  @Test(.enabled(if: Encoder.h264, "needs an encoder of H.264")) func tagsStandInContainerAndStream() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder)
    let sdr = try Tool.run(["convert", movie, folder["out.mp4"], "--preset", "ultrafast", "--video-codec", "h264"])
    try #require(sdr.code == 0, "\(sdr.errors)")
    #expect(try folder.names.contains("out.mp4") && !folder.names.contains("out.mp4.color.json"))
    let told = try Tool.run(["info", folder["out.mp4"]])
    #expect(told.code == 0 && told.text.contains("H.264") && !told.text.contains("overruled"), "\(told.text)")
    for tag in ["bt709", "tv", "left"] { #expect(told.text.contains(tag), "\(told.text)") }
    #expect(try Tool.run(["info", folder["out.mp4"], "--check", "sdr709"]).code == 0)
  }

  /// MaxCLL and MaxFALL are known when all is encoded, and still stand in the file.
  @Test(.enabled(if: Encoder.h264, "needs an encoder of H.264")) func lightIsStated() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder)
    let options = ["--to", "hdr10", "--target-peak", "600", "--tone-mapping", "bt2390"]
    let raw = try Tool.run(["convert", movie, folder["a.yuv"]] + options)
    let made = try Tool.run(
      ["convert", movie, folder["out.mp4"], "--preset", "ultrafast", "--video-codec", "h264"] + options)
    try #require(made.code == 0, "\(made.errors)")
    #expect(raw.code == 0)
    let json = try JSONSerialization.jsonObject(with: try folder.bytes("a.yuv.color.json")) as? [String: Any]
    let metadata = json?["metadata"] as? [String: Any]
    let light = try #require(metadata?["content_light"] as? [String: Any], "\(String(describing: json))")
    let report = try Tool.run(["info", folder["out.mp4"]])
    for value in light.values { #expect(report.text.contains("\(value)"), "\(light) \(report.text)") }
  }

  @Test(arguments: [
    (["out.y4m", "--crf", "20"], "applies only to movies"),
    (["out.mp4", "--video-codec", "nonsense"], "no encoder nonsense, but the name of an encoder"),
    (["out.mp4", "--video-codec", "ffv1", "--encoder-options", "nonsense=1"], "has no option nonsense"),
    (["out.mkv", "--video-codec", "ffv1", "--encoder-options", "slices=4:slicecrc"], "expected name=value pairs"),
    (["out.mkv", "--video-codec", "ffv1", "--preset", "fast"], "preset"),
    (["out.webm", "--video-codec", "ffv1"], "webm"),
    (["out.mp4", "--crf", "20", "--bitrate", "1M"], "leave one out"),
    (["out.mp4", "--bitrate", "fast"], "800k"), (["out.avi"], "selects no output format"),
  ])
  func whatCannotBeIsRefused(words: [String], fact: String) throws {
    let folder = try Folder()
    let movie = try Self.movie(folder)
    let before = try folder.names
    let outcome = try Tool.run(["convert", movie, folder[words[0]]] + words.dropFirst())
    #expect(outcome.code == 64 && outcome.errors.contains(fact), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names == before)
  }

  /// Each frame keeps its own time, also while an encoder holds the memory of frames before it.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) func timesAreThoseOfTheFrames() throws {
    let folder = try Folder()
    _ = try Self.movie(folder, frames: 100)
    // Uneven times, so that none follows from the number of its frame.
    try FFmpegProgram.make("-i in.mkv -c copy -bsf:v setts=ts=40*N+mod(7*N\\,30) uneven.mkv", in: folder)
    func times(_ movie: String) throws -> [Double] {
      try Tool.run(["info", movie, "--frames", "--json"]).text.split(separator: "\n").map { line in
        let frame = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(frame?["time"] as? Double)
      }
    }
    let movie = folder["uneven.mkv"]
    let expected = (0..<100).map { (frame: Int) -> Double in Double(40 * frame + 7 * frame % 30) / 1000 }
    #expect(try times(movie) == expected)
    for threads in ["1", "4"] {
      let outcome = try Tool.run(
        ["convert", movie, folder["out.mkv"], "--video-codec", "ffv1", "--threads", threads, "--force"])
      #expect(outcome.code == 0 && !outcome.errors.contains("moved"), "\(outcome.errors)")
      #expect(try times(folder["out.mkv"]) == expected)
    }
  }

  /// FFV1 refuses 24 slices where those at the right or at the bottom would begin within a chroma sample: those of a width of 18, a height of 22.
  @Test(arguments: [(107, 60), (60, 85)]) func halfChromaSamplesInFFV1(width: Int, height: Int) throws {
    let folder = try Folder()
    let samples = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    let frame = Data("FRAME\n".utf8) + Data((0..<samples).flatMap { [UInt8($0 % 251), 1] })
    let header = Data("YUV4MPEG2 W\(width) H\(height) F25:1 C420p10 XCOLORRANGE=LIMITED\n".utf8)
    let clip = try folder.file("in.y4m", header + frame)
    let options = ["--to", "pq", "--out-pixel-format", "yuv420p10"]
    let made = try Tool.run(["convert", clip, folder["a.mkv"], "--video-codec", "ffv1"] + options + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    #expect(try Tool.run(["convert", folder["a.mkv"], folder["a.yuv"]] + options).code == 0)
    let raw = try folder.bytes("a.yuv")
    #expect(raw == frame.dropFirst(6), "\(raw.count) bytes")
  }

  @Test func framesWithoutARateMakeNoMovie() throws {
    let folder = try Folder()
    let raw = try folder.file("in.yuv", Clips.raw(frames: 2))
    let outcome = try Tool.run(
      ["convert", raw, folder["out.mkv"], "--video-codec", "ffv1"] + Clips.rawOptions + Clips.tags)
    #expect(outcome.code == 64 && outcome.errors.contains("--fps"), "\(outcome.errors)")
    let told = try Tool.run(
      ["convert", raw, folder["out.mkv"], "--video-codec", "ffv1", "--fps", "24000/1001"] + Clips.rawOptions
        + Clips.tags)
    #expect(told.code == 0, "\(told.errors)")
    #expect(try Tool.run(["info", folder["out.mkv"]]).text.contains("24000/1001"))
  }

  /// A full disk, and a movie that ends within its header: a sentence, and no half file. Of one that ends later, what is there is kept.
  @Test func failuresLeaveNothing() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 200)
    let full = try Tool.shell(
      "cd \(folder[""]); ulimit -f 1; tonemap convert in.mkv out.mkv --video-codec ffv1 --progress none")
    #expect(full.code == 74, "\(full.code) \(full.errors)")
    #expect(try !folder.names.contains { $0.hasPrefix("out.mkv") })
    let bytes = try folder.bytes("in.mkv")
    for (share, hasFrames) in [(0.001, false), (0.3, true), (0.6, true)] {
      let cut = try folder.file("cut.mkv", bytes.prefix(Int(Double(bytes.count) * share)))
      let outcome = try Tool.run(["convert", cut, folder["out.mkv"], "--video-codec", "ffv1", "--force"])
      #expect(outcome.code == (hasFrames ? 75 : 65), "\(share) \(outcome.code) \(outcome.errors)")
      #expect(outcome.errors.contains(hasFrames ? "cut short" : "the file is truncated"), "\(outcome.errors)")
      #expect(try folder.names.contains("out.mkv") == hasFrames)
      try? FileManager.default.removeItem(atPath: folder["out.mkv"])
      let strict = try Tool.run(["convert", cut, folder["out.mkv"], "--video-codec", "ffv1", "--strict"])
      #expect(strict.code == 65, "\(strict.code) \(strict.errors)")
      #expect(try !folder.names.contains("out.mkv"))
    }
    #expect(movie.hasSuffix("in.mkv"))
  }

  /// glibc fills new memory with a code; x264 on AVX-512 read such memory.
  @Test(.enabled(if: Encoder.h264, "needs an encoder of H.264")) func bytesDoNotDependOnNewMemory() throws {
    let folder = try Folder()
    var noise = SeededNumbers(seed: 1)
    let header = Data("YUV4MPEG2 W64 H48 F25:1 C420 XCOLORRANGE=LIMITED\n".utf8)
    let clip = (0..<6).reduce(into: header) { data, frame in
      let luma = (0..<64 * 48).map { UInt8(60 + 4 * (($0 + frame) % 24) + Int.random(in: 0..<24, using: &noise)) }
      data += Data("FRAME\n".utf8) + luma + Data(repeating: 128, count: 2 * 32 * 24)
    }
    let input = try folder.file("in.y4m", clip)
    let movies = try ["0", "60", "120", "180", "240"].map { code in
      let words = ["MALLOC_PERTURB_=\(code)", Tool.path, "convert", input, folder[code + ".mp4"], "--progress", "none"]
      let outcome = try Tool.run(program: "env", words + Clips.tags)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try folder.bytes(code + ".mp4")
    }
    #expect(Set(movies).count == 1)
  }

  /// A lost packet of a transport stream damages AAC that MP4 does not take; the movie goes on without it.
  @Test(.enabled(if: Encoder.h264, "needs an encoder of H.264")) func damagedSoundIsLeftOut() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -preset ultrafast -c:a aac in.ts",
      in: folder)
    let bytes = Array(try folder.bytes("in.ts"))
    let packets = stride(from: 0, to: bytes.count, by: 188).map { bytes[$0..<$0 + 188] }
    // Packets within the sound, whose PID is 257.
    let sound = packets.indices.filter { index in
      let packet = Array(packets[index])
      return Int(packet[1] & 0x1F) << 8 | Int(packet[2]) == 257 && packet[1] & 0x40 == 0
    }
    let refused = try [10, 12, 14, 16].map { lost in
      let kept = packets.enumerated().filter { $0.offset != sound[lost] }.flatMap(\.element)
      let input = try folder.file("cut.ts", Data(kept))
      let outcome = try Tool.run(["convert", input, folder["out.mp4"], "--progress", "none", "--force"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.errors.contains("damaged packet, which mp4 does not take; the output is without them")
    }
    #expect(refused.contains(true))
  }

  /// Whatever ends a conversion after its encoder was opened, the encoder is released; SVT-AV1 alone waits for a picture and an end.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg"),
    arguments: ["libsvtav1", "libaom-av1", "libx264", "libx265", "libvpx-vp9", "prores_ks", "ffv1"])
  func failuresReleaseTheEncoder(encoder: String) throws {
    let folder = try Folder()
    // SVT-AV1 takes no sides below 64.
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=192x108:r=25:d=2", "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-color_primaries",
      "bt709", "-color_trc", "bt709", "-colorspace", "bt709", folder["in.mkv"],
    ])
    func outcome(_ output: String, _ options: [String]) throws -> Tool.Outcome {
      try Tool.run(["convert", folder["in.mkv"], output, "--video-codec", encoder, "--progress", "none"] + options)
    }
    let option = try outcome(folder["a.mkv"], ["--encoder-options", "no-such-option=1"])
    // A build of the library may lack the encoder; then nothing is opened.
    guard !option.errors.contains("no encoder") else { return }
    #expect(option.code == 64, "open: \(option.code) \(option.errors)")
    let header = try outcome("/dev/full", ["--format", "mkv"])
    #expect(header.code == 74, "header: \(header.code) \(header.errors)")
    let packets = try Tool.shell(
      "cd \(folder[""]); ulimit -f 2; tonemap convert in.mkv out.mkv --video-codec \(encoder) --progress none")
    #expect(packets.code == 74, "packets: \(packets.code) \(packets.errors)")
    #expect(try folder.names == ["in.mkv"])
  }
}
