internal import Colorimetry
package import GamutMaps

extension GamutCompression: GamutOperation {
  package var detail: String { "compressed distances from the maximum component" }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: peak.nits)
    try compiler.flush()
    try compiler.compress(self)
    compiler.append(.desaturate(weights: weights, rows: compiler.color), bounds: 0...peak.nits)
  }
}

extension LaneCompiler {
  /// Each component's fraction of the maximum, 1 − d, passes through its curve; a factor then restores luminance, which compression can only raise.
  fileprivate mutating func compress(_ map: GamutCompression) throws(UnsupportedOperation) {
    let level = try measure(.maximum)
    let luminance = try measure(.weighted(map.weights))
    let light = hold(.shares)
    for i in 0..<3 { append(.ratio(color + Int32(i), level, into: color + Int32(i))) }
    append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), offset: SIMD3(1, 1, 1), from: color, into: color))
    for i in 0..<3 {
      let threshold = GamutCompression.thresholds[i]
      // The same error of light as for other curves; `Float` resolves distances to 1e-7.
      let allowed = allowed.counted(in: peak, peak: peak)
      let tolerance = CurveTolerance { _, share in allowed.light(share) + 2e-7 }
      let share: (Double) -> Double = { distance in
        map.compresses(i) && distance > threshold ? 1 - map.compress(distance, component: i) : 1 - distance
      }
      // Only compressed components have distances above 1, at most up to the limit.
      let key = LaneTables.CurveKey(
        curve: Curve.Key(definition: Definition("share", [Double(i), map.limits[i], threshold]), tolerance: []),
        start: 0, limit: max(1, map.limits[i]),
        argument: 1, value: 1, allowed: allowed)
      let curve = try UnsupportedOperation.fromCurve { () throws(CurveError) in
        try tables.curve(key) { () throws(CurveError) in
          try CompiledCurve(upTo: max(1, map.limits[i]), within: tolerance, breakpoints: [threshold], share)
        }
      }
      append(.curve(curve, rows: color + Int32(i)..<color + Int32(i) + 1))
    }
    hold(light)
    append(.multiply(rows: color..<color + 3, gain: level))
    append(.weigh(map.weights, from: color, into: level))
    append(.ratio(luminance, level, into: level))
    append(.multiply(rows: color..<color + 3, gain: level))
    rows.give(level)
    rows.give(luminance)
  }
}
