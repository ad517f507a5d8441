internal import Colorimetry
package import GamutMaps

/// Colors brought into a display's gamut and below its peak, in the display's components.
extension GamutFit: ColorOperation {
  package var line: String { "gamut by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> { fitted(Light(color)).components }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) { try compiler.add(self) }
}

extension LaneCompiler {
  /// Brings light into the target's gamut, in units of its peak.
  fileprivate mutating func add(_ fit: GamutFit) throws(UnsupportedOperation) {
    let gamut = 0...peak.nits
    rescale(to: peak.nits)
    switch fit {
    case .perceptual(let map):
      let (gain, factor) = try flushAllButScale()
      append(
        .perceptual(
          tables.lanes(of: map), rows: color, gain: gain, factor: factor, limits: !isWithoutNegatives),
        unit: .light(), bounds: gamut)
      if let gain { rows.give(gain) }
    case .compression(let map):
      try flush()
      try add(map)
      append(.desaturate(weights: map.weights, rows: color), bounds: gamut)
    case .desaturation(let map):
      try flush()
      append(.desaturate(weights: map.weights, rows: color), bounds: gamut)
    case .sampled(let map): try add(map)
    }
  }

  /// Whether the color's rows cannot hold NaN nor numbers below 0, but for roundings: the last step that changed them was a curve, whose values are
  /// not negative.
  private var isWithoutNegatives: Bool {
    let last = steps.last { $0.step.changed.overlaps(color..<color + 3) }
    guard case .curve(_, color..<color + 3)? = last?.step else { return false }
    return pending.rowBounds.allSatisfy { $0.lowerBound >= 0 }
  }

  /// Each component's share of the maximum, 1 − d, passes through its curve; a factor then restores luminance, which compression can
  /// only raise.
  private mutating func add(_ map: GamutCompression) throws(UnsupportedOperation) {
    let level = try measure(.maximum)
    let luminance = try measure(.weighted(map.weights))
    let light = hold(.shares)
    for i in 0..<3 { append(.ratio(color + Int32(i), level, into: color + Int32(i))) }
    append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), offset: SIMD3(1, 1, 1), from: color, into: color))
    for i in 0..<3 {
      let threshold = GamutCompression.thresholds[i]
      // The same error of light as for other curves; and `Float` resolves distances to 1e-7.
      let allowed = allowed.counted(in: peak, peak: peak)
      let tolerance = CurveTolerance { _, share in allowed.light(share) + 2e-7 }
      let share: (Double) -> Double = { distance in
        map.compresses(i) && distance > threshold ? 1 - map.compress(distance, component: i) : 1 - distance
      }
      // Only components that are compressed have distances above 1, and at most the limit.
      let key = LaneTables.CurveKey(
        name: "share", parameters: [Double(i), map.limits[i], threshold], start: 0, limit: max(1, map.limits[i]),
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

  /// Takes light of the source to the display's by a lattice over roots of light.
  private mutating func add(_ map: SampledGamutMap) throws(UnsupportedOperation) {
    let most = max(range.upperBound, map.peak.nits)
    let entering = Curve<Luminance, SignalLevel>(
      "root", domain: .nits(0) ... .nits(most), workingUnits: (.nits(most), nil), tolerance: .signal(share: 0.2)
    ) { SignalLevel(map.root($0.nits)) }
    try entering.erased.emit(into: &self)
    try flush()
    // The peak, beyond which every map stops rising, is at a node, so that grays are exact on both sides of it.
    let (intervals, root) = (Double(SampledGamutMap.latticeSize - 1), map.root(most))
    let end = max(root, intervals / max(1, (intervals / root).rounded(.down)))
    append(.lattice(tables.lattice(of: map, upTo: end)), bounds: 0...1)
    let leaving = Curve<SignalLevel, Luminance>(
      "power", domain: 0...1, workingUnits: (nil, map.peak), tolerance: .light(share: 0.5)
    ) { .nits(map.light(ofRoot: $0.value)) }
    try leaving.erased.emit(into: &self)
  }
}
