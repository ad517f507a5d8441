package import ColorOperations
public import Colorimetry

/// Compresses each component's distance from the maximum component, so that none remains below zero.
///
///     GamutCompression(from: .bt2020, to: .bt709, peak: .nits(203))(.nits(0, 100, 0))
///
/// This follows the ACES reference gamut compression: its curve, thresholds and power, with limits derived from the two
/// gamuts. The ACES transform works on scene light without a ceiling; steps 4 and 5 are specific to this package.
///
/// 1. c is the light in the display's components, M the maximum component, Y the luminance. If Y ≥ peak, the result is
///    white; if M ≤ 0 or Y ≤ 0, it is black.
/// 2. For each component, d = (M − c)/M: 0 for the maximum, above 1 for a component below zero.
/// 3. Above its threshold t, d becomes t + s·x/(1 + xᵖ)^(1/p), where x = (d − t)/s, p is the power, and s is chosen so that
///    the limit becomes 1. The limit of a component is its maximum distance over the source's gamut; if that is 1 or less,
///    the component is not compressed. c becomes M·(1 − d), at least 0.
/// 4. c is scaled to its original luminance, so that only chromaticity is compressed.
/// 5. A color that still exceeds the peak is moved toward the neutral of its luminance, as in `GamutDesaturation`.
///
/// - Domain: Any light in the source's primaries.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: ACES 1.3, `LMT.Academy.ReferenceGamutCompress`, for the curve, its thresholds and its power.
public struct GamutCompression: FittedGamutMap, Hashable {
  /// The distances up to which red, green and blue are unchanged: the thresholds of cyan, magenta and yellow.
  package static let thresholds = SIMD3(0.815, 0.803, 0.880)
  /// The exponent p, which determines how quickly the compression sets in.
  static let power = 1.2

  package let cube: TargetCube
  /// The maximum distances of red, green and blue over the source's gamut.
  package let limits: SIMD3<Double>
  /// The scale of the curve for each component; infinite if the component is not compressed.
  private let scales: SIMD3<Double>

  /// The map to a display whose white has the luminance `peak`, above 0 cd/m²; the primaries of each form a triangle.
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

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    let (high, luminance) = (color.max(), cube.luminance(of: color))
    guard high > 0, luminance > 0, luminance < cube.peak.nits else { return cube.desaturated(color) }
    var compressed = color
    for i in 0..<3 {
      let distance = (high - color[i]) / high
      if distance > Self.thresholds[i], compresses(i) { compressed[i] = high * (1 - compress(distance, component: i)) }
    }
    if compressed == color { return cube.desaturated(color) }
    return cube.desaturated(compressed * (luminance / cube.luminance(of: compressed)))
  }

  /// Whether a component is compressed, which it is if it can be below zero in the source's gamut.
  package func compresses(_ i: Int) -> Bool { scales[i].isFinite }

  /// The compressed value of a distance above the component's threshold.
  package func compress(_ distance: Double, component i: Int) -> Double {
    let x = (distance - Self.thresholds[i]) / scales[i]
    let shoulder = Elementary.pow(1 + Elementary.pow(x, Self.power), 1 / Self.power)
    return min(1, Self.thresholds[i] + scales[i] * x / shoulder)
  }

  /// The maximum distance of each component over all colors of the source.
  ///
  /// Scaled to M = 1, these colors fill a polyhedron, in which a component reaches its minimum at a corner: at a primary, or between two primaries
  /// where two components of the display are equal.
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

  package var line: String { "gamut by compressed distances from the maximum component" }

  /// Each component's fraction of the maximum, 1 − d, passes through its curve; a factor then restores luminance, which compression can only raise.
  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: cube.peak.nits)
    try compiler.flush()
    let color = compiler.color
    let level = try compiler.measure(.maximum)
    let luminance = try compiler.measure(.weighted(cube.weights))
    let light = compiler.require(.shares)
    for row in color..<color + 3 { compiler.append(.ratio(row, level, into: row)) }
    compiler.append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), offset: SIMD3(1, 1, 1), from: color, into: color))
    for i in 0..<3 {
      compiler.append(.curve(try share(ofComponent: i, for: compiler), rows: color + Int32(i)..<color + Int32(i) + 1))
    }
    compiler.require(light)
    compiler.append(.multiply(rows: color..<color + 3, gain: level))
    compiler.append(.weigh(cube.weights, from: color, into: level))
    compiler.append(.ratio(luminance, level, into: level))
    compiler.append(.multiply(rows: color..<color + 3, gain: level))
    compiler.free(level)
    compiler.free(luminance)
    compiler.append(.desaturate(weights: cube.weights, rows: color), bounds: cube.range)
  }

  /// The curve from a component's distance to its fraction of the maximum.
  private func share(ofComponent i: Int, for compiler: ProgramCompiler) throws(UnsupportedOperation) -> CompiledCurve {
    let threshold = Self.thresholds[i]
    // No matrix follows, after which components could pass through 0; `Float` resolves distances to 1e-7.
    let allowed = compiler.allowed.withoutZeroCrossings.counted(in: cube.peak)
    // Only compressed components have distances above 1, at most up to the limit.
    return try compiler.tables.curves.value(for: Definition("share", i, limits[i], allowed)) {
      () throws(UnsupportedOperation) in
      try CompiledCurve(
        upTo: max(1, limits[i]), within: CurveTolerance { _, share in allowed.light(share) + 2e-7 },
        breakpoints: [threshold]
      ) { distance in compresses(i) && distance > threshold ? 1 - compress(distance, component: i) : 1 - distance }
    }
  }
}
