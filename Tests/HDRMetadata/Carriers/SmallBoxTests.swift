import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct SmallBoxTests {
  @Test func diffuseWhite() throws {
    let white = try NominalDiffuseWhite(parsing: bytes(hex: "00 00 00 10 6e 64 77 74 00 00 00 00 00 1e f9 b0"))
    #expect(white.luminance == .nits(203))
    #expect(white.box == bytes(hex: "00 00 00 10 6e 64 77 74 00 00 00 00 00 1e f9 b0"))
    #expect(NominalDiffuseWhite(units: 0).luminance == nil)
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<100 {
      let white = NominalDiffuseWhite(units: .init(units: UInt32(truncatingIfNeeded: numbers.next())))
      #expect(try NominalDiffuseWhite(parsing: white.payload) == white)
      #expect(try NominalDiffuseWhite(parsing: white.box) == white)
    }
    for count in [0, 4, 7, 9, 15, 17] {
      #expect(throws: MetadataError.self) { try NominalDiffuseWhite(parsing: [UInt8](repeating: 0, count: count)) }
    }
  }

  @Test func auxiliaryTypes() throws {
    for (type, isAlpha, isDepth) in try [
      (AuxiliaryType.hevcAlpha, true, false), (.alpha, true, false), (.hevcDepth, false, true),
      (.depth, false, true), (AuxiliaryType(urn: "", subtype: [0, 1, 2]), false, false),
      (AuxiliaryType(urn: "urn:other:é", subtype: [9]), false, false),
    ] {
      #expect(type.isAlpha == isAlpha && type.isDepth == isDepth)
      #expect(try AuxiliaryType(parsing: type.payload) == type)
      #expect(try AuxiliaryType(parsing: type.box) == type)
    }
    let box = "00 00 00 0f 61 75 78 43 00 00 00 00 61 00 62"
    #expect(try AuxiliaryType(parsing: bytes(hex: box)) == AuxiliaryType(urn: "a", subtype: [0x62]))
    #expect(throws: MetadataError.malformedText(found: "a\0b", expected: "a name without U+0000")) {
      try AuxiliaryType(urn: "a\0b")
    }
    for payload in [[], [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 97], [0, 0, 0, 0, 0xFF, 0]] as [[UInt8]] {
      #expect(throws: MetadataError.self, "\(payload)") { try AuxiliaryType(parsing: payload) }
    }
  }

  @Test func pngExamples() throws {
    let (_, cicp) = try #require(examples("png cICP").first)
    let color = try ColorDescription(parsingCICP: cicp)
    #expect(color == ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .identity, range: .full))
    #expect(color.chunkCICP == cicp)
    for bytes in [[9, 16, 9, 1], [9, 16, 0, 2], [9, 16, 0], [9, 16, 0, 1, 0]] as [[UInt8]] {
      #expect(throws: MetadataError.self, "\(bytes)") { try ColorDescription(parsingCICP: bytes) }
    }
    #expect(try ColorDescription(parsingCICP: [2, 200, 0, 0]) == ColorDescription(matrix: .identity, range: .narrow))
    #expect(ColorDescription().chunkCICP == [2, 2, 0, 1])

    let (_, mdcv) = try #require(examples("png mDCV").first)
    let mastering = try MasteringDisplayColorVolume(parsingMDCV: mdcv)
    #expect(mastering.primaries == .p3D65 && mastering.luminance == .nits(0.0001...1000))
    #expect(mastering.chunkMDCV == mdcv)
    #expect(throws: MetadataError.self) { try MasteringDisplayColorVolume(parsingMDCV: mdcv + mdcv.prefix(8)) }

    let (_, clli) = try #require(examples("png cLLI").first)
    let light = try PNGContentLight(parsing: clli)
    #expect(try light.contentLight() == ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    #expect(light.payload == clli && PNGContentLight(ContentLightLevel(maxCLL: 1000, maxFALL: 400)) == light)
    #expect(throws: MetadataError.self) { try PNGContentLight(parsing: clli.dropLast()) }
  }

  @Test func pngComesBack() throws {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<300 {
      let (mdcv, clli) = (numbers.bytes(24), numbers.bytes(8))
      #expect(try MasteringDisplayColorVolume(parsingMDCV: mdcv).chunkMDCV == mdcv)
      #expect(try PNGContentLight(parsing: clli).payload == clli)
      let light = try ContentLightLevel(parsing: numbers.bytes(4))
      #expect(try PNGContentLight(light).contentLight() == light)
    }
    // A fraction of a cd/m² is not lost; values that video cannot express are rejected.
    let part = try PNGContentLight(maxCLLUnits: 1, maxFALLUnits: 0).contentLight()
    #expect(part == ContentLightLevel(maxCLL: 1, maxFALL: nil))
    #expect(throws: MetadataError.self) {
      try PNGContentLight(maxCLLUnits: 655_350_001, maxFALLUnits: 0).contentLight()
    }
  }
}
