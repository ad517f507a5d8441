import ColorOperations
import Colorimetry
import RealModule

import GamutMaps

/// A source and a display on which the laws are tested.
struct Route: CustomStringConvertible, Sendable {
  let name: String
  let source, target: RGBPrimaries
  let peak: Double

  var description: String { name }

  func map(_ map: GamutOperator) -> any GamutMap { map.map(from: source, to: target, peak: .nits(peak)) }
  var perceptual: PerceptualGamutMap { perceptual() }
  func perceptual(preserving chroma: Double? = nil) -> PerceptualGamutMap {
    PerceptualGamutMap(from: source, to: target, peak: .nits(peak), chromaPreservation: chroma)
  }
  /// What the nodes of `perceptual` hold.
  var rule: PerceptualRule { rule(of: perceptual) }
  func rule(of map: PerceptualGamutMap) -> PerceptualRule {
    PerceptualRule(
      target: target, peak: .nits(peak), compresses: map.compresses, chromaPreservation: map.chromaPreservation)
  }

  static let shrinking = [
    Route(name: "BT.2020 to BT.709", source: .bt2020, target: .bt709, peak: 203),
    Route(name: "BT.2020 to P3", source: .bt2020, target: .p3D65, peak: 203),
    Route(name: "P3 to BT.709", source: .p3D65, target: .bt709, peak: 203),
  ]
  /// Routes on which the display's gamut contains the source's.
  static let holding = [
    Route(name: "BT.709 to BT.709", source: .bt709, target: .bt709, peak: 203),
    Route(name: "BT.2020 to BT.2020", source: .bt2020, target: .bt2020, peak: 1000),
    Route(name: "BT.709 to BT.2020", source: .bt709, target: .bt2020, peak: 203),
    Route(name: "P3 to BT.2020", source: .p3D65, target: .bt2020, peak: 203),
    Route(name: "P3 to P3 at 100", source: .p3D65, target: .p3D65, peak: 100),
    Route(name: "BT.2020 to BT.2020 at 400", source: .bt2020, target: .bt2020, peak: 400),
  ]
  static let others = [
    Route(name: "BT.2020 to BT.709 at 100", source: .bt2020, target: .bt709, peak: 100),
    Route(name: "BT.2020 to P3 at 500", source: .bt2020, target: .p3D65, peak: 500),
    Route(name: "BT.2020 to BT.709 at 48", source: .bt2020, target: .bt709, peak: 48),
  ]
  static let all = shrinking + holding + others

  /// How bright a color of the source looks, in cd/m²; the rounded weights of BT.2020's luminance make no color darker than it is.
  func brightness(_ c: SIMD3<Double>) -> Double {
    max(Norm.brightness(source.matrix(to: .bt2020) * c), (source.luminanceWeights * c).sum())
  }

  /// The colors of the source after tone mapping on brightness: all colors with brightness up to the peak.
  ///
  /// This is a grid of `count` steps in PQ R′G′B′, up to the largest component that such a color can have, which for a pale blue is
  /// 1.75 times the peak. Brighter colors are omitted; the primaries, secondaries and their neighbors at exactly the peak's brightness are added.
  func hull(count: Int) -> [Light] {
    let pq = PerceptualQuantizer()
    let top = pq.inverseEOTF(.nits(1.75 * peak)).value
    let levels = (0..<count).map { pq.eotf(SignalLevel(top * Double($0) / Double(count - 1))).nits }
    var colors: [Light] = []
    for r in levels {
      for g in levels {
        for b in levels where brightness(SIMD3(r, g, b)) <= peak {
          colors.append(.nits(r == levels[0] ? 0 : r, g == levels[0] ? 0 : g, b == levels[0] ? 0 : b))
        }
      }
    }
    for i in 0..<count {
      for j in 0..<count {
        let (a, b) = (Double(i) / Double(count - 1), Double(j) / Double(count - 1))
        for face in [SIMD3(1, a * a, b * b), SIMD3(a * a, 1, b * b), SIMD3(a * a, b * b, 1)] {
          colors.append(Light(face * (peak / brightness(face))))
        }
      }
    }
    return colors
  }
}

