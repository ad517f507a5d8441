internal import LookupTables
internal import ElementaryMath

// The operators that do more to color than apply a gain. The rows hold light above the source's black, up to its peak.
extension LaneProgramBuilder {
  /// BT.2446 method A: with c the coded components, h their luma, d the `colorDivisor` and S = luma(h) / (d h), the report's
  /// equations reduce to S · (M c − max(`redCut` (c.x − h) / `differences.red`, 0)), because every color difference is a
  /// multiple of S.
  mutating func add(_ map: BT2446A) throws {
    let w = ToneVariant.luminanceWeights
    let (red, blue) = (SIMD3(1, 0, 0) - w, SIMD3(0, 0, 1) - w)
    let luma = BT2446A.colorDivisor * w
    let matrix = Matrix3x3(luma + red, luma - (w.x / w.y) * red - (w.z / w.y) * blue, luma + blue)
    try code(upTo: map.source.peak.nits - map.source.black.nits)
    append(.weigh(w, from: color, into: Self.level))
    append(.weigh(-BT2446A.redCut / BT2446A.differences.red * red, from: color, into: Self.spare, limits: -1...0))
    append(.matrix(matrix, from: color, into: color))
    append(.add(rows: color..<color + 3, term: Self.spare))
    let gain: (Double) -> Double = { map.luma(max($0, 1e-6)) / (BT2446A.colorDivisor * max($0, 1e-6)) }
    let corners = map.breakpoints.reversed().map {
      Elementary.pow(($0.nits - map.source.black.nits) / (map.source.peak.nits - map.source.black.nits), 1 / 2.4)
    }
    try factor(of: SIMD3(0, 0, 1), from: Self.factor, corners: corners, upTo: 1, within: factors, gain)
    append(.multiply(rows: color..<color + 3, gain: Self.factor))
    // The largest signal is that of pure blue, which has the least luma.
    let most = BT2446A.colorDivisor * gain(w.z) + gain(w.z)
    try show(upTo: most, unit: map.target.peak.nits - map.target.black.nits)
  }

  /// BT.2446 method A, inverse: G · M c, with c the coded components, h their luma and G = luma(h) / (1000 h).
  mutating func add(_ map: BT2446AInverse) throws {
    let w = ToneVariant.luminanceWeights
    typealias Map = BT2446AInverse
    let red = Map.colorGain / Map.differences.red * (SIMD3(1, 0, 0) - w)
    let blue = Map.colorGain / Map.differences.blue * (SIMD3(0, 0, 1) - w)
    let green = w - Map.greenParts.blue * blue - Map.greenParts.red * red
    let matrix = Matrix3x3(w + Map.differences.red * red, green, w + Map.differences.blue * blue)
    try code(upTo: map.source.peak.nits - map.source.black.nits)
    let gain: (Double) -> Double = { map.luma(max($0, 1e-6)) / (1000 * max($0, 1e-6)) }
    let corners = map.breakpoints.reversed().map {
      Elementary.pow(($0.nits - map.source.black.nits) / (map.source.peak.nits - map.source.black.nits), 1 / 2.4)
    }
    try factor(of: w, from: color, corners: corners, upTo: 1, within: factors, gain)
    append(.matrix(matrix, from: color, into: color, gain: Self.factor, limits: 0...1))
    try show(upTo: 1, unit: map.target.peak.nits - map.target.black.nits)
  }

  /// Light to its 2.4th root, relative to the source's peak.
  private mutating func code(upTo peak: Double) throws {
    count(in: peak)
    try components(upTo: greatest, within: .absolute(tolerance.signal / 60)) { Elementary.pow($0, 1 / 2.4) }
  }

  /// The tolerance of a gain on coded components that depends on their luma, `0...1`.
  private var factors: CurveTolerance {
    let relative = tolerance.signal / 20
    return CurveTolerance { luma, gain in relative * max(gain, 1e-2 / max(luma, 1e-6)) }
  }

