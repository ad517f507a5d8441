import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct AV1MetadataTests {
  @Test func publishedExamples() throws {
    let (_, smDm) = try #require(examples("box SmDm").first)
    let display = try FixedPointMasteringDisplay(parsing: smDm)
    #expect(display.box == smDm)
    #expect(display.luminance == .nits(2.0 / 16384...1000))
    let mastering = try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000))
    #expect(try FixedPointMasteringDisplay(nearest: mastering) == display)
    #expect(try MasteringDisplayColorVolume(nearest: display) == mastering)
    #expect(try FixedPointMasteringDisplay(parsing: smDm.dropFirst(8)) == display)
    #expect(try FixedPointMasteringDisplay(parsing: smDm.dropFirst(12)) == display)

    let (_, coLL) = try #require(examples("box CoLL").first)
    let light = try ContentLightLevel(parsingCoLL: coLL)
    #expect(light == ContentLightLevel(maxCLL: 1000, maxFALL: 400) && light.boxCoLL == coLL)
    #expect(try ContentLightLevel(parsingCoLL: coLL.dropFirst(8)) == light)
    #expect(throws: MetadataError.self) { try ContentLightLevel(parsingCoLL: coLL.dropFirst(12)) }
    for count in 0..<40 where ![24, 28, 36].contains(count) {
      #expect(throws: MetadataError.self) { try FixedPointMasteringDisplay(parsing: (smDm + smDm).prefix(count)) }
    }
  }

  /// The other units are fine enough for everything except maxima that are not multiples of 1/256 cd/m².
  @Test func unitsComeBack() throws {
    var numbers = SeededNumbers(seed: 656)
    for _ in 0..<1000 {
      func point() -> CodedChromaticity {
        CodedChromaticity(x: .random(in: 0...49_999, using: &numbers), y: .random(in: 0...49_999, using: &numbers))
      }
      var mastering = MasteringDisplayColorVolume(
        red: point(), green: point(), blue: point(), white: point(),
        maximumUnits: .init(units: 10_000 * .random(in: 0...10_000, using: &numbers)),
        minimumUnits: .init(units: .random(in: 0...50_000, using: &numbers)))
      let display = try FixedPointMasteringDisplay(nearest: mastering)
      #expect(try MasteringDisplayColorVolume(nearest: display) == mastering)
      #expect(try FixedPointMasteringDisplay(parsing: display.payload) == display)
      mastering.white = CodedChromaticity(x: 50_000, y: 0)
      #expect(throws: MetadataError.self) { try FixedPointMasteringDisplay(nearest: mastering) }
    }
  }

  /// Bytes written by hand from the specification.
  @Test func knownUnits() throws {
    let light = AV1Metadata.contentLight(ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    #expect(try light.obu() == bytes(hex: "2a 06 01 03 e8 01 90 80"))
    #expect(try AV1Metadata(parsing: bytes(hex: "2a 06 01 03 e8 01 90 80")) == light)
    // Without a size, with an extension, with a two-byte size, with data after the unit, with zeros at the end.
    for hex in [
      "28 01 03 e8 01 90 80", "2e 08 06 01 03 e8 01 90 80", "2a 86 00 01 03 e8 01 90 80",
      "2a 06 01 03 e8 01 90 80 ff", "2a 08 01 03 e8 01 90 80 00 00",
    ] {
      #expect(try AV1Metadata(parsing: bytes(hex: hex)) == light, "\(hex)")
    }
    let scalability = AV1Metadata.other(type: 300, payload: [1, 0x80])
    #expect(try scalability.obu() == bytes(hex: "2a 04 ac 02 01 80"))
    #expect(try AV1Metadata(parsing: scalability.obu()) == scalability)
    for hex in [
      "", "2a", "2e", "12 00", "aa 01 03", "2a 07 01 03 e8 01 90 80", "2a 05 01 03 e8 01 90", "2a 00", "28 01",
      "2a ff ff ff ff ff ff ff ff 01", "2a ff ff ff ff 7f", "2a 05 01 03 e8 01 80",
    ] {
      #expect(throws: MetadataError.self, "\(hex)") { try AV1Metadata(parsing: bytes(hex: hex)) }
    }
  }

  @Test func anyMetadataComesBack() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<300 {
      let light = AV1Metadata.contentLight(try ContentLightLevel(parsing: numbers.bytes(4)))
      let display = AV1Metadata.masteringDisplay(try FixedPointMasteringDisplay(parsing: numbers.bytes(24)))
      let data = AV1Metadata.registeredUserData(try RegisteredUserData(parsing: [0x26] + numbers.bytes(200)))
      for metadata in [light, display, data] {
        #expect(try AV1Metadata(parsing: metadata.obu()) == metadata)
        #expect(try AV1Metadata(content: metadata.content()) == metadata)
      }
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_hdr10plus", count: 4) {
      let metadata = AV1Metadata.registeredUserData(try RegisteredUserData(parsing: blob.bytes))
      #expect(try AV1Metadata(parsing: metadata.obu()) == metadata)
    }
  }
}
