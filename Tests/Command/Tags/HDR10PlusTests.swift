import Foundation
import Testing

/// The curve that HDR10+ carries, from its JSON to pixels.
@Suite struct HDR10PlusTests {
  /// One frame of a document: a knee in units of 1/4095, anchors in units of 1/1023, a scene peak of 1000 cd/m².
  private func frame(anchor: Int, peak: Int = 10_000, display: Int = 203) -> [String: Any] {
    [
      "BezierCurveData": ["KneePointX": 410, "KneePointY": 819, "Anchors": [anchor, 800]],
      "LuminanceParameters": ["MaxScl": [peak, 0, 0], "AverageRGB": 100],
      "TargetedSystemDisplayMaximumLuminance": display, "NumberOfWindows": 1,
    ]
  }

  private func document(_ frames: [[String: Any]]) throws -> Data {
    try JSONSerialization.data(withJSONObject: ["SceneInfo": frames])
  }

  private static let options = ["--tone-mapping", "st2094-40", "--dither", "none", "--progress", "none"]
  /// The clips' tags without a peak, which the scene provides.
  private static let tags = Array(Clips.tags.dropLast(2))

  /// The 8-bit luma of a neutral 10-bit code of PQ.
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Table 4, for light; SMPTE ST 2094-40 for the curve, by de Casteljau's construction; Rec.
  ///   ITU-R BT.1886, Annex 1, for the signal.
  private func luma(_ code: Int, anchor: Double) -> Double {
    let e = pow(Double(code - 64) / 876, 32 / 2523.0)
    let light = 10_000 * pow(max(e - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e), 8192 / 1305.0)
    let x = min(light / 1000, 1)
    let knee = (x: 410 / 4095.0, y: 819 / 4095.0)
    guard x > knee.x else { return 16 + 219 * pow(knee.y / knee.x * x, 1 / 2.4) }
    let t = (x - knee.x) / (1 - knee.x)
    var points = [0, anchor / 1023, 800 / 1023.0, 1]
    while points.count > 1 { points = zip(points, points.dropFirst()).map { $0 + ($1 - $0) * t } }
    return 16 + 219 * pow(knee.y + (1 - knee.y) * points[0], 1 / 2.4)
  }

  @Test func theCurveMapsThePicture() throws {
    let folder = try Folder()
    let clip = Clips.y4m(frames: 1)
    let input = try folder.file("in.y4m", clip)
    var outputs: [Data] = []
    for anchor in [400, 700] {
      let json = try folder.file("plus.json", try document([frame(anchor: anchor)]))
      let outcome = try Tool.run(
        ["convert", input, folder["out.yuv"], "--hdr10plus-json", json, "--strict"] + Self.options + Self.tags)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let output = try folder.bytes("out.yuv")
      let start = try #require(clip.range(of: Data("FRAME\n".utf8))).upperBound
      for pixel in 0..<16 * 8 {
        let code = Int(clip[start + 2 * pixel]) | Int(clip[start + 2 * pixel + 1]) << 8
        // Half a code for rounding, plus a tenth for the lanes.
        let expected = luma(code, anchor: Double(anchor))
        #expect(abs(Double(output[pixel]) - expected) <= 0.6, "\(code): \(output[pixel]), \(expected)")
      }
      outputs.append(output)
    }
    #expect(outputs[0] != outputs[1])
  }

  @Test func severalCurvesAreRefusedUnlessOneSceneIsConverted() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let changes = [frame(anchor: 700), frame(anchor: 400, peak: 5000), frame(anchor: 400, display: 500)]
    for change in changes {
      let json = try folder.file("plus.json", try document([frame(anchor: 400), frame(anchor: 400), change]))
      let line = ["convert", input, folder["out.yuv"], "--hdr10plus-json", json] + Self.options + Self.tags
      let all = try Tool.run(line)
      #expect(all.code == 65 && all.complaints.count == 1, "\(all.errors)")
      #expect(all.errors.contains("another curve begins at frame 2") && all.errors.contains("--start 0 --frames 2"))
      for scene in [["--frames", "2"], ["--start", "2"]] {
        let part = try Tool.run(line + scene)
        #expect(part.code == 0, "\(part.errors)")
      }
    }
  }

  @Test func anotherDisplayIsAnAssumption() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let json = try folder.file("plus.json", try document([frame(anchor: 400, display: 500)]))
    let line = ["convert", input, folder["out.yuv"], "--hdr10plus-json", json] + Self.options + Self.tags
    let told = try Tool.run(line)
    #expect(told.code == 0 && told.errors.contains("was made for a display of 500 cd/m²"), "\(told.errors)")
    #expect(try Tool.run(line + ["--strict"]).code == 65)
  }

  @Test func documentsWithoutACurveAreRefused() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    var bare = frame(anchor: 400)
    bare["BezierCurveData"] = nil
    let cases: [(document: Data, code: Int32, fact: String)] = [
      (try document([bare, bare]), 65, "no tone curve"), (try document([]), 65, "metadata for 0 frames"),
      (try document([frame(anchor: 400)]), 65, "metadata for 1 frame, but 2 were expected"),
      (Data("{}".utf8), 65, "is wrong"),
    ]
    for (document, code, fact) in cases {
      let json = try folder.file("plus.json", document)
      let outcome = try Tool.run(
        ["convert", input, folder["out.yuv"], "--hdr10plus-json", json] + Self.options + Self.tags)
      #expect(outcome.code == code && outcome.complaints.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains(fact), "\(outcome.errors)")
    }
    let line = ["convert", input, folder["out.yuv"]] + Self.tags + ["--hdr10plus-json"]
    #expect(try Tool.run(line + [folder["none.json"]] + Self.options).code == 66)
    let other = try Tool.run(line + [folder["plus.json"], "--tone-mapping", "bt2390"])
    #expect(
      other.code == 64 && other.errors.contains("only --tone-mapping st2094-40 uses its curve"), "\(other.errors)")
    _ = try folder.file("plus.json", document([frame(anchor: 400), frame(anchor: 400)]))
    let onto = try Tool.run(
      ["convert", input, folder["plus.json"], "--hdr10plus-json", folder["plus.json"]] + Self.options + Self.tags)
    #expect(onto.code == 64 && onto.errors.contains("the HDR10+ JSON"), "\(onto.errors)")
  }
}
