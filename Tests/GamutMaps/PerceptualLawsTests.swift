import Colorimetry
import RealModule
import Testing

@testable import GamutMaps

/// What `perceptual` promises beyond the others, over the whole hull of the source.
@Suite struct PerceptualLawsTests {
  /// 41 steps to the PQ of blue at luminance 203 are finer than 33 to the PQ of white.
  static let steps = 41

  @Test(arguments: Route.shrinking + Route.others) func hueStays(route: Route) {
    let map = route.perceptual
    var (worst, at) = (0.0, Light(0, 0, 0))
    for light in route.hull(count: Self.steps) {
      let before = perceived(light, in: route.source)
      let after = perceived(map(light), in: route.target)
      let chromas = Double.hypot(before.ct, before.cp) * Double.hypot(after.ct, after.cp)
      // Below this chroma, a quarter of a just noticeable difference, an angle says nothing.
      guard min(Double.hypot(before.ct, before.cp), Double.hypot(after.ct, after.cp)) > 5e-4 else { continue }
      let sine = (before.ct * after.cp - before.cp * after.ct) / chromas
      let turn = abs(Double.asin(min(max(sine, -1), 1))) * 180 / .pi
      if turn > worst { (worst, at) = (turn, light) }
    }
    print("hue drift, \(route): \(worst)° at \(at)")
    // The law is 1°. What there is comes from the fold at blue, where up to 0.6 % of the light is clipped.
    #expect(worst < 0.9, "\(at)")
  }

  @Test(arguments: Route.shrinking + Route.others) func theCoreIsUntouched(route: Route) {
    let map = route.perceptual
    let matrix = route.source.matrix(to: route.target)
    var (core, sure, held, all) = (0, 0, 0, 0)
    for light in route.hull(count: Self.steps) {
      let exact = matrix * light.components
      all += 1
      if exact.min() >= 0 && exact.max() <= route.peak { held += 1 }
      let out = map(light).components
      if out == exact { core += 1 }
      if map.isSurelyCore(exact) {
        sure += 1
        // The glance says what the long way says: the hull is further out than 1/0.9 of the way.
        #expect(out == exact || light.components.min() == light.components.max(), "\(light)")
        let crossing = map.line(through: exact).flatMap { map.hull.crossing(of: $0, before: map.reach) }
        #expect(crossing == nil, "\(light)")
      }
    }
    print("core, \(route): \(core) of \(held) in the cube of \(all), \(sure) at a glance")
    #expect(core > held / 2 && sure > core / 2)
  }

  /// Colors along one line keep their order and their distance.
  @Test(arguments: Route.shrinking + Route.others) func noTwoColorsOfALineMeet(route: Route) {
    let map = route.perceptual
    let matrix = route.target.matrix(to: route.source)
    var least = Double.infinity
    for light in route.hull(count: 9) where light.components.max() > 0.01 {
      guard let line = map.line(through: route.source.matrix(to: route.target) * light.components) else { continue }
      let end = ICtCp.fromPQ * line.direction
      guard Double.hypot(end.y, end.z) > 1e-3 else { continue }
      var last = -1.0
      for step in 1...40 {
        let color = map.hull.light(on: line, at: Double(step) / 40)
        let source = matrix * color
        // Near blue a line may leave the source, or rise above the peak's luminance, on its way to a color that does not.
        guard source.min() > 0, (route.source.luminanceWeights * source).sum() < route.peak else { break }
        let out = perceived(map(Light(source)), in: route.target)
        let chroma = Double.hypot(out.ct, out.cp)
        let gain = (chroma - last) / (Double.hypot(end.y, end.z) / 40)
        // BT.2020's own blue corner overhangs too: the last 0.1 % of it all land on the hull.
        let isInFold = source.min() < 1e-3 * source.z
        #expect(gain > (isInFold ? -1e-4 : 0) || last < 0, "\(light), \(step)")
        if last >= 0 { least = min(least, gain) }
        last = chroma
      }
    }
    print("least slope along a line, \(route): \(least)")
  }

  static let hotLights: KeyValuePairs<String, SIMD3<Double>> = [
    "red": [1, 0, 0], "orange": [1, 0.35, 0], "green": [0, 1, 0], "cyan": [0, 1, 1], "blue": [0, 0, 1],
    "violet": [0.4, 0, 1], "magenta": [1, 0, 1], "BT.709's red": [0.6274, 0.0691, 0.0164],
    "BT.709's blue": [0.0433, 0.0114, 0.8956],
  ]

  /// A hot saturated light keeps its gradation: each step up is seen, from where clipping would end it to the peak.
  @Test(arguments: hotLights.map { ($0.key, $0.value) }) func hotLightsKeepTheirGradation(
    name: String, color: SIMD3<Double>
  ) {
    let route = Route.shrinking[0]
    let map = route.perceptual
    let full = color * (route.peak / (route.source.luminanceWeights * color).sum())
    let start = 0.9 * route.peak / (route.source.matrix(to: route.target) * full).max()
    var least = Double.infinity
    let ramp = (0...32).map { full * Double.pow(start, 1 - Double($0) / 32) }
    for (a, b) in zip(ramp, ramp.dropFirst()) {
      let step = difference(perceived(Light(a), in: route.source), perceived(Light(b), in: route.source))
      let kept = difference(perceived(map(Light(a)), in: route.target), perceived(map(Light(b)), in: route.target))
      least = min(least, kept / step)
    }
    print("least part of a step kept, \(name): \(least)")
    #expect(least > 0.4)
  }

  /// Steps of 1e-4 of the signal move the result by no more than a bounded multiple, at neutrals and at hue's ends too.
  @Test(arguments: Route.shrinking) func smallStepsStaySmall(route: Route) {
    let (worst, at) = growth(of: route, around: route.hull(count: 21).filter { $0.components.max() > 0 })
    print("worst growth of a small step, \(route): \(worst) at \(at)")
    // 15 at BT.709's blue corner, where lines run along the hull; 8 elsewhere. Where lines cross the hull twice it is hundreds.
    #expect(worst < 20, "\(at)")
  }
}
