import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct AmbientViewingEnvironmentTests {
  @Test func publishedExamples() throws {
    let all = try examples("amve_payload") + examples("box amve")
    #expect(all.count == 6)
    for (title, bytes) in all {
      let ambient = try AmbientViewingEnvironment(parsing: bytes)
      #expect(title.contains(" \(ambient.illuminance)"), "\(title)")
      #expect(ambient.lightChromaticity.chromaticity == .d65, "\(title)")
      #expect((title.hasPrefix("box") ? ambient.box : ambient.payload) == bytes, "\(title)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_amve", "_sei148", count: 2) {
      let ambient = try AmbientViewingEnvironment(parsing: blob.bytes)
      #expect(ambient.illuminance.lux == blob.values["ambient_illuminance_lux"] as? Double, "\(blob)")
      #expect(ambient.lightChromaticity.chromaticity.x == blob.values["ambient_light_x"] as? Double, "\(blob)")
      #expect(ambient.lightChromaticity.chromaticity.y == blob.values["ambient_light_y"] as? Double, "\(blob)")
      #expect(blob.readings["ambient_illuminance"] == "\(ambient.illuminanceUnits)/10000", "\(blob)")
      #expect(blob.readings["ambient_light_x"] == "\(ambient.lightChromaticity.x)/50000", "\(blob)")
      #expect(blob.readings["ambient_light_y"] == "\(ambient.lightChromaticity.y)/50000", "\(blob)")
      #expect((blob.bytes.count == 16 ? ambient.box : ambient.payload) == blob.bytes, "\(blob)")
    }
  }

  /// The error tells what was passed, not what it would be rounded to.
  @Test(arguments: [0.000_04, -1]) func lessThanAUnitIsRefused(lux: Double) {
    let error = MetadataError.outOfRange(
      field: "an ambient illuminance", found: lux, expected: 0.0001...429_496.7295, unit: " lux")
    #expect(throws: error) { try AmbientViewingEnvironment(.lux(lux), lightChromaticity: .d65) }
  }

  @Test func surroundOfATelephonesVideo() throws {
    let ambient = try AmbientViewingEnvironment(.lux(314), lightChromaticity: .d65)
    // 314 / π, rounded to two decimals.
    #expect(abs(ambient.surround.nits - 99.95) < 0.005)
  }

  @Test func validBytesComeBack() throws {
    var numbers = SeededNumbers(seed: 148)
    for _ in 0..<1000 {
      let ambient = try AmbientViewingEnvironment(
        illuminanceUnits: .random(in: 1...UInt32.max, using: &numbers),
        lightChromaticity: CodedChromaticity(
          x: .random(in: 0...50_000, using: &numbers), y: .random(in: 0...50_000, using: &numbers)))
      #expect(try AmbientViewingEnvironment(parsing: ambient.payload) == ambient)
      #expect(try AmbientViewingEnvironment(parsing: ambient.box).box == ambient.box)
      #expect(try AmbientViewingEnvironment(text: ambient.text) == ambient)
    }
  }

  @Test func otherLengths() {
    for count in 0...20 where count != 8 {
      #expect(throws: MetadataError.self) {
        try AmbientViewingEnvironment(parsing: [UInt8](repeating: 1, count: count))
      }
    }
  }

  @Test(arguments: ["00 00 00 00 3d 13 40 42", "00 2f e9 a0 c3 51 40 42", "00 2f e9 a0 3d 13 c3 51"])
  func forbiddenBytes(hex: String) {
    let error = #expect(throws: MetadataError.self) { try AmbientViewingEnvironment(parsing: bytes(hex: hex)) }
    guard case .outOfRange = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func text() throws {
    let ambient = try AmbientViewingEnvironment(text: "314,0.3127,0.3290")
    #expect(ambient.payload == bytes(hex: "002fe9a03d134042"))
    #expect(ambient.text == "314.0,0.3127,0.329")
  }

  @Test(arguments: ["", "314", "314,0.3127", "314,0.3127,0.3290,1", "dim,0.3127,0.3290"])
  func malformed(text: String) {
    #expect(throws: MetadataError.malformedText(found: text, expected: "lux,x,y, as in 314,0.3127,0.3290")) {
      try AmbientViewingEnvironment(text: text)
    }
  }

  @Test(arguments: ["0,0.3127,0.3290", "-1,0.3127,0.3290", "314,1.1,0.3290", "3140000,15635,16450", "1e9,0.3,0.3"])
  func outOfRange(text: String) {
    let error = #expect(throws: MetadataError.self) { try AmbientViewingEnvironment(text: text) }
    guard case .outOfRange = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
