import Movies
import Testing
import VideoFrames

/// Times that went through a file are the times that were given.
@Suite(.enabled(if: hasEncoder("libx264"), "this FFmpeg has no libx264")) struct TimeTests {
  /// Irregular times, as phones record them.
  static let variable: [Int64] = [0, 20, 41, 60, 81, 99, 140, 160, 161, 200, 250, 270, 290, 311, 330]

  static func encoding(_ base: TimeBase) -> VideoEncoding {
    var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, width: 64, height: 48, timeBase: base)
    encoding.options = [("preset", "veryfast"), ("bf", "3"), ("x264-params", "b-adapt=0")]
    return encoding
  }

  @Test(arguments: ["mp4", "mov"], [0, 137, 100_000]) func variableRatesAreExact(container: String, start: Int) throws {
    let folder = try Folder()
    let times = Self.variable.map { $0 + Int64(start) }
    let writer = try writeClip(
      folder["clip"], container: container, Self.encoding(Ratio(1, 600)!), times: times, last: 33)
    let clip = try readClip(folder["clip"])
    #expect(clip.times.map(\.time) == times)
    #expect(clip.video.timeBase == Ratio(1, 600)!)
    #expect(writer.timeBase == Ratio(1, 600)!)
    #expect(writer.roundedTimes == 0 && writer.changedTimes == 0)
  }

  @Test func matroskaHasMilliseconds() throws {
    let folder = try Folder()
    let exact = try writeClip(
      folder["exact"], container: "matroska", Self.encoding(Ratio(1, 1000)!), times: Self.variable)
    #expect(try readClip(folder["exact"]).times.map(\.time) == Self.variable)
    #expect(exact.roundedTimes == 0)
    let rounded = try writeClip(
      folder["rounded"], container: "matroska", Self.encoding(Ratio(1, 600)!), times: Self.variable)
    #expect(rounded.timeBase == Ratio(1, 1000)!)
    #expect(rounded.roundedTimes > 0)
  }

  @Test func timesThatDoNotGrowAreMoved() throws {
    let folder = try Folder()
    let writer = try writeClip(
      folder["clip"], container: "mp4", Self.encoding(Ratio(1, 600)!), times: [0, 20, 20, 19, 60])
    #expect(try readClip(folder["clip"]).times.map(\.time) == [0, 20, 21, 22, 60])
    #expect(writer.changedTimes == 2)
  }
}

/// Times that jump are reported, and go on without the jump where the container cannot hold it.
@Suite(.enabled(if: hasEncoder("libx264"), "this FFmpeg has no libx264")) struct JumpTests {
  private func write(_ path: String, _ container: String, _ base: TimeBase, _ times: [Int64]) throws -> MovieWriter {
    let file = OpenedFile(writing: path)
    var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, width: 64, height: 48, timeBase: base)
    encoding.options = [("preset", "ultrafast")]
    let writer = try MovieWriter(
      descriptor: file.descriptor, name: path, container: container, video: encoding, copying: nil)
    var frame = try writer.makeFrame()
    for (number, time) in times.enumerated() {
      try frame.withMutableView { view in draw(number, into: &view) }
      (frame.time, frame.duration) = (Ticks(time), nil)
      try writer.write(frame)
    }
    try writer.finish()
    return writer
  }

  /// MP4 states the time from one picture to the next with 31 bits, as FFmpeg writes it: 41 days in units of 1/600 s.
  @Test func whatMP4CannotHoldIsClosed() throws {
    let folder = try Folder()
    let writer = try write(folder["clip"], "mp4", Ratio(1, 600)!, [0, 20, 40, 3_000_000_000, 3_000_000_020])
    #expect(try readClip(folder["clip"]).times.map(\.time) == [0, 20, 40, 41, 61])
    #expect(writer.jumps.map(\.isClosed) == [true] && writer.changedTimes == 2)
    #expect(writer.jumps[0].at == Seconds(40.0 / 600))
  }

  @Test func whatMatroskaHoldsIsKept() throws {
    let folder = try Folder()
    let times: [Int64] = [0, 40, 80, 60_000, 60_040]
    let writer = try write(folder["clip"], "matroska", Ratio(1, 1000)!, times)
    #expect(try readClip(folder["clip"]).times.map(\.time) == times)
    let jump = try #require(writer.jumps.first)
    #expect(writer.jumps.count == 1 && jump.at == 0.08 && abs(jump.by.value - 59.919) < 1e-9 && !jump.isClosed)
    #expect(writer.changedTimes == 0)
  }

  @Test func timesThatGoBackGoOn() throws {
    let folder = try Folder()
    let writer = try write(folder["clip"], "matroska", Ratio(1, 1000)!, [5000, 5040, 0, 40, 80])
    #expect(try readClip(folder["clip"]).times.map(\.time) == [5000, 5040, 5041, 5081, 5121])
    #expect(writer.jumps.map(\.isClosed) == [true] && writer.changedTimes == 3)
  }

  /// Their sums and differences do not fit in 64 bits.
  @Test func timesAtBothEndsAreMoved() throws {
    let (folder, end) = (try Folder(), Int64(1) << 61)
    let writer = try write(folder["clip"], "matroska", Ratio(1, 1000)!, [0, -end, end, -end, end])
    #expect(writer.changedTimes > 2 && writer.jumps.map(\.isClosed).contains(true))
  }

  /// Players that get a file piece by piece need the tables before the pictures.
  @Test(arguments: ["mp4", "mov"]) func moviesBeginWithTheirTables(container: String) throws {
    let folder = try Folder()
    _ = try write(folder["clip"], container, Ratio(1, 25)!, [0, 1, 2])
    let bytes = try folder.bytes("clip")
    var (names, place) = ([String](), 0)
    while place + 8 <= bytes.count {
      names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      place += bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let tables = try #require(names.firstIndex(of: "moov"))
    #expect(tables < (try #require(names.firstIndex(of: "mdat"))), "\(names)")
  }

  /// The encoder would go on without them.
  @Test func optionsThatNobodyTookAreErrors() throws {
    let folder = try Folder()
    func error(_ encoder: String, _ option: (name: String, value: String)) -> MovieError? {
      var encoding = VideoEncoding(encoder: encoder, format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 25)!)
      encoding.options = [option]
      let file = OpenedFile(writing: folder["x"])
      return withExtendedLifetime(file) {
        do throws(MovieError) {
          _ = try MovieWriter(
            descriptor: file.descriptor, name: "x", container: "matroska", video: encoding, copying: nil)
          return nil
        } catch {
          return error
        }
      }
    }
    guard case .optionNotTaken("libx264", let reason) = error("libx264", ("x264-params", "keyint=48:nothing=1")),
      reason.contains("nothing")
    else {
      Issue.record("an unknown option was taken")
      return
    }
    guard case .badOption("b", "8M", "ffv1", _) = error("ffv1", ("b", "8M")) else {
      Issue.record("a rate was taken")
      return
    }
    #expect(error("libx264", ("x264-params", "keyint=48")) == nil)
  }
}

