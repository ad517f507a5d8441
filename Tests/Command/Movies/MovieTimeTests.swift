import Foundation
import TestSupport
import Testing

/// When the pictures of outputs are shown, and at which rate, as ffprobe reads them.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264", "libx265"), "needs an ffmpeg with x264 and x265"))
struct MovieTimeTests {
  private static let options = [
    "--primaries", "bt709", "--transfer", "bt709", "--matrix", "bt709", "--preset", "ultrafast", "--progress", "none",
  ]
  private static let tone = "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -itsoffset 0.3 -f lavfi -i sine=d=1"

  /// When pictures and sound begin; of programs, ffprobe prints a track twice.
  private func starts(_ path: String) throws -> [Double] {
    try ["v:0", "a:0"].compactMap { track in
      try Programs.probe(path, "stream=start_time", track: track).first?.first.flatMap(Double.init)
    }
  }

  /// A clock without an origin begins at 0 in the output, and the sound stays as late as it was.
  @Test(arguments: [
    ("-c:v libx264 -c:a aac -output_ts_offset 90000", "in.ts"),
    ("-c:v mpeg2video -c:a mp2 -output_ts_offset 777", "in.vob"),
    ("-c:v libx264 -c:a aac -output_ts_offset 600", "in.flv"),
    ("-c:v libx264 -c:a aac -output_ts_offset 600 -live 1", "in.mkv"),
  ])
  func clocksWithoutAnOriginBeginAtZero(coding: String, name: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("\(Self.tone) \(coding) \(name)", in: folder)
    let before = try starts(folder[name])
    for (output, part) in [("out.mp4", []), ("out.mkv", []), ("part.mov", ["--duration", "0.8s"])] {
      let made = try Tool.run(["convert", folder[name], folder[output]] + part + Self.options)
      #expect(made.code == 0 && made.errors.contains("the clock of \(folder[name]) begins at "), "\(made.errors)")
      let after = try starts(folder[output])
      try #require(after.count == 2 && before.count == 2)
      #expect(abs(after.min()!) < 0.002, "\(output) \(after)")
      #expect(abs((after[1] - after[0]) - (before[1] - before[0])) < 0.002, "\(output) \(before) \(after)")
    }
  }

  /// Sound starts before the pictures with what its encoder adds; in fragments it follows all of them in the file, as it can follow a second track of
  /// pictures.
  @Test(
    arguments: [
      "-c:a aac", "-c:a aac -movflags +frag_keyframe+delay_moov",
      "-map 0 -map 0 -map 1 -c:a aac -bf 0 -movflags +frag_keyframe+delay_moov",
    ], ["ffv1", "h264"])
  func soundBeforeZeroMovesAllTracks(coding: String, codec: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v libx264 \(coding) in.mov", in: folder)
    let tags = ["--primaries", "bt709", "--transfer", "bt709", "--matrix", "bt709", "--progress", "none"]
    let made = try Tool.run(
      ["convert", folder["in.mov"], folder["out.mkv"], "--video-codec", codec, "--strict"] + tags)
    #expect(made.code == 0 && made.errors.contains("a track begins 0.023 s before 0"), "\(made.errors)")
    #expect(try starts(folder["out.mkv"]) == [0.023, 0])
  }

