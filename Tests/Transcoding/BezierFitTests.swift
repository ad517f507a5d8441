import Testing
import ToneMapping
import Transcoding

/// Curves in the integers of HDR10+, near other curves.
@Suite("fits of HDR10+ curves")
struct BezierFitTests {
  /// The maximum distance in codes of 10-bit PQ, at places of the test's own.
  private func distance(_ fit: BezierFit, to curve: any ToneCurve) throws -> Double {
    let bezier = try BezierCurve(
      knee: (RelativeLevel(Double(fit.kneeX) / 4095), RelativeLevel(Double(fit.kneeY) / 4095)),
      anchors: fit.anchors.map { Double($0) / 1023 })
    let pq = PerceptualQuantizer()
    let (source, target) = (curve.source.peak.nits, curve.target.peak.nits)
    let end = pq.inverseEOTF(curve.source.peak).value
    return (0..<1999).map { step in
      let light = min(pq.eotf(SignalLevel(end * Double(step) / 1998)), curve.source.peak)
      let fitted = Luminance.nits(target * bezier.output(light.nits / source))
      return abs(pq.inverseEOTF(fitted).value - pq.inverseEOTF(curve(light)).value) * 1023
    }.max()!
  }

  /// How close BT.2390's curve can be met: for scenes up to five times as bright as the display, and for brighter ones.
  @Test(
    "the distance is the one that is reported, and small",
    arguments: [
      (110.0, 100.0, 0.01), (450, 100, 0.25), (210, 203, 0.1), (300, 203, 0.05), (700, 203, 0.15), (1000, 203, 0.25),
      (450, 400, 0.01), (1000, 400, 0.05), (1600, 400, 0.15), (1000, 600, 0.02), (1600, 1000, 0.1), (4000, 1000, 0.1),
      (495, 100, 0.3), (1990, 400, 0.3), (4990, 1000, 0.3), (1000, 100, 4), (4000, 400, 5), (10_000, 1000, 5),
      (10_000, 203, 28), (10_000, 100, 37),
    ])
  func bt2390(peak: Double, display: Double, bound: Double) throws {
    let curve = BT2390(from: .nits(0...peak), to: .nits(0...display))
    let fit = BezierFit(curve)
    let (found, told) = (try distance(fit, to: curve), fit.error.value * 1023)
    // Told at other places, as close to each other as the test's.
    #expect(abs(found - told) <= told * 0.03 + 0.01, "\(found), told \(told)")
    #expect(found < bound, "\(found)")
    #expect(fit.anchors.count == 9 && fit.anchors == fit.anchors.sorted() && fit.anchors.allSatisfy { $0 <= 1023 })
    #expect(fit.kneeX <= 4095 && fit.kneeY <= 4095)
  }

  @Test("a curve that HDR10+ can carry is met")
  func itself() throws {
    for (knee, anchors) in [
      (SIMD2(410.0, 819.0), [300.0, 450, 600, 700, 800, 900, 950, 990, 1010]), (SIMD2(80, 160), [256, 512, 767]),
      (SIMD2(0, 0), [200, 400, 600]),
    ] {
      let curve = ST2094_40(
        from: .nits(0...2000), to: .nits(0...500),
        bezier: try BezierCurve(
          knee: (RelativeLevel(knee.x / 4095), RelativeLevel(knee.y / 4095)),
          anchors: anchors.map { $0 / 1023 }))
      // Nine whole anchors, of other numbers of them too.
      let found = try distance(BezierFit(curve), to: curve)
      #expect(found < 0.5, "\(found) for \(anchors)")
    }
  }

  @Test("what is no brighter than the display has a line")
  func line() throws {
    let line = BezierFit.line
    let bezier = try BezierCurve(
      knee: (RelativeLevel(Double(line.kneeX)), RelativeLevel(Double(line.kneeY))),
      anchors: line.anchors.map { Double($0) / 1023 })
    for x in [0.0, 0.1, 0.35, 0.8, 1] { #expect(abs(bezier.output(x) - x) <= 5e-4) }
  }
}
