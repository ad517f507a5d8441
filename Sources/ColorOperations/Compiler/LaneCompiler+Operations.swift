internal import Colorimetry
internal import GamutMaps

// Each operation as steps.
extension LaneCompiler {
  /// Compiles operations that are done while reading, each of which ``ColorOperation/isRead``.
  package mutating func add(reading operations: [ColorOperation]) throws(UnsupportedOperation) {
    for operation in operations { try add(operation) }
    endReading()
  }

  /// Compiles operations in order. A curve and the one that undoes it become a limit.
  package mutating func add(_ operations: [ColorOperation]) throws(UnsupportedOperation) {
    var rest = operations[...]
    while let operation = rest.popFirst() {
      if case .curve(let curve) = operation, case .curve(let next) = rest.first, next.undoes == curve.name {
        rest.removeFirst()
        try limit(to: curve.domain!)
      } else {
        try add(operation)
      }
    }
  }

  private mutating func add(_ operation: ColorOperation) throws(UnsupportedOperation) {
    switch operation {
    case .matrix(.broadcast, .zero):
      try flush()
      append(.copy(color, into: color + 1))
      append(.copy(color, into: color + 2), bounds: bounds[0])
    case .matrix(let matrix, let offset): try multiply(matrix, adding: offset)
    case .curve(let curve): try add(curve)
    case .gain(let gain): try multiply(by: gain)
    case .addition(let addition): try add(addition)
    case .limit(let range): try limit(to: range)
    case .intensity(let curve, .weighted(let weights)): try addIntensity(curve, of: weights)
    case .intensity(let curve, let norm): throw UnsupportedOperation(description: "\(curve.name) changes \(norm)")
    case .lookup(let curves): try add(curves)
    case .functions(let functions): try add(functions)
    case .cube(let cube, let interpolation): try add(cube, interpolation)
    case .decodeConstantLuminance(let coding): try decode(coding)
    case .encodeConstantLuminance(let coding): try encode(coding)
    case .coverage(let operation): try add(operation)
    case .over(let operations): try add(over: operations)
    case .gamut(let fit): try add(fit)
    }
  }

  /// Adds to the color a number that depends on it.
  private mutating func add(_ addition: Addition) throws(UnsupportedOperation) {
    if case .curve(let curve) = addition.term, let argument = curve.workingUnits.argument { rescale(to: argument) }
    try flush()
    let range = range
    let row: Int32
    let added: ClosedRange<Double>
    switch addition.term {
    case .limited(let limits):
      row = try measure(addition.norm, limits: limits.lowerBound / scale...limits.upperBound / scale)
      added = limits
    case .curve(let curve):
      row = try measure(addition.norm)
      append(
        .curve(try compile(curve, upTo: range.upperBound, argument: scale, value: scale), rows: row..<row + 1))
      let ends = (curve(0), curve(range.upperBound))
      added = min(ends.0, ends.1)...max(ends.0, ends.1)
    }
    try add(addition.body)
    try flush()
    append(.add(rows: color..<color + 3, term: row))
    rows.give(row)
    setBounds(bounds.map { $0.lowerBound + added.lowerBound...$0.upperBound + added.upperBound })
  }

  // MARK: Alpha

  /// Adds what alpha does; see `AlphaPass`, which has divided by it already.
  private mutating func add(_ operation: CoverageOperation) throws(UnsupportedOperation) {
    switch operation {
    case .divide:
      try flush()
      // A color that exceeds its alpha can become any number; the plan limits it.
      setBounds(Array(repeating: -1e6...1e6, count: 3))
    case .multiply:
      try flush()
      append(.multiply(rows: color..<color + 3, gain: StripRow.alpha))
      setBounds(bounds.map { min($0.lowerBound, 0)...max($0.upperBound, 0) })
    case .over(let background):
      let bounds = bounds
      try multiply(.identity, adding: -background)
      try flush()
      append(.multiply(rows: color..<color + 3, gain: StripRow.alpha))
      try multiply(.identity, adding: background)
      setBounds(
        zip(bounds, [background.x, background.y, background.z]).map {
          min($0.lowerBound, $1)...max($0.upperBound, $1)
        })
    }
  }

  /// Adds the background, after operations on it: color · α + background · (1 − α).
  private mutating func add(over operations: [ColorOperation]) throws(UnsupportedOperation) {
    try flush()
    let behind = try addBackground(operations)
    let background = StripRow.background.lowerBound
    let rest = try rows.take()
    append(.copy(StripRow.alpha, adding: -1, into: rest))
    append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), from: background, into: background, gain: rest))
    rows.give(rest)
    append(.multiply(rows: color..<color + 3, gain: StripRow.alpha))
    for i in 0..<3 as Range<Int32> { append(.add(rows: color + i..<color + i + 1, term: background + i)) }
    setBounds(
      zip(bounds, behind).map { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) })
  }

  // MARK: Gamut maps

  /// Brings light into the target's gamut, in units of its peak.
  private mutating func add(_ fit: GamutFit) throws(UnsupportedOperation) {
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
}

extension ColorOperation {
  /// Whether the lanes do this while reading, if nothing comes before it that they do not.
  package var isRead: Bool {
    if case .matrix(let matrix, _) = self { matrix != .broadcast } else { false }
  }
}
