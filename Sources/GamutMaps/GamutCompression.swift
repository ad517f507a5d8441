public import Colorimetry
internal import ElementaryMath

/// Each component's distance from the largest one, compressed, so that none stays below zero.
///
///     GamutCompression(from: .bt2020, to: .bt709, peak: .nits(203))(Light(0, 100, 0))
///
/// In the manner of the ACES reference gamut compression: its curve, thresholds and power, with limits that follow from
/// the two gamuts. That transform works on scene light without a ceiling; steps 4 and 5 are this package's.
///
/// 1. c = the light in the display's components, M the largest, Y its luminance. Where Y ≥ peak the result is white; where
///    M ≤ 0 or Y ≤ 0, black.
/// 2. d = (M − c)/M, for each component: 0 for the largest, above 1 where the component is below zero.
/// 3. Above its threshold t, d becomes t + s·x/(1 + xᵖ)^(1/p), x = (d − t)/s, p the power; s is such that the limit becomes
///    1. The limit of a component is its largest distance over the source's gamut; up to 1 nothing is compressed. c
///    follows: M·(1 − d), at least 0.
/// 4. c is scaled to the luminance it came with: only chromaticity is compressed.
/// 5. What still exceeds the peak goes toward the neutral of its luminance, as `GamutDesaturation` does.
///
/// - Domain: Light in the source's primaries, any.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: ACES 1.3, `LMT.Academy.ReferenceGamutCompress`, for the curve, its thresholds and its power.
public struct GamutCompression: GamutMapping, Hashable {
  /// The distances up to which red, green and blue are left alone: cyan's, magenta's and yellow's thresholds.
  package static let thresholds = SIMD3(0.815, 0.803, 0.880)
  /// How quickly the compression sets in.
  static let power = 1.2

  private let cube: TargetCube
  /// The largest distances of red, green and blue over the source's gamut.
  package let limits: SIMD3<Double>
  /// For each component the scale of the curve; infinite where it is a straight line.
  private let scales: SIMD3<Double>

  /// The map between two sets of primaries.
  ///
  /// - Parameter peak: The light of the display's white, above 0 cd/m².
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
    limits = Self.limits(of: cube.matrix)
    var scales = SIMD3<Double>(repeating: .infinity)
    for i in 0..<3 where limits[i] > 1 {
      let span = limits[i] - Self.thresholds[i]
      let part = Elementary.pow((1 - Self.thresholds[i]) / span, -Self.power) - 1
      scales[i] = span / Elementary.pow(part, 1 / Self.power)
    }
    self.scales = scales
  }

  public func callAsFunction(_ light: Light) -> Light {
    let color = cube.components(of: light)
    let (high, luminance) = (color.max(), cube.luminance(of: color))
    guard high > 0, luminance > 0, luminance < cube.peak else { return cube.desaturated(color) }
    var compressed = color
    for i in 0..<3 {
      let distance = (high - color[i]) / high
      if distance > Self.thresholds[i], compresses(i) { compressed[i] = high * (1 - compress(distance, component: i)) }
    }
    if compressed == color { return cube.desaturated(color) }
    return cube.desaturated(compressed * (luminance / cube.luminance(of: compressed)))
  }

  /// Whether a component can be below zero in the source's gamut, so that it is compressed at all.
  package func compresses(_ i: Int) -> Bool { scales[i].isFinite }

  /// What becomes of a distance above the component's threshold.
  package func compress(_ distance: Double, component i: Int) -> Double {
    let x = (distance - Self.thresholds[i]) / scales[i]
    let shoulder = Elementary.pow(1 + Elementary.pow(x, Self.power), 1 / Self.power)
    return min(1, Self.thresholds[i] + scales[i] * x / shoulder)
  }

  /// The largest distance of each component over all colors of the source.
  ///
  /// Scaled to M = 1, these colors fill a polyhedron, where a component is least at a corner: at a primary, or between two
  /// primaries where two components of the display tie.
  private static func limits(of matrix: Matrix3x3) -> SIMD3<Double> {
    let columns = matrix.transposed.rows
    var limits = SIMD3<Double>()
    for (p, q) in [(columns.0, columns.1), (columns.1, columns.2), (columns.2, columns.0)] {
      for (j, k) in [(0, 1), (1, 2), (2, 0)] {
        let (atP, atQ) = (p[j] - p[k], q[j] - q[k])
        for t in [0, atP / (atP - atQ)] where t >= 0 && t <= 1 {
          let corner = p + t * (q - p)
          limits = pointwiseMax(limits, (corner.max() - corner) / corner.max())
        }
      }
    }
    return limits
  }
}
