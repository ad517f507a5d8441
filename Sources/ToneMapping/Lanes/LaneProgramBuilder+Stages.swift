internal import LookupTables
internal import ElementaryMath

// The stages of a plan as steps; a stage without steps throws a gap.
extension LaneProgramBuilder {
  mutating func add(_ linearize: Linearization) throws {
    switch linearize.transfer {
    case .components(let transfer):
      let most = transfer.eotf(linearize.ceiling).nits
      guard most > 0 else { throw LaneGap(description: "\(transfer) shows no light") }
      try light(upTo: linearize.ceiling, corners: TransferCorners(transfer).signals, unit: most) {
        transfer.eotf($0).nits / most
      }
    case .hlg(let hlg, let toBT2020):
      let most = hlg.inverseOETF(linearize.ceiling)
      // The unit is that of scene light until the OOTF converts it to cd/m².
      let joint = (HybridLogGamma.joint.signal - hlg.beta) / (1 - hlg.beta)
      try light(
        upTo: linearize.ceiling, corners: [joint], unit: hlg.range.peak.nits, greatest: most
      ) { hlg.inverseOETF($0 * (1 - hlg.beta) + hlg.beta) }
      try multiply(toBT2020)
      try gain(weights: ToneVariant.luminanceWeights) { Elementary.pow(max($0, 1e-9), hlg.gamma - 1) }
    }
  }

  /// Converts L′M′S′ of ICtCp in PQ to light in BT.2020.
  mutating func addCones() throws {
    let pq = PerceptualQuantizer()
    let most = PerceptualQuantizer.peak.nits
    try light(upTo: 1, unit: most) { pq.eotf($0).nits / most }
    try multiply(ICtCp.bt2020FromLMS)
    try flush(limits: 0...1)
  }

  mutating func add(_ stage: LightStage) throws {
    let unit = unit
    switch stage {
    case .primaries(let matrix, _, _):
      try multiply(matrix)
    case .surround(let surround):
      let scale = unit / surround.peak.nits
      try gain(weights: ToneVariant.luminanceWeights) { Elementary.pow(max($0 * scale, 1e-9), surround.gamma - 1) }
    case .tone(let curve, let tone, let variant):
      if let variant {
        try add(curve, variant)
      } else {
        try add(curve, of: tone)
      }
    case .gamut(_, .clip, let from, let to):
      try multiply(from.rgb.matrix(to: to.rgb))
      clip()
    case .gamut(_, .desaturate, let from, let to):
      try multiply(from.rgb.matrix(to: to.rgb))
      count(in: peak)
      try flush()
      append(.desaturate(weights: to.rgb.luminanceWeights, rows: color))
      clipped()
    case .gamut(let map as PerceptualGamutMap, _, let from, let to):
      try self.map(map, by: from.rgb.matrix(to: to.rgb))
    case .gamut(let map as GamutCompression, _, let from, let to):
      try multiply(from.rgb.matrix(to: to.rgb))
      count(in: peak)
      try add(map, weights: to.rgb.luminanceWeights)
    case .gamut(_, let map, _, _):
      throw LaneGap(description: "the gamut map \(map.rawValue) has no vectorized steps")
    }
  }

  mutating func add(_ delinearize: Delinearization) throws {
    count(in: peak)
    let peak = peak
    // If no stage brought the light into the target's range, light above its peak may still have codes.
    let most = isMapped ? 1 : max(1, min(greatest * peak, PerceptualQuantizer.peak.nits) / peak)
    switch delinearize {
    case .components(let transfer):
      try flush(limits: 0...Float(most))
      let corners = TransferCorners(transfer).lights.map { $0 / peak }
      try components(upTo: most, corners: corners, within: tolerance.delinearization) {
        transfer.inverseEOTF(.nits($0 * peak))
      }
      setSignals(transfer.inverseEOTF(.nits(0))...transfer.inverseEOTF(.nits(most * peak)))
    case .hlg(let hlg, let fromBT2020):
      let power = (1 - hlg.gamma) / hlg.gamma
      if hlg.gamma != 1 {
        try gain(weights: ToneVariant.luminanceWeights) { Elementary.pow(max($0, 1e-10), power) }
      }
      try multiply(fromBT2020)
      // The inverse OOTF may brighten dark colors, blue with its small luminance most of all.
      let rows = [fromBT2020.rows.0, fromBT2020.rows.1, fromBT2020.rows.2].map { abs($0.x) + abs($0.y) + abs($0.z) }
      let darkest = max(1, Elementary.pow(ToneVariant.luminanceWeights.min(), power))
      let scene = Elementary.pow(most, 1 + power) * darkest * rows.max()!
      try flush(limits: 0...Float(scene))
      try components(upTo: scene, corners: [HybridLogGamma.joint.scene], within: tolerance.delinearization) {
        (hlg.oetf($0) - hlg.beta) / (1 - hlg.beta)
      }
      setSignals((0...scene).mapped { (hlg.oetf($0) - hlg.beta) / (1 - hlg.beta) })
    }
  }
}

// MARK: Tone

