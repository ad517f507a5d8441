import Foundation
import HDRMetadata
import TestSupport
import Testing

/// The output of `tonemap info --frames`.
@Suite struct FrameListingTests {
  private static let slice = hevcUnit(1, [0x80] + zeros(30))

  /// A bare stream of four frames: Dolby Vision with all levels, HDR10+ with a curve, ST 2094-50, and a damaged RPU.
  static func stream() throws -> Data {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [7768, 6589, 6912]
    window.averageMaxRGB = 263
    window.bezierCurve = .init(kneeX: 164, kneeY: 240, anchors: [143, 298])
    let plus = RegisteredUserData.hdr10Plus(HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 400))
    let map = HeadroomAdaptiveMetadata(
      referenceWhiteUnits: 1000, toneMap: HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: 20_000))
    var damaged = try Vectors.rpuUnit("picture 0")
    damaged[30] ^= 1
    return Data(
      try annexB(
        TestHEVCSequence().unit, slice, Vectors.rpuUnit("bytes before"), slice, Vectors.rpuUnit("no blocks"),
        hevcUnit(39, messages((4, plus.payload()))), slice,
        hevcUnit(39, messages((4, RegisteredUserData.headroomAdaptiveMetadata(map).payload()))), slice, slice, damaged,
        slice))
  }

  @Test func aLineForEachFrame() throws {
    let folder = try Folder()
    let file = try folder.file("in.hevc", Self.stream())
    let outcome = try Tool.run(["info", "--frames", file])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0] == "frame 0: Dolby Vision profile 7, 0…100.1 cd/m², average 10.05 cd/m²")
    #expect(lines[1] == "frame 1: Dolby Vision profile 5, light not stated")
    #expect(lines[2] == "frame 2: HDR10+ up to 776.8 cd/m², average 26.3 cd/m², a curve for 400 cd/m²")
    #expect(lines[3] == "frame 3: ST 2094-50, reference white at 200 cd/m²")
    #expect(lines[4].hasPrefix("frame 4: a Dolby Vision RPU states the checksum 0x"), "\(lines[4])")
    #expect(lines[5] == "frame 5: no dynamic metadata")
    #expect(
      outcome.errors
        == "tonemap: reshaping, residual, level 2, level 4, level 9 and level 254 of Dolby Vision are not interpreted\n"
    )
    let strict = try Tool.run(["info", "--frames", "--strict", file])
    #expect(strict.code == 65 && strict.text == outcome.text, "\(strict.errors)")
    #expect(strict.errors.contains("1 frame of 6"), "\(strict.errors)")
  }

  /// Messages that `convert --tone-mapping st2094-50` refuses are reported before it.
  @Test(
    "ST 2094-50 that no display can be mapped by",
    arguments: [
      ("00402710180000c00003e827104650", "weights"), ("00402710182710000003e827104650", "must rise and differ"),
      ("00402710180000000807d003e80000271046504650", "light must rise"),
      ("00402710180000000803e803e80000271046504650", "light must rise"),
    ]) func impossibleToneMaps(hex: String, words: String) throws
  {
    let folder = try Folder()
    let message = hevcUnit(39, messages((4, bytes(hex: "b500900001" + hex))))
    let file = try folder.file("in.hevc", Data(annexB(TestHEVCSequence().unit, message, Self.slice)))
    let listed = try Tool.run(["info", "--frames", file])
    #expect(listed.code == 0 && listed.text.contains("cannot be used") && listed.text.contains(words), "\(listed.text)")
    #expect(try Tool.run(["info", "--frames", "--strict", file]).code == 65)
    let outcome = try Tool.run(["info", file])
    #expect(outcome.code == 0 && outcome.text.contains("[adaptive-tone-map-impossible]"), "\(outcome.text)")
    #expect(outcome.text.contains(words), "\(outcome.text)")
  }

  @Test func jsonIsAsItsSchemaSays() throws {
    let folder = try Folder()
    let file = try folder.file("in.hevc", Self.stream())
    // A time, and a whole stream's light.
    let movie = try folder.file(
      "in.mkv",
      Data(
        TestMatroska.header
          + element(
            0x1853_8067,
            element(
              0x1654_AE6B,
              element(
                0xAE, element(0xD7, [1]), element(0x83, [1]), element(0x86, Array("V_MPEGH/ISO/HEVC".utf8)),
                element(0x63A2, Array(hvcC(TestHEVCSequence().unit).dropFirst(8))))),
            element(
              0x1F43_B675, element(0xE7, [5]),
              element(0xA3, [0x81, 0, 0, 0x80] + withLengths([Self.slice, try Vectors.rpuUnit("zeros at the end")]))))))
    var schema = try JSONSchema("frame")
    var count = 0
    for path in [file, movie] {
      let outcome = try Tool.run(["info", "--frames", "--json", path])
      #expect(outcome.code == 0, "\(outcome.errors)")
      for line in outcome.text.split(separator: "\n") {
        #expect(try schema.errors(in: Data(line.utf8)) == [], "\(line)")
        count += 1
      }
    }
    #expect(count == 7 && schema.undescribed == [])
    #expect(schema.properties.subtracting(schema.seen).sorted() == [], "described, and never written")
  }

  @Test func whatHasNoFramesIsRefused() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let picture = try folder.file("in.png", Data(TestPNG.hdr.bytes))
    let movie = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    for (arguments, code, fact) in [
      ([clip], 64, "carry no metadata"), ([picture], 65, "the file has only pictures, but frames of a movie"),
      ([movie], 65, "has no frames"),
      ([movie, "--check", "hdr10"], 64, "--frames and --check"), ([clip, "--probe"], 64, "--frames and --probe"),
      ([movie, "--color-json", folder["c.json"]], 64, "--frames and --color-json"),
      ([folder["none.mov"]], 66, "none.mov"),
    ] as [([String], Int32, String)] {
      let outcome = try Tool.run(["info", "--frames"] + arguments)
      #expect(outcome.code == code && outcome.errors.contains(fact), "\(arguments): \(outcome.code) \(outcome.errors)")
      #expect(outcome.text.isEmpty)
    }
  }
}

/// The parts of a synthetic Matroska file that this needs.
private enum TestMatroska {
  static let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))
}
