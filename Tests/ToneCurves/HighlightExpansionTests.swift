import Colorimetry
import Foundation
import Testing
import ToneCurves

/// The expansion of highlights keeps what its documentation promises.
@Suite struct HighlightExpansionTests {
  @Test(arguments: [203.0, 100], [400.0, 1000, 4000])
  func theLawHolds(_ white: Double, _ peak: Double) {
    let curve = HighlightExpansion(from: .nits(0...white), to: .nits(0...peak))
    var (last, lastSlope) = (0.0, 0.0)
    for step in 1...2000 {
      // BT.1886 with a black of 0.
      let signal = Double(step) / 2000
      let light = white * pow(signal, 2.4)
      let mapped = curve(.nits(light)).nits
      if step <= 1000 { #expect(mapped == light || abs(mapped / light - 1) < 1e-12) }
      #expect(mapped > last && mapped <= peak * (1 + 1e-12))
      // In the signal, slopes change little from step to step: there is no breakpoint.
      let slope = log(mapped / max(last, 1e-12)) / log(signal / max(signal - 1 / 2000, 1e-12))
      if step > 20 { #expect(abs(slope - lastSlope) < 0.06, "at \(signal)") }
      (last, lastSlope) = (mapped, slope)
    }
    #expect(abs(last / peak - 1) < 1e-12)
    #expect(curve(.nits(5000)).nits == last && curve(.nits(.nan)).nits.isNaN)
  }
}
