import Foundation
import HDRMetadata
import TestSupport
import Testing

@Suite struct HDR10PlusDocumentTests {
  static let tool = HDR10PlusDocument.Tool(name: "test", version: "1")

  /// The JSON that hdr10plus_tool wrote for a stream, and the message in that stream.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("single_frame_t35_hdr10plus", count: 1) {
      let folder = try #require(Corpus.folder)
      let text = try Data(contentsOf: folder.appending(path: "files/single-frame-metadata.json"))
      let document = try HDR10PlusDocument(json: text)
      #expect(document.frames.count == 1 && document.profile == "B")
      #expect(document.tool == .init(name: "hdr10plus_tool", version: "1.7.2"))
      #expect(try document.frames[0].metadata.payload() == blob.bytes)
      let written = Data(try document.json())
      #expect(
        try JSONSerialization.jsonObject(with: written) as? NSDictionary
          == JSONSerialization.jsonObject(with: text) as? NSDictionary)
    }
  }

  @Test func scenesComeBack() throws {
    var numbers = SeededNumbers(seed: 10)
    func frame() -> HDR10PlusMetadata {
      func level() -> CodedLuminance<NitsInTenths> { .init(units: .random(in: 0..<1 << 17, using: &numbers)) }
      var window = HDR10PlusMetadata.Window()
      window.maximumComponents = [level(), level(), level()]
      window.averageMaxRGB = level()
      for _ in 0..<Int.random(in: 0...15, using: &numbers) {
        window.distribution.append(.init(percentage: .random(in: 0...127, using: &numbers), number: level().units))
      }
      if .random(using: &numbers) {
        window.bezierCurve = .init(
          kneeX: .random(in: 0...4095, using: &numbers), kneeY: .random(in: 0...4095, using: &numbers),
          anchors: (0..<Int.random(in: 0...15, using: &numbers)).map { _ in .random(in: 0...1023, using: &numbers) })
      }
      return HDR10PlusMetadata(
        windows: [window], targetedDisplayMaximum: .init(units: .random(in: 0...10_000, using: &numbers)))
    }
    let scenes = [3, 1, 5].map { (0..<$0).map { _ in frame() } }
    let document = HDR10PlusDocument(scenes: scenes, tool: Self.tool)
    #expect(document.frames.map(\.indexInScene) == [0, 1, 2, 0, 0, 1, 2, 3, 4])
    #expect(document.frames.map(\.scene) == [0, 0, 0, 1, 2, 2, 2, 2, 2])
    let text = try document.json()
    #expect(try HDR10PlusDocument(json: text) == document)
    let root = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let summary = root?["SceneInfoSummary"] as? [String: [Int]]
    #expect(summary == ["SceneFirstFrameIndex": [0, 3, 4], "SceneFrameNumbers": [3, 1, 5]])
    #expect(try HDR10PlusDocument(json: HDR10PlusDocument(frames: [], tool: Self.tool).json()).frames.isEmpty)
  }

  @Test func profiles() {
    func profile(_ change: (inout HDR10PlusMetadata) -> Void) -> String {
      var metadata = HDR10PlusMetadata(windows: [.init()])
      change(&metadata)
      return HDR10PlusDocument(scenes: [[metadata]], tool: Self.tool).profile
    }
    #expect(profile { _ in } == "A")
    #expect(profile { $0.targetedDisplayMaximum = 400 } == "B")
    #expect(profile { $0.windows[0].bezierCurve = .init(kneeX: 0, kneeY: 0, anchors: []) } == "B")
  }

  /// A bitstream's values that the JSON cannot express are rejected, not dropped.
  @Test func inexpressible() throws {
    let changes: [(inout HDR10PlusMetadata) -> Void] = [
      { $0.windows[0].fractionOfBrightPixels = 1 }, { $0.windows[0].saturationWeight = 8 },
      { $0.targetedDisplayPeaks = .init(columns: 2, peaks: [1, 2, 3, 4]) },
      { $0.masteringDisplayPeaks = .init(columns: 2, peaks: [1, 2, 3, 4]) }, { $0.windows = [] },
    ]
    for (index, change) in changes.enumerated() {
      var metadata = HDR10PlusMetadata(windows: [.init()])
      change(&metadata)
      #expect(throws: MetadataError.self, "\(index)") {
        try HDR10PlusDocument(scenes: [[metadata]], tool: Self.tool).json()
      }
    }
  }

  @Test(arguments: [
    ("", "the document"), ("{}", "the document"), (#"{"SceneInfo": 1}"#, "the document"),
    (#"{"SceneInfo": [1]}"#, "SceneInfo[0]"), (#"{"SceneInfo": [{"NumberOfWindows": 2}]}"#, "SceneInfo[0]"),
    (#"{"SceneInfo": [{}, {"SceneId": -1}]}"#, "SceneInfo[1].SceneId"),
    (#"{"SceneInfo": [{"BezierCurveData": {"KneePointX": 65536}}]}"#, "SceneInfo[0].BezierCurveData.KneePointX"),
    (#"{"SceneInfo": [{"BezierCurveData": {"Anchors": [0.5]}}]}"#, "SceneInfo[0].BezierCurveData.Anchors[0]"),
    (#"{"SceneInfo": [{"LuminanceParameters": {"MaxScl": [1, 2]}}]}"#, "SceneInfo[0].LuminanceParameters.MaxScl"),
    (
      #"{"SceneInfo": [{"LuminanceParameters": {"LuminanceDistributions": {"DistributionIndex": [1]}}}]}"#,
      "SceneInfo[0].LuminanceParameters.LuminanceDistributions"
    ),
  ])
  func malformed(text: String, path: String) {
    let error = #expect(throws: MetadataError.self) { try HDR10PlusDocument(json: text.utf8) }
    guard case .malformedJSON(path, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func numbersThatDoNotFit() {
    for text in [
      #"{"SceneInfo": [{"BezierCurveData": {"KneePointX": 4096}}]}"#,
      #"{"SceneInfo": [{"LuminanceParameters": {"AverageRGB": 131072}}]}"#,
    ] {
      let error = #expect(throws: MetadataError.self) { try HDR10PlusDocument(json: text.utf8) }
      guard case .outOfRange = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}
