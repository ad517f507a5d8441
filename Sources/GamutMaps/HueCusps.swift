internal import Colorimetry

/// The intensity of a display's cusp, the color of highest chroma, as a function of hue in PQ-ICtCp.
///
/// The six edges of the cube of light that lead from red over yellow, green, cyan, blue and magenta back to red are its
/// most colorful colors. This table samples them once; between its nodes it is linear, and that is the definition.
///
/// 1. Edge points: along each edge the one component that changes is peak·u⁴, u = 0, 1/64 … 1 (or back), so that
///    the steps are even to the eye. Each point as I, Ct, Cp; consecutive points joined by straight lines.
/// 2. Hue without an arc tangent: r = Ct / (|Ct| + |Cp|); the angle is 1 − r where Cp ≥ 0, else 3 + r. It runs
///    through 0..<4 as the hue goes round.
/// 3. Node j of 256 has the angle j/64. Its value is I where its ray from the neutral axis meets the joined points; where
///    it meets them more than once, at the greatest chroma. No value is above the limit, where one is given.
/// 4. At the angle a: linear between nodes ⌊64a⌋ and the next one, node 256 being node 0.
package struct HueCusps: Hashable, Sendable {
  /// The nodes of one turn.
  package static let count = 256
  private static let edgeSteps = 64

  private var intensities: [Double]

  /// The cusps of a display.
  ///
  /// - Parameter cones: From the display's components to L, M, S.
  /// - Parameter peak: The light of the display's white, in cd/m².
  /// - Parameter limit: The greatest value of a node.
  init(cones: Matrix3x3, peak: Double, atMost limit: Double = 1) {
    let loop = Self.edgePoints(cones: cones, peak: peak)
    intensities = (0..<Self.count).map { node in
      let turn = 4 * Double(node) / Double(Self.count)
      let ct = turn < 2 ? 1 - turn : turn - 3
      let cp = turn < 2 ? 1 - abs(ct) : abs(ct) - 1
      var (best, intensity) = (-1.0, 0.0)
      for (a, b) in zip(loop, loop.dropFirst()) {
        let (offA, offB) = (ct * a.cp - cp * a.ct, ct * b.cp - cp * b.ct)
        guard (offA <= 0) != (offB <= 0) else { continue }
        let part = offA / (offA - offB)
        let along = ct * (a.ct + part * (b.ct - a.ct)) + cp * (a.cp + part * (b.cp - a.cp))
        if along > best { (best, intensity) = (along, a.i + part * (b.i - a.i)) }
      }
      return min(intensity, limit)
    }
  }

  /// The intensity of a node, of `0...256`; the last is the first again.
  package subscript(node: Int) -> Double { intensities[node % Self.count] }

  /// The intensity at the hue of a color.
  package func intensity(ct: Double, cp: Double) -> Double {
    let sum = abs(ct) + abs(cp)
    guard sum > 0 else { return intensities[0] }
    let r = ct / sum
    let position = (cp >= 0 ? 1 - r : 3 + r) * Double(Self.count) / 4
    let node = min(Int(position), Self.count - 1)
    let low = self[node]
    return low + (position - Double(node)) * (self[node + 1] - low)
  }

  private static func edgePoints(cones: Matrix3x3, peak: Double) -> [ICtCp] {
    // Each edge: the component that is full, the one that changes, and whether it rises.
    let edges = [(0, 1, true), (1, 0, false), (1, 2, true), (2, 1, false), (2, 0, true), (0, 2, false)]
    var points: [ICtCp] = []
    for (full, changing, rises) in edges {
      for step in 0..<edgeSteps {
        let u = Double(rises ? step : edgeSteps - step) / Double(edgeSteps)
        var light = SIMD3<Double>()
        light[full] = peak
        light[changing] = peak * u * u * u * u
        points.append(ICtCp(cones: cones * light))
      }
    }
    return points + [points[0]]
  }
}

extension ICtCp {
  /// The PQ-coded cone responses L′, M′, S′ of cone responses in cd/m².
  static func coded(cones: SIMD3<Double>) -> SIMD3<Double> {
    let pq = PerceptualQuantizer()
    return SIMD3(
      pq.inverseEOTF(.nits(cones.x)), pq.inverseEOTF(.nits(cones.y)), pq.inverseEOTF(.nits(cones.z)))
  }

  /// The color of cone responses in cd/m².
  init(cones: SIMD3<Double>) {
    let out = ICtCp.fromPQ * ICtCp.coded(cones: cones)
    self.init(i: out.x, ct: out.y, cp: out.z)
  }
}
