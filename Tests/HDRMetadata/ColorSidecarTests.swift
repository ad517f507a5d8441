import Colorimetry
import Foundation
import HDRMetadata
import TestSupport
import Testing

@Suite struct ColorSidecarTests {
  static func read(_ text: String) throws(MetadataError) -> ColorSidecar { try ColorSidecar(json: text.utf8) }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
  func corpus() throws {
    let folder = try #require(Corpus.folder).appending(path: "clips")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(!files.isEmpty)
    for file in files {
      let data = try Data(contentsOf: folder.appending(path: file))
      let sidecar = try ColorSidecar(json: data)
      #expect(sidecar.width != nil && sidecar.height != nil && sidecar.pixelFormat != nil, "\(file)")

      // The names in the file agree with its numbers, which were not derived from the names.
      let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let color = root["color"] as? [String: Any]
      let numbers = color?["cicp"] as? [Int]
      #expect(sidecar.color.primaries?.rawValue == numbers?[0], "\(file)")
      #expect(sidecar.color.transfer?.rawValue == numbers?[1], "\(file)")
      #expect(sidecar.color.matrix?.rawValue == numbers?[2], "\(file)")
      #expect(sidecar.color.range?.rawValue == numbers?[3], "\(file)")
      #expect(sidecar.color.chromaLocation?.ffmpegName == color?["chroma_location"] as? String, "\(file)")
      #expect(sidecar.frameRate.map { "\($0.numerator)/\($0.denominator)" } == root["frame_rate"] as? String, "\(file)")

      // If the file quotes a message's bytes, ours are the same.
      let metadata = root["metadata"] as? [String: Any]
      for (key, payload) in [
        ("mastering_display", sidecar.metadata.mastering?.payload),
        ("content_light", sidecar.metadata.contentLight?.payload), ("ambient", sidecar.metadata.ambient?.payload),
      ] {
        let message = metadata?[key] as? [String: Any]
        #expect((message != nil) == (payload != nil), "\(file) \(key)")
        guard let hex = message?["raw_hex"] as? String, hex.allSatisfy(\.isHexDigit) else { continue }
        #expect(payload == bytes(hex: hex), "\(file) \(key)")
      }
      #expect(sidecar.carriesHDR10Plus == file.hasPrefix("p04"), "\(file)")
      #expect(sidecar.carriesDolbyVision == file.hasPrefix("p01"), "\(file)")

      var known = sidecar
      (known.carriesHDR10Plus, known.carriesDolbyVision) = (false, false)
      #expect(try ColorSidecar(json: sidecar.json) == known, "\(file)")
    }
  }