  /// Sound that starts long before the pictures is copied from its first packet on, whatever was read before: the rate, the end of a part, or chunks.
  @Test(
    arguments: [
      ("-c:a flac", "in.mkv"), ("-c:a aac", "in.nut"), ("-c:a aac", "in.flv"), ("-c:a aac", "in.ts"),
      ("-c:a aac", "in.mp4"),
      // Its average rate differs from its own.
      ("-c:a aac -video_track_timescale 1000", "in.mp4"),
    ], [[], ["--frames", "10"], ["--duration", "0.4s"], ["--chunks", "grid"]])
  func earlySoundIsWhole(input: (coding: String, name: String), part: [String]) throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-itsoffset 2 -f lavfi -i testsrc2=s=64x48:r=24000/1001:d=1 -f lavfi -i sine=d=4 -map 0 -map 1"
        + " -fps_mode passthrough -c:v libx264 \(input.coding) \(input.name)", in: folder)
    let made = try Tool.run(["convert", folder[input.name], folder["out.mkv"]] + part + Self.options)
    #expect(made.code == 0, "\(made.errors)")
    // MP4 states the start of sound after what its encoder adds.
    func starts(_ path: String) throws -> [Double] {
      try ["v:0", "a:0"].compactMap { track in
        try Programs.probe(path, "packet=pts_time", track: track).first?.first.flatMap(Double.init)
      }
    }
    let (before, after) = try (starts(folder[input.name]), starts(folder["out.mkv"]))
    try #require(before.count == 2 && after.count == 2)
    #expect(abs((after[1] - after[0]) - (before[1] - before[0])) < 0.002, "\(before) \(after)")
    func early(_ path: String, _ first: Double) throws -> Int {
      try Programs.probe(path, "packet=pts_time", track: "a:0").count {
        ($0.first.flatMap(Double.init) ?? first) < first - 0.01
      }
    }
    #expect(try early(folder["out.mkv"], after[0]) == early(folder[input.name], before[0]))
  }

  /// Fewer pictures than an encoder reorders have times like others: each is decoded after the one before, and not after it is shown.
  @Test(arguments: ["mp4", "mov", "mkv"], [1, 2, 3]) func fewPicturesHaveTimes(container: String, count: Int) throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -frames:v \(max(2, count)) in.mp4", in: folder)
    for codec in ["hevc", "h264"] {
      let out = folder["\(codec).\(container)"]
      let made = try Tool.run(
        ["convert", folder["in.mp4"], out, "--frames", "\(count)", "--video-codec", codec] + Self.options)
      #expect(made.code == 0, "\(made.errors)")
      let packets = try Programs.probe(out, "packet=pts_time,dts_time").map { $0.map(Double.init) }
      let shown = packets.compactMap { $0[0] }.sorted()
      #expect(shown == [0, 0.04, 0.08].prefix(count).map { $0 }, "\(packets)")
      // Matroska does not state when the first pictures are decoded.
      guard container != "mkv" else { continue }
      let decoded = packets.compactMap { $0[1] }
      #expect(decoded.count == count && zip(decoded, decoded.dropFirst()).allSatisfy(<), "\(packets)")
      #expect(packets.allSatisfy { $0[1]! <= $0[0]! && $0[1]! >= -0.2 }, "\(packets)")
    }
  }

  /// An edit list says that a movie starts late.
  @Test func aLateEditStays() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -output_ts_offset 5 in.mp4", in: folder)
    let made = try Tool.run(["convert", folder["in.mp4"], folder["out.mp4"]] + Self.options)
    #expect(try made.code == 0 && starts(folder["out.mp4"]) == [5], "\(made.errors)")
  }

  /// Container and stream of H.264 state the rate of the source, and the times are exact although the source has milliseconds.
  @Test(arguments: [("24000/1001", "in.mkv"), ("60000/1001", "in.flv"), ("24", "in.mp4"), ("30000/1001", "in.ts")])
  func constantRatesAreExact(rate: String, name: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=\(rate):d=2 -c:v libx264 \(name)", in: folder)
    let made = try Tool.run(["convert", folder[name], folder["out.mp4"]] + Self.options)
    #expect(made.code == 0, "\(made.errors)")
    let wanted = rate.contains("/") ? rate : rate + "/1"
    #expect(try Programs.probe(folder["out.mp4"], "stream=r_frame_rate,avg_frame_rate") == [[wanted, wanted]])
    try FFmpegProgram.make("-i out.mp4 -c copy raw.h264", in: folder)
    #expect(try Programs.probe(folder["raw.h264"], "stream=r_frame_rate") == [[wanted]])
  }

  /// A varying rate keeps all times, and its stream states the average, not the unit of the times.
  @Test func varyingRatesStay() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -vf settb=1/1000,setpts=N*40+13*mod(N\\,3) -fps_mode passthrough"
        + " -enc_time_base 1:1000 -c:v libx264 -bf 0 in.mkv", in: folder)
    let made = try Tool.run(["convert", folder["in.mkv"], folder["out.mp4"]] + Self.options)
    #expect(made.code == 0, "\(made.errors)")
    let times = try ["in.mkv", "out.mp4"].map {
      try Programs.probe(folder[$0], "frame=pts_time", track: "v").map(\.[0])
    }
    #expect(times[0].count == 50 && times[0].map(Double.init) == times[1].map(Double.init))
    try FFmpegProgram.make("-i out.mp4 -c copy raw.h264", in: folder)
    #expect(try Programs.probe(folder["raw.h264"], "stream=r_frame_rate") == [["25/1"]])
  }

  /// What a bare stream states of its rate counts, unless an option does.
  @Test(arguments: [
    ("-c:v libx265 -x265-params log-level=none", "in.hevc"), ("-c:v libx264", "in.h264"),
    ("-c:v libaom-av1 -cpu-used 8 -bsf:v av1_metadata=tick_rate=24:num_ticks_per_picture=1", "in.obu"),
  ])
  func bareStreamsStateTheirRate(coding: String, name: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=24 -frames:v 12 \(coding) \(name)", in: folder)
    for (option, rate) in [([], "24/1"), (["--fps", "30"], "30/1")] {
      let made = try Tool.run(["convert", folder[name], folder["out.mp4"], "--force"] + option + Self.options)
      #expect(made.code == 0 && !made.errors.contains("when frames are shown"), "\(made.errors)")
      #expect(try Programs.probe(folder["out.mp4"], "stream=r_frame_rate,nb_frames") == [[rate, "12"]])
    }
  }

  /// Fields that are pictures of their own are no frames, whatever is asked for.
  @Test(arguments: [
    ["convert", "IN", "out.mp4"], ["convert", "IN", "out.mp4", "--deinterlace"], ["thumbnail", "IN", "o.png"],
    ["measure", "IN", "--deinterlace"],
  ])
  func fieldsOfHEVCAreRefused(words: [String]) throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=50 -frames:v 10 -c:v libx265 -x265-params log-level=none:interlace=1 in.ts",
      in: folder)
    let outcome = try Tool.run(words.map { $0 == "IN" ? folder["in.ts"] : $0.contains(".") ? folder[$0] : $0 })
    #expect(outcome.code == 65 && outcome.errors.contains("one field of 64×48 pixels"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("use --deinterlace"), "\(outcome.errors)")
  }

  /// Pictures brighter than MaxCLL are reported, and an output that would state it states what was counted.
  @Test func aMaxCLLThatIsTooLowIsReported() throws {
    let folder = try Folder()
    let pq = "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv"
    for level in ["300,50", "10000,2000"] {
      try FFmpegProgram.make(
        "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 5 -pix_fmt yuv420p10le -c:v libx265 \(pq) -x265-params"
          + " log-level=none:max-cll=\(level) in.mp4", in: folder)
      for display in ["sdr709", "hdr10"] {
        let made = try Tool.run(["convert", folder["in.mp4"], folder["out.mp4"], "--to", display, "--force"])
        #expect(made.code == 0, "\(made.errors)")
        #expect(made.errors.contains("5 frames of") == (level == "300,50"), "\(made.errors)")
      }
      func stated() throws -> [[String]] {
        try Programs.probe(folder["out.mp4"], "stream_side_data=max_content", track: "v")
      }
      let counted = try stated()
      #expect((counted.first?.first.flatMap(Int.init) ?? 0) > 300, "\(counted)")
      // Light that is kept does not depend on where its curve would end.
      let given = try Tool.run(
        ["convert", folder["in.mp4"], folder["out.mp4"], "--to", "hdr10", "--force", "--source-peak", "10000"])
      #expect(given.code == 0, "\(given.errors)")
      #expect(try stated() == counted)
    }
  }

  /// What cannot change within a movie is refused with its time.
  @Test(arguments: [
    (
      "-c:v mpeg2video -aspect 4:3", "-c:v mpeg2video -aspect 16:9", "pixels of 1:1, shown as stored to pixels of 4:3"
    ),
    ("-c:v mpeg2video", "-c:v mpeg2video -flags +ildct+ilme -top 1", "interlaced frames follow"),
  ])
  func changesAreRefusedWithTheirTime(first: String, second: String, words: String) throws {
    let folder = try Folder()
    for (coding, name) in [(first, "a.m2v"), (second, "b.m2v")] {
      try FFmpegProgram.make(
        "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -pix_fmt yuv420p -g 5 -bf 0 \(coding) \(name)", in: folder)
    }
    _ = try folder.file("in.m2v", folder.bytes("a.m2v") + folder.bytes("b.m2v"))
    let outcome = try Tool.run(["convert", folder["in.m2v"], folder["out.mp4"]] + Self.options)
    #expect(
      outcome.code == 65 && outcome.errors.contains(words) && outcome.errors.contains("0.4 s"), "\(outcome.errors)")
  }
}
