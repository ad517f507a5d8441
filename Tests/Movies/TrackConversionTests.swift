import Foundation
import Movies
import TestSupport
import Testing

/// Tracks that a container does not take are converted: texts keep their times, and sound its samples where the codec loses nothing.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct TrackConversionTests {
  private static let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2"]
  /// How the pictures are coded, said after all inputs.
  private static let coded = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  private func ffmpeg(_ arguments: [String]) throws -> String {
    try #require(output(of: "ffmpeg", ["-v", "error", "-y"] + arguments))
  }

  private static let lines = """
    1
    00:00:00,200 --> 00:00:01,000
    The first, with a comma

    2
    00:00:00,800 --> 00:00:01,500
    <i>Second</i>

    3
    00:00:01,600 --> 00:00:01,900
    Third
    """

  /// Cues and their times as SubRip says them.
  private func cues(_ path: String) throws -> [String] {
    try ffmpeg(["-i", path, "-map", "0:s", "-f", "srt", "-"]).components(separatedBy: "\n\n")
      .map { $0.split(whereSeparator: \.isNewline).dropFirst().joined(separator: "|") }.filter { !$0.isEmpty }
  }

  private static let apart = [
    "00:00:00,200 --> 00:00:01,000|The first, with a comma", "00:00:00,800 --> 00:00:01,500|<i>Second</i>",
    "00:00:01,600 --> 00:00:01,900|Third",
  ]
  /// As a track has it that shows one text at a time.
  private static let joined = [
    "00:00:00,200 --> 00:00:00,800|The first, with a comma",
    "00:00:00,800 --> 00:00:01,000|The first, with a comma|<i>Second</i>",
    "00:00:01,000 --> 00:00:01,500|<i>Second</i>",
    "00:00:01,600 --> 00:00:01,900|Third",
  ]

  @Test(arguments: [("srt", "mp4"), ("ass", "mov"), ("webvtt", "mp4")]) func textsBecomeThoseOfMP4(
    codec: String, container: String
  )
    throws
  {
    let folder = try Folder()
    try folder.write("lines.srt", Array(Self.lines.utf8))
    _ = try ffmpeg(Self.picture + ["-i", folder["lines.srt"]] + Self.coded + ["-c:s", codec, folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: container)
    #expect(writer.leftOut.isEmpty && writer.lostTracks.isEmpty && writer.faultyTracks.isEmpty)
    #expect(writer.converted.map(\.codec) == ["mov_text"])
    let found = try cues(folder["out"])
    #expect(found == Self.joined)
  }

  @Test(
    .enabled(if: hasEncoder("libvpx-vp9"), "needs libvpx"),
    arguments: [("matroska", "subrip", "libx264"), ("webm", "webvtt", "libvpx-vp9")])
  func textsOfMP4BecomeOthers(container: String, codec: String, encoder: String) throws {
    let folder = try Folder()
    let separate = Self.lines.replacingOccurrences(of: "00:00:00,800 -->", with: "00:00:01,100 -->")
    try folder.write("lines.srt", Array(separate.utf8))
    _ = try ffmpeg(
      Self.picture + ["-i", folder["lines.srt"]] + Self.coded
        + ["-c:s", "mov_text", "-metadata:s:s", "language=fra", folder["in.mp4"]])
    let writer = try convert(folder["in.mp4"], folder["out"], container: container) { $0.encoder = encoder }
    #expect(writer.converted.map(\.codec) == [codec])
    #expect(
      try cues(folder["out"])
        == [Self.apart[0], "00:00:01,100 --> 00:00:01,500|<i>Second</i>", Self.apart[2]])
    let words = try #require(
      output(
        of: "ffprobe", ["-v", "error", "-show_entries", "stream_tags=language", "-of", "csv=p=0", folder["out"]]))
    #expect(words.contains("fra") || words.contains("fre"))
  }

  /// What is drawn is left out, and the words beside it stay; a cue without words is counted.
  @Test(
    .enabled(if: hasEncoder("libvpx-vp9"), "needs libvpx"),
    arguments: [("mp4", "libx264"), ("matroska", "libx264"), ("webm", "libvpx-vp9")])
  func drawingsAreLeftOut(container: String, encoder: String) throws {
    let cues = [
      #"{\an7\p1}m 0 0 l 10 0 10 10"#, #"Before {\p1}m 0 0 l 9 9{\p0}"#,
      #"{\p2\pos(1,2)}m 0 0{\p0\i1}After, all{\i0}"#,
      #"{\p1\p0}{\pbo9}Both"#, #"A{\p4}m 1 1{\p}B"#, #"{\p1}m 0 0{\p0}\N\h"#, "{a remark}", "Plain",
    ]
    let lines = cues.enumerated().map { "Dialogue: 0,0:00:00.\($0)5,0:00:00.\($0 + 1)0,Default,,0,0,0,,\($1)" }
    let header = "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Events]\n"
    let format = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    let folder = try Folder()
    try folder.write("lines.ass", Array((header + format + lines.joined(separator: "\n") + "\n").utf8))
    _ = try ffmpeg(Self.picture + ["-i", folder["lines.ass"]] + Self.coded + ["-c:s", "ass", folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: container) { $0.encoder = encoder }
    guard container != "matroska" else {
      #expect(writer.converted.isEmpty && writer.wordlessTracks.isEmpty)
      return
    }
    #expect(writer.wordlessTracks.map(\.packets) == [3])
    let found = try self.cues(folder["out"]).map { $0.split(separator: "|").dropFirst().joined() }
    let words = found.map { $0.replacing(/<\/?font[^>]*>/, with: "").trimmingCharacters(in: .whitespaces) }
    #expect(words == ["Before", "<i>After, all</i>", "Both", "AB", "Plain"])
  }

  /// Braces are words in SubRip and WebVTT, and in ASS if a backslash precedes them; others surround tags and remarks (libass, `ass_parse.c`).
  @Test(arguments: ["srt", "webvtt", "ass"]) func bracesAreWords(codec: String) throws {
    let folder = try Folder()
    let (times, texts) = (
      ["00:00:00,200 --> 00:00:00,900", "00:00:01,000 --> 00:00:01,900"], ["{creaks}", "Hello {you}"]
    )
    let lines = zip(times, texts).enumerated().map { "\($0 + 1)\n\($1.0)\n\($1.1)\n\n" }.joined()
    try folder.write("lines.srt", Array(lines.utf8))
    let events = [
      #"0:00:00.20,0:00:00.90,Default,,0,0,0,,\{creaks\}"#,
      #"0:00:01.00,0:00:01.90,Default,,0,0,0,,Hello {a remark}\{you\}"#,
    ]
    let header = "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Events]\n"
    let format = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    try folder.write("lines.ass", Array((header + format + events.map { "Dialogue: 0,\($0)\n" }.joined()).utf8))
    let input = folder[codec == "ass" ? "lines.ass" : "lines.srt"]
    _ = try ffmpeg(Self.picture + ["-i", input] + Self.coded + ["-c:s", codec, folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: "mp4")
    #expect(writer.wordlessTracks.isEmpty && writer.faultyTracks.isEmpty)
    let found = try cues(folder["out"]).map { $0.replacing(/<\/?font[^>]*>/, with: "") }
    #expect(found == zip(times, texts).map { "\($0)|\($1)" })
  }

  /// Two channels that differ.
  private static let sound = [
    "-f", "lavfi", "-i", "aevalsrc=0.4*sin(880*t)|0.3*sin(1200*t)+0.1*random(0):s=48000:d=2",
  ]

  private func samples(_ path: String, _ filter: [String] = []) throws -> String {
    try ffmpeg(["-i", path, "-map", "0:a"] + filter + ["-c:a", "pcm_s24le", "-f", "md5", "-"])
  }

  @Test(arguments: [
    ["-c:a", "pcm_s16le"], ["-c:a", "pcm_s24le"], ["-c:a", "pcm_u8"], ["-c:a", "flac", "-sample_fmt", "s32"],
    ["-c:a", "pcm_s16le", "-ac", "1", "-ar", "44100"],
    ["-c:a", "truehd", "-strict", "-2", "-af", "pan=5.1(side)|c0=c0|c1=c1|c2=c0|c3=c1|c4=c0|c5=c1"],
  ])
  func whatLosesNothingHasTheSameSamples(coding: [String]) throws {
    let folder = try Folder()
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + coding + [folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: "mp4")
    #expect(writer.converted.map(\.codec) == ["alac"] && writer.converted.map(\.isLossless) == [true])
    #expect(writer.changedTimes == 0 && writer.lostTracks.isEmpty)
    #expect(try samples(folder["out"]) == samples(folder["in.mkv"]))
  }

  /// More bits than ALAC has, and what was asked for.
  @Test(arguments: [("pcm_f32le", nil), ("pcm_s16le", TrackChoices.SoundEncoder.aac)])
  func othersBecomeAAC(codec: String, asked: TrackChoices.SoundEncoder?) throws {
    let folder = try Folder()
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + ["-c:a", codec, folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: "mp4", TrackChoices(soundEncoder: asked))
    #expect(writer.converted.map(\.codec) == ["aac"] && writer.converted.map(\.isLossless) == [false])
    let found = try #require(
      output(
        of: "ffprobe",
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "stream=start_time,duration", "-of", "csv=p=0",
          folder["out"],
        ]))
    let times = found.split(whereSeparator: { $0 == "," || $0 == "\n" }).compactMap { Double($0) }
    #expect(times == [0, 2], "\(found)")
  }

  /// MOV has no names for these. Under the numbers of AVI, which the library's writer would use, its reader finds no codec, or another one.
  @Test(arguments: ["wmav2", "wavpack", "adpcm_ms", "pcm_s64le"]) func soundWithoutNameInMOVIsConverted(codec: String)
    throws
  {
    let folder = try Folder()
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + ["-c:a", codec, folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: "mov")
    #expect(writer.converted.map(\.codec) == ["aac"] && writer.lostTracks.isEmpty)
    let loudest = [
      "-map", "0:a", "-af", "astats=metadata=1:measure_perchannel=none,ametadata=print:file=-", "-f", "null", "-",
    ]
    let found = try ["in.mkv", "out"].map { name in
      let lines = try ffmpeg(["-i", folder[name]] + loudest).split(separator: "\n")
      return try #require(lines.last { $0.contains("RMS_level") }.flatMap { Double($0.split(separator: "=")[1]) })
    }
    #expect(abs(found[0] - found[1]) < 0.5, "\(found) dB")
    let copied = try convert(folder["in.mkv"], folder["copy"], container: "mov", TrackChoices(audio: .copy))
    #expect(copied.leftOut.map(\.track.codec) == [codec], "\(copied.leftOut)")
  }

  /// Channels that the source does not name, as Matroska names none of PCM, keep their places and levels: none becomes one of low frequencies, of
  /// which AAC keeps a few hundred hertz, and Opus 4 kHz (RFC 6716, clause 2.1.3: narrowband).
  @Test(
    .enabled(if: hasEncoder("libvpx-vp9"), "needs libvpx"),
    arguments: [
      ("pcm_s16le", "3.0", "mp4", "alac", "3.0"), ("pcm_f32le", "3.0", "mp4", "aac", "3.0"),
      ("pcm_s16le", "6.0", "mp4", "alac", "5.1"), ("pcm_f32le", "6.0", "mp4", "aac", "hexagonal"),
      ("pcm_s16le", "octagonal", "mp4", "aac", "octagonal"), ("pcm_s16le", "6.0", "webm", "opus", nil),
    ])
  func unnamedChannelsKeepTheirContent(
    coding: String, layout: String, container: String, codec: String, assumed: String?
  ) throws {
    let levels = (0..<(["3.0": 3, "6.0": 6][layout] ?? 8)).map { 0.05 + 0.02 * Double($0) }
    let waves = levels.enumerated().map { "\($1)*sin(\(10_000 + 1000 * $0)*PI*t)" }.joined(separator: "|")
    let folder = try Folder()
    let sound = ["-f", "lavfi", "-i", "aevalsrc=\(waves):c=\(layout):s=48000:d=2"]
    _ = try ffmpeg(Self.picture + sound + Self.coded + ["-c:a", coding, folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: container) {
      if container == "webm" { $0.encoder = "libvpx-vp9" }
    }
    #expect(writer.converted.map(\.codec) == [codec] && writer.converted.map(\.assumedLayout) == [assumed])
    let data = try #require(
      OtherPrograms.output(
        of: "ffmpeg", ["-v", "error", "-i", folder["out"], "-map", "0:a", "-f", "s16le", "-c:a", "pcm_s16le", "-"]))
    let samples = unsafe data.withUnsafeBytes { bytes in unsafe Array(bytes.bindMemory(to: Int16.self)) }
    for (channel, level) in levels.enumerated() {
      let own = stride(from: channel, to: samples.count, by: levels.count).map { Double(samples[$0]) / 32768 }
      let found = (2 * own.map { $0 * $0 }.reduce(0, +) / Double(own.count)).squareRoot()
      #expect(abs(found - level) < 0.1 * level, "channel \(channel): \(found) instead of \(level)")
    }
  }

  /// A layout that the new codec lacks is told from those that it has, of which side channels may be called back channels.
  @Test(
    arguments: [
      ("quad", .alac, ["quad", "4.0"]), ("quad", .aac, nil), ("7.1", .alac, ["7.1", "stereo"]), ("7.1", .aac, nil),
      ("5.1(side)", .alac, nil), ("5.1(side)", .aac, nil), ("FL+FR+TC", nil, ["3 channels (FL+FR+TC)", "2.1"]),
    ] as [(String, TrackChoices.SoundEncoder?, [String]?)])
  func mixedChannelsAreReported(layout: String, asked: TrackChoices.SoundEncoder?, mixed: [String]?) throws {
    let folder = try Folder()
    let sound = ["-f", "lavfi", "-i", "anullsrc=cl=\(layout):r=48000", "-t", "0.2", "-c:a", "pcm_s24le"]
    _ = try ffmpeg(Self.picture + sound + Self.coded + [folder["in.mov"]])
    let writer = try convert(folder["in.mov"], folder["out"], container: "mp4", TrackChoices(soundEncoder: asked))
    #expect(writer.converted.map(\.mixedLayouts) == [mixed])
  }

  /// Converts a movie whose sound has other times than its samples; returns the writer, and the ends of the sound in the source and the output.
  private func converted(_ filter: String, _ coding: String, _ container: String, in folder: Folder) throws -> (
    writer: MovieWriter, ends: [Double]
  ) {
    let times = ["-af", "asetnsamples=1024,\(filter)", "-c:a", coding]
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + times + [folder["in.mkv"]])
    let writer = try convert(folder["in.mkv"], folder["out"], container: container)
    let ends = try ["in.mkv", "out"].map { name in
      let packets = try #require(
        output(
          of: "ffprobe",
          ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0"]
            + [folder[name]]))
      return packets.split(separator: "\n").last?.split(separator: ",").compactMap { Double($0) }.reduce(0, +) ?? 0
    }
    return (writer, ends)
  }

  /// Sound ends when it ends in the source, whether its clock is slow or fast; of fast sound, a part is left out and reported. MOV copies it, MP4 has
  /// it converted.
  @Test(arguments: ["mov", "mp4"], [1.05, 0.9]) func soundKeepsItsTimes(container: String, step: Double) throws {
    let folder = try Folder()
    let (writer, ends) = try converted("asetpts=N/SR/TB*\(step)", "pcm_s16le", container, in: folder)
    #expect(writer.changedTimes == 0 && abs(ends[0] - ends[1]) < 0.07, "\(ends)")
    #expect(writer.overlappingTracks.map { ($0.by.value * 20).rounded() / 20 } == (step < 1 ? [0.15] : []))
  }

  /// MOV counts samples of PCM and states no times, so a gap gets silence.
  @Test(arguments: ["pcm_s16le", "pcm_f32le", "pcm_u8", "pcm_alaw", "pcm_mulaw"])
  func gapsAreSilent(coding: String) throws {
    let folder = try Folder()
    let (writer, ends) = try converted("aselect='not(between(t,0.5,1.5))'", coding, "mov", in: folder)
    #expect(writer.converted.isEmpty && writer.overlappingTracks.isEmpty && writer.changedTimes == 0)
    #expect(abs(ends[0] - ends[1]) < 0.002, "\(ends)")
    let sounds = try ["in.mkv", "out"].map { name in
      let data = try #require(
        OtherPrograms.output(
          of: "ffmpeg", ["-v", "error", "-i", folder[name], "-map", "0:a", "-f", "s16le", "-c:a", "pcm_s16le", "-"]))
      return unsafe data.withUnsafeBytes { bytes in unsafe Array(bytes.bindMemory(to: Int16.self)) }
    }
    // The packets that begin at 0.512 to 1.493 s are missing, of two channels with 1024 samples each. Matroska rounds times to milliseconds.
    let (start, length) = (2 * 24 * 1024, sounds[1].count - sounds[0].count)
    #expect(abs(length - 2 * 47 * 1024) <= 2 * 48, "\(length)")
    #expect(sounds[1].prefix(start) == sounds[0].prefix(start))
    #expect(sounds[1].dropFirst(start + length).elementsEqual(sounds[0].dropFirst(start)))
    // Of the silence of A-law, the smallest amplitude is 8.
    #expect(sounds[1].dropFirst(start).prefix(length).allSatisfy { abs($0) <= 8 })
  }

  /// Sound that goes back with the pictures, as in joined recordings, moves with them, and the place is reported.
  @Test func convertedSoundJumpsWithThePictures() throws {
    let folder = try Folder()
    let coding = ["-c:a", "truehd", "-strict", "-2", "-f", "mpegts", folder["one.ts"]]
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + coding)
    let one = try folder.bytes("one.ts")
    try folder.write("in.ts", one + one)
    let writer = try convert(folder["in.ts"], folder["out"], container: "mp4")
    #expect(writer.converted.map(\.codec) == ["alac"])
    #expect(writer.jumps.contains { $0.track?.kind == .audio && $0.isClosed && abs($0.by.value + 2) < 0.1 })
    let tracks = try #require(
      output(of: "ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", folder["out"]]))
    #expect(tracks.split(separator: "\n").compactMap { Double($0) }.allSatisfy { abs($0 - 4) < 0.1 }, "\(tracks)")
  }

  /// A part has the samples of its time, and none more.
  @Test func aPartHasItsSamples() throws {
    let folder = try Folder()
    _ = try ffmpeg(Self.picture + Self.sound + Self.coded + ["-c:a", "pcm_s24le", folder["in.mov"]])
    let (input, out) = (OpenedFile(reading: folder["in.mov"]), OpenedFile(writing: folder["out"]))
    let reader = try MovieReader(descriptor: input.descriptor, name: "in", threads: 1)
    _ = try #require(try reader.move(to: .seconds(0.4)))
    let writer = try MovieWriter(
      descriptor: out.descriptor, name: "out", container: "mp4",
      video: VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video), copying: reader, only: 0.4..<1.2)
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame),
      frame.time.map({ Double($0.count) * reader.video.timeBase.value < 1.2 }) ?? true
    {
      try writer.write(frame)
    }
    try writer.finish()
    let part = ["-af", "atrim=start_sample=19200:end_sample=57600"]
    #expect(try samples(folder["out"]) == samples(folder["in.mov"], part))
  }

  @Test func othersAreLeftOut() throws {
    let folder = try Folder()
    try folder.write("lines.srt", Array(Self.lines.utf8))
    _ = try ffmpeg(
      Self.picture + Self.sound + ["-i", folder["lines.srt"], "-map", "0", "-map", "1", "-map", "2", "-map", "2"]
        + Self.coded + ["-c:a", "pcm_s16le", "-c:s", "srt", folder["in.mkv"]])
    let copied = try convert(
      folder["in.mkv"], folder["copied"], container: "mp4", TrackChoices(subtitles: .copy, audio: .copy))
    #expect(copied.leftOut.map(\.track.kind) == [.audio, .subtitle, .subtitle] && copied.converted.isEmpty)
    let dropped = try convert(
      folder["in.mkv"], folder["dropped"], container: "matroska", TrackChoices(subtitles: .drop, audio: .drop))
    #expect(dropped.leftOut.isEmpty && dropped.converted.isEmpty)
    let tracks = try #require(
      output(
        of: "ffprobe", ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", folder["dropped"]]))
    #expect(tracks == "video\n")
  }
}
