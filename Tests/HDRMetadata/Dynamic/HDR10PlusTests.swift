import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct HDR10PlusTests {
  static func metadata(of bytes: [UInt8]) throws -> HDR10PlusMetadata {
    guard case .hdr10Plus(let metadata) = try RegisteredUserData(parsing: bytes) else {
      throw MetadataError.wrongBox(found: "other user data", expected: "HDR10+")
    }
    return metadata
  }

  /// Zeros of MaxScl are black only if nothing else is stated.
  ///
  /// The payload is that of ToS-s02.h265 of hdr10plus_tool, whose parser reads what stands here: MaxScl and AverageRGB are 0, but 99.99 percent
  /// of the pixels have up to 1444.5 cd/m².
  @Test func aMaximumOf0MayBeUnknown() throws {
    let hex =
      "b5003c000104014000000000000000000000002408000c28db205000acc800e190036e581032d02a6af848f318e1b4004000002509a6ae5c8350ddf98ec7bd00"
    let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    guard case .hdr10Plus(let metadata) = try RegisteredUserData(parsing: bytes) else {
      return #expect(Bool(false), "no HDR10+")
    }
    var window = metadata.windows[0]
    #expect(window.maximumComponents == [0, 0, 0] && window.averageMaxRGB == 0 && window.maximum == nil)
    #expect(window.distribution.map(\.number) == [3, 14024, 43, 56, 219, 1036, 2714, 4668, 14445])
    #expect(window.statedPeak == .nits(1444.5))
    // A percentage in place 10 is no light.
    window.distribution = [1, 5, 10, 99].map { .init(percentage: $0, number: $0 == 10 ? 100 : 0) }
    #expect(window.distribution.map(\.level) == [0, 0, nil, 0])
    #expect(window.distribution.map(\.shareUpTo100Nits) == [nil, nil, 100, nil])
    #expect(HDR10PlusMetadata.Percentile(percentage: 10, level: 1) == nil)
    #expect(window.statedPeak == .nits(0))
    window.distribution = []
    #expect(window.statedPeak == .nits(0))
    window.averageMaxRGB = 1
    #expect(window.statedPeak == nil)
    window.maximumComponents = [3, 1, 2]
    #expect(window.statedPeak == .nits(0.3))
  }

  /// The values that other tools read from the same bytes.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout")) func corpus() throws {
    for blob in try Blob.ending("_hdr10plus", count: 4) {
      let metadata = try Self.metadata(of: blob.bytes)
      #expect(try metadata.payload() == blob.bytes, "\(blob)")
      #expect(Int(metadata.applicationVersion) == blob.values["application_version"] as? Int, "\(blob)")
      #expect(metadata.windows.count == blob.values["num_windows"] as? Int, "\(blob)")
      #expect(
        Int(metadata.targetedDisplayMaximum.units) == blob.values["targeted_system_display_maximum_luminance"] as? Int)
      let window = metadata.windows[0]
      let stated = try #require((blob.values["proc"] as? [[String: Any]])?.first)
      #expect(window.maximumComponents.map { Int($0.units) } == stated["maxscl"] as? [Int], "\(blob)")
      #expect(Int(window.averageMaxRGB.units) == stated["average_maxrgb"] as? Int, "\(blob)")
      let percentiles = try #require(stated["distribution_maxrgb"] as? [[String: Int]])
      #expect(window.distribution.map { Int($0.percentage.units) } == percentiles.map { $0["percentage"] }, "\(blob)")
      #expect(window.distribution.map { Int($0.number) } == percentiles.map { $0["percentile"] }, "\(blob)")
      #expect(Int(window.fractionOfBrightPixels.units) == stated["fraction_bright_pixels"] as? Int, "\(blob)")
      let curve = try #require(window.bezierCurve)
      #expect(Int(curve.kneeX.units) == stated["knee_point_x"] as? Int, "\(blob)")
      #expect(Int(curve.kneeY.units) == stated["knee_point_y"] as? Int, "\(blob)")
      #expect(curve.anchors.map { Int($0.units) } == stated["bezier_curve_anchors"] as? [Int], "\(blob)")
      #expect(window.saturationWeight == nil && stated["color_saturation_mapping_flag"] as? Int == 0, "\(blob)")
    }
  }

  @Test func meaning() {
    var window = HDR10PlusMetadata.Window()
    #expect(window.maximum == nil && window.statedAverageMaxRGB == nil)
    window.maximumComponents = [17830, 16895, 14252]
    window.averageMaxRGB = 1037
    #expect(window.maximum == .nits(1783) && window.statedAverageMaxRGB == .nits(103.7))
    let curve = HDR10PlusMetadata.CodedBezierCurve(kneeX: 4095, kneeY: 0, anchors: [1023, 0])
    #expect(curve.knee == (1, 0) && curve.controlPoints == [1, 0])
  }

  /// Two windows with everything in the syntax, written by hand.
  @Test func knownWindows() throws {
    var metadata = HDR10PlusMetadata(windows: [.init(), .init()], targetedDisplayMaximum: 1)
    var place = HDR10PlusMetadata.Geometry(left: 1, top: 2, right: 3, bottom: 4)
    (place.centerX, place.centerY, place.rotation, place.isLayered) = (5, 6, 7, true)
    (place.innerSemimajor, place.outerSemimajor, place.outerSemiminor) = (8, 9, 10)
    metadata.windows[1].geometry = place
    metadata.targetedDisplayPeaks = .init(columns: 3, peaks: [1, 2, 3, 4, 5, 6])
    metadata.windows[0].saturationWeight = 63
    func bits(_ fields: (Int, Int)...) -> String {
      fields.map { value, count in
        let digits = String(value, radix: 2)
        return String(repeating: "0", count: count - digits.count) + digits
      }.joined()
    }
    let light = bits((0, 17 * 4), (0, 4), (0, 10))
    let expected =
      bits((0xB5, 8), (0x3C, 16), (1, 16), (4, 8), (1, 8), (2, 2))
      + bits((1, 16), (2, 16), (3, 16), (4, 16), (5, 16), (6, 16), (7, 8), (8, 16), (9, 16), (10, 16), (1, 1))
      + bits((1, 27), (1, 1), (2, 5), (3, 5), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4))
      + light + light + bits((0, 1), (0, 1), (1, 1), (63, 6), (0, 1), (0, 1))
    let written = try metadata.payload().map { bits((Int($0), 8)) }.joined()
    #expect(written.hasPrefix(expected) && written.count - expected.count < 8)
    #expect(try Self.metadata(of: metadata.payload()) == metadata)
  }

  /// All content survives a round trip through bytes: windows, grids, curves, saturation.
  @Test func anythingComesBack() throws {
    var numbers = SeededNumbers(seed: 209440)
    var seen = 0
    for _ in 0..<800 {
      let random = bytes(hex: "b5 00 3c 00 01 04") + numbers.bytes(700)
      guard let metadata = try? Self.metadata(of: random) else { continue }
      seen += metadata.windows.count > 1 ? 1 : 0
      let payload = try metadata.payload()
      #expect(try Self.metadata(of: payload) == metadata)
      // The bytes are the same except for the bits that fill the last byte.
      #expect(payload.dropLast() == random.prefix(payload.count - 1))
    }
    #expect(seen > 30)
  }

  @Test func truncatedAnywhere() throws {
    var metadata = HDR10PlusMetadata(windows: [.init()], targetedDisplayMaximum: 400)
    metadata.windows[0].bezierCurve = .init(kneeX: 1, kneeY: 2, anchors: [3, 4, 5])
    let payload = try metadata.payload()
    #expect(try Self.metadata(of: payload + [1, 2]) == metadata)
    for count in 6..<payload.count {
      #expect(throws: MetadataError.truncated(of: "a message of HDR10+", afterBytes: count - 6), "\(count)") {
        try RegisteredUserData(parsing: payload.prefix(count))
      }
    }
    #expect(try RegisteredUserData(parsing: payload.prefix(5)) == .other(Array(payload.prefix(5))))
    #expect(throws: MetadataError.self) { try RegisteredUserData(parsing: payload.prefix(7) + [0, 0, 0, 0, 0]) }
  }

  @Test func numbersThatDoNotFit() throws {
    let changes: [(inout HDR10PlusMetadata) -> Void] = [
      { $0.windows = [] }, { $0.windows.append(.init()) }, { $0.targetedDisplayMaximum.units = 1 << 27 },
      { $0.windows[0].maximumComponents = [1, 2] }, { $0.windows[0].maximumComponents[1].units = 1 << 17 },
      { $0.windows[0].averageMaxRGB.units = 1 << 17 }, { $0.windows[0].fractionOfBrightPixels = 1024 },
      { $0.windows[0].distribution = .init(repeating: .init(percentage: 1, number: 1), count: 16) },
      { $0.windows[0].distribution = [.init(percentage: 128, number: 1)] },
      { $0.windows[0].bezierCurve = .init(kneeX: 4096, kneeY: 0, anchors: []) },
      { $0.windows[0].bezierCurve = .init(kneeX: 0, kneeY: 0, anchors: [1024]) },
      { $0.windows[0].bezierCurve = .init(kneeX: 0, kneeY: 0, anchors: .init(repeating: 0, count: 16)) },
      { $0.windows[0].saturationWeight = 64 }, { $0.targetedDisplayPeaks = .init(columns: 0, peaks: []) },
      { $0.masteringDisplayPeaks = .init(columns: 2, peaks: [1, 2, 3]) },
      { $0.masteringDisplayPeaks = .init(columns: 2, peaks: [1, 2, 3, 16]) },
    ]
    for (index, change) in changes.enumerated() {
      var metadata = HDR10PlusMetadata(windows: [.init()])
      _ = try metadata.payload()
      change(&metadata)
      #expect(throws: MetadataError.self, "\(index)") { try metadata.payload() }
    }
  }
}
