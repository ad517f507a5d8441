import Testing
import ToneMapping

/// The maximum light of a scene ends the tone curve, and changes nothing else.
@Suite struct ScenePeakTests {
  private func detail(_ kind: PlanStage.Kind, of plan: ConversionPlan) -> String? {
    plan.stages.first { $0.kind == kind }?.detail
  }

  @Test func aPQSceneIsMappedAsAClipOfThatPeak() throws {
    let scene = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(scenePeak: .nits(620)))
    let clip = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(620)))
    #expect(scene.assumptions == [])
    #expect(detail(.tone, of: scene) == detail(.tone, of: clip))
    for codes in [Codes(64, 512, 512), Codes(500, 400, 600), Codes(700, 512, 500), Codes(940, 512, 512)] {
      #expect(scene(codes) == clip(codes))
    }
  }

  /// The source's peak is assumed only where something rests on it: a PQ display without a range, or a surround of PQ.
  @Test func thePeakIsAssumedWhereItMatters() throws {
    func assumed(_ source: Source, _ display: Display) throws -> [Fix?] {
      let plan = try ConversionPlan(from: source, to: display, options: PlanOptions(scenePeak: .nits(620)))
      return plan.assumptions.filter { $0.code == "source-peak" }.map(\.fix)
    }
    let office = Display(.bt709, surround: .office)
    let monitor = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600))
    var dim = monitor
    dim.surround = .reference
    let (target, light): (Fix, Fix) = (
      "set the display's with \(.targetPeak)", "state the maximum light with \(.maxCLL)"
    )
    #expect(try assumed(.hdr10(), .sdr) == [])
    #expect(try assumed(.hdr10(), .hdr10) == [target])
    #expect(try assumed(.hdr10(), monitor) == [])
    #expect(try assumed(.hdr10(), office) == [light])
    #expect(try assumed(.hdr10(), dim) == [light])
    #expect(try assumed(.hlg(), office) == [])
    #expect(try assumed(.log(.sLog3), .sdr) == [])
    #expect(try assumed(.log(.sLog3), office) == [])
    #expect(try assumed(.log(.sLog3), .hdr10) == [target])
    let known = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 863, maxFALL: 101))
    #expect(try assumed(known, .hdr10) == [])
  }

  @Test func aBlackSceneNeedsNoCurve() throws {
    for nits in [0, 0.5] {
      let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(scenePeak: .nits(nits)))
      #expect(detail(.tone, of: plan) == nil)
    }
    #expect(throws: PlanError.scenePeakOutOfRange(.nits(-1))) {
      try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(scenePeak: .nits(-1)))
    }
  }

  /// The display of HLG, and so its system gamma, is that of the source.
  @Test func hlgKeepsItsDisplay() throws {
    let scene = try ConversionPlan(from: .hlg(), to: .sdr, options: PlanOptions(scenePeak: .nits(400)))
    let clip = try ConversionPlan(from: .hlg(), to: .sdr)
    #expect(detail(.linearize, of: scene) == detail(.linearize, of: clip))
    #expect(detail(.tone, of: scene) != detail(.tone, of: clip))
    // Dim scenes get more of the display's range.
    let gray = Codes(600, 512, 512)
    #expect(scene(gray).components.x > clip(gray).components.x)
  }

  /// What a surround does to PQ is measured from the source's peak, so scenes do not change it.
  @Test func aSurroundKeepsItsPeak() throws {
    var office = Display.sdr
    office.surround = .office
    let plans = try [300.0, 900].map {
      try ConversionPlan(
        from: .hdr10(), to: office, options: PlanOptions(sourcePeak: .nits(1000), scenePeak: .nits($0)))
    }
    #expect(detail(.surround, of: plans[0]) != nil)
    #expect(detail(.surround, of: plans[0]) == detail(.surround, of: plans[1]))
  }

  @Test func aSceneBelowTheDisplayNeedsNoCurve() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(scenePeak: .nits(203)))
    #expect(detail(.tone, of: plan) == nil)
    #expect(throws: PlanError.self) {
      try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(scenePeak: .nits(20_000)))
    }
    // SDR has no scene peak.
    let options = PlanOptions(scenePeak: .nits(100))
    #expect(try ConversionPlan(from: .sdr, to: .sdr, options: options).assumptions == [])
  }
}
