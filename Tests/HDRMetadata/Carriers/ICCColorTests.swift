import Colorimetry
import HDRMetadata
import Testing

/// Profiles that are made here of published numbers, tag by tag.
@Suite struct ICCColorTests {
  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func fixed(_ numbers: [Double]) -> [UInt8] {
    numbers.flatMap { word(Int(($0 * 65536).rounded())) }
  }

  private static func profile(space: String = "RGB ", _ tags: [(String, [UInt8])]) -> [UInt8] {
    var (table, data) = ([UInt8](), [UInt8]())
    for (name, content) in tags {
      table += Array(name.utf8) + word(132 + 12 * tags.count + data.count) + word(content.count)
      data += content + [UInt8](repeating: 0, count: -content.count & 3)
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(16..<20, with: Array(space.utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return header + word(tags.count) + table + data
  }

  private static func columns(_ red: [Double], _ green: [Double], _ blue: [Double]) -> [(String, [UInt8])] {
    [("rXYZ", red), ("gXYZ", green), ("bXYZ", blue)].map { ($0, Array("XYZ \0\0\0\0".utf8) + fixed($1)) }
  }

  private static func curves(_ content: [UInt8]) -> [(String, [UInt8])] {
    ["rTRC", "gTRC", "bTRC"].map { ($0, content) }
  }

  /// As the profile of Hewlett-Packard and Microsoft, and those of Apple and Adobe, print them.
  private static let sRGB = columns(
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141])
  private static let displayP3 = columns(
    [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407])
  private static let adobe = columns(
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457])

  private static func para(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
    Array("para\0\0\0\0".utf8) + [0, kind, 0, 0] + fixed(numbers)
  }

  /// IEC 61966-2-1.
  private static let curve = para(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  private static let gamma22 = Array("curv\0\0\0\0".utf8) + word(1) + [2, 0x33]

  @Test(
    arguments: [
      (profile(sRGB + curves(curve)), ColorPrimaries.bt709, TransferCharacteristics.sRGB),
      (profile(displayP3 + curves(curve)), .smpte432, .sRGB), (profile(sRGB + curves(gamma22)), .bt709, .bt470M),
      (profile(sRGB + curves(Array("curv\0\0\0\0".utf8) + word(0))), .bt709, .linear),
      (profile(space: "GRAY", [("kTRC", gamma22)]), nil, .bt470M),
      (profile(sRGB + curves(curve) + [("cicp", Array("cicp\0\0\0\0".utf8) + [9, 16, 0, 1])]), .bt2020, .pq),
    ] as [([UInt8], ColorPrimaries?, TransferCharacteristics?)])
  func profilesThatAreRead(bytes: [UInt8], primaries: ColorPrimaries?, transfer: TransferCharacteristics?) throws {
    let profile = try ICCColor(parsing: bytes)
    #expect(profile.isRead && profile.chromaticities == nil)
    #expect(profile.color == ColorDescription(primaries: primaries, transfer: transfer))
  }

  /// Adobe RGB (1998), clause 4.3.1.1: primaries for which H.273 has no number.
  @Test func chromaticities() throws {
    let white: [(String, [UInt8])] = [("wtpt", Array("XYZ \0\0\0\0".utf8) + Self.fixed([0.95045, 1, 1.08905]))]
    let profile = try ICCColor(parsing: Self.profile(Self.adobe + white + Self.curves(Self.gamma22)))
    let points = try #require(profile.chromaticities)
    let found = [points.red, points.green, points.blue, points.white].flatMap { [$0.x, $0.y] }
    for (value, expected) in zip(found, [0.64, 0.33, 0.21, 0.71, 0.15, 0.06, 0.3127, 0.329]) {
      #expect(abs(value - expected) < 0.001)
    }
    #expect(profile.isRead && profile.color == ColorDescription(transfer: .bt470M))
  }

  /// A code of 128 on a display with the profile's curve has the light of these codes of sRGB, as Little-CMS 2.14 converts it.
  @Test(
    arguments: [
      (curve, 128), (gamma22, 129), (para(0, [2.8]), 106), (Array("curv\0\0\0\0".utf8) + word(0), 188),
    ] as [([UInt8], Int)])
  func curvesAreThoseOfDisplays(curve: [UInt8], code: Int) throws {
    let transfer = try #require(ICCColor(parsing: Self.profile(Self.sRGB + Self.curves(curve))).color.transfer)
    let range = LuminanceRange.nits(0...80)
    let display = try #require(transfer.displayTransfer(luminance: range))
    let light = display.eotf(SignalLevel(128.0 / 255))
    let shown = TransferFunction.sRGB.shown(on: range).inverseEOTF(light)
    #expect(Int((shown.value * 255).rounded()) == code)
  }

  /// The inverse of BT.709's camera curve: Little-CMS shows 128 as 140 of sRGB, BT.1886 as 121.
  private static let camera = para(3, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])

  /// A camera's curve, a curve of 1.8, curves that differ, tables, and CMYK.
  @Test(
    arguments: [
      profile(sRGB + curves(camera)), profile(sRGB + curves(para(0, [1.8]))),
      profile(sRGB + curves(curve).dropLast() + [("bTRC", gamma22)]),
      profile(sRGB + curves(curve) + [("A2B0", [UInt8](repeating: 0, count: 32))]), profile(space: "CMYK", []),
    ] as [[UInt8]])
  func othersAreNot(bytes: [UInt8]) throws { #expect(try !ICCColor(parsing: bytes).isRead) }

  @Test func names() throws {
    let old = Array("desc\0\0\0\0".utf8) + Self.word(4) + Array("old\0".utf8) + [UInt8](repeating: 0, count: 12)
    #expect(try ICCColor(parsing: Self.profile([("desc", old)])).name == "old")
    let new =
      Array("mluc\0\0\0\0".utf8) + Self.word(1) + Self.word(12) + Array("enUS".utf8) + Self.word(6)
      + Self.word(28) + [0, 0x6E, 0, 0x65, 0, 0x77]
    #expect(try ICCColor(parsing: Self.profile([("desc", new)])).name == "new")
    #expect(throws: MetadataError.self) { try ICCColor(parsing: [1, 2, 3]) }
  }
}
