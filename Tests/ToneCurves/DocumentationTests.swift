import Colorimetry
import Testing

import ToneCurves

/// The examples in the doc comments, with the numbers given there.
@Suite("documentation")
struct DocumentationTests {
  let hdr = LuminanceRange.nits(0...1000)
  let sdr = LuminanceRange.nits(0...203)

  @Test("the examples of the curves")
  func curves() throws {
    let rollOff = BT2390(from: .nits(0.005...1000), to: .nits(0.1...203))
    let bezier = try BezierCurve(knee: (0.1, 0.15), anchors: [0.3, 0.6])
    let default203 = try ToneOperator.spline.curve(from: hdr, to: sdr)
    let examples: [(any ToneCurve, Double, Double)] = [
      (default203, 203, 94.4), (LibplaceboSpline(from: hdr, to: sdr), 203, 80.0), (rollOff, 600, 201.6),
      (BT2446A(from: hdr, to: sdr), 203, 82.4), (BT2446AInverseToneMap(from: sdr, to: hdr), 203, 999.5),
      (BT2446C(from: hdr, to: sdr), 203, 184.0), (BT2446CInverseToneMap(from: sdr, to: hdr), 203, 332.4),
      (ReferenceWhiteToneMap(from: hdr, to: sdr), 203, 101.5),
      (ST2094_40(from: hdr, to: .nits(0...400), bezier: bezier), 100, 60), (Reinhard(from: hdr, to: sdr), 203, 122.1),
      (Mobius(from: hdr, to: sdr), 203, 137.8), (Hable(from: hdr, to: sdr), 203, 79.3),
      (PBRNeutral(from: hdr, to: sdr), 203, 176.4), (ACES2ToneScale(from: hdr, to: sdr), 203, 64.4),
      (ToneIdentity(from: hdr, to: sdr), 600, 600), (ToneClip(from: hdr, to: sdr), 600, 203),
    ]
    // The comments give one decimal.
    for (curve, light, stated) in examples { expect(curve(.nits(light)).nits, near: stated, or: 0.0501, "\(curve)") }
    try expect(BezierCurve(knee: (0, 0), anchors: [0.25, 0.5, 0.75]).output(0.5), near: 0.5)
  }

  @Test("the breakpoints of BT.2390 are its knee and the source's peak")
  func breakpoints() {
    let found = BT2390(from: hdr, to: sdr).knots.map(\.nits)
    #expect(found.count == 2 && found[1] == 1000)
    expect(found[0], near: 87.8, or: 0.0501)
  }

  @Test("operators are found by the names people type")
  func names() {
    #expect(ToneOperator(named: "pbr-neutral")?.document == "Khronos PBR Neutral Tone Mapper")
    #expect(ToneOperator(named: "none") == .identity)
    #expect(ToneVariant.allCases.map(\.rawValue) == ["brightness", "luminance", "maxrgb", "rgb", "ictcp"])
  }
}

/// The effect of the operators' parameters.
@Suite("parameters")
struct ParameterTests {
  let hdr = LuminanceRange.nits(0...1000)
  let sdr = LuminanceRange.nits(0...203)

  @Test("more contrast in Reinhard's curve lifts white; 0.5 is the default")
  func reinhard() {
    let levels = [0.3, 0.5, 0.7].map { Reinhard(from: hdr, to: sdr, contrast: $0)(.nits(203)).nits }
    #expect(levels[0] < levels[1] && levels[1] < levels[2], "\(levels)")
    #expect(levels[1] == Reinhard(from: hdr, to: sdr)(.nits(203)).nits)
  }

  @Test("the Möbius curve leaves light below its knee unchanged", arguments: [0.1, 0.3, 0.7])
  func mobius(knee: Double) {
    let curve = Mobius(from: hdr, to: sdr, knee: RelativeLevel(knee))
    for part in [0.1, 0.5, 0.99] { expect(curve(.nits(203 * knee * part)).nits, near: 203 * knee * part) }
    #expect(curve(.nits(203 * knee * 1.2)).nits < 203 * knee * 1.2)
    expect(curve.knots[0].nits, near: 203 * knee)
  }

  @Test("with adaptation 0 the spline keeps the light at the knee, with 1 the position of the knee")
  func spline() {
    let still = LibplaceboSpline(from: hdr, to: sdr, kneeAdaptation: 0)
    expect(still.kneeOut, near: still.kneeIn)
    let moved = LibplaceboSpline(from: hdr, to: sdr, kneeAdaptation: 1)
    let pq = PerceptualQuantizer()
    func place(_ knee: Double, _ range: LuminanceRange) -> Double {
      let black = pq.inverseEOTF(range.black).value
      return (knee - black) / (pq.inverseEOTF(range.peak).value - black)
    }
    expect(place(moved.kneeOut, sdr), near: place(moved.kneeIn, hdr))
    expect(place(moved.kneeIn, hdr), near: 0.4)
  }

  @Test("a scene average beyond the knee's limits does not move the knee further")
  func farAverages() {
    let (dark, darker) = (Luminance.nits(0.001), Luminance.nits(0))
    #expect(
      LibplaceboSpline(from: hdr, to: sdr, sceneAverage: dark)
        == LibplaceboSpline(from: hdr, to: sdr, sceneAverage: darker))
    #expect(
      LibplaceboSpline(from: hdr, to: sdr, sceneAverage: .nits(900))
        == LibplaceboSpline(from: hdr, to: sdr, sceneAverage: .nits(5000)))
  }

  @Test("light in ST 2094-50 is relative to the given reference white")
  func referenceWhite() {
    // With twice the white and twice the peak, the picture is the same at twice the light.
    let plain = ReferenceWhiteToneMap(from: hdr, to: .nits(0...100))
    let doubled = ReferenceWhiteToneMap(from: .nits(0...2000), to: .nits(0...200), referenceWhite: .nits(406))
    for light in luminances(hdr, count: 50) {
      expect(doubled(.nits(2 * light.nits)).nits, near: 2 * plain(light).nits)
    }
  }

  @Test("an operator defined for a black of 0 keeps its shape between other blacks")
  func blacks() throws {
    // Both have spans of 1000 and 200 cd/m². Methods A and C and ST 2094-50 also depend on absolute light.
    for tone in [ToneOperator.reinhard, .mobius, .hable, .pbrNeutral, .st2094_40] {
      let plain = try tone.curve(from: .nits(0...1000), to: .nits(0...200), bezier: .sample)
      let raised = try tone.curve(from: .nits(0.5...1000.5), to: .nits(0.25...200.25), bezier: .sample)
      for light in luminances(hdr, count: 50) {
        // Differences of blacks near 1 are exact to 1e-16.
        expect(raised(.nits(light.nits + 0.5)).nits, near: plain(light).nits + 0.25, within: 1e-12, "\(tone)")
      }
    }
  }

  @Test("a round trip through method A is not the identity, because the report has two separate fits")
  func thereAndBack() {
    let (there, back) = (BT2446A(from: hdr, to: sdr), BT2446AInverseToneMap(from: sdr, to: hdr))
    let worst = luminances(.nits(1...1000), count: 100).map { abs(back(there($0)).nits / $0.nits - 1) }.max() ?? 0
    #expect(worst > 0.05 && worst < 0.5, "\(worst)")
  }
}