extension LaneProgramBuilder {
  /// Applies a one-dimensional curve.
  private mutating func add(_ curve: any ToneCurve, _ variant: ToneVariant) throws {
    let unit = unit
    let lift = curve.target.black.nits > 0 ? curve(.nits(0)).nits : 0
    let gain: (Double) -> Double = { level in
      let nits = max(level * unit, 1e-6)
      return (curve(.nits(nits)).nits - lift) / nits
    }
    switch variant {
    case .luminance:
      try self.gain(weights: ToneVariant.luminanceWeights, corners: corners(curve), gain)
      try add(lift / unit)
    case .maxRGB:
      try gainFromGreatest(corners: corners(curve), gain)
      try add(lift / unit)
    case .rgb:
      // The domain starts at the source's black; below it the curve is constant.
      let floor = curve.source.black.nits
      try add(-floor / unit)
      try tone(corners: corners(curve, above: floor)) { curve(.nits($0 * unit + floor)).nits / unit }
    case .ictcp:
      try intensity(curve)
    }
  }

  /// The corners of a curve in units, from the top down: the most frequent corner, often the only one, is at the source's peak,
  /// beyond which the curve stays at the target's peak.
  ///
  /// - Parameter floor: The light, in cd/m², that was subtracted from the rows.
  private func corners(_ curve: any ToneCurve, above floor: Double = 0) -> [Double] {
    let unit = unit
    return curve.breakpoints.reversed().map { ($0.nits - floor) / unit }
  }

  /// Applies a curve to the intensity of ICtCp; chroma scales with it.
  private mutating func intensity(_ curve: any ToneCurve) throws {
    let pq = PerceptualQuantizer()
    let unit = unit
    // A PQ code spans up to a fiftieth of its light; and 10 bits resolve light that has gone through twelve of its roundings.
    let fine = tolerance.signal / 200
    // In the dark PQ is so steep that these tolerances move light by less than 0.01 of an 8-bit code; finer ones double the table.
    let coded = CurveTolerance { light, _ in
      let nits = light * unit
      return nits < 2e-6 ? max(fine, 1.2e-5) : nits < 1e-5 ? max(fine, 2.5e-6) : fine
    }
    try multiply(ICtCp.lmsFromBT2020)
    let most = pq.inverseEOTF(.nits(min(greatest * unit, PerceptualQuantizer.peak.nits)))
    try components(upTo: greatest, within: coded, unit: unit, greatest: greatest) { pq.inverseEOTF(.nits($0 * unit)) }
    let corners = curve.breakpoints.reversed().map { pq.inverseEOTF($0) }
    let mapped: (Double) -> Double = { pq.inverseEOTF(curve(pq.eotf($0))) }
    if let curve = try? CompiledCurve(upTo: most, within: .absolute(fine), corners: corners, mapped) {
      append(.weigh(ICtCp.fromPQ.rows.0, from: color, into: Self.factor))
      append(.curve(curve, rows: Self.factor..<Self.factor + 1))
    } else {
      try factor(of: ICtCp.fromPQ.rows.0, from: color, corners: corners, upTo: most, within: .absolute(fine), mapped)
    }
    append(.intensity(rows: color, gain: Self.factor))
    let shown = curve.target.peak.nits
    // Half, because this is the second curve from PQ to light here, and the last of three for one component.
    let light = tolerance.light(scale: shown / peak)
    try components(
      upTo: 1, within: CurveTolerance { light.allowed($0, $1) / 2 }, unit: shown,
      greatest: PerceptualQuantizer.peak.nits / shown
    ) { pq.eotf($0).nits / shown }
    try multiply(ICtCp.bt2020FromLMS)
  }

  /// Applies an operator that defines how it is applied to color.
  private mutating func add(_ curve: any ToneCurve, of tone: ToneOperator) throws {
    let unit = unit
    if let map = curve as? any ColorToneMap {
      try add(-map.source.black.nits / unit)
      let (floor, black) = (map.source.black.nits, map.target.black.nits)
      // The target's black is added last.
      let gain: (Double) -> Double = { level in
        let nits = max(level * unit, 1e-6)
        return (map(.nits(nits + map.source.black.nits)).nits - black) / nits
      }
      switch map {
      case let map as BT2446C:
        try self.gain(weights: map.weights, corners: corners(map, above: floor), gain)
      case let map as BT2446CInverse:
        try self.gain(weights: map.weights, corners: corners(map, above: floor), gain)
      case is ReferenceWhiteDraft:
        try gainFromGreatest(corners: corners(map, above: floor), gain)
      case let map as BT2446A:
        try weaken(to: map.source.peak.nits - map.source.black.nits)
        try add(map)
      case let map as BT2446AInverse:
        try weaken(to: map.source.peak.nits - map.source.black.nits)
        try add(map)
      case let map as PBRNeutral:
        try weaken(to: map.source.peak.nits - map.source.black.nits)
        try add(map)
      default:
        throw LaneGap(description: "\(tone) has no vectorized steps")
      }
      try add(black / self.unit)
    } else {
      try add(curve, .luminance)
    }
  }

  /// Scales down colors whose greatest component is above this light, in cd/m².
  private mutating func weaken(to light: Double) throws {
    let limit = light / unit
    guard greatest > limit * 1.000001 else { return }
    // The following steps are not proportional to the color, so only part of the tolerance is used.
    try gainFromGreatest(corners: [limit], part: 0.15) { min(1, limit / max($0, 1e-12)) }
    setGreatest(limit)
  }
}