/// A part of a movie begins at 0.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct SpanTests {
  @Test func aPartHasItsOwnTimes() throws {
    let folder = try Folder()
    let sources = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=4", "-f", "lavfi", "-i", "sine=440:d=4", "-c:v",
      "libx264", "-preset", "veryfast", "-g", "10", "-c:a", "pcm_s16le", folder["in.mov"],
    ]
    _ = try #require(output(of: "ffmpeg", sources))
    let (input, out) = (OpenedFile(reading: folder["in.mov"]), OpenedFile(writing: folder["out.mov"]))
    let reader = try MovieReader(descriptor: input.descriptor, name: "in", threads: 1)
    let all = try readClip(folder["in.mov"])
    let base = reader.video.timeBase
    let writer = try MovieWriter(
      descriptor: out.descriptor, name: "out", container: "mov",
      video: VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video), copying: reader, only: 1.5..<2.5)
    try reader.seekToKeyFrame(atOrBefore: 1.5)
    var frame = try reader.makeFrame()
    var first: Int64?
    while try reader.read(into: &frame) {
      let time = frame.time?.count
      first = first ?? time
      let seconds = Double(try #require(time)) * base.value
      if seconds >= 2.5 { break }
      if seconds >= 1.5 { try writer.write(frame) }
    }
    try writer.finish()
    // The key frame at or before.
    #expect(Double(try #require(first)) * base.value == 1.2)
    let part = try readClip(folder["out.mov"])
    let expected = all.times.compactMap(\.time).filter { (1.5..<2.5).contains(Double($0) * base.value) }
    let begin = Int64((1.5 / base.value).rounded())
    #expect(part.times.map(\.time) == expected.map { $0 - begin })
    let sound = ["-v", "error", "-i", folder["out.mov"], "-map", "0:a", "-f", "s16le", "-"]
    let heard = try #require(output(of: "ffmpeg", sound + ["-v", "error"])).utf8.count
    let sum = try #require(
      output(
        of: "ffprobe",
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "stream=duration", "-of", "csv=p=0",
          folder["out.mov"],
        ]))
    let seconds = try #require(Double(sum.split(separator: "\n").first ?? ""))
    #expect(heard > 0 && abs(seconds - 1) < 0.06, "\(seconds) s")
  }
}

struct PictureTests {
  @Test(arguments: [PixelFormat.yuv420p, .yuv422p10, .yuv444p12, .gray16, .yuva444p10, .gbrp10])
  func picturesAreExact(format: PixelFormat) throws {
    let folder = try Folder()
    // A width that is no multiple of anything, so that rows are padded.
    let encoding = VideoEncoding(encoder: "ffv1", format: format, width: 83, height: 37, timeBase: Ratio(1, 25)!)
    _ = try writeClip(folder["clip"], container: "matroska", encoding, times: Array(0..<5))
    let clip = try readClip(folder["clip"])
    #expect(clip.video.format == format)
    for (number, picture) in clip.pictures.enumerated() {
      var frame = try Frame(format, width: 83, height: 37)
      try frame.withMutableView { view in draw(number, into: &view) }
      #expect(picture == frame.withView(samples), "picture \(number)")
    }
    #expect(clip.pictures.count == 5)
  }
}
