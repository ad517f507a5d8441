import Foundation
import Testing

/// The curve that HDR10+ carries, from its JSON to pixels.
@Suite struct HDR10PlusTests {
  /// One frame of a document: a knee in units of 1/4095, anchors in units of 1/1023, a scene peak of 1000 cd/m².
  private func frame(anchor: Int, peak: Int = 10_000, display: Int = 203, knee: Int = 410) -> [String: Any] {
    [
      "BezierCurveData": ["KneePointX": knee, "KneePointY": 819, "Anchors": [anchor, 800]],
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
        ["convert", input, folder["out.yuv"], "--frame-metadata", json, "--strict"] + Self.options + Self.tags)
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

  @Test func eachFrameHasTheCurveOfItsEntry() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 4))
    let curves = [frame(anchor: 400), frame(anchor: 700), frame(anchor: 400, peak: 5000), frame(anchor: 400)]
    let json = try folder.file("plus.json", try document(curves))
    let line = ["--frame-metadata", json, "--format", "raw"] + Self.options + Self.tags
    let whole = try Tool.run(["convert", input, "-"] + line)
    #expect(whole.code == 0 && whole.errors.isEmpty, "\(whole.errors)")
    let size = whole.output.count / 4
    for index in 0..<4 {
      let part = ["--start", "\(index)", "--frames", "1"]
      let one = try Tool.run(["convert", input, "-"] + line + part)
      #expect(one.output == whole.output.dropFirst(index * size).prefix(size), "frame \(index): \(one.errors)")
      // A document with this curve alone.
      let alone = try folder.file("alone.json", try document(Array(repeating: curves[index], count: 4)))
      let same = try Tool.run(
        ["convert", input, "-", "--frame-metadata", alone] + line.dropFirst(2) + part)
      #expect(same.output == one.output, "frame \(index): \(same.errors)")
    }
    #expect(whole.output.prefix(size) != whole.output.dropFirst(size).prefix(size))
    for part in [["--start", "2"], ["--frames", "3"], ["--start", "1", "--frames", "2"]] {
      let start = part[0] == "--start" ? Int(part[1])! : 0
      let some = try Tool.run(["convert", input, "-"] + line + part)
      #expect(some.output.elementsEqual(whole.output.dropFirst(start * size).prefix(some.output.count)), "\(part)")
    }
    let pipe = try Tool.run(["convert", "-", "-"] + line, input: Clips.y4m(frames: 4))
    #expect(pipe.output == whole.output, "\(pipe.errors)")
  }

  @Test func severalCurvesAreExplained() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let json = try folder.file(
      "plus.json", try document([frame(anchor: 400), frame(anchor: 400), frame(anchor: 700)]))
    let line = [input, "--frame-metadata", json] + Self.options.prefix(2) + Self.tags
    let outcome = try Tool.run(["explain"] + line)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("changes its curve 1 time") && outcome.errors.contains("the plan is for frame 0"))
    // What makes one plan for all frames names the first scene.
    let conform = try Tool.run(["conform", "--sample", "64"] + line)
    #expect(conform.code == 65 && conform.complaints.count == 1, "\(conform.errors)")
    #expect(conform.errors.contains("the curve changes at frame 2, but one curve was expected"), "\(conform.errors)")
    // Each part of a curve counts.
    for other in [frame(anchor: 400, peak: 9999), frame(anchor: 400, display: 204), frame(anchor: 400, knee: 409)] {
      _ = try folder.file("plus.json", try document([frame(anchor: 400), frame(anchor: 400), other]))
      #expect(try Tool.run(["explain"] + line).errors.contains("changes its curve 1 time"))
    }
  }

  /// What is known before is reported before; in a pipe, when the frame comes.
  @Test func entriesThatAreMissing() throws {
    let folder = try Folder()
    let clip = Clips.y4m(frames: 3)
    let input = try folder.file("in.y4m", clip)
    var bare = frame(anchor: 400)
    bare["BezierCurveData"] = nil
    let cases: [([[String: Any]], String)] = [
      ([frame(anchor: 400), frame(anchor: 700)], "metadata for 2 frames, but 3 were expected"),
      ([frame(anchor: 400), frame(anchor: 400)], "metadata for 2 frames, but 3 were expected"),
      ([frame(anchor: 400), frame(anchor: 700), bare], "frame 2 has no tone curve"),
    ]
    for (frames, fact) in cases {
      let json = try folder.file("plus.json", try document(frames))
      let line = ["--frame-metadata", json, "--format", "raw"] + Self.options + Self.tags
      let known = try Tool.run(["convert", input, "-"] + line)
      #expect(known.code == 65 && known.output.isEmpty && known.errors.contains(fact), "\(known.errors)")
      let pipe = try Tool.run(["convert", "-", "-"] + line, input: clip)
      #expect(pipe.code == 65 && pipe.errors.contains(fact), "\(pipe.errors)")
      let part = try Tool.run(["convert", input, "-", "--frames", "2", "--strict"] + line)
      #expect(part.code == 0, "\(part.errors)")
    }
    // The number of the last frame exceeds `Int`.
    let json = try folder.file("plus.json", try document([frame(anchor: 400)]))
    let late = try Tool.run(
      ["convert", "-", "-", "--frame-metadata", json, "--format", "raw", "--start", "\(Int.max)", "--frames", "2"]
        + Self.options + Self.tags, input: clip)
    #expect(late.code == 65 && late.errors.contains("none at or after --start \(Int.max)"), "\(late.errors)")
  }

  @Test func anotherDisplayIsAnAssumption() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let json = try folder.file("plus.json", try document([frame(anchor: 400, display: 500)]))
    let line = ["convert", input, folder["out.yuv"], "--frame-metadata", json] + Self.options + Self.tags
    let told = try Tool.run(line)
    #expect(told.code == 0 && told.errors.contains("was made for a display of 500 cd/m²"), "\(told.errors)")
    #expect(try Tool.run(line + ["--strict"]).code == 65)
    // Also if it is that of a later curve.
    _ = try folder.file("in.y4m", Clips.y4m(frames: 2))
    _ = try folder.file("plus.json", try document([frame(anchor: 400), frame(anchor: 400, display: 500)]))
    let later = try Tool.run(line)
    #expect(later.code == 0 && later.errors.contains("was made for a display of 500 cd/m²"), "\(later.errors)")
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
        ["convert", input, folder["out.yuv"], "--frame-metadata", json] + Self.options + Self.tags)
      #expect(outcome.code == code && outcome.complaints.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains(fact), "\(outcome.errors)")
    }
    let unlike = ["convert", input, folder["out.yuv"]] + Self.tags + ["--frame-metadata"]
    #expect(try Tool.run(unlike + [folder["none.json"]] + Self.options).code == 66)
    _ = try folder.file("plus.json", document([frame(anchor: 400), frame(anchor: 400)]))
    // Another operator follows its light, and one curve for all cannot.
    let other = try Tool.run(unlike + [folder["plus.json"], "--tone-mapping", "bt2390"])
    #expect(other.code == 0, "\(other.errors)")
    let plan = try Tool.run(["explain", input, "--frame-metadata", folder["plus.json"]] + Self.tags)
    #expect(plan.code == 64 && plan.errors.contains("choose --tone-mapping st2094-40"), "\(plan.errors)")
    let onto = try Tool.run(
      ["convert", input, folder["plus.json"], "--format", "raw", "--frame-metadata", folder["plus.json"]] + Self.options
        + Self.tags)
    #expect(onto.code == 64 && onto.errors.contains("the HDR10+ JSON"), "\(onto.errors)")
    let bytes = try folder.bytes("plus.json")
    let table = try Tool.run(
      ["lut", folder["plus.json"], "--format", "cube", "--cube-size", "2", "--no-certificate", "--transfer", "pq"]
        + ["--frame-metadata", folder["plus.json"]] + Self.options.prefix(2))
    #expect(table.code == 64 && table.errors.contains("the HDR10+ JSON"), "\(table.errors)")
    #expect(try folder.bytes("plus.json") == bytes)
    // Standard input may be the curves, as it may be the light.
    let line = ["convert", input, "-", "--format", "raw"] + Self.options + Self.tags + ["--frame-metadata"]
    let named = try Tool.run(line + [folder["plus.json"]])
    #expect(named.code == 0 && !named.output.isEmpty, "\(named.errors)")
    #expect(try Tool.run(line + ["-"], input: bytes).output == named.output)
  }
}
