import Colorimetry
import HDRMetadata
import Testing

@Suite struct MetadataDoubtTests {
  static let p3 = MasteringDisplayColorVolume(
    red: CodedChromaticity(x: 34000, y: 16000), green: CodedChromaticity(x: 13250, y: 34500),
    blue: CodedChromaticity(x: 7500, y: 3000), white: CodedChromaticity(x: 15635, y: 16450),
    maximumUnits: 10_000_000, minimumUnits: 1)

  static func findings(
    max: Double? = nil, min: Double = 0.0001, cll: ContentLightLevel.Level? = nil,
    fall: ContentLightLevel.Level? = nil, hasLight: Bool = true, transfer: TransferCharacteristics? = .pq
  ) -> [MetadataDoubt] {
    var metadata = StaticMetadata()
    if let max {
      metadata.mastering = p3
      metadata.mastering?.maximumUnits.units = UInt32(max * 10_000)
      metadata.mastering?.minimumUnits.units = UInt32((min * 10_000).rounded())
    }
    if hasLight { metadata.contentLight = ContentLightLevel(maxCLL: cll, maxFALL: fall) }
    return metadata.doubts(transfer: transfer)
  }

  @Test func nothingSaidNothingFound() {
    #expect(StaticMetadata().doubts(transfer: nil) == [])
    #expect(Self.findings(max: 1000, min: 0, cll: 987, fall: 212) == [])
  }

  @Test func lightLevels() {
    #expect(Self.findings() == [.unknownMaxCLL])
    #expect(Self.findings(fall: 400) == [.unknownMaxCLL])
    #expect(Self.findings(cll: 1000, fall: 400) == [.placeholderLightLevels(maxCLL: .nits(1000), maxFALL: .nits(400))])
    #expect(Self.findings(cll: 1000) == [.unknownMaxFALL])
    #expect(Self.findings(cll: 1000, fall: 396) == [])
    #expect(Self.findings(cll: 300, fall: 301) == [.maxFALLAboveMaxCLL(maxFALL: .nits(301), maxCLL: .nits(300))])
    #expect(Self.findings(cll: 301, fall: 301) == [])
    #expect(Self.findings(cll: 10_001, fall: 201) == [.maxCLLAbovePQ(.nits(10_001))])
    #expect(Self.findings(cll: 10_001, fall: 201, transfer: nil) == [.maxCLLAbovePQ(.nits(10_001))])
    #expect(Self.findings(cll: 10_001, fall: 201, transfer: .hlg) == [])
    #expect(Self.findings(cll: 10_000, fall: 201) == [])
  }

  @Test func lightLevelsBesideTheDisplay() {
    #expect(
      Self.findings(max: 1000, cll: 1100, fall: 180)
        == [.maxCLLAboveMastering(maxCLL: .nits(1100), mastering: .nits(1000))])
    #expect(Self.findings(max: 1000, cll: 1000, fall: 180) == [])
    // An unknown display cannot be compared with.
    #expect(Self.findings(max: 0.2001, cll: 1100, fall: 180) == [.unknownMasteringMaximum(.nits(0.2001))])
  }

  @Test func display() {
    func display(_ max: Double, _ min: Double) -> [MetadataDoubt] {
      Self.findings(max: max, min: min, hasLight: false)
    }
    #expect(display(1000, 5) == [])
    #expect(display(0, 0) == [.unknownMasteringMaximum(.nits(0))])
    #expect(display(10_001, 0) == [.unknownMasteringMaximum(.nits(10_001))])
    #expect(display(1000, 6) == [.unknownMasteringMinimum(.nits(6))])
    #expect(display(5, 5) == [.emptyMasteringRange(maximum: .nits(5), minimum: .nits(5))])
    #expect(
      display(0.005, 1000) == [
        .emptyMasteringRange(maximum: .nits(0.005), minimum: .nits(1000)), .unknownMasteringMaximum(.nits(0.005)),
        .unknownMasteringMinimum(.nits(1000)),
      ])
    let nowhere = CodedChromaticity(x: 0, y: 0)
    let mastering = MasteringDisplayColorVolume(
      red: nowhere, green: nowhere, blue: nowhere, white: nowhere, maximumUnits: 10_000_000, minimumUnits: 1)
    #expect(StaticMetadata(mastering: mastering).doubts(transfer: .pq) == [.unknownMasteringPrimaries])
  }

  private static let light = Luminance.nits(1)
  static let all: [MetadataDoubt] = [
    .unknownMaxCLL, .unknownMaxFALL, .maxCLLAbovePQ(light), .maxCLLAboveMastering(maxCLL: light, mastering: light),
    .maxFALLAboveMaxCLL(maxFALL: light, maxCLL: light), .placeholderLightLevels(maxCLL: light, maxFALL: light),
    .emptyMasteringRange(maximum: light, minimum: light), .unknownMasteringMaximum(light),
    .unknownMasteringMinimum(light), .unknownMasteringPrimaries, .impossibleMasteringPrimaries,
    .masteringPrimariesOrder("RGB"), .masteringMaximumInWrongUnit(light), .hdrMetadataOnSDR(.bt709),
  ]

  @Test func codesAreUnlikeEachOther() {
    let all = Self.all.map(\.finding)
    #expect(Set(all.map(\.code)).count == all.count)
    // What was found, what was expected, how to fix it: with something to state, which is no option.
    for finding in all {
      #expect(
        "\(finding)"
          == "\(finding.found), but \(finding.expected ?? "") was expected; "
          + [finding.consequence, finding.fix?.description].compactMap(\.self).joined(separator: "; "))
      #expect(finding.fix?.settings.isEmpty == false && !"\(finding)".contains("--"), "\(finding)")
    }
  }
}
