import Testing
import Transcoding

/// Settings that are possible for no input are refused before the input is opened: here there is none.
@Suite struct SettingsTests {
  static let impossible: [(fact: String, change: @Sendable (inout ConversionSettings) -> Void)] = [
    ("a time above 0", { $0.frames.duration = 0 }), ("a time above 0", { $0.frames.duration = .infinity }),
    ("at least 1 frame", { $0.frames.frames = 0 }), ("0 or more", { $0.frames.start = .index(-1) }),
    ("0 or more", { $0.frames.start = .seconds(.nan) }),
    ("where the part ends", { ($0.frames.frames, $0.frames.duration) = (1, 1) }),
    ("1 to 1000", { ($0.light.mode, $0.light.lookAhead) = (.onePass, 0) }),
    ("1 to 1000", { ($0.light.mode, $0.light.lookAhead) = (.onePass, 1001) }),
    ("aims at one of them", { ($0.encoding.crf, $0.encoding.bitrate) = (18, "8M") }),
    ("0 to 255", { $0.encoding.crf = -1 }), ("800k or 8M", { $0.encoding.bitrate = "0M" }),
    ("1 to 1024", { $0.running.threads = 0 }), ("pixels were expected", { $0.output.width = 0 }),
  ]

  @Test(arguments: impossible.indices) func theyAreRefused(index: Int) throws {
    let (fact, change) = Self.impossible[index]
    let folder = try ClipFolder()
    var settings = ConversionSettings.pq
    change(&settings)
    do {
      _ = try MovieConversion(of: folder["none.y4m"], to: folder["out.y4m"], settings)
      Issue.record("taken: \(settings)")
    } catch {
      guard case .settings(let sentence) = error else { throw error }
      #expect("\(sentence)".contains(fact), "\(sentence)")
    }
  }
}
