import Testing
import Transcoding

/// Settings that are possible for no input are refused before the input is opened: here there is none.
@Suite struct SettingsTests {
  static let impossible: [(error: SettingError, change: @Sendable (inout ConversionSettings) -> Void)] = [
    (.outOfRange(.duration, found: "0.0", expected: "a time above 0"), { $0.frames.duration = 0 }),
    (.outOfRange(.duration, found: "inf", expected: "a time above 0"), { $0.frames.duration = .infinity }),
    (.outOfRange(.frames, found: "0", expected: "at least 1 frame"), { $0.frames.frames = 0 }),
    (.outOfRange(.start, found: "-1", expected: "0 or more"), { $0.frames.start = .index(-1) }),
    (.outOfRange(.start, found: "nans", expected: "0 or more"), { $0.frames.start = .seconds(.nan) }),
    (.exclusive([.frames, .duration]), { ($0.frames.frames, $0.frames.duration) = (1, 1) }),
    (
      .outOfRange(.lookAhead, found: "0", expected: "1 to 1000"),
      { ($0.light.mode, $0.light.lookAhead) = (.onePass, 0) }
    ),
    (
      .outOfRange(.lookAhead, found: "1001", expected: "1 to 1000"),
      { ($0.light.mode, $0.light.lookAhead) = (.onePass, 1001) }
    ),
    (
      .needs(.lookAhead, .dynamics, value: "one-pass", found: "scene"),
      { ($0.light.mode, $0.light.lookAhead) = (.scene, 9) }
    ),
    (.exclusive([.crf, .bitrate]), { ($0.encoding.crf, $0.encoding.bitrate) = (18, "8M") }),
    (.outOfRange(.crf, found: "-1.0", expected: "0 to 255"), { $0.encoding.crf = -1 }),
    (.outOfRange(.bitrate, found: "0M", expected: "a rate such as 800k or 8M"), { $0.encoding.bitrate = "0M" }),
    (.outOfRange(.chunks, found: "0", expected: "at least 1 frame"), { $0.encoding.chunkFrames = 0 }),
    (.outOfRange(.chunks, found: "-5", expected: "at least 1 frame"), { $0.encoding.chunkFrames = -5 }),
    (.outOfRange(.threads, found: "0", expected: "1 to 1024"), { $0.running.threads = 0 }),
    (.lacks(.enlarge, [.width, .height, .fit]), { $0.output.enlarges = true }),
  ]

  @Test(arguments: impossible.indices) func theyAreRefused(index: Int) throws {
    let (error, change) = Self.impossible[index]
    let folder = try ClipFolder()
    var settings = ConversionSettings.pq
    change(&settings)
    let thrown = #expect(throws: TranscodingError.setting(error)) {
      try MovieConversion(of: folder["none.y4m"], to: folder["out.y4m"], settings)
    }
    #expect(thrown?.kind == .settings)
  }

  @Test func sizesAreRefused() throws {
    let folder = try ClipFolder()
    var settings = ConversionSettings.pq
    settings.output.width = 0
    let error = #expect(throws: TranscodingError.self) {
      try MovieConversion(of: folder["none.y4m"], to: folder["out.y4m"], settings)
    }
    #expect(error?.kind == .settings && "\(error, default: "")".contains("pixels were expected"))
  }
}
