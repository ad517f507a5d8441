import Colorimetry
import HDRMetadata
import Testing

@Suite struct MediaCharacteristicTests {
  @Test(
    arguments: [
      (TagRulesTests.nothing, false, []), (TagRulesTests.hd, false, []), (TagRulesTests.hd, true, [.containsAlpha]),
      (TagRulesTests.p3, false, [.usesWideGamut]), (TagRulesTests.pq, false, [.usesWideGamut, .containsHDR]),
      (TagRulesTests.hlg, true, [.usesWideGamut, .containsHDR, .containsAlpha]),
      (ColorDescription(transfer: .hlg), false, [.containsHDR]),
    ] as [(ColorDescription, Bool, [MediaCharacteristic])])
  func characteristics(color: ColorDescription, hasAlpha: Bool, expected: [MediaCharacteristic]) {
    #expect(TagRules.characteristics(of: TaggedSource(color: color, hasAlpha: hasAlpha)) == Set(expected))
  }

  /// The list of wide gamuts, checked against geometry: the areas of the triangles.
  @Test(arguments: ColorPrimaries.allCases)
  func wideGamut(primaries: ColorPrimaries) {
    func area(_ rgb: RGBPrimaries) -> Double {
      let (u, v) = (
        (rgb.green.x - rgb.red.x, rgb.green.y - rgb.red.y), (rgb.blue.x - rgb.red.x, rgb.blue.y - rgb.red.y)
      )
      return abs(u.0 * v.1 - u.1 * v.0) / 2
    }
    let ratio = area(primaries.rgb) / area(.bt709)
    #expect(primaries.isWiderThanBT709 ? ratio > 1.3 : ratio < 1.1)
  }

  @Test func implicitConversion() {
    for color in [TagRulesTests.hd, TagRulesTests.nothing] {
      let opened = TagRules.opened(TaggedSource(color: color))
      #expect(opened.color == color && opened.reports.isEmpty)
    }
    let p3 = TagRules.opened(TaggedSource(color: TagRulesTests.p3))
    #expect(p3.color == ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709))
    #expect(p3.reports == [.wideGamutConverted(.smpte432)])
    let hlg = TagRules.opened(TaggedSource(color: TagRulesTests.hlg))
    #expect(hlg.color == TagRulesTests.hd && hlg.reports == [.wideGamutConverted(.bt2020), .hdrConverted(.hlg)])
    for color in [TagRulesTests.p3, TagRulesTests.hlg] {
      let opened = TagRules.opened(TaggedSource(color: color), allowsWideGamut: true)
      #expect(opened.color == color && opened.reports.isEmpty)
    }
  }

  @Test(
    arguments: [
      (1, .hd), (6, .sd), (7, .sd), (9, .uhd), (12, .p3), (4, nil), (5, nil), (8, nil), (10, nil), (11, nil), (22, nil),
    ] as [(Int, StandardSpace?)])
  func spaces(number: Int, space: StandardSpace?) {
    #expect(StandardSpace(ColorDescription(primaries: ColorPrimaries(h273: number))) == space)
  }

  @Test func spaceTags() {
    for space in StandardSpace.allCases { #expect(StandardSpace(space.tags()) == space) }
    #expect(StandardSpace(ColorDescription()) == nil)
    #expect(StandardSpace.uhd.tags(transfer: .hlg).completed(by: .init(range: .narrow)) == TagRulesTests.hlg)
    #expect(StandardSpace.hd.tags().completed(by: .init(range: .narrow)) == TagRulesTests.hd)
    #expect(StandardSpace.p3.tags() == TagRulesTests.p3)
    #expect(
      StandardSpace.sd.tags() == ColorDescription(primaries: .smpte170M, transfer: .bt709, matrix: .smpte170M))
  }
}
