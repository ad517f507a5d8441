extension LookupTable {
  /// The parts of a table that consists of curves, a cube, or curves before a cube, as most formats require.
  func curvesAndCube(
    for format: LookupFileFormat
  ) throws(LookupFileError) -> (curves: LookupCurves?, cube: Cube?) {
    if case .curves(let curves)? = steps.first {
      if steps.count == 1 { return (curves, nil) }
      if steps.count == 2, case .cube(let cube) = steps[1] { return (curves, cube) }
    }
    if steps.count == 1, case .cube(let cube) = steps[0] { return (nil, cube) }
    let found = steps.isEmpty ? "a table without steps" : "the steps \(steps.map(\.name).joined(separator: ", "))"
    throw .cannotHold(format, found: found, fix: "use .clf, or bake the table into a cube")
  }

  func onlyCube(for format: LookupFileFormat) throws(LookupFileError) -> Cube {
    let (curves, cube) = try curvesAndCube(for: format)
    guard let cube else { throw .cannotHold(format, found: "curves", fix: "use .cube, .spi1d, .csp or .clf") }
    guard curves == nil else {
      throw .cannotHold(
        format, found: "curves before a cube", fix: "use .csp, or sample it into one cube")
    }
    guard cube.domain == .unit else {
      throw .cannotHold(
        format, found: "a domain other than 0…1", fix: "use .csp or .clf")
    }
    return cube
  }

  /// The title and the comments, for a format whose files have no title.
  var remarks: [String] { (title.map { [$0] } ?? []) + comments }
}

extension LookupTable.Step {
  var name: String {
    switch self {
    case .curves: "curves"
    case .cube: "cube"
    case .matrix: "matrix"
    case .functions: "functions"
    case .limit: "limit"
    }
  }
}

extension LookupCurves {
  /// Makes three evenly spaced curves from rows of three values.
  init(_ rows: some Collection<SIMD3<Float>>, over domain: CubeDomain = .unit) throws(LookupTableError) {
    func curve(_ axis: Int) throws(LookupTableError) -> LookupCurve {
      try LookupCurve(over: domain.low[axis]...domain.high[axis], values: rows.map { $0[axis] })
    }
    self.init(try curve(0), try curve(1), try curve(2))
  }

  /// Returns evenly spaced curves of one size as rows of three values, for a format without uneven positions.
  func rows(
    for format: LookupFileFormat
  ) throws(LookupFileError) -> (domain: CubeDomain, values: [SIMD3<Float>]) {
    let refusal = LookupFileError.cannotHold(
      format, found: "curves with uneven positions or of different sizes",
      fix: "use .csp, or sample it into one cube")
    var (low, high) = (SIMD3<Double>(), SIMD3<Double>())
    for (axis, curve) in all.enumerated() {
      guard curve.positions == nil, curve.values.count == red.values.count else { throw refusal }
      (low[axis], high[axis]) = (curve.domain.lowerBound, curve.domain.upperBound)
    }
    guard let domain = try? CubeDomain(low: low, high: high) else { throw refusal }
    return (domain, red.values.indices.map { SIMD3(red.values[$0], green.values[$0], blue.values[$0]) })
  }
}

extension CubeDomain {
  /// The ends of all components, if they are equal.
  var shared: (low: Double, high: Double)? {
    low == SIMD3(repeating: low.x) && high == SIMD3(repeating: high.x) ? (low.x, high.x) : nil
  }
}

extension Cube {
  var blueFastest: [SIMD3<Float>] { Self.reversed(values, size: size) }

  /// Returns values in the reverse order of components: red fastest from blue fastest, and vice versa.
  static func reversed<Value>(_ values: [Value], size: Int) -> [Value] {
    var reversed: [Value] = []
    reversed.reserveCapacity(values.count)
    for slow in 0..<size {
      for middle in 0..<size {
        for fast in 0..<size { reversed.append(values[slow + size * (middle + size * fast)]) }
      }
    }
    return reversed
  }

  /// Returns the values as integers, with 1 as the maximum.
  ///
  /// - Throws: ``LookupFileError/cannotHold(_:found:fix:)`` for a value out of range.
  func codes(_ maximum: UInt16, for format: LookupFileFormat) throws(LookupFileError) -> [SIMD3<UInt16>] {
    var codes: [SIMD3<UInt16>] = []
    codes.reserveCapacity(values.count)
    for value in values {
      let scaled = (SIMD3<Double>(value) * Double(maximum)).rounded(.toNearestOrEven)
      guard scaled.min() >= 0, scaled.max() <= Double(maximum) else {
        let outside = scaled.min() < 0 ? value.min() : value.max()
        throw .cannotHold(format, found: "the value \(outside)", fix: "limit the values to 0…1, or use .cube")
      }
      codes.append(SIMD3(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z)))
    }
    return codes
  }
}
