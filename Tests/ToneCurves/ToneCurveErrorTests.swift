import Colorimetry
import Testing
import ToneCurves

@Suite("rejected tone curves")
struct ToneCurveErrorTests {
  let hdr = LuminanceRange.nits(0...1000)
  let sdr = LuminanceRange.nits(0...203)

  @Test(
    "every operator rejects an invalid range, as source and as target",
    arguments: [
      LuminanceRange(black: .nits(5), peak: .nits(5)), LuminanceRange(black: .nits(-1), peak: .nits(100)),
      LuminanceRange(black: .nits(0), peak: .nits(0)), LuminanceRange(black: .nits(0), peak: .nits(10_001)),
      LuminanceRange(black: .nits(.nan), peak: .nits(100)), LuminanceRange(black: .nits(0), peak: .nits(.nan)),
      LuminanceRange(black: .nits(203), peak: .nits(1000)), LuminanceRange(black: .nits(0), peak: .nits(.infinity)),
    ])
  func range(bad: LuminanceRange) {
    for tone in ToneOperator.all {
      for (from, to) in [(bad, sdr), (hdr, bad)] {
        let error = #expect(throws: ToneCurveError.self) {
          try tone.curve(from: from, to: to, bezier: .sample, headroomAdaptiveToneMap: .graded(for: hdr))
        }
        guard case .range(let found)? = error else { Issue.record("\(String(describing: error))"); continue }
        #expect(found.description == bad.description && error!.description.contains(bad.description))
      }
    }
  }

  @Test("ST 2094-40 without its curve is rejected where there is light to map")
  func bezier() throws {
    let error = #expect(throws: ToneCurveError.self) { try ToneOperator.st2094_40.curve(from: hdr, to: sdr) }
    #expect(try #require(error).description.hasPrefix("st2094-40 needs the Bézier curve"))
    #expect(try ToneOperator.st2094_40.curve(from: hdr, to: hdr) is ToneIdentity)
  }

  @Test("an operator that defines how it is applied to color takes no variant")
  func variant() throws {
    let error = #expect(throws: ToneCurveError.self) {
      try ToneOperator.bt2446a.applied(by: .rgb).curve(from: hdr, to: sdr)
    }
    #expect(try #require(error).description.hasPrefix("bt2446a defines how it is applied to color"))
    #expect(throws: Never.self) { try ToneOperator.bt2390.applied(by: .rgb).curve(from: hdr, to: sdr) }
    #expect(ToneOperator.bt2390.applied(by: .rgb) != .bt2390)
  }

  @Test("ST 2094-50 without its tone map is rejected, and with a white that is not above black")
  func headroomAdaptiveToneMap() throws {
    for target in [sdr, hdr] {
      let error = #expect(throws: ToneCurveError.self) { try ToneOperator.st2094_50.curve(from: hdr, to: target) }
      #expect(try #require(error).description.hasPrefix("st2094-50 needs"))
    }
    let dim = try HeadroomAdaptiveToneMap(referenceWhite: .nits(0.2), baselineHeadroom: 2)
    let error = ToneCurveError.referenceWhite(.nits(0.2), black: .nits(0.5))
    #expect(throws: error) {
      try ToneOperator.st2094_50(dim).curve(from: .nits(0.5...1000), to: sdr)
    }
    #expect(throws: error) {
      try ToneOperator.st2094_50(dim).curve(from: hdr, to: .nits(0.5...203))
    }
    #expect(error.description.contains("0.2 cd/m²") && error.description.contains("0.5 cd/m²"))
  }

  @Test("a reference white that a caller gives must be above black, too", arguments: [0.5, 0.1, .nan])
  func givenReferenceWhite(bad: Double) throws {
    let (white, range) = (Luminance.nits(bad), LuminanceRange.nits(0.5...1000))
    let tone = ToneOperator.st2094_50(try #require(.graded(for: hdr)))
    for (source, target) in [(white, nil), (nil, white)] as [(Luminance?, Luminance?)] {
      let error = #expect(throws: ToneCurveError.self) {
        try tone.curve(from: range, to: range, sourceWhite: source, targetWhite: target)
      }
      guard case .referenceWhite(let found, let black)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found.description == white.description && black == range.black)
    }
  }

  @Test("a gain's light and gain are numbers")
  func gainCurve() {
    for (x, y) in [(Double.nan, 0.0), (1, .nan), (65, 0), (1, 7)] {
      #expect(throws: HeadroomAdaptiveToneMapError.self) { try GainCurve(x: [.init(x)], y: [Stops(y)]) }
    }
  }

  @Test("ACES 2 is rejected for a target that is too dark for its formula")
  func aces2() throws {
    let dark = LuminanceRange.nits(0...40)
    let error = ToneCurveError.targetPeak("aces2-tonescale", found: .nits(40), expected: .nits(48)...(.nits(10_000)))
    #expect(throws: error) { try ToneOperator.aces2ToneScale.curve(from: hdr, to: dark) }
    #expect(error.description.contains("40 cd/m²") && error.description.contains("48.0…10000.0"))
    #expect(throws: Never.self) { try ToneOperator.aces2ToneScale.curve(from: hdr, to: .nits(0...48)) }
  }

  @Test("a scene average that is not a luminance is rejected", arguments: [-1, Double.nan])
  func average(bad: Double) throws {
    let error = #expect(throws: ToneCurveError.self) {
      try ToneOperator.spline.curve(from: hdr, to: sdr, sceneAverage: .nits(bad))
    }
    #expect(try #require(error).description.hasPrefix("the scene's average is"))
  }

  @Test("the spline's own initializer traps on an average that is NaN")
  func averageOfTheSpline() async {
    await #expect(processExitsWith: .failure) {
      _ = LibplaceboSpline(from: .nits(0...1000), to: .nits(0...203), sceneAverage: .nits(.nan))
    }
  }

  @Test("BT.2446 A traps on a white below black")
  func whiteOfBT2446A() async {
    await #expect(processExitsWith: .failure) {
      _ = BT2446A(from: .nits(0...1000), to: .nits(0...203), sdrWhite: .nits(-1))
    }
  }

  @Test("a Bézier curve outside the unit square or with too many anchors is rejected")
  func bezierCurve() throws {
    for knee: (RelativeLevel, RelativeLevel) in [(-0.1, 0), (0, 1.1), (RelativeLevel(.nan), 0)] {
      let error = #expect(throws: ToneCurveError.self) { try BezierCurve(knee: knee, anchors: [0.5]) }
      #expect(try #require(error).description.contains("knee"))
    }
    let knee: (RelativeLevel, RelativeLevel) = (0.1, 0.1)
    #expect(throws: ToneCurveError.anchor(1.2, index: 1)) { try BezierCurve(knee: knee, anchors: [0.5, 1.2]) }
    #expect(throws: ToneCurveError.anchorCount(16)) {
      try BezierCurve(knee: knee, anchors: Array(repeating: 0.5, count: 16))
    }
    #expect(ToneCurveError.anchor(1.2, index: 1).description.hasPrefix("anchor 2 "))
    #expect(throws: Never.self) { try BezierCurve(knee: knee, anchors: Array(repeating: 1, count: 15)) }
    #expect(try BezierCurve(knee: (0, 0), anchors: []).output(0.3) == 0.3)
    #expect(try BezierCurve(knee: (1, 0.7), anchors: [0.5]).output(1) == 0.7)
  }
}
