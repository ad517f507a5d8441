import ColorOperations
import Colorimetry
import RealModule
import TestSupport
import Testing

import GamutMaps

extension OpponentSpace {
  /// The light of the display in cd/m² for F(L), F(M), F(S). F is odd: a negative value stands for a negative cone response.
  func light(of coded: SIMD3<Double>) -> SIMD3<Double> {
    let roots = SIMD3(Double.exp2(coded.x), Double.exp2(coded.y), Double.exp2(coded.z)) - 1
    return components * (roots * pointwiseMax(roots, -roots))
  }
}

/// The parts of `perceptual`, and the whole against a second implementation of its numbered steps.
@Suite struct PerceptualSpecificationTests {
  @Test(arguments: [
    (Route.shrinking[0], "gamut_perceptual.csv"), (Route.shrinking[1], "gamut_perceptual_p3.csv"),
    (Route.holding[1], "gamut_perceptual_held.csv"),
  ])
  func agreesWithTheNotebook(route: Route, table: String) throws {
    let map = route.perceptual
    var moved = 0
    for row in try Vectors.rows(table) {
      func number(_ title: String) throws -> Double { try #require(Double(row[title] ?? "")) }
      let light = Light.nits(try number("R"), try number("G"), try number("B"))
      let expected = SIMD3(try number("R_out"), try number("G_out"), try number("B_out"))
      let out = map(light).components
      let error = max((out - expected).max(), (expected - out).max())
      // The notebook finds radii by other steps, so a node may be rounded the other way: 2⁻¹⁴ of the light that comes in.
      #expect(error <= 6.2e-5 * light.components.max(), "\(light): \(out), not \(expected)")
      let plain = route.source.matrix(to: route.target) * light.components
      if max((plain - expected).max(), (expected - plain).max()) > 1e-3 * route.peak { moved += 1 }
    }
    #expect(moved > 100)
  }

  /// Neutrals have no hue, yellow lies at position 160, and the conversion to the space is invertible.
  @Test func neutralsHaveNoHueAndYellowIsOnItsNode() {
    for route in Route.shrinking + Route.holding {
      let space = OpponentSpace(target: route.target, peak: route.peak)
      for level in [1e-6, 0.01, 0.5, 1] {
        let place = space.color(of: OpponentSpace.curve(space.cones * SIMD3(repeating: level * route.peak)))
        #expect(place.chroma < 1e-12 && place.intensity <= space.white * (1 + 1e-12))
      }
      let yellow = space.color(of: OpponentSpace.curve(space.cones * SIMD3(route.peak, route.peak, 0)))
      #expect(abs(yellow.hue - 160) < 1e-9 && yellow.x < 0, "\(route)")
      // Whole positions and their directions match.
      for position in 0..<256 {
        let (x, y) = OpponentSpace.direction(at: Double(position))
        #expect(abs(x) + abs(y) == 1 && OpponentSpace.OpponentColor(SIMD3(1, x, y)).hue == Double(position))
      }
      let light = SIMD3(0.3, 0.1, 0.7) * route.peak
      let back = space.light(of: OpponentSpace.curve(space.cones * light)) - light
      #expect(max(back.max(), -back.min()) < 1e-8 * route.peak)
    }
  }

  /// At a primary or a secondary, the ring contains that color itself.
  @Test(arguments: Route.shrinking) func theRingMeetsTheCorners(route: Route) {
    let space = route.rule.space
    let ring = space.hueRing(full: route.peak)
    for corner: SIMD3<Double> in [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]] {
      let color = space.color(of: OpponentSpace.curve(space.cones * corner * route.peak))
      let node = Int(color.hue)
      let (low, high) = (ring[node], ring[(node + 1) % 256])
      // Next to blue, the ring falls by 0.2 from one position to the next.
      #expect(min(abs(low - color.intensity), abs(high - color.intensity)) < 0.1, "\(corner)")
    }
  }