  /// Raises signals, negative ones too, to the power 2.4, which gives light in this unit.
  private mutating func show(upTo most: Double, unit: Double) throws {
    let curve = try CompiledCurve(upTo: most, within: tolerance.light(scale: unit / peak)) { Elementary.pow($0, 2.4) }
    append(.oddCurve(curve, rows: color..<color + 3))
    setUnit(unit, greatest: Elementary.pow(most, 2.4))
  }

  /// Khronos PBR Neutral: subtracts an offset that depends on the least component, then applies a gain and an addition that
  /// depend on the greatest.
  mutating func add(_ map: PBRNeutral) throws {
    count(in: map.target.peak.nits - map.target.black.nits)
    let components = PBRNeutral.bt709FromBT2020.bounds(of: .init(repeating: 0...greatest, count: 3))
    let most = components.map(\.upperBound).max()!
    try multiply(PBRNeutral.bt709FromBT2020)
    try flush()
    append(.least(from: color, into: Self.factor))
    let light = tolerance.light(scale: unit / peak)
    // The remainder of the least component matters, and `Float` rounds the difference.
    let left = CurveTolerance { least, offset in light.allowed(least, least + offset) + 1e-7 * least }
    append(
      .curve(
        try CompiledCurve(upTo: most, within: left, corners: [PBRNeutral.toeEnd]) { -PBRNeutral.offset(least: $0) },
        rows: Self.factor..<Self.factor + 1))
    append(.add(rows: color..<color + 3, term: Self.factor))
    append(.greatest(from: color, into: Self.level))
    let corner = [PBRNeutral.startCompression]
    try factor(
      of: SIMD3(0, 0, 1), from: Self.factor, corners: corner, upTo: most,
      within: tolerance.gain(scale: unit / peak)
    ) { PBRNeutral.highlight($0).gain }
    append(.copy(Self.level, into: Self.spare))
    // This is added to components of about 1, and `Float` rounds the sum.
    let added = CurveTolerance { max(light.allowed($0, $1), 1e-7) }
    append(
      .curve(
        try CompiledCurve(upTo: most, within: added, corners: corner) { PBRNeutral.highlight($0).white },
        rows: Self.spare..<Self.spare + 1))
    append(.multiply(rows: color..<color + 3, gain: Self.factor))
    append(.add(rows: color..<color + 3, term: Self.spare))
    try multiply(PBRNeutral.bt2020FromBT709)
    setGreatest(1)
  }

  /// The gamut compression of light relative to the target's peak: each component's share of the greatest, 1 − d, passes
  /// through its curve; a factor then restores luminance, which compression can only raise; then the color is desaturated as
  /// `GamutDesaturation` does.
  mutating func add(_ map: GamutCompression, weights: SIMD3<Double>) throws {
    try flush()
    append(.greatest(from: color, into: Self.level))
    append(.weigh(weights, from: color, into: Self.spare))
    for i in 0..<3 { append(.ratio(color + Int32(i), Self.level, into: color + Int32(i))) }
    append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), offset: SIMD3(1, 1, 1), from: color, into: color))
    for i in 0..<3 {
      let threshold = GamutCompression.thresholds[i]
      // The same error of light as for other curves; and `Float` resolves distances to 1e-7.
      let light = tolerance.light(scale: 1)
      let allowed = CurveTolerance { _, share in light.allowed(share, share) + 2e-7 }
      let share: (Double) -> Double = { distance in
        map.compresses(i) && distance > threshold ? 1 - map.compress(distance, component: i) : 1 - distance
      }
      // Only components that are compressed have distances above 1, and at most the limit.
      let curve = try CompiledCurve(upTo: max(1, map.limits[i]), within: allowed, corners: [threshold], share)
      append(.curve(curve, rows: color + Int32(i)..<color + Int32(i) + 1))
    }
    append(.multiply(rows: color..<color + 3, gain: Self.level))
    append(.weigh(weights, from: color, into: Self.factor))
    append(.ratio(Self.spare, Self.factor, into: Self.factor))
    append(.multiply(rows: color..<color + 3, gain: Self.factor))
    append(.desaturate(weights: weights, rows: color))
    clipped()
  }
}