/// The perceived color of light in these primaries, limited only by PQ.
func perceived(_ light: Light, in primaries: RGBPrimaries) -> ICtCp {
  ICtCp(bt2020: primaries.matrix(to: .bt2020) * light)
}

/// The largest factor by which a step of 1e-4 in the PQ signal of a component grows, and where.
func growth(of route: Route, around colors: [Light]) -> (worst: Double, at: Light) {
  let map = route.perceptual
  let pq = PerceptualQuantizer()
  var (worst, at) = (0.0, Light.nits(0, 0, 0))
  for light in colors {
    let signal = SIMD3<Double>(
      pq.inverseEOTF(.nits(light.components.x)).value, pq.inverseEOTF(.nits(light.components.y)).value,
      pq.inverseEOTF(.nits(light.components.z)).value)
    let here = perceived(map(light), in: route.target)
    for axis in 0..<3 {
      var moved = signal
      moved[axis] += 1e-4
      let near = Light.nits(
        pq.eotf(SignalLevel(moved.x)).nits, pq.eotf(SignalLevel(moved.y)).nits, pq.eotf(SignalLevel(moved.z)).nits)
      let step = difference(perceived(light, in: route.source), perceived(near, in: route.source))
      let result = difference(here, perceived(map(near), in: route.target))
      // Steps that are too small count as 0.02 of a just noticeable difference.
      let ratio = result / max(step, 0.02)
      if ratio > worst { (worst, at) = (ratio, light) }
    }
  }
  return (worst, at)
}

/// By how many degrees a map shifts hues in ICtCp.
struct HueTurns: CustomStringConvertible {
  /// The maximum shift of blues, which the map turns on purpose, of reds, whose hue ICtCp turns with their level, and of all others.
  var blue = 0.0, red = 0.0, maximum = 0.0
  var median = 0.0
  var at = Light.nits(0, 0, 0)
  var description: String { "median \(median)°, blues \(blue)°, reds \(red)°, others \(maximum)° at \(at)" }
}

/// By how many degrees a map shifts the hues of colors, where that is more than two just noticeable differences; next to white, an angle alone says
/// little.
func hueTurns(of map: PerceptualGamutMap, over colors: [Light], on route: Route) -> HueTurns {
  var found = HueTurns()
  var turns: [Double] = []
  let matrix = route.source.matrix(to: route.target)
  for light in colors {
    let before = perceived(light, in: route.source)
    let after = perceived(map(light), in: route.target)
    let (a, b) = (Double.hypot(before.ct.value, before.cp.value), Double.hypot(after.ct.value, after.cp.value))
    guard min(a, b) > 5e-4 else { continue }
    let sine = (before.ct.value * after.cp.value - before.cp.value * after.ct.value) / (a * b)
    let turn = abs(Double.asin(min(max(sine, -1), 1))) * 180 / .pi
    turns.append(turn)
    let unturned = ICtCp(i: after.i, ct: SignalLevel(before.ct.value * b / a), cp: SignalLevel(before.cp.value * b / a))
    guard difference(after, unturned) > 2 else { continue }
    let color = matrix * light.components
    if color.z > 1.1 * max(color.x, color.y) {
      found.blue = max(found.blue, turn)
    } else if color.x > 3 * max(color.y, color.z) {
      found.red = max(found.red, turn)
    } else if turn > found.maximum {
      (found.maximum, found.at) = (turn, light)
    }
  }
  found.median = turns.sorted()[turns.count / 2]
  return found
}

/// The difference of two colors in just noticeable differences: 720 · the distance in I, Ct/2, Cp.
func difference(_ a: ICtCp, _ b: ICtCp) -> Double {
  let (i, t, p) = (a.i.value - b.i.value, (a.ct.value - b.ct.value) / 2, a.cp.value - b.cp.value)
  return 720 * (i * i + t * t + p * p).squareRoot()
}