  /// Every path leaves the hull once, at the radius in the table.
  @Test(arguments: Route.shrinking + Route.others) func pathsLeaveTheHullOnce(route: Route) {
    let map = route.rule
    for position in stride(from: 0, to: 256, by: 3) {
      let (x, y) = OpponentSpace.direction(at: Double(position))
      let cusp = map.cusp(hue: Double(position))
      for column in stride(from: 1, to: PerceptualPaths.columns - 1, by: 3) {
        let path = map.paths.path(column: Double(column), cusp: cusp, white: map.space.white)
        let radius = map.radius(hue: Double(position), column: Double(column))
        for step in 1...60 {
          let chroma = radius * Double(step) / 20
          let coded = SIMD3(repeating: path(chroma).intensity) + map.space.coded * SIMD3(0, chroma * x, chroma * y)
          let excess = map.excess(of: map.space.light(of: coded), moving: .zero).value
          let isInside = step < 20
          #expect(
            isInside ? excess < 0 : step == 20 ? abs(excess) < 1e-5 : excess > 0, "\(position), \(column), \(step)")
        }
      }
    }
  }

  /// The slope used by Newton's method is that of the path.
  @Test(arguments: [0, 0.5, 1.0]) func pathsHaveTheirSlope(preservation: Double) {
    let paths = PerceptualPaths(preservation: preservation)
    for column in [5.0, 24, 25, 33.3, 47] {
      let path = paths.path(column: column, cusp: 2.5, white: 3.9)
      for chroma in [0.01, 0.2, 0.7, 1.4] {
        let slope = (path(chroma + 1e-6).intensity - path(chroma - 1e-6).intensity) / 2e-6
        #expect(abs(path(chroma).slope - slope) < 1e-6 * (1 + abs(slope)))
        // A color on the path has its column.
        let back = paths.column(intensity: path(chroma).intensity, chroma: chroma, cusp: 2.5, white: 3.9).column
        #expect(preservation == 0 || abs(back - column) < 1e-6, "\(column), \(back)")
      }
    }
  }

  /// A hot red gives up intensity, a dark green stays level, and the chroma preservation determines how much.
  @Test func brightColorsFall() {
    func move(_ light: Light, preservation: Double) -> (change: Double, removed: Double, part: Double) {
      let rule = PerceptualRule(target: .bt709, peak: .nits(203), compresses: true, chromaPreservation: preservation)
      let color = RGBPrimaries.bt2020.matrix(to: .bt709) * light.components
      return rule.move(rule.space.color(of: OpponentSpace.curve(rule.space.cones * color)))
    }
    let (hot, dark) = (Light.nits(773, 0, 0), Light.nits(0, 10, 0))
    #expect(move(hot, preservation: 0).change == 0 && move(dark, preservation: 0.5).change == 0)
    #expect(
      move(hot, preservation: 0.5).change < -0.3
        && move(hot, preservation: 1).change < move(hot, preservation: 0.5).change)
    #expect(move(hot, preservation: 1).removed < move(hot, preservation: 0.5).removed)
    #expect(move(hot, preservation: 0.5).removed < move(hot, preservation: 0).removed)
  }

  /// The rule moves no color of the core, so that the map has no edge where the lattice takes over; sampled densely, most at the core's border.
  @Test(arguments: Route.shrinking + Route.others, [0, 0.75])
  func theCoreIsWithinTheRules(route: Route, preservation: Double) {
    let map = route.perceptual(preserving: preservation)
    let rule = route.rule(of: map)
    let toSource = route.target.matrix(to: route.source)
    let (floor, ceiling) = (map.coreFloor, map.coreCeiling)
    var numbers = SeededNumbers(seed: 21)
    var (core, dimmed) = (0, 0)
    for _ in 0..<100_000 {
      let random = SIMD3<Double>.random(in: 0...1, using: &numbers)
      let (most, minimum) = (random.max(), random.min())
      // A color on the border of the core's floor or ceiling, or anywhere.
      var color = random / most
      let level = Double.random(in: 0...1, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: color = (color + floor) / (1 + floor) * (ceiling * level)
      case 1:
        let least = floor / map.coreWeight
        color = pointwiseMax(color, SIMD3(floor, least, least)) * (ceiling - (1 - ceiling) * level)
      case 2: color = 1 - (most - random + (1 - most) * 0.5) * level
      default: color *= level + minimum
      }
      guard map.isInCore(color), (toSource * color).min() >= 0, color.max() > 1e-4, color.max() <= 1 else { continue }
      core += 1
      let moved = rule(color * route.peak) / route.peak - color
      // Only deep blues, of hardly any luminance, are dimmed.
      let excess = color.max() - (route.target.luminanceWeights * color).sum()
      #expect(max(moved.max(), -moved.min()) < (excess > PerceptualRule.excessFrom ? 1e-3 : 1e-6), "\(color)")
      if excess > PerceptualRule.excessFrom { dimmed += 1 }
    }
    #expect(core > 25_000 && dimmed > 0)
  }

  /// The lattice holds the rule at its nodes, and between them comes near it.
  @Test(arguments: Route.shrinking + Route.holding) func theLatticeFollowsTheRule(route: Route) {
    let (map, rule) = (route.perceptual, route.rule)
    let matrix = map.innerMatrix
    var numbers = SeededNumbers(seed: 22)
    var errors: [Double] = []
    for _ in 0..<20_000 {
      let corner = SIMD3<Double>.random(in: 0...1, using: &numbers)
      let light = corner * corner / (corner * corner).max() * Double.exp2(.random(in: -7...0.7, using: &numbers))
      let color = matrix * light
      guard !map.isInCore(color) else { continue }
      let (found, exact) = (map(light * route.peak, at: Pixel()), rule(color * route.peak))
      errors.append(difference(perceived(Light(found), in: route.target), perceived(Light(exact), in: route.target)))
    }
    errors.sort()
    let (typical, most) = (errors[errors.count / 2], errors[errors.count * 99 / 100])
    print(
      "lattice beside its rule, \(route): median \(typical), 99 % \(most), maximum \(errors.last!) just noticeable differences"
    )
    #expect(typical < 0.5 && most < 4, "\(route)")
  }
}
