import Foundation
import HDRMetadata
import TestSupport
import Testing

/// ST 2094-50 of a movie: each frame is mapped by the gains that hold for it.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265")) struct HeadroomCurveTests {
  private static let options = ["--tone-mapping", "st2094-50", "--progress", "none", "--format", "raw"]

  /// A message with this gain in the dark, in 0.0001 stops.
  private static func message(
    _ gain: HeadroomAdaptiveMetadata.ToneMap.CodedStops,
    x: [HeadroomAdaptiveMetadata.ToneMap.Curve.Position] = [500, 4925]
  ) throws -> (kind: UInt8, payload: [UInt8]) {
    let image = HeadroomAdaptiveMetadata.ToneMap.Alternate(
      headroomUnits: 0, mixing: .maximum, curve: .init(x: x, y: [gain, 23_000]))
    let metadata = HeadroomAdaptiveMetadata(
      toneMap: HeadroomAdaptiveMetadata.ToneMap(
        baselineHeadroomUnits: 23_000, alternates: .init(space: .bt2020, images: [image])))
    return (4, try metadata.payload())
  }

  private func movie(_ folder: Folder, _ messages: [(kind: UInt8, payload: [UInt8])?]) throws -> String {
    let plain = try HEVCMessages.stream(frames: messages.count, in: folder)
    return try folder.file("in.hevc", HEVCMessages.adding(messages, to: plain))
  }

  /// The 8-bit luma of a neutral 10-bit code of PQ.
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Table 4, for light; ST 2094-50, 6.2.5, 6.5.3 and C.3.9 for the gain, a line between two points;
  ///   Rec. ITU-R BT.1886, Annex 1, for the signal.
  private func luma(_ code: Int, gain: Double) -> Double {
    let e = pow(Double(code - 64) / 876, 32 / 2523.0)
    let light = 10_000 * pow(max(e - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e), 8192 / 1305.0)
    let x = light / 203
    let stops = x < 0.5 ? -gain : x < 4.925 ? -gain + (x - 0.5) / 4.425 * (gain - 2.3) : -2.3 + log2(4.925 / x)
    return 16 + 219 * pow(min(x * exp2(stops), 1), 1 / 2.4)
  }

  @Test func eachFrameHasItsGains() throws {
    let folder = try Folder()
    let gains: [HeadroomAdaptiveMetadata.ToneMap.CodedStops] = [0, 0, 8000, 0, 15_000, 8000]
    let movie = try movie(folder, gains.map { try Self.message($0) })
    let outcome = try Tool.run(["convert", movie, folder["out.yuv"], "--dither", "none", "--json"] + Self.options)
    #expect(outcome.code == 0 && !outcome.errors.contains("not used"), "\(outcome.errors)")
    let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let dynamics = report["dynamics"] as? [String: Any]
    #expect(dynamics?["mode"] as? String == "st2094-50" && dynamics?["changes"] as? Int == 4)
    let whole = try folder.bytes("out.yuv")
    let size = whole.count / gains.count
    let plain = try folder.bytes("plain.y4m")
    var place = 0
    for (index, gain) in gains.enumerated() {
      place = try #require(plain.range(of: Data("FRAME\n".utf8), in: place..<plain.count)).upperBound
      for pixel in 0..<32 * 16 {
        let code = Int(plain[place + 2 * pixel]) | Int(plain[place + 2 * pixel + 1]) << 8
        let found = Double(whole[index * size + pixel])
        // Half a code for rounding, plus a tenth for the lanes.
        #expect(abs(found - luma(code, gain: gain.quantity.value)) <= 0.6, "frame \(index): \(code)")
      }
      // A part of the movie has the gains that its frames have in the whole, on any number of threads.
      for threads in ["1", "3"] {
        let part = ["--start", "\(index)", "--frames", "1", "--threads", threads, "--dither", "none"]
        let cut = try Tool.run(["convert", movie, "-"] + Self.options + part)
        #expect(cut.output == whole[index * size..<(index + 1) * size], "frame \(index): \(cut.errors)")
      }
    }
    // In a container, units have lengths in place of start codes.
    let muxed = try Tool.shell(
      "ffmpeg -y -v error -nostdin -framerate 25 -i \(movie) -c copy -tag:v hvc1 \(folder["in.mp4"])")
    try #require(muxed.code == 0, "\(muxed.errors)")
    let contained = try Tool.run(["convert", folder["in.mp4"], "-", "--dither", "none"] + Self.options)
    #expect(contained.output == whole, "\(contained.errors)")
    // Another operator does not use them, with a warning.
    let other = try Tool.run(["convert", movie, "-", "--progress", "none", "--format", "raw"])
    #expect(other.errors.contains("the source carries ST 2094-50 metadata, which is not used"), "\(other.errors)")
  }

  /// What the output states does not follow from the first frame: here two need no gains, so their light would be the source's. Light above
  /// the display is counted, part by part, and raises what is stated.
  @Test func partsStateTheDisplayThatIsMappedTo() throws {
    let folder = try Folder()
    let image = HeadroomAdaptiveMetadata.ToneMap.Alternate(
      headroomUnits: 0, mixing: .maximum, curve: .init(x: [500, 4925], y: [8000, 40_000]))
    let bright = HeadroomAdaptiveMetadata(
      toneMap: HeadroomAdaptiveMetadata.ToneMap(
        baselineHeadroomUnits: 40_000, alternates: .init(space: .bt2020, images: [image])))
    let dim = try Self.message(0)
    let movie = try movie(folder, [dim, dim, (4, bright.payload()), (4, bright.payload())])
    func stated(_ part: [String], _ name: String) throws -> Double {
      let outcome = try Tool.run(
        ["convert", movie, folder[name], "--to", "pq", "--target-peak", "1000", "--dither", "none"] + Self.options
          + ["--max-cll", "3000,400", "--master-display"]
          + ["G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(40000000,50)"] + part)
      try #require(outcome.code == 0, "\(outcome.errors)")
      let json = try folder.bytes("\(name).color.json")
      let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
      let metadata = object["metadata"] as? [String: Any]
      let display = metadata?["mastering_display"] as? [String: Any]
      let light = metadata?["content_light"] as? [String: Any]
      #expect(light?["MaxCLL"] as? Int != 3000, "\(name): \(metadata ?? [:])")
      return try #require(display?["max_cd_m2"] as? Double, "\(name)")
    }
    // The source's would be 4000.
    #expect(try (1000..<3999).contains(stated([], "whole.yuv")))
    #expect(try (1000..<3999).contains(stated(["--frames", "2"], "first.yuv")))
    #expect(try stated(["--start", "2"], "rest.yuv") == 1000)
    #expect(try folder.bytes("first.yuv") + folder.bytes("rest.yuv") == folder.bytes("whole.yuv"))
  }

  /// Pictures that are stored in another order than they are shown: each keeps its own message.
  @Test func storedOrder() throws {
    let folder = try Folder()
    let count = 12
    _ = try folder.file("in.y4m", Clips.y4m(frames: count))
    let ffmpeg = "ffmpeg -y -v error -nostdin"
    let tags = "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv"
    let parameters = "lossless=1:bframes=3:b-adapt=0:keyint=6:repeat-headers=1:log-level=error:min-cu-size=8:ctu=16"
    let made = try Tool.shell(
      "cd \(folder[""]) && \(words(ffmpeg)) -i in.y4m -vf scale=32:16:flags=neighbor -pix_fmt yuv420p10 \(words(tags)) -c:v libx265"
        + " -x265-params \(parameters) plain.mp4 && \(words(ffmpeg)) -i plain.mp4 -c copy -bsf:v hevc_mp4toannexb plain.hevc"
        + " && ffprobe -v error -select_streams v -show_entries packet=pts -of csv=p=0 plain.mp4")
    try #require(made.code == 0, "\(made.errors)")
    let times = made.text.split(whereSeparator: \.isNewline).compactMap { Int($0.prefix { $0.isNumber }) }
    try #require(times.count == count && times != times.sorted())
    let plain = try folder.bytes("plain.hevc")
    func movie(_ gains: [HeadroomAdaptiveMetadata.ToneMap.CodedStops]) throws -> String {
      try folder.file("in.hevc", HEVCMessages.adding(gains.map { try Self.message($0) }, to: plain))
    }
    let gains = (0..<UInt16(count)).map { HeadroomAdaptiveMetadata.ToneMap.CodedStops(units: $0 * 1500) }
    let mixed = try Tool.run(["convert", movie(gains), "-", "--threads", "3"] + Self.options)
    #expect(mixed.code == 0, "\(mixed.errors)")
    let size = mixed.output.count / count
    for (stored, gain) in gains.enumerated() {
      let shown = times.sorted().firstIndex(of: times[stored])!
      let frames = shown * size..<(shown + 1) * size
      let same = try Tool.run(["convert", movie(Array(repeating: gain, count: count)), "-"] + Self.options)
      #expect(mixed.output[frames] == same.output[frames], "picture \(stored), shown as \(shown)")
      let more = HeadroomAdaptiveMetadata.ToneMap.CodedStops(units: gain.units + 300)
      let other = try Tool.run(["convert", movie(Array(repeating: more, count: count)), "-"] + Self.options)
      #expect(mixed.output[frames] != other.output[frames])
      let part = ["--start", "\(shown)", "--frames", "1"]
      let cut = try Tool.run(["convert", movie(gains), "-"] + Self.options + part)
      #expect(cut.output == mixed.output[frames], "frame \(shown): \(cut.errors)")
    }
  }

  /// A message holds until the next one or the next key picture; frames without are an error, and so is what cannot be.
  @Test func whatFramesLack() throws {
    let folder = try Folder()
    let held = try movie(folder, [Self.message(0), nil, Self.message(8000), nil])
    let whole = try Tool.run(["convert", held, "-"] + Self.options)
    #expect(whole.code == 0, "\(whole.errors)")
    let part = try Tool.run(["convert", held, "-", "--start", "1"] + Self.options)
    #expect(part.output == whole.output.suffix(whole.output.count / 4 * 3), "\(part.errors)")
    let stated = try movie(folder, [Self.message(0), Self.message(0), Self.message(8000), Self.message(8000)])
    #expect(try Tool.run(["convert", stated, "-"] + Self.options).output == whole.output)

    func refused(_ messages: [(kind: UInt8, payload: [UInt8])?], _ words: String, code: Int32 = 65) throws {
      let outcome = try Tool.run(["convert", try movie(folder, messages), folder["out.yuv"]] + Self.options)
      #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try !folder.names.contains("out.yuv"))
    }
    try refused([nil, Self.message(0)], "st2094-50 needs the tone map of a frame's ST 2094-50 metadata", code: 64)
    try refused([Self.message(0), Self.message(0, x: [4925, 500])], "in frame 1, point 2 of a gain curve")
    let white = HeadroomAdaptiveMetadata(referenceWhiteUnits: 1000)
    try refused([Self.message(0), (4, white.payload())], "frame 1 states reference white but no tone map")
    try refused(
      [Self.message(0), (4, Self.message(0).payload.dropLast(3))], "the ST 2094-50 metadata of frame 1 cannot be read"
    )
    let asked = try Tool.run(["convert", held, "-", "--dynamics", "scene"] + Self.options)
    #expect(
      asked.code == 64 && asked.errors.contains("--tone-mapping st2094-50 takes its curves from metadata"),
      "\(asked.errors)")
  }

  /// AV1 has the same message in a unit of its own.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libaom-av1"), "needs an ffmpeg with libaom"))
  func av1() throws {
    let folder = try Folder()
    let gains: [HeadroomAdaptiveMetadata.ToneMap.CodedStops] = [0, 8000, 15_000]
    _ = try folder.file("in.y4m", Clips.y4m(frames: gains.count))
    let tags = "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv"
    let made = try Tool.shell(
      "cd \(folder[""]) && ffmpeg -y -v error -nostdin -i in.y4m -vf scale=32:16:flags=neighbor -pix_fmt yuv420p10 \(words(tags))"
        + " -c:v libaom-av1 -cpu-used 8 -lag-in-frames 0 -strict -2 plain.ivf")
    try #require(made.code == 0, "\(made.errors)")
    let plain = [UInt8](try folder.bytes("plain.ivf"))
    /// A unit after each temporal delimiter; a frame of IVF has its size before it.
    func movie(_ gains: [HeadroomAdaptiveMetadata.ToneMap.CodedStops]) throws -> String {
      var bytes = Array(plain[..<32])
      var (place, picture) = (32, 0)
      while place < plain.count {
        let size = (0..<4).reduce(0) { $0 | Int(plain[place + $1]) << (8 * $1) }
        let frame = plain[(place + 12)..<(place + 12 + size)]
        try #require(frame.starts(with: [0x12, 0]))
        let unit = [4] + (try Self.message(gains[picture])).payload + [0x80]
        let new = [0x12, 0, 0x2A, UInt8(unit.count)] + unit + frame.dropFirst(2)
        bytes += (0..<4).map { UInt8(new.count >> (8 * $0) & 255) } + plain[(place + 4)..<(place + 12)] + new
        (place, picture) = (place + 12 + size, picture + 1)
      }
      #expect(picture == gains.count)
      return try folder.file("in.ivf", Data(bytes))
    }
    let mixed = try Tool.run(["convert", movie(gains), "-", "--threads", "2"] + Self.options)
    #expect(mixed.code == 0, "\(mixed.errors)")
    let size = mixed.output.count / gains.count
    for (index, gain) in gains.enumerated() {
      let same = try Tool.run(["convert", movie(Array(repeating: gain, count: gains.count)), "-"] + Self.options)
      let frames = index * size..<(index + 1) * size
      #expect(mixed.output[frames] == same.output[frames], "frame \(index): \(same.errors)")
      #expect(mixed.output != same.output)
    }
  }

  /// Whatever bytes stand in place of a message: frames, or an error, never a trap.
  @Test func damagedMessages() throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 2, in: folder)
    var numbers = SeededNumbers(seed: 5094)
    var codes: Set<Int32> = []
    for _ in 0..<24 {
      var message = try Self.message(8000)
      // The header stays, so that it is read as this message.
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let place = Int.random(in: 5..<message.payload.count, using: &numbers)
        message.payload[place] = .random(in: 0...255, using: &numbers)
      }
      message.payload.removeLast(Int.random(in: 0...2, using: &numbers))
      let movie = try folder.file("in.hevc", HEVCMessages.adding([message, message], to: plain))
      let outcome = try Tool.run(["convert", movie, folder["out.yuv"], "--force"] + Self.options)
      #expect([0, 64, 65].contains(outcome.code), "\(message.payload): \(outcome.code), \(outcome.errors)")
      codes.insert(outcome.code)
    }
    #expect(codes.isSuperset(of: [0, 65]))
  }

  /// A movie for HDR displays carries no message: it is not true of what was mapped.
  @Test func whatIsMappedCarriesNone() throws {
    let folder = try Folder()
    let movie = try movie(folder, [Self.message(0), Self.message(8000)])
    let listed = try Tool.run(["info", "--frames", "--json", movie])
    #expect(listed.text.contains("baseline_headroom_stops"), "\(listed.text)")
    let outcome = try Tool.run(
      ["convert", movie, folder["out.mkv"], "--to", "hdr10", "--target-peak", "400", "--tone-mapping", "st2094-50"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let mapped = try Tool.run(["info", "--frames", "--json", folder["out.mkv"]])
    #expect(
      mapped.code == 0 && !mapped.text.contains("baseline_headroom_stops") && !mapped.text.isEmpty, "\(mapped.text)")
  }
}
