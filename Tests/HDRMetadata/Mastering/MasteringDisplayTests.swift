import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct MasteringDisplayTests {
  static let p3 = "33c286c41d4c0bb884d03e803d1340420098968000000001"

  @Test func knownBytes() throws {
    let mastering = try MasteringDisplayColorVolume(parsing: bytes(hex: Self.p3))
    #expect(mastering.green == CodedChromaticity(x: 13250, y: 34500))
    #expect(mastering.blue == CodedChromaticity(x: 7500, y: 3000))
    #expect(mastering.red == CodedChromaticity(x: 34000, y: 16000))
    #expect(mastering.white == CodedChromaticity(x: 15635, y: 16450))
    #expect(mastering.maximumUnits == 10_000_000 && mastering.minimumUnits == 1)
    #expect(mastering.primaries == .p3D65)
    #expect(mastering.luminance == .nits(0.0001...1000))
    #expect(mastering.integerText == "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
    #expect(mastering.decimalText == "G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(1000.0,0.0001)")
  }

  @Test func publishedExamples() throws {
    let all = try examples("mdcv_payload") + examples("box mdcv")
    #expect(all.count == 4)
    for (title, bytes) in all {
      let mastering = try MasteringDisplayColorVolume(parsing: bytes)
      let luminance = lastNumbers(of: title)
      #expect(mastering.maximum == .nits(luminance[0]) && mastering.minimum == .nits(luminance[1]), "\(title)")
      #expect(mastering.primaries == (title.contains("BT2020") ? .bt2020 : .p3D65), "\(title)")
      #expect((title.hasPrefix("box") ? mastering.box : mastering.payload) == bytes, "\(title)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_mdcv", count: 4) {
      let mastering = try MasteringDisplayColorVolume(parsing: blob.bytes)
      #expect((blob.bytes.count == 32 ? mastering.box : mastering.payload) == blob.bytes, "\(blob)")
      for (name, coded) in [
        ("red_xy", mastering.red), ("green_xy", mastering.green), ("blue_xy", mastering.blue),
        ("white_xy", mastering.white),
      ] {
        #expect([coded.chromaticity.x, coded.chromaticity.y] == blob.values[name] as? [Double], "\(blob) \(name)")
      }
      #expect(mastering.luminance.peak.nits == blob.values["max_cd_m2"] as? Double, "\(blob)")
      #expect(mastering.luminance.black.nits == blob.values["min_cd_m2"] as? Double, "\(blob)")
      for (name, coded) in [
        ("red", mastering.red), ("green", mastering.green), ("blue", mastering.blue), ("white_point", mastering.white),
      ] {
        #expect(blob.readings["\(name)_x"] == "\(coded.x)/50000", "\(blob) \(name)")
        #expect(blob.readings["\(name)_y"] == "\(coded.y)/50000", "\(blob) \(name)")
      }
      #expect(blob.readings["max_luminance"] == "\(mastering.maximumUnits.units)/10000", "\(blob)")
      #expect(blob.readings["min_luminance"] == "\(mastering.minimumUnits.units)/10000", "\(blob)")
    }
  }

  @Test func anyBytesComeBack() throws {
    var numbers = SeededNumbers(seed: 2086)
    for _ in 0..<1000 {
      let payload = numbers.bytes(24)
      let mastering = try MasteringDisplayColorVolume(parsing: payload)
      #expect(mastering.payload == payload)
      #expect(try MasteringDisplayColorVolume(parsing: mastering.box) == mastering)
    }
  }

  @Test func otherLengths() {
    for count in 0...40 where count != 24 {
      #expect(throws: MetadataError.self) {
        try MasteringDisplayColorVolume(parsing: [UInt8](repeating: 0, count: count))
      }
    }
    #expect(throws: MetadataError.wrongLength(of: "a payload of mdcv", found: 23, expected: 24)) {
      try MasteringDisplayColorVolume(parsing: [UInt8](repeating: 0, count: 23))
    }
  }

  @Test func otherBoxes() throws {
    var box = try MasteringDisplayColorVolume(parsing: bytes(hex: Self.p3)).box
    box[3] = 31
    #expect(throws: MetadataError.wrongBox(found: "mdcv of 31 bytes", expected: "a box mdcv of 32 bytes")) {
      try MasteringDisplayColorVolume(parsing: box)
    }
    box[3] = 32
    box[7] = UInt8(ascii: "x")
    #expect(throws: MetadataError.wrongBox(found: "mdcx of 32 bytes", expected: "a box mdcv of 32 bytes")) {
      try MasteringDisplayColorVolume(parsing: box)
    }
  }

  /// The limits outside of which the standard treats a value as unknown.
  @Test func unknownIsNil() throws {
    var mastering = try MasteringDisplayColorVolume(parsing: bytes(hex: Self.p3))
    for (units, known) in [(49_999, false), (50_000, true), (100_000_000, true), (100_000_001, false), (0, false)] {
      mastering.maximumUnits.units = UInt32(units)
      #expect((mastering.maximum != nil) == known, "\(units)")
    }
    for (units, known) in [(0, false), (1, true), (50_000, true), (50_001, false)] {
      mastering.minimumUnits.units = UInt32(units)
      #expect((mastering.minimum != nil) == known, "\(units)")
    }
    for (x, y, known) in [
      (5, 5, true), (4, 5, false), (5, 4, false), (37_000, 42_000, true), (37_001, 1000, false),
    ] as [(CodedChromaticity.Coordinate, CodedChromaticity.Coordinate, Bool)] {
      mastering.blue = CodedChromaticity(x: x, y: y)
      #expect((mastering.primaries != nil) == known, "\(x), \(y)")
    }
  }

  @Test func fromADisplay() throws {
    let mastering = try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000))
    #expect(mastering.payload == bytes(hex: Self.p3))
    #expect(throws: MetadataError.emptyLuminanceRange(maximum: .nits(100), minimum: .nits(100))) {
      try MasteringDisplayColorVolume(primaries: .bt709, luminance: .nits(100...100))
    }
    #expect(throws: MetadataError.self) {
      try MasteringDisplayColorVolume(primaries: .bt709, luminance: .nits(0...430_000))
    }
    for odd in [-0.1, -1e-6, .nan, .infinity, 1.4] {
      #expect(throws: MetadataError.self, "\(odd)") {
        try CodedChromaticity(nearest: Chromaticity(0.3, odd), field: "a color")
      }
    }
  }
}
