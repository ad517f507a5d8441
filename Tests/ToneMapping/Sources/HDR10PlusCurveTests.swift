import Testing
import ToneMapping

/// The curve of a frame's metadata, and the plan that follows it.
@Suite struct HDR10PlusCurveTests {
  private func metadata(
    knee: HDR10PlusMetadata.CodedBezierCurve.KneeCoordinate = 410, peak: CodedLuminance<NitsInTenths> = 10_000,
    display: CodedLuminance<WholeNits> = 203,
    hasCurve: Bool = true
  ) -> HDR10PlusMetadata {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [peak, 0, 0]
    if hasCurve { window.bezierCurve = .init(kneeX: knee, kneeY: 819, anchors: [400, 800]) }
    return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: display)
  }

  private func curve(_ metadata: HDR10PlusMetadata) throws(HDR10PlusCurveError) -> HDR10PlusCurve {
    try HDR10PlusCurve(metadata, frame: 1)
  }

  @Test func aFrameHasACurve() throws {
    let curve = try curve(metadata())
    #expect(curve.peak == .nits(1000) && curve.targetedDisplayPeak == .nits(203))
    let unknown = try self.curve(metadata(peak: 0, display: 0))
    #expect(unknown.peak == nil && unknown.targetedDisplayPeak == nil)
  }

  @Test func aFrameWithoutACurveIsRefused() {
    #expect(throws: HDR10PlusCurveError.noCurve(frame: 1)) { try curve(metadata(hasCurve: false)) }
    #expect(throws: HDR10PlusCurveError.self) { try curve(metadata(knee: 4096)) }
    // 17 bits hold more than PQ.
    #expect(throws: HDR10PlusCurveError.peak(.nits(10_000.1), frame: 1)) { try curve(metadata(peak: 100_001)) }
  }

  /// A scene that is no brighter than the display has nothing to compress, however dark it is.
  @Test(arguments: [0, 0.1, 0.9, 1, 99.9, 203]) func aDarkSceneHasNoCurve(nits: Double) throws {
    var scene = try curve(metadata(display: 500))
    scene.peak = .nits(nits)
    let mastering = try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.005...1000))
    let plan = try ConversionPlan(
      from: .hdr10(mastering: mastering), to: .sdr, tone: .st2094_40(scene))
    let without = try ConversionPlan(from: .hdr10(mastering: mastering), to: .sdr, tone: .identity)
    #expect(!plan.stages.contains { $0.kind == .tone })
    // So nothing is adapted to this display either.
    #expect(plan.assumptions == [])
    for codes in [Codes(64, 512, 512), Codes(120, 500, 520), Codes(400, 512, 512), Codes(700, 400, 600)] {
      #expect(plan(codes) == without(codes))
    }
    scene.peak = .nits(203.1)
    let bright = try ConversionPlan(from: .hdr10(mastering: mastering), to: .sdr, tone: .st2094_40(scene))
    #expect(bright.stages.contains { $0.kind == .tone } && bright.assumptions.count == 1)
  }

  @Test(arguments: [-0.1, 10_000.1, .nan]) func aPeakThatIsNoLightIsRefused(nits: Double) throws {
    var scene = try curve(metadata())
    scene.peak = .nits(nits)
    #expect {
      try ConversionPlan(from: .hdr10(), to: .sdr, tone: .st2094_40(scene))
    } throws: {
      if case .scenePeakOutOfRange? = $0 as? PlanError { true } else { false }
    }
  }

  @Test func thePlanTakesThePeakAndTellsAnotherDisplay() throws {
    let source = Source(color: Source.hdr10().color, carriesHDR10Plus: true, carriesDolbyVision: true)
    func plan(_ tone: ToneOperator, peak: Luminance? = nil) throws -> ConversionPlan {
      try ConversionPlan(from: source, to: .sdr, tone: tone, options: PlanOptions(sourcePeak: peak))
    }
    let same = try plan(.st2094_40(curve(metadata())))
    #expect(same.sourceLuminance?.peak == .nits(1000) && same.peakEvidence == .hdr10PlusCurve)
    #expect(same.assumptions.map(\.found) == ["the source carries Dolby Vision metadata, which is not used"])
    let other = try plan(.st2094_40(curve(metadata(display: 500))), peak: .nits(2000))
    #expect(other.sourceLuminance?.peak == .nits(2000) && other.peakEvidence == .caller)
    #expect(other.assumptions.map(\.code) == ["dynamic-metadata-unused", "curve-of-another-display"])
    let without = try plan(.spline, peak: .nits(1000))
    #expect(without.assumptions.map(\.code) == ["dynamic-metadata-unused", "dynamic-metadata-unused"])
    #expect(without.assumptions.allSatisfy { $0.consequence == "one curve is applied to all frames" })
    let kept = try ConversionPlan(from: source, to: .hdr10, options: PlanOptions(sourcePeak: .nits(1000)))
    #expect(kept.assumptions.map(\.consequence) == ["the output does not carry it", "the output does not carry it"])
  }
}
