import ColorOperations
import Colorimetry
import RealModule
import Testing

import GamutMaps

/// The additional promises of `perceptual`, over the whole hull of the source.
@Suite struct PerceptualLawsTests {
  static let steps = 33

  @Test(arguments: Route.shrinking + Route.others) func hueStays(route: Route) {
    let turns = hueTurns(of: route.perceptual, over: route.hull(count: Self.steps), on: route)
    print("hue drift, \(route): \(turns)")
    // In their own space, the paths preserve hue exactly; the lattice adds up to half a degree between its nodes.
    #expect(turns.maximum < 1 && turns.median < 0.15, "\(turns.at)")
    #expect(turns.red < 1.75 && turns.blue < 15)
  }

  @Test(arguments: [0, 0.25, 0.75, 1.0]) func hueStaysAtEveryChromaPreservation(preservation: Double) {
    let route = Route.shrinking[0]
    let map = PerceptualGamutMap(
      from: route.source, to: route.target, peak: .nits(route.peak), chromaPreservation: preservation)
    let turns = hueTurns(of: map, over: route.hull(count: 25), on: route)
    print("hue drift, chroma preservation \(preservation): \(turns)")
    #expect(turns.maximum < 1 && turns.median < 0.15, "\(turns.at)")
    // The level paths of the hottest reds are the longest.
    #expect(turns.red < (preservation == 0 ? 5 : 1.75) && turns.blue < 15)
  }

