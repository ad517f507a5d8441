import Foundation
import Testing

/// `tonemap info --probe`: whether the codes of frames fit their stated range.
@Suite struct RangeProbeTests {
  /// A frame of 64 × 4 gray codes in an even ramp.
  private func ramp(from low: Int, to high: Int, frames: Int = 2) -> Data {
    let frame = Data((0..<256).map { UInt8(low + (high - low) * $0 / 255) })
    return (0..<frames).reduce(into: Data()) { data, _ in data += frame }
  }

  private func codes(_ data: Data, range: String) throws -> [String] {
    let folder = try Folder()
    let file = try folder.file("in.raw", data)
    let outcome = try Tool.run([
      "info", file, "--size", "64x4", "--pixel-format", "gray", "--range", range, "--probe", "--json",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let root = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let track = try #require((root["tracks"] as? [[String: Any]])?.first)
    #expect(track["frames"] as? Int == 2)
    return try #require(track["findings"] as? [[String: String]]).compactMap { $0["code"] }
  }

  @Test(
    arguments: [
      (0, 255, "narrow", ["range-may-be-full"]), (16, 235, "narrow", []), (16, 250, "narrow", []),
      (0, 255, "full", []), (16, 235, "full", ["range-may-be-narrow"]), (60, 180, "full", []),
    ]) func codesSpeakForARange(low: Int, high: Int, range: String, expected: [String]) throws
  {
    #expect(try codes(ramp(from: low, to: high), range: range) == expected)
  }

  @Test func framesAreNeeded() throws {
    let folder = try Folder()
    let movie = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.run(["info", movie, "--probe"])
    #expect(outcome.code == 64 && outcome.errors.contains("not decoded"), "\(outcome.errors)")
  }
}
