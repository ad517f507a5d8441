import Colorimetry
import Foundation
import Testing
import ToneCurves

@Suite("breakpoints")
struct BreakpointTests {
  private struct Stating: ToneCurve {
    let source = LuminanceRange.nits(0...1000)
    let target = LuminanceRange.nits(0...203)
    let breakpoints: [Luminance]
    func callAsFunction(_ light: Luminance) -> Luminance { light }
  }

  @Test("they are sorted, and luminances that cannot be are ignored")
  func sorted() {
    let curve = Stating(breakpoints: [5.0, 1, 9, 5, 0, -3, .infinity, .nan, 2].map { .nits($0) })
    #expect(curve.knots.map(\.nits) == [1, 2, 5, 9])
  }

  @Test("between breakpoints a curve is smooth: polynomials of the PQ signal converge on every piece")
  func smooth() throws {
    let pq = PerceptualQuantizer()
    for (tone, ranges, curve) in try RegistryLawTests.curves() {
      // Start at 1 cd/m², and at 0.1 in PQ above a black that is not 0, because PQ itself is steep next to it.
      let start = max(1, pq.eotf(SignalLevel(pq.inverseEOTF(ranges.source.black).value + 0.1)).nits)
      let end = min(10_000, 1.2 * ranges.source.peak.nits)
      let inside = curve.knots.map(\.nits).filter { $0 > start && $0 < end }
      for (low, high) in zip([start] + inside, inside + [end]) {
        let (a, b) = (pq.inverseEOTF(.nits(low.nextUp)).value, pq.inverseEOTF(.nits(high.nextDown)).value)
        let error = interpolationError(a, b) { curve(pq.eotf(SignalLevel($0))).nits } / ranges.target.peak.nits
        // At this degree, a jump of the slope that is not a breakpoint leaves 1e-4, a jump of the second derivative
        // 1e-6.
        #expect(error < 3e-8, "\(tone) \(ranges.testDescription) \(low)…\(high): \(error)")
      }
    }
  }

  /// The largest error of Chebyshev interpolation of degree 15 on each of 16 equal parts of an interval.
  private func interpolationError(_ a: Double, _ b: Double, _ f: (Double) -> Double) -> Double {
    guard b - a > 1e-9 else { return 0 }
    let degree = 15
    let parts = 16
    var worst = 0.0
    for part in 0..<parts {
      let low = a + (b - a) * Double(part) / Double(parts)
      let half = (b - a) / Double(2 * parts)
      func place(_ t: Double) -> Double { low + half * (1 + t) }
      let nodes = (0...degree).map { cos((2 * Double($0) + 1) * .pi / Double(2 * degree + 2)) }
      let values = nodes.map { f(place($0)) }
      for test in [-0.97, -0.5, 0.013, 0.41, 0.89] {
        var (above, below) = (0.0, 0.0)
        for (k, node) in nodes.enumerated() {
          // Barycentric weights of these nodes.
          let weight = (k % 2 == 0 ? 1 : -1) * sin((2 * Double(k) + 1) * .pi / Double(2 * degree + 2)) / (test - node)
          above += weight * values[k]
          below += weight
        }
        worst = max(worst, abs(above / below - f(place(test))))
      }
    }
    return worst
  }
}