  @Test func written() throws {
    let sidecar = ColorSidecar(
      width: 1920, height: 1080, pixelFormat: "yuv420p10le", frameRate: FrameRate(30000, 1001),
      color: ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow),
      metadata: StaticMetadata(
        mastering: try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000)),
        contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: nil)))
    #expect(
      String(decoding: sidecar.json, as: UTF8.self).filter { !$0.isWhitespace } == """
        {"color":{"chroma_location":null,"cicp":[9,16,9,0],"matrix":"bt2020nc","primaries":"bt2020","range":"tv",\
        "transfer":"smpte2084"},"frame_rate":"30000/1001","height":1080,"metadata":{"ambient":null,\
        "content_light":{"MaxCLL":1000,"MaxFALL":0},"dolby_vision":null,"hdr10plus":null,"mastering_display":\
        {"blue":[0.15,0.06],"green":[0.265,0.69],"max_cd_m2":1000,"min_cd_m2":0.0001,"red":[0.68,0.32],\
        "white":[0.3127,0.329]}},"pix_fmt":"yuv420p10le","version":1,"width":1920}
        """)
    #expect(try ColorSidecar(json: sidecar.json) == sidecar)
    #expect(try ColorSidecar(json: ColorSidecar().json) == ColorSidecar())
  }

  /// The average rate of a long movie can have terms of more than 32 bits.
  @Test func aRateOfLargeTermsComesBack() throws {
    let sidecar = try Self.read(#"{"frame_rate": "9720000000/324000123"}"#)
    #expect(String(decoding: sidecar.json, as: UTF8.self).contains("\"9720000000/324000123\""))
  }

  @Test func anyMetadataComesBack() throws {
    var numbers = SeededNumbers(seed: 94)
    for _ in 0..<200 {
      let sidecar = ColorSidecar(
        metadata: StaticMetadata(
          mastering: try MasteringDisplayColorVolume(parsing: numbers.bytes(24)),
          contentLight: try ContentLightLevel(parsing: numbers.bytes(4)),
          ambient: try AmbientViewingEnvironment(parsing: [1] + numbers.bytes(3) + [0x3D, 0x13, 0x40, 0x42])))
      #expect(try ColorSidecar(json: sidecar.json) == sidecar)
    }
  }

  @Test func numbersOrNamesAlone() throws {
    let pq = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL)
    #expect(try Self.read(#"{"color": {"cicp": [9, 16, 9]}}"#).color == pq)
    #expect(
      try Self.read(#"{"color": {"primaries": "BT2020", "transfer": "pq", "matrix": 9, "range": "limited"}}"#).color
        == pq.completed(by: ColorDescription(range: .narrow)))
    #expect(
      try Self.read(#"{"color": {"cicp": [2, 16, null, 1], "primaries": "bt2020", "range": "unknown"}}"#).color
        == ColorDescription(primaries: .bt2020, transfer: .pq, range: .full))
    #expect(try Self.read(#"{"color": null, "metadata": {"ambient": null}, "other": [1]}"#) == ColorSidecar())
    #expect(try Self.read(#"{"width": null}"#) == ColorSidecar())
  }

  @Test func versions() throws {
    #expect(try Self.read(#"{"version": 1, "width": 8}"#) == Self.read(#"{"width": 8}"#))
    for text in [#"{"version": 2, "width": 8}"#, #"{"version": 2, "tracks": [{"width": 8}]}"#] {
      #expect(throws: MetadataError.laterVersion(found: 2, known: 1)) { try Self.read(text) }
    }
    for text in [#"{"version": 0, "width": 8}"#, #"{"version": "1", "width": 8}"#, #"{"version": 1.5, "width": 8}"#] {
      let error = #expect(throws: MetadataError.self) { try Self.read(text) }
      guard case .malformedJSON("version", _, _) = error else { Issue.record("\(text)"); continue }
    }
    // A version is no color.
    #expect(throws: MetadataError.self) { try Self.read(#"{"version": 1}"#) }
  }

  /// A report about a movie has one such object for each track.
  @Test func tracksOfAReport() throws {
    let alpha = #"{"auxiliary": true, "width": 8, "color": {"cicp": [2, 2, 2]}}"#
    let pictures = #"{"auxiliary": false, "width": 9, "color": {"cicp": [9, 16, 9]}}"#
    #expect(try Self.read(#"{"input": "a.mov", "tracks": [\#(alpha), \#(pictures)]}"#).width == 9)
    #expect(try Self.read(#"{"tracks": [\#(pictures), {"width": 1}]}"#).color.transfer == .pq)
    #expect(try Self.read(#"{"tracks": [\#(alpha)]}"#).width == 8, "better than nothing")
  }

  @Test(
    "What says nothing that is known is no color JSON",
    arguments: [
      ("{}", "the document"), (#"{"colour": {"cicp": [9, 16, 9]}}"#, "the document"), (#"{"tracks": []}"#, "tracks"),
      (#"{"tracks": {}}"#, "tracks"), (#"{"tracks": [{"codec": "hevc"}]}"#, "tracks[0]"),
      (#"{"tracks": [1]}"#, "tracks[0]"), ("[]", "the document"),
    ])
  func unknownDocuments(text: String, path: String) {
    let error = #expect(throws: MetadataError.self) { try Self.read(text) }
    guard case .malformedJSON(path, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A sidecar may state everything that a stream may state.
  @Test func absurdDisplaysAreValues() throws {
    let equal = try Self.read(#"{"metadata": {"mastering_display": {"max_cd_m2": 0.1, "min_cd_m2": 0.1}}}"#)
    #expect(equal.metadata.mastering?.isEmpty == true)
    #expect(equal.metadata.mastering?.luminance == .nits(0.1...0.1))
    #expect(equal.metadata.mastering?.primaries == nil)
    #expect(
      equal.metadata.doubts(transfer: nil).first == .emptyMasteringRange(maximum: .nits(0.1), minimum: .nits(0.1)))
  }

  @Test(arguments: [
    (#"{"color": {"transfer": "smpte2084", "cicp": [9, 18, 9]}}"#, "color.transfer", "color.cicp[1]"),
    (#"{"color": {"range": "tv", "cicp": [9, 18, 9, 1]}}"#, "color.range", "color.cicp[3]"),
  ])
  func contradictions(text: String, path: String, other: String) {
    let error = #expect(throws: MetadataError.self) { try Self.read(text) }
    guard case .contradiction(path, _, other, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("", "the document"), ("{", "the document"), ("[1]", "the document"), ("\"x\"", "the document"),
    (#"{"width": 0}"#, "width"), (#"{"width": 1.5}"#, "width"), (#"{"height": "1080"}"#, "height"),
    (#"{"height": true}"#, "height"), (#"{"pix_fmt": 10}"#, "pix_fmt"), (#"{"frame_rate": "30/0"}"#, "frame_rate"),
    (#"{"frame_rate": 29.97}"#, "frame_rate"), (#"{"frame_rate": "1/2/3"}"#, "frame_rate"),
    (#"{"frame_rate": ""}"#, "frame_rate"), (#"{"color": "bt2020"}"#, "color"),
    (#"{"color": {"transfer": "hlgg"}}"#, "color.transfer"), (#"{"color": {"transfer": []}}"#, "color.transfer"),
    (#"{"color": {"cicp": [9, 16]}}"#, "color.cicp"), (#"{"color": {"cicp": [9, -1, 9]}}"#, "color.cicp[1]"),
    (#"{"color": {"cicp": [9, 16, 0.5]}}"#, "color.cicp[2]"), (#"{"metadata": []}"#, "metadata"),
    (#"{"metadata": {"mastering_display": 1000}}"#, "metadata.mastering_display"),
    (#"{"metadata": {"mastering_display": {"red": [0.7]}}}"#, "metadata.mastering_display.red"),
    (#"{"metadata": {"mastering_display": {"red": [0.7, "x"]}}}"#, "metadata.mastering_display.red[1]"),
    (#"{"metadata": {"mastering_display": {"max_cd_m2": "1000"}}}"#, "metadata.mastering_display.max_cd_m2"),
    (#"{"metadata": {"content_light": {"MaxCLL": []}}}"#, "metadata.content_light.MaxCLL"),
    (#"{"metadata": {"ambient": {"ambient_illuminance_lux": 314}}}"#, "metadata.ambient"),
  ])
  func malformed(text: String, path: String) {
    let error = #expect(throws: MetadataError.self) { try Self.read(text) }
    guard case .malformedJSON(path, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    (#"{"metadata": {"mastering_display": {"max_cd_m2": 1e9}}}"#, "metadata.mastering_display.max_cd_m2"),
    (#"{"metadata": {"mastering_display": {"min_cd_m2": -1}}}"#, "metadata.mastering_display.min_cd_m2"),
    (#"{"metadata": {"mastering_display": {"white": [0.3, 2]}}}"#, "metadata.mastering_display.white: y"),
    (#"{"metadata": {"content_light": {"MaxFALL": 65536}}}"#, "metadata.content_light.MaxFALL"),
    (
      #"{"metadata": {"ambient": {"ambient_illuminance_lux": 0, "ambient_light_x": 0.3, "ambient_light_y": 0.3}}}"#,
      "metadata.ambient: an ambient illuminance"
    ),
  ])
  func outOfRange(text: String, field: String) {
    let error = #expect(throws: MetadataError.self) { try Self.read(text) }
    guard case .outOfRange(field, _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Nesting deep enough to exhaust a stack is rejected; so is text that is cut off anywhere.
  @Test func hostileText() throws {
    #expect(throws: MetadataError.self) {
      try Self.read(String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))
    }
    let whole = ColorSidecar(width: 1).json.dropLast()
    for count in 0..<whole.count {
      #expect(throws: MetadataError.self, "\(count)") { try ColorSidecar(json: whole.prefix(count)) }
    }
  }
}