  /// Around a circle of hues, from red over yellow back to red, the hue of what is shown never runs back and makes no jump.
  @Test(arguments: Route.shrinking, [0.1, 0.3, 0.75, 2]) func hueNeverRunsBack(route: Route, level: Double) {
    let corners: [SIMD3<Double>] = [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1], [1, 0, 0]]
    func angle(_ color: ICtCp) -> Double { .atan2(y: color.cp.value, x: color.ct.value) * 180 / .pi }
    func turn(_ from: Double, _ to: Double) -> Double { (to - from).remainder(dividingBy: 360) }
    let map = route.perceptual
    for saturation in [1, 0.9, 0.7] {
      // Evenly in the root of light, which is nearly even in hue.
      let circle = (0...3072).map { step in
        let (corner, part) = (min(step / 512, 5), Double(step - 512 * min(step / 512, 5)) / 512)
        let root = corners[corner] * (1 - part) + corners[corner + 1] * part
        return Light((SIMD3(repeating: 1 - saturation) + saturation * root * root) * (level * route.peak))
      }
      let before = circle.map { angle(perceived($0, in: route.source)) }
      let after = circle.map { angle(perceived(map($0), in: route.target)) }
      let direction = turn(before[0], before[1]) < 0 ? -1.0 : 1
      let turns = zip(after, after.dropFirst()).map { direction * turn($0, $1) }
      let sources = zip(before, before.dropFirst()).map { direction * turn($0, $1) }
      print(
        "hue circle, \(route), \(level), \(saturation): \(turns.min()!) to \(turns.max()!)°, source \(sources.min()!) to \(sources.max()!)°"
      )
      #expect(turns.min()! > -1e-3 && turns.max()! < 2 * sources.max()!)
      #expect(abs(turns.reduce(0, +) - 360) < 1e-6)
    }
  }

  @Test(arguments: Route.shrinking + Route.others) func theCoreIsUntouched(route: Route) {
    let map = route.perceptual
    let matrix = route.source.matrix(to: route.target)
    var (core, held, all) = (0, 0, 0)
    for light in route.hull(count: Self.steps) {
      let exact = matrix * light.components
      all += 1
      guard exact.min() >= 0 && exact.max() <= route.peak else { continue }
      held += 1
      let moved = map(light).components - exact
      if max(moved.max(), -moved.min()) < 1e-12 * route.peak { core += 1 }
    }
    print("core, \(route): \(core) of \(held) in the cube of \(all)")
    #expect(core > held / 4)
    // This can fail: most colors of the source are moved.
    #expect(all > 2 * core)
  }

  /// The map changes no color's path, and preserves the order along it, so no two colors become one.
  @Test(arguments: Route.shrinking + Route.others) func noTwoColorsOfAPathMeet(route: Route) {
    let map = route.rule
    for position in stride(from: 0.5, to: 256, by: 3.7) {
      let cusp = map.cusp(hue: position)
      for column in stride(from: 1.5, to: 47, by: 2.1) {
        let path = map.paths.path(column: column, cusp: cusp, white: map.space.white)
        let radius = map.radius(hue: position, column: column)
        var last = 0.0
        for step in 1...65 {
          let chroma = radius * Double(step) / 20
          let place = OpponentSpace.OpponentColor(intensity: path(chroma).intensity, chroma: chroma, hue: position)
          let move = map.move(place)
          let landed = chroma - move.removed
          // Up to 3.25 times the chroma of the hull, which is as far as BT.2020 reaches.
          #expect(landed > last && landed <= radius * (1 + 1e-12), "\(position), \(column), \(step)")
          let there = path(landed).intensity
          #expect(abs(place.intensity + move.change - there) < 1e-9, "\(position), \(column), \(step)")
          last = landed
        }
      }
    }
  }

  static let hotLights: KeyValuePairs<String, SIMD3<Double>> = [
    "red": [1, 0, 0], "orange": [1, 0.35, 0], "green": [0, 1, 0], "cyan": [0, 1, 1], "blue": [0, 0, 1],
    "violet": [0.4, 0, 1], "magenta": [1, 0, 1], "BT.709's red": [0.6274, 0.0691, 0.0164],
    "BT.709's blue": [0.0433, 0.0114, 0.8956],
  ]

  /// A hot saturated light keeps its gradation: every step remains visible, from where clipping would end it to the peak.
  @Test(arguments: hotLights.map { ($0.key, $0.value) }) func hotLightsKeepTheirGradation(
    name: String, color: SIMD3<Double>
  ) {
    let ramp = Self.ramp(color, by: Route.shrinking[0].perceptual)
    print("minimum part of a step kept, \(name): \(ramp.minimum)")
    // A tenth of a step of about 2 just noticeable differences.
    #expect(ramp.minimum > 0.3)
  }

  /// Chroma is preserved at the cost of gradation. The notebook gives 38, 35 and 29 just noticeable differences, for a source of 52.
  @Test func aRedRampIsTheShorterTheMoreChromaIsPreserved() {
    let route = Route.shrinking[0]
    let lengths = [0, 0.5, 1].map { preservation in
      Self.ramp(
        [1, 0, 0],
        by: PerceptualGamutMap(
          from: route.source, to: route.target, peak: .nits(route.peak), chromaPreservation: preservation)
      ).length
    }
    #expect(abs(lengths[0] - 38) < 1 && abs(lengths[1] - 35) < 1 && abs(lengths[2] - 29) < 1, "\(lengths)")
  }

  /// A ramp from where clipping would end a light to the peak: its length in just noticeable differences, and the smallest fraction of a
  /// step that is kept.
  static func ramp(_ color: SIMD3<Double>, by map: PerceptualGamutMap) -> (length: Double, minimum: Double) {
    let route = Route.shrinking[0]
    let full = color * (route.peak / route.brightness(color))
    let start = 0.9 * route.peak / (route.source.matrix(to: route.target) * full).max()
    let ramp = (0...32).map { full * Double.pow(start, 1 - Double($0) / 32) }
    var (length, minimum) = (0.0, Double.infinity)
    for (a, b) in zip(ramp, ramp.dropFirst()) {
      let step = difference(perceived(Light(a), in: route.source), perceived(Light(b), in: route.source))
      let kept = difference(perceived(map(Light(a)), in: route.target), perceived(map(Light(b)), in: route.target))
      length += kept
      minimum = min(minimum, kept / step)
    }
    return (length, minimum)
  }

  /// The growth of steps of 1e-4 of the signal is bounded, including at neutrals and where the hue position wraps around.
  @Test(arguments: Route.shrinking) func smallStepsStaySmall(route: Route) {
    let (worst, at) = growth(of: route, around: route.hull(count: 21).filter { $0.components.max() > 0 })
    print("worst growth of a small step, \(route): \(worst) at \(at)")
    #expect(worst < 6, "\(at)")
  }
}

extension OpponentSpace.OpponentColor {
  /// The place of a chroma on the ray of a hue position, which may be fractional.
  init(intensity: Double, chroma: Double, hue: Double) {
    let (x, y) = OpponentSpace.direction(at: hue)
    self.init(SIMD3(intensity, chroma * x, chroma * y))
  }
}
