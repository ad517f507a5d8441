import Foundation
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
