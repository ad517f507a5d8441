import Colorimetry
import HDRMetadata
import Testing

@Suite struct MasteringOrderTests {
  static let p3 = MetadataDoubtTests.p3

  /// P3's primaries in each order that a writer may have used.
  @Test(
    arguments: [
      ("GBR", 0, 1, 2), ("RGB", 2, 0, 1), ("BGR", 1, 0, 2), ("GRB", 0, 2, 1), ("RBG", 2, 1, 0), ("BRG", 1, 2, 0),
    ])
  func orders(order: String, first: Int, second: Int, third: Int) throws {
    for primaries in [ColorPrimaries.smpte432, .bt709, .bt2020, .smpte170M, .film] {
      let right = try MasteringDisplayColorVolume(
        primaries: primaries.chromaticities, luminance: .nits(0.0001...1000))
      let stated = [right.green, right.blue, right.red]
      var swapped = right
      (swapped.green, swapped.blue, swapped.red) = (stated[first], stated[second], stated[third])
      #expect(swapped.statedOrder == order)
      #expect(swapped.inStandardOrder == right)
      #expect(swapped.isPossible)
      let findings = StaticMetadata(mastering: swapped).doubts(transfer: .pq)
      #expect(findings == (order == "GBR" ? [] : [.masteringPrimariesOrder(order)]))
      #expect(StaticMetadata(mastering: swapped).corrected == StaticMetadata(mastering: right))
    }
  }

  @Test func notTold() {
    var display = Self.p3
    display.blue = CodedChromaticity(x: 7500, y: 34500)
    #expect(display.statedOrder == nil && display.inStandardOrder == display)
    display = Self.p3
    display.green = CodedChromaticity(x: 34001, y: 34500)
    #expect(display.statedOrder == nil && display.inStandardOrder == display)
  }

  @Test(
    arguments: [
      (15635, 16450, true), (13250, 34500, false), (10000, 3000, false), (30000, 30000, false), (34001, 16003, false),
      (15635, 0, false),
    ] as [(CodedChromaticity.Coordinate, CodedChromaticity.Coordinate, Bool)])
  func white(x: CodedChromaticity.Coordinate, y: CodedChromaticity.Coordinate, isPossible: Bool) {
    var display = Self.p3
    display.white = CodedChromaticity(x: x, y: y)
    #expect(display.isPossible == isPossible)
    let findings = StaticMetadata(mastering: display).doubts(transfer: .pq)
    #expect(findings.contains(.impossibleMasteringPrimaries) == (!isPossible && y > 0))
  }

  @Test func degenerate() {
    var display = Self.p3
    (display.red, display.green, display.blue) = (display.white, display.white, display.white)
    #expect(!display.isPossible && display.statedOrder == nil)
  }

  /// A maximum written in whole cd/m²: it occurs in real files as 0.1 cd/m².
  @Test func unit() {
    for (units, isWrong) in [(1000, true), (10_000, true), (999, false), (0, false), (40_000_000, false)] {
      var display = Self.p3
      display.maximumUnits.units = UInt32(units)
      let metadata = StaticMetadata(mastering: display)
      let wrong = MetadataDoubt.masteringMaximumInWrongUnit(.nits(Double(units) / 10_000))
      #expect(metadata.doubts(transfer: .pq).contains(wrong) == isWrong)
      #expect(metadata.corrected.mastering?.maximumUnits.units == UInt32(isWrong ? units * 10_000 : units))
      #expect(!metadata.corrected.doubts(transfer: .pq).contains(wrong))
    }
    #expect(StaticMetadata().corrected == StaticMetadata())
  }

  @Test func metadataOfHDROnSDR() {
    let light = StaticMetadata(contentLight: ContentLightLevel(maxCLL: 987, maxFALL: 12))
    #expect(light.doubts(transfer: .bt709) == [.hdrMetadataOnSDR(.bt709)])
    for transfer: TransferCharacteristics? in [.pq, .hlg, .linear, nil] {
      #expect(light.doubts(transfer: transfer) == [])
    }
    #expect(StaticMetadata().doubts(transfer: .bt709) == [])
  }
}
