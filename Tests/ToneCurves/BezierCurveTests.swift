import Colorimetry
import Testing
import TestSupport
import ToneCurves

/// A curve for other displays than the one for which it was made, by laws that no vector states.
@Suite struct BezierCurveTests {
  private static let curves: [BezierCurve] = {
    var numbers = SeededNumbers(seed: 7)
    return (0..<400).compactMap { index in
      let anchors = (0..<(index % 16)).map { _ in Double.random(in: 0...1, using: &numbers) }.sorted()
      let knee = (
        RelativeLevel(Double.random(in: 0...1, using: &numbers) * [0.02, 0.2, 1, 0][index % 4]),
        RelativeLevel(Double.random(in: 0...1, using: &numbers))
      )
      return try? BezierCurve(knee: knee, anchors: anchors)
    }
  }()

  @Test func noAdaptedCurveFalls() {
    #expect(Self.curves.count == 400)
    let displays = [(400.0, 203.0), (203, 400), (1000, 100), (100, 999), (400, 401), (5000, 600)]
    for (curve, (made, display)) in Self.curves.flatMap({ curve in displays.map { (curve, $0) } }) {
      let adapted = curve.adapted(from: .nits(made), to: .nits(display), scenePeak: .nits(1000))
      var last = 0.0
      for step in 0...500 {
        let light = adapted.output(Double(step) / 500)
        #expect(light >= last - 1e-12 && light <= 1 + 1e-12, "\(curve) for \(display) at \(step)")
        last = light
      }
      #expect(abs(last - 1) < 1e-12)
    }
  }

  /// As the display's peak nears the scene's, light is left as it is.
  @Test func aDisplayAsBrightAsTheSceneIsLeftAlone() {
    for curve in Self.curves {
      let adapted = curve.adapted(from: .nits(300), to: .nits(1000), scenePeak: .nits(1000))
      for step in 0...100 {
        let x = Double(step) / 100
        #expect(abs(adapted.output(x) - x) < 1e-12, "\(curve) at \(x)")
      }
    }
  }

  /// The peak for which a curve was made counts as the scene's where it lies above that.
  @Test func aPeakAboveTheScenesCountsAsThat() throws {
    let curve = try BezierCurve(knee: (0.1, 0.15), anchors: [0.3, 0.6])
    func adapted(from made: Double) -> BezierCurve {
      curve.adapted(from: .nits(made), to: .nits(203), scenePeak: .nits(1000))
    }
    #expect(adapted(from: 4000) == adapted(from: 1000) && adapted(from: 203) == curve)
  }
}
