import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct ContentLightLevelTests {
  @Test func publishedExamples() throws {
    let all = try examples("clli_payload") + examples("box clli")
    #expect(all.count == 2)
    for (title, bytes) in all {
      let light = try ContentLightLevel(parsing: bytes)
      #expect(light.maximum == .nits(1000) && light.maximumFrameAverage == .nits(400), "\(title)")
      #expect((title.hasPrefix("box") ? light.box : light.payload) == bytes, "\(title)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_clli", count: 4) {
      let light = try ContentLightLevel(parsing: blob.bytes)
      #expect((light.maxCLL?.units).map(Int.init) == blob.values["MaxCLL"] as? Int, "\(blob)")
      #expect((light.maxFALL?.units).map(Int.init) == blob.values["MaxFALL"] as? Int, "\(blob)")
      guard !blob.readings.isEmpty || blob.file != "colors_avif_clli.bin" else { continue }  // FFmpeg 5 reads no AVIF
      #expect(light.text == ["max_content", "max_average"].map { blob.readings[$0] ?? "" }.joined(separator: ","))
      #expect((blob.bytes.count == 12 ? light.box : light.payload) == blob.bytes, "\(blob)")
    }
  }

  @Test func zeroIsNil() throws {
    let light = try ContentLightLevel(parsing: [0, 0, 0, 0])
    #expect(light.maximum == nil && light.maxFALL == nil)
    #expect(light == ContentLightLevel(maxCLL: nil, maxFALL: nil))
    #expect(light.payload == [0, 0, 0, 0])
    #expect("\(light)" == "MaxCLL unknown, MaxFALL unknown")
  }

  @Test func anyBytesComeBack() throws {
    var numbers = SeededNumbers(seed: 861)
    for _ in 0..<1000 {
      let payload = numbers.bytes(4)
      let light = try ContentLightLevel(parsing: payload)
      #expect(light.payload == payload)
      #expect(try ContentLightLevel(parsing: light.box) == light)
      #expect(try ContentLightLevel(text: light.text) == light)
    }
  }

  @Test func otherLengths() {
    for count in 0...16 where count != 4 {
      #expect(throws: MetadataError.self) { try ContentLightLevel(parsing: [UInt8](repeating: 1, count: count)) }
    }
  }

  @Test(
    arguments: [
      ("1000,400", 1000, 400), (" 1000 , 400 ", 1000, 400), ("65535,0", 65535, nil), ("0,0", nil, nil),
    ] as [(String, ContentLightLevel.Level?, ContentLightLevel.Level?)])
  func text(text: String, maxCLL: ContentLightLevel.Level?, maxFALL: ContentLightLevel.Level?) throws {
    let light = try ContentLightLevel(text: text)
    #expect(light.maxCLL == maxCLL && light.maxFALL == maxFALL)
  }

  @Test(arguments: [
    "", "1000", "1000,", ",", "1000,400,1", "1000.5,400", "1e3,400", "bright,dim", "1000;400", "0x3E8,1",
  ])
  func malformed(text: String) {
    #expect(
      throws: MetadataError.malformedText(
        found: text, expected: "the form MaxCLL,MaxFALL in whole cd/m², such as 1000,400,")
    ) { try ContentLightLevel(text: text) }
  }

  @Test(arguments: [("65536,400", 65536), ("1000,-1", -1.0)])
  func outOfRange(text: String, found: Double) {
    let error = #expect(throws: MetadataError.self) { try ContentLightLevel(text: text) }
    guard case .outOfRange(_, found, 0...65535, " cd/m²") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
