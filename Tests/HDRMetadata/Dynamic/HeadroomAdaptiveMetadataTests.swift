import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct HeadroomAdaptiveMetadataTests {
  static let header = "b5 00 90 00 01"

  static func metadata(hex: String) throws -> HeadroomAdaptiveMetadata {
    guard case .headroomAdaptiveMetadata(let metadata) = try RegisteredUserData(parsing: bytes(hex: header + hex))
    else {
      throw MetadataError.wrongBox(found: "other user data", expected: "ST 2094-50")
    }
    return metadata
  }

  /// Bytes written by hand from the syntax.
  @Test func knownBytes() throws {
    let nothing = try Self.metadata(hex: "00 00")
    #expect(nothing == HeadroomAdaptiveMetadata() && nothing.referenceWhite == .referenceWhite)

    let white = try Self.metadata(hex: "20 80 01 f4")
    #expect(white.applicationVersion == 1 && white.referenceWhite == .nits(100))

    let standard = try Self.metadata(hex: "00 40 59 dc 80")
    #expect(standard.toneMap == HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: 23004))
    #expect(standard.toneMap?.baselineHeadroom == 2.3004)

    let two = try Self.metadata(
      hex: "00 40 27 10 27 00 00 ca 03 e8 c3 50 08 03 e8 07 d0 00 00 13 88 46 50 46 50 4e 20 13 88 27 10 46 50 46 51")
    let toneMap = try #require(two.toneMap)
    let alternates = try #require(toneMap.alternates)
    #expect(alternates.space == .p3D65 && alternates.sharesMixing && alternates.sharesCurve)
    #expect(alternates.images.map(\.headroomUnits) == [0, 20000])
    #expect(alternates.images.map(\.mixing) == .init(repeating: .custom([nil, nil, 1000, nil, 50000, nil]), count: 2))
    #expect(alternates.images[0].curve == .init(x: [1000, 2000], y: [0, 5000], angles: [18000, 18000]))
    #expect(alternates.images[1].curve == .init(x: [1000, 2000], y: [5000, 10000], angles: [18000, 18001]))
    #expect(toneMap.points(of: alternates.images[0]).map(\.gain) == [0, -0.5])
    #expect(toneMap.points(of: alternates.images[1]).map(\.gain) == [0.5, 1])
    #expect(toneMap.points(of: alternates.images[1]).map(\.x) == [1, 2])
    for metadata in [nothing, white, standard, two] {
      #expect(try RegisteredUserData(parsing: metadata.payload()) == .headroomAdaptiveMetadata(metadata))
    }
    #expect(try standard.payload() == bytes(hex: Self.header + "00 40 59 dc 80"))
    #expect(try two.payload().count == 5 + 35)
  }

  /// Values outside their ranges are limited to them, as the standard requires.
  @Test func clampedMeaning() {
    #expect(HeadroomAdaptiveMetadata(referenceWhiteUnits: 0).referenceWhite == .nits(0.2))
    #expect(HeadroomAdaptiveMetadata(referenceWhiteUnits: 65535).referenceWhite == .nits(10_000))
    #expect(HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: 65535).baselineHeadroom == 6)
    let image = HeadroomAdaptiveMetadata.ToneMap.Alternate(
      headroomUnits: 1, mixing: .maximum, curve: .init(x: [65535], y: [65535]))
    let points = HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: 0).points(of: image)
    #expect(points.map(\.x) == [64] && points.map(\.gain) == [6])
  }

  @Test func anythingComesBack() throws {
    var numbers = SeededNumbers(seed: 209450)
    for _ in 0..<400 {
      func list<Unit>(_ count: Int) -> [CodedQuantity<Unit, UInt16>] {
        (0..<count).map { _ in .random(in: 0...65535, using: &numbers) }
      }
      func mixing() -> HeadroomAdaptiveMetadata.ToneMap.Mixing {
        let kinds: [HeadroomAdaptiveMetadata.ToneMap.Mixing] = [
          .maximum, .component, .blend, .custom(list(6).map { $0.units & 1 == 0 ? nil : $0 }),
        ]
        return kinds[Int(numbers.next() % 4)]
      }
      func curve(like shared: HeadroomAdaptiveMetadata.ToneMap.Curve?) -> HeadroomAdaptiveMetadata.ToneMap.Curve {
        let x = shared?.x ?? list(Int.random(in: 1...32, using: &numbers))
        let hasAngles = shared.map { $0.angles != nil } ?? .random(using: &numbers)
        return .init(x: x, y: list(x.count), angles: hasAngles ? list(x.count) : nil)
      }
      let spaces: [HeadroomAdaptiveMetadata.ToneMap.Space] = [
        .bt709, .p3D65, .bt2020,
        .custom(list(4).map { CodedChromaticity(x: $0, y: CodedQuantity(units: $0.units ^ 5)) }),
      ]
      var alternates = HeadroomAdaptiveMetadata.ToneMap.Alternates(space: spaces[Int(numbers.next() % 4)], images: [])
      (alternates.sharesMixing, alternates.sharesCurve) = (.random(using: &numbers), .random(using: &numbers))
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let first = alternates.images.first
        alternates.images.append(
          .init(
            headroomUnits: list(1)[0],
            mixing: first.flatMap { alternates.sharesMixing ? $0.mixing : nil } ?? mixing(),
            curve: curve(like: alternates.sharesCurve ? first?.curve : nil)))
      }
      let metadata = HeadroomAdaptiveMetadata(
        referenceWhiteUnits: .random(using: &numbers) ? 1015 : nil,
        toneMap: HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: list(1)[0], alternates: alternates))
      let payload = try metadata.payload()
      #expect(try RegisteredUserData(parsing: payload) == .headroomAdaptiveMetadata(metadata))
      let cut = Int.random(in: 5..<payload.count, using: &numbers)
      #expect(throws: MetadataError.self) { try RegisteredUserData(parsing: payload.prefix(cut)) }
    }
  }

  /// A minimum version above 0 means that everything is ignored; reserved bits are not ST 2094-50.
  @Test func otherBytes() throws {
    let newer = bytes(hex: Self.header + "04 ff ff ff")
    #expect(try RegisteredUserData(parsing: newer) == .other(newer))
    #expect(try RegisteredUserData.other(newer).payload() == newer)
    for hex in ["01 00", "00 01", "00 40 00 00 81", "00 40 00 00 10 00 00 01", ""] {
      #expect(throws: MetadataError.self, "\(hex)") { try Self.metadata(hex: hex) }
    }
  }

  @Test func listsThatDisagree() {
    let curve = HeadroomAdaptiveMetadata.ToneMap.Curve(x: [0, 1], y: [0, 1])
    let image = HeadroomAdaptiveMetadata.ToneMap.Alternate(headroomUnits: 0, mixing: .maximum, curve: curve)
    let changes: [(inout HeadroomAdaptiveMetadata.ToneMap.Alternates) -> Void] = [
      { $0.images = .init(repeating: image, count: 5) }, { $0.space = .custom([]) },
      { $0.images[0].curve.y = [0] }, { $0.images[0].curve.angles = [0] },
      { $0.images[0].curve = .init(x: [], y: []) }, { $0.images[0].mixing = .custom([1]) },
      {
        $0.sharesMixing = true; $0.images[1].mixing = .blend
      },
      {
        $0.sharesCurve = true; $0.images[1].curve.x = [0, 2]
      },
      {
        $0.sharesCurve = true; $0.images[1].curve.angles = [0, 2]
      },
    ]
    for (index, change) in changes.enumerated() {
      var alternates = HeadroomAdaptiveMetadata.ToneMap.Alternates(space: .bt2020, images: [image, image])
      change(&alternates)
      let metadata = HeadroomAdaptiveMetadata(toneMap: .init(baselineHeadroomUnits: 0, alternates: alternates))
      #expect(throws: MetadataError.self, "\(index)") { try metadata.payload() }
    }
    #expect(throws: MetadataError.self) {
      var metadata = HeadroomAdaptiveMetadata()
      metadata.applicationVersion = 8
      return try metadata.payload()
    }
  }
}
