import ColorOperations
import Colorimetry
import RealModule
import Testing

import GamutMaps

@Suite struct GamutCompressionTests {
  let map = GamutCompression(from: .bt2020, to: .bt709, peak: .nits(203))
  let matrix = RGBPrimaries.bt2020.matrix(to: .bt709)

  /// The largest distances, determined here over the source's primaries and all mixtures of two.
  @Test func limitsHoldTheSource() {
    var found = SIMD3<Double>()
    for step in 0...3000 {
      let t = Double(step) / 3000
      for mix in [SIMD3(1 - t, t, 0), SIMD3(0, 1 - t, t), SIMD3(t, 0, 1 - t)] {
        let color = matrix * mix
        found = pointwiseMax(found, (color.max() - color) / color.max())
      }
    }
    for i in 0..<3 { #expect(map.limits[i] >= found[i] && map.limits[i] < found[i] + 1e-3) }
    #expect(GamutCompression(from: .bt709, to: .bt2020, peak: .nits(203)).limits.max() <= 1)
  }

  @Test func theSourcesLimitLandsOnTheHull() {
    // Near BT.2020's green and cyan, the red component of BT.709 is the smallest; its limit is reached only where green
    // and blue are equal in the display's components.
    for light in [Light.nits(0, 10, 10.945), Light.nits(0, 5, 5.4725)] {
      let out = map(light).components
      #expect(out.x >= 0 && out.x < 1e-3 * out.max(), "\(out)")
    }
  }

  /// The smallest threshold is that of ACES for magenta, 0.803; below it, nothing moves.
  @Test func belowTheThresholdsNothingMoves() {
    let inside = Light(RGBPrimaries.bt709.matrix(to: .bt2020) * SIMD3(100, 20, 30))
    let exact = matrix * inside.components
    #expect(map(inside).components == exact)
  }

  /// The curve at a point of each component, with the thresholds and the power as ACES 1.3 prints them: cyan, magenta and yellow.
  @Test(arguments: [(0, 0.815, SIMD3(5, 30, 25)), (1, 0.803, SIMD3(30.0, 4, 28)), (2, 0.880, SIMD3(30.0, 25, 2))])
  func theCurveIsTheReferences(component: Int, threshold: Double, nits: SIMD3<Double>) {
    let power = 1.2
    let limit = map.limits[component]
    let scale =
      (limit - threshold) / Double.pow(Double.pow((1 - threshold) / (limit - threshold), -power) - 1, 1 / power)
    let light = Light(nits)
    let color = matrix * light.components
    let distance = (color.max() - color[component]) / color.max()
    #expect(distance > threshold)
    let x = (distance - threshold) / scale
    let expected = threshold + scale * x / Double.pow(1 + Double.pow(x, power), 1 / power)
    let out = map(light).components
    // Scaling to luminance preserves ratios.
    #expect(abs((out.max() - out[component]) / out.max() - expected) < 1e-12)
  }

  @Test(arguments: [GamutOperator.compress, .desaturate]) func luminanceIsKept(name: GamutOperator) {
    for route in Route.all {
      let map = route.map(name)
      for light in route.hull(count: 9) {
        let before = (route.source.luminanceWeights * light.components).sum()
        let after = (route.target.luminanceWeights * map(light).components).sum()
        #expect(abs(after - before) < 1e-9 * route.peak, "\(route), \(light)")
      }
    }
  }
}
