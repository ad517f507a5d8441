import Testing
import ToneMapping

/// One curve from the metadata of many frames, and the plan that follows it.
@Suite struct SceneCurveTests {
  private func metadata(
    knee: UInt16 = 410, peak: UInt32 = 10_000, display: UInt32 = 203, hasCurve: Bool = true
  ) -> HDR10PlusMetadata {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [peak, 0, 0]
    if hasCurve { window.toneCurve = .init(kneeX: knee, kneeY: 819, anchors: [400, 800]) }
    return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: display)
  }

  private func curve(_ frames: [HDR10PlusMetadata], start: Int = 0, count: Int? = nil) throws(SceneCurveError)
    -> SceneCurve
  {
    var told = SceneFrames(start: start, count: count)
    for frame in frames { told.take(frame) }
    return try SceneCurve(told)
  }

  @Test func framesThatAgreeHaveACurve() throws {
    let other = metadata(peak: 5000)
    let curve = try curve([other, metadata(), metadata(), other], start: 1, count: 2)
    #expect(curve.peak == .nits(1000) && curve.display == .nits(203))
    let unknown = try self.curve([metadata(peak: 0, display: 0)])
    #expect(unknown.peak == nil && unknown.display == nil)
  }

  @Test func framesThatDoNotAreRefused() {
    #expect(throws: SceneCurveError.tooFewFrames(found: 1, needed: 2)) { try curve([metadata()], count: 2) }
    #expect(throws: SceneCurveError.tooFewFrames(found: 1, needed: nil)) { try curve([metadata()], start: .max) }
    #expect(throws: SceneCurveError.noCurve(frame: 1)) {
      try curve([metadata(), metadata(hasCurve: false)], start: 1)
    }
    for other in [metadata(knee: 409), metadata(peak: 9999), metadata(display: 204)] {
      #expect(throws: SceneCurveError.severalCurves(start: 0, change: 2)) {
        try curve([metadata(), metadata(), other])
      }
    }
    #expect(throws: SceneCurveError.self) { try curve([metadata(knee: 4096)]) }
  }

  @Test func thePlanTakesThePeakAndTellsAnotherDisplay() throws {
    let source = Source(color: Source.hdr10().color, carriesHDR10Plus: true, carriesDolbyVision: true)
    func plan(_ tone: ToneOperator, _ scene: SceneCurve?, peak: Luminance? = nil) throws -> ConversionPlan {
      try ConversionPlan(from: source, to: .sdr, tone: tone, options: PlanOptions(sourcePeak: peak, scene: scene))
    }
    let same = try plan(.st2094_40, curve([metadata()]))
    #expect(same.sourceLuminance?.peak == .nits(1000) && same.peakEvidence == .scene)
    #expect(same.assumptions.map(\.found) == ["the source carries Dolby Vision metadata, which is not used"])
    let other = try plan(.st2094_40, curve([metadata(display: 500)]), peak: .nits(2000))
    #expect(other.sourceLuminance?.peak == .nits(2000) && other.peakEvidence == .caller)
    #expect(other.assumptions.map(\.code) == ["dynamic-metadata-unused", "curve-of-another-display"])
    let without = try plan(.spline, nil, peak: .nits(1000))
    #expect(without.assumptions.map(\.code) == ["dynamic-metadata-unused", "dynamic-metadata-unused"])
  }
}
