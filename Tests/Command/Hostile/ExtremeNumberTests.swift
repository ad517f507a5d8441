import Foundation
import TestSupport
import Testing

/// Every number that comes from outside, at its extremes: it is used or refused in a sentence, and never ends in a trap.
@Suite struct ExtremeNumberTests {
  static let wholes = [
    "-9223372036854775808", "-1", "0", "1", "65535", "65536", "2147483648", "4294967295", "4294967296",
    "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "99999999999999999999",
  ]
  static let decimals =
    wholes + ["1e308", "-1e308", "1e-308", "5e-324", "1e400", "inf", "nan", "0.1", "9999999999.123456789"]

  /// The numbers for a form: a third of them, another third for the next form, since each costs a start of the command; with the environment
  /// variable `TONEMAP_ALL_NUMBERS`, all of them.
  private static func share(of numbers: [String], for form: String) -> [String] {
    guard ProcessInfo.processInfo.environment["TONEMAP_ALL_NUMBERS"] == nil else { return numbers }
    return numbers.enumerated().filter { $0.offset % 3 == form.utf8.count % 3 }.map(\.element)
  }

  /// What may be said about a number; any other code is a trap, or a fault of the program.
  private func expectNoTrap(_ arguments: [String], input: Data = Data()) throws {
    let outcome = try Tool.run(arguments, input: input)
    #expect(
      [0, 1, 64, 65, 66, 71, 73, 74, 75].contains(outcome.code), "\(arguments): \(outcome.code) \(outcome.errors)")
    #expect(
      outcome.complaints.allSatisfy { $0.hasPrefix("tonemap: ") || $0.hasPrefix("{\"frame\":") },
      "\(arguments): \(outcome.errors)")
  }

  @Test(arguments: [
    "--preserve-chroma", "--source-peak", "--target-peak", "--reference-white", "--viewing", "--fps",
    "--exposure", "--contrast", "--saturation",
  ]) func decimalOptions(name: String) throws {
    for number in Self.share(of: Self.decimals, for: name) {
      try expectNoTrap(["explain", "--transfer", "pq", name, number])
    }
  }

  @Test func sizes() throws {
    for number in Self.wholes {
      try expectNoTrap(["explain", "--transfer", "pq", "--size", "\(number)x\(number)"])
      try expectNoTrap(["convert", "/dev/null", "/dev/null", "--pixel-format", "rgba64le", "--size", "\(number)x9"])
      try expectNoTrap(["convert", "-", "/dev/null", "--pixel-format", "gray", "--size", "9x\(number)"])
    }
  }

  @Test func metadata() throws {
    for number in Self.decimals {
      try expectNoTrap(["explain", "--transfer", "pq", "--max-cll", "\(number),\(number)"])
      try expectNoTrap(["explain", "--transfer", "pq", "--ambient", "\(number),\(number),0.3"])
      let display = "G(\(number),1)B(1,\(number))R(5,\(number))WP(15635,16450)L(\(number),1)"
      try expectNoTrap(["explain", "--transfer", "pq", "--master-display", display])
    }
  }

  /// Those that can take long are given to an input that ends at once.
  @Test func runs() throws {
    let clip = Clips.y4m(frames: 3)
    for (place, number) in Self.wholes.enumerated() {
      for (other, name) in ["--start", "--frames", "--threads"].enumerated() {
        let progress = (place + other) % 2 == 0 ? "plain" : "json"
        try expectNoTrap(
          ["convert", "-", "/dev/null", "--format", "raw", "--progress", progress, name, number] + Clips.tags,
          input: clip)
      }
      try expectNoTrap(["conform", "--transfer", "pq", "--sample", "64", "--seed", number])
      try expectNoTrap(["conform", "--transfer", "pq", "--sample", "64", "--limit", number])
      if Int(number).map({ $0 < 2 || $0 > 1 << 30 }) ?? true {
        try expectNoTrap(["conform", "--transfer", "pq", "--sample", number])
      }
      if Int(number).map({ $0 < 2 || $0 > 129 }) ?? true {
        try expectNoTrap(["lut", "-", "--format", "cube", "--transfer", "pq", "--cube-size", number])
      }
    }
  }

  /// All of them are still to come when the second frame is late, and the time that is left is reported.
  @Test func moreFramesThanWillEverCome() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let outcome = try Tool.shell(
      """
      (head -c 600 \(clip); sleep 3; tail -c +601 \(clip)) | tonemap convert - /dev/null --format raw --progress json \
        --frames 9223372036854775807 \(Clips.tags)
      """)
    #expect(outcome.code == 0, "\(outcome.code): \(outcome.errors)")
    #expect(
      outcome.errors.contains("\"frames\":9223372036854775807") && outcome.errors.contains("\"eta\""),
      "\(outcome.errors)")
  }

  @Test(arguments: [
    "W%x H8 C420p10", "W16 H%x C420p10", "W16 H8 F%x:1 C420p10", "W16 H8 F%x:%x", "W16 H8 A%x:%x", "W16 H8 C420p%x",
  ])
  func headers(form: String) throws {
    for number in Self.share(of: Self.wholes, for: form) {
      let header = "YUV4MPEG2 " + form.replacingOccurrences(of: "%x", with: number)
      try expectNoTrap(
        ["convert", "-", "/dev/null", "--format", "raw", "--progress", "none"] + Clips.tags,
        input: Clips.y4m(frames: 1, header: header))
    }
  }

  @Test(arguments: [
    #"{"width": %x, "height": 8}"#, #"{"width": 16, "height": %x}"#, #"{"frame_rate": %x}"#,
    #"{"frame_rate": "%x/%x"}"#,
    #"{"version": %x, "width": 16}"#, #"{"color": {"cicp": [%x, 16, 9, 0]}}"#, #"{"color": {"cicp": [9, %x, %x, %x]}}"#,
    #"{"metadata": {"content_light": {"MaxCLL": %x, "MaxFALL": %x}}}"#,
    #"{"metadata": {"ambient": {"ambient_illuminance_lux": %x, "ambient_light_x": %x, "ambient_light_y": 0.3}}}"#,
    #"{"metadata": {"mastering_display": {"red": [%x, 0.32], "green": [0.265, %x], "blue": [0.15, 0.06], "white": [0.3127, 0.329], "max_cd_m2": %x, "min_cd_m2": %x}}}"#,
  ]) func colorJSON(form: String) throws {
    let folder = try Folder()
    for number in Self.share(of: Self.decimals, for: form) {
      let json = try folder.file("color.json", Data(form.replacingOccurrences(of: "%x", with: number).utf8))
      try expectNoTrap(["explain", "--transfer", "pq", "--color-json", json])
      try expectNoTrap(["explain", "--transfer", "pq", "--color-json", json, "--trust-metadata", "always"])
    }
  }

  @Test(arguments: [
    #""SceneFrameIndex": %x"#, #""SceneId": %x"#, #""TargetedSystemDisplayMaximumLuminance": %x"#,
    #""NumberOfWindows": %x"#,
    #""LuminanceParameters": {"AverageRGB": %x, "MaxScl": [%x, %x, %x]}"#,
    #""BezierCurveData": {"KneePointX": %x, "KneePointY": %x, "Anchors": [%x]}"#,
  ]) func hdr10Plus(form: String) throws {
    let folder = try Folder()
    for number in Self.share(of: Self.decimals, for: form) {
      let scene = form.replacingOccurrences(of: "%x", with: number)
      let curve =
        form.contains("Bezier") ? "" : #", "BezierCurveData": {"KneePointX": 410, "KneePointY": 819, "Anchors": [400]}"#
      let json = try folder.file("plus.json", Data(#"{"SceneInfo": [{\#(scene)\#(curve)}]}"#.utf8))
      try expectNoTrap(["explain", "--transfer", "pq", "--tone-mapping", "st2094-40", "--frame-metadata", json])
    }
  }

  private static let end = Int64(1) << 61

  /// Times and durations of tracks whose sums do not fit in 64 bits.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libx264"), "needs x264"),
    arguments: [
      ("convert", "out.mkv", [0, -end, end, -end, end], []),
      ("convert", "out.mkv", [0, 40], [0, 40, -end, end, -end, end, -end]),
      ("convert", "out.mp4", [0, 40], [0, 40, -end, end, -end, end, -end]),
      ("chunk-plan", "out.mkv", [0, 40, 2 * end, -2 * end, 2 * end], []),
    ] as [(String, String, [Int64], [Int64])])
  func trackTimes(command: String, output: String, pictures: [Int64], sounds: [Int64]) throws {
    let folder = try Folder()
    let movie = try folder.file("in.mkv", Data(Self.matroska(pictures, sounds)))
    let work = command == "convert" ? [] : [folder["work"]]
    try expectNoTrap([command, movie, folder[output]] + work + Clips.tags)
  }

  /// A part that begins at a time beyond the numbers of frames.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264"), "needs x264")) func startTimes() throws {
    let folder = try Folder()
    let movie = try folder.file("in.mkv", Data(Self.matroska([0, 40, Self.end, Self.end + 40], [])))
    try expectNoTrap(["convert", movie, folder["out.mkv"], "--start", "1s", "--fps", "25"] + Clips.tags)
  }

  /// A track of 2⁶³ seconds.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264"), "needs x264")) func trackDurations() throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 5 -c:v libx264 in.mp4", in: folder)
    var bytes = try [UInt8](folder.bytes("in.mp4"))
    func place(_ type: String) throws -> Int { try #require(bytes.firstRange(of: Array(type.utf8))).lowerBound }
    for type in ["moov", "trak", "mdia"] {
      let size = try place(type) - 4..<place(type)
      bytes.replaceSubrange(size, with: big(bytes[size].reduce(0) { $0 << 8 | UInt64($1) } + 12, 4))
    }
    let (header, rows, edit) = try (place("mdhd"), place("stts") + 12, place("edts"))
    bytes.replaceSubrange(rows..<rows + 8, with: big(0x7FFF_FFFF_7FFF_FFFF, 8))
    bytes.replaceSubrange(edit..<edit + 4, with: Array("free".utf8))
    let length = fullBox("mdhd", version: 1, zeros(16), big(1, 4), big(1 << 63 - 1, 8), big(0x55C4_0000, 4))
    bytes.replaceSubrange(header - 4..<header + 28, with: length)
    let movie = try folder.file("long.mp4", Data(bytes))
    try expectNoTrap(["thumbnail", movie, folder["out.png"], "--every", "50%"] + Clips.tags)
  }

  /// FFmpeg does not return a picture before the time 0 of Matroska after a seek to the start.
  @Test func aPictureBeforeZeroHasAChunk() throws {
    let folder = try Folder()
    let movie = try folder.file("in.mkv", Data(Self.matroska([0], [], delay: [0x80, 0])))
    let outcome = try Tool.run(["chunk-plan", movie, folder["out.mkv"], folder["work"]] + Clips.tags)
    #expect(outcome.code == 0 && outcome.text == "1\n", "\(outcome.code) \(outcome.errors)")
    let chunk = try Tool.run(["convert", folder["work"], "--chunk", "0"])
    #expect(chunk.code == 0, "\(chunk.errors)")
  }

  /// A Matroska file with raw pictures, and sounds each with a text of the longest duration, each in a cluster with its time.
  private static func matroska(_ pictures: [Int64], _ sounds: [Int64], delay: [UInt8] = [0, 0]) -> [UInt8] {
    func track(_ number: UInt8, _ type: UInt8, _ codec: String, _ properties: [UInt8]) -> [UInt8] {
      element(0xAE, element(0xD7, [number]), element(0x83, [type]), element(0x86, Array(codec.utf8)), properties)
    }
    func cluster(_ time: Int64, _ block: [UInt8]) -> [UInt8] {
      element(0x1F43_B675, element(0xE7, big(UInt64(bitPattern: time), 8)), block)
    }
    let size = element(0xE0, element(0xB0, [16]), element(0xBA, [16]), element(0x2E_B524, Array("I420".utf8)))
    let rate = element(0xE1, element(0xB5, big(0x45FA_0000, 4)), element(0x6264, [16]))
    var tracks = track(1, 1, "V_UNCOMPRESSED", element(0x23_E383, big(40_000_000, 4)) + size)
    if !sounds.isEmpty { tracks += track(2, 2, "A_PCM/INT/LIT", rate) + track(3, 17, "S_TEXT/UTF8", []) }
    var clusters: [UInt8] = []
    for place in 0..<max(pictures.count, sounds.count) {
      if place < pictures.count {
        clusters += cluster(pictures[place], element(0xA3, [0x81] + delay + [0x80], zeros(384)))
      }
      guard place < sounds.count else { continue }
      clusters += cluster(sounds[place], element(0xA3, [0x82, 0, 0, 0x80], zeros(640)))
      let text = element(0xA1, [0x83, 0, 0, 0], Array("words".utf8))
      clusters += cluster(sounds[place], element(0xA0, text, element(0x9B, big(1 << 63 - 1, 8))))
    }
    let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))
    return header + element(0x1853_8067, element(0x1549_A966, []), element(0x1654_AE6B, tracks), clusters)
  }

  /// A movie with a hole may claim any length.
  @Test(arguments: [1 << 40, 1 << 62, Int.max - 4096]) func movies(length: Int) throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    // Not every file system has files of this length.
    guard (try? FileHandle(forWritingTo: URL(fileURLWithPath: movie)).truncate(atOffset: UInt64(length))) != nil else {
      return
    }
    try expectNoTrap(["info", movie])
    try expectNoTrap(["tag", movie, folder["o.mov"], "--max-cll", "9,9"])
    #expect(try folder.names == ["phone.mov"])
  }
}
