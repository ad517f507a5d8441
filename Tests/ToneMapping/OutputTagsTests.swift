import Testing

import ToneMapping

/// What the output of a plan is tagged with.
@Suite struct OutputTagsTests {
  private static let p3 = try? MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000))
  private static let room = try? AmbientViewingEnvironment(.lux(314), lightChromaticity: RGBPrimaries.bt2020.white)

  private func output(
    to display: Display, light: ContentLightLevel? = ContentLightLevel(maxCLL: 993, maxFALL: 119),
    trust: MetadataTrust = .auto
  ) throws -> OutputTags {
    let source = Source.hdr10(mastering: Self.p3, contentLight: light, ambient: Self.room)
    return OutputTags(of: try ConversionPlan(from: source, to: display, options: PlanOptions(trust: trust)))
  }

  private func codes(_ output: OutputTags) -> [String] { output.changes.map(\.code) }

  @Test func sdrStatesNothing() throws {
    let output = try output(to: .sdr)
    #expect(output.metadata == StaticMetadata() && output.changes.isEmpty && !output.needsContentLight)
    #expect(output.color.transfer == .bt709 && output.color.range == .narrow)
  }

  @Test func aSignalThatIsKeptKeepsWhatIsTrusted() throws {
    let kept = try output(to: .hdr10)
    #expect(kept.metadata.mastering == Self.p3 && kept.metadata.contentLight?.maxCLL == 993)
    #expect(kept.metadata.ambient == Self.room && kept.changes.isEmpty && !kept.needsContentLight)
    let never = try output(to: .hdr10, trust: .never)
    #expect(codes(never) == ["mastering-left-out", "light-levels-left-out"])
    #expect(never.metadata.mastering == nil && never.needsContentLight)
    let doubted = try output(to: .hdr10, light: ContentLightLevel(maxCLL: 300, maxFALL: 301))
    #expect(codes(doubted) == ["light-levels-left-out"] && doubted.needsContentLight)
  }

  @Test func pqStatesItsDisplayAndHLGDoesNot() throws {
    var pq = try output(to: Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600)))
    #expect(pq.metadata.mastering?.maximum == .nits(600) && pq.needsContentLight && pq.changes.isEmpty)
    #expect(pq.add(contentLight: ContentLightLevel(maxCLL: 600, maxFALL: 100)) == nil && !pq.needsContentLight)
    let beyond = pq.add(contentLight: ContentLightLevel(maxCLL: 700, maxFALL: 100))
    #expect(beyond?.code == "light-above-display" && pq.metadata.mastering?.maximum == .nits(700))
    #expect(pq.encoderOptions.bitDepth == 10 && pq.encoderOptions.metadata == pq.metadata)
    // ST 2086 states whole cd/m²; the display must hold the light.
    for (peak, stated) in [(593.4, 594), (593.000_01, 593), (1000, 1000)] as [(Double, Double)] {
      let display = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...peak))
      #expect(try output(to: display).metadata.mastering?.maximum == .nits(stated))
    }
    let hlg = try output(to: .hlg)
    #expect(codes(hlg) == ["light-levels-left-out"] && hlg.metadata == StaticMetadata(ambient: Self.room))
  }

  /// 0.0001 lux is the minimum that the message can state.
  @Test(arguments: [(0.000_04, nil), (0.000_1, 0.000_1), (16, 16)] as [(Double, Double?)])
  func aRoomTooDarkToStateIsTold(lux: Double, stated: Double?) throws {
    let output = try output(to: Display(.bt2020, transfer: .hlg, bitDepth: 10, surround: .lux(lux)))
    #expect(output.metadata.ambient?.illuminance.lux == stated)
    let change = output.changes.first { $0.code == "ambient-unstated" }
    #expect((change == nil) == (stated != nil))
    guard let change else { return }
    #expect(change.found == "the light around the display is \(lux) lux")
    #expect(change.expected == "0.0001 to 429496.7295 lux")
    #expect(change.fix == "give \(.viewing, 0.0001) or more")
  }
}
