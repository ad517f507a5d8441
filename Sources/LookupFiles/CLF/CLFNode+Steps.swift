internal import Colorimetry

extension CLFNode {
  /// The steps of the node, between signals from 0 to 1.
  func steps() throws(LookupFileError) -> [LookupTable.Step] {
    guard !kind.hasArray || !dimensions.isEmpty else { throw unexpected("\(kind.rawValue) without an Array", "one") }
    guard values.count + entries.count == count else {
      throw unexpected(
        "\(values.count + entries.count) of \(count) numbers in \(kind.rawValue)", "all, as its dim says")
    }
    switch kind {
    case .matrix: return [try matrix()]
    case .exponent: return try exponents()
    case .logarithm: return try logarithms()
    case .decision: return try colorDecision()
    case .range:
      func limit(_ name: String, _ depth: CLFDepth) -> Double? { numbers[name].map { $0[0] / depth.one } }
      return try range(
        limit("minInValue", input), limit("maxInValue", input), limit("minOutValue", output),
        limit("maxOutValue", output))
    case .curves: return try mapped() + [.curves(try curves())]
    case .cube:
      let size = dimensions[0]
      let rows = (0..<size * size * size).map { SIMD3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) }
      let scale = Float(output.one)
      // Red varies slowest.
      let cube = try at(line, try Cube(size: size, values: Cube.reversed(rows, size: size).map { $0 / scale }))
      return try mapped() + [.cube(cube)]
    }
  }

  private func matrix() throws(LookupFileError) -> LookupTable.Step {
    let columns = dimensions[1]
    // With four rows, the fourth column is alpha; in old files it is the offset.
    let offsets = isOld || dimensions[0] == 3 ? 3 : 4
    if offsets == 4, (0..<3).contains(where: { entries[$0 * columns + 3] != 0 }) {
      throw unexpected(
        "a Matrix that adds alpha to R, G or B", "none, since a LUT has no alpha; \(LookupFileError.bake)")
    }
    func row(_ index: Int) -> SIMD3<Double> {
      SIMD3(entries[index * columns], entries[index * columns + 1], entries[index * columns + 2])
        * (input.one / output.one)
    }
    let offset =
      columns > offsets
      ? SIMD3(entries[offsets], entries[columns + offsets], entries[2 * columns + offsets]) / output.one : .zero
    return .matrix(Matrix3x3(row(0), row(1), row(2)), adding: offset)
  }

  /// Whether the node changes alpha, which a LUT does not have.
  var changesAlpha: Bool {
    if kind == .exponent { return parameters.contains { $0.channel == 3 } }
    guard kind == .matrix, dimensions.first == 4, !isOld, entries.count == count else { return false }
    let kept = [0, 0, 0, output.one / input.one, 0].prefix(dimensions[1])
    return !entries[(3 * dimensions[1])...].elementsEqual(kept)
  }

  private func curves() throws(LookupFileError) -> LookupCurves {
    let (size, channels, scale) = (dimensions[0], dimensions[1], Float(output.one))
    func curve(_ channel: Int) throws(LookupFileError) -> LookupCurve {
      let channel = min(channel, channels - 1)
      let column = (0..<size).map { values[$0 * channels + channel] / scale }
      return try at(line, isHalfDomain ? try Self.curve(ofHalves: column) : try LookupCurve(values: column))
    }
    let red = try curve(0)
    return channels == 1 ? LookupCurves(red) : LookupCurves(red, try curve(1), try curve(2))
  }

  /// A curve from values at every half, in the order of their bit patterns.
  private static func curve(ofHalves values: [Float]) throws(LookupTableError) -> LookupCurve {
    let maximum: UInt16 = 0x7BFF
    // From -65504 up to negative zero, then from zero up to 65504.
    let negative = (0x8001...0x8000 | maximum).reversed()
    var places = negative.map { half(bits: $0) }, kept = negative.map { values[Int($0)] }
    if values[0x8000] != values[0] {
      // Negative zero is a separate position, as close to zero as a normal number can be.
      places.append(-Float.leastNormalMagnitude)
      kept.append(values[0x8000])
    }
    for bits in 0...maximum {
      places.append(half(bits: bits))
      kept.append(values[Int(bits)])
    }
    return try LookupCurve(at: places, values: kept)
  }

  /// The IndexMap as steps before the LUT: each of its two pairs maps an input number to a position in the LUT.
  private func mapped() throws(LookupFileError) -> [LookupTable.Step] {
    guard let map = numbers["IndexMap"] else { return [] }
    let last = Double(dimensions[0] - 1)
    return try range(map[0] / input.one, map[2] / input.one, map[1] / last, map[3] / last)
  }

  /// A map from one range to another, clamped to it unless the style disables that; either side may be missing.
  private func range(
    _ minIn: Double?, _ maxIn: Double?, _ minOut: Double?, _ maxOut: Double?
  ) throws(LookupFileError) -> [LookupTable.Step] {
    func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(abs(a), 1) }
    switch (minIn, maxIn, minOut, maxOut) {
    case (let low?, let high?, let lowOut?, let highOut?):
      guard low < high, lowOut <= highOut, clamps || lowOut < highOut else {
        throw unexpected("a Range from \(low)…\(high) to \(lowOut)…\(highOut)", "ranges that rise")
      }
      let scale = (highOut - lowOut) / (high - low)
      let map = LookupTable.Step.matrix(
        Matrix3x3(diagonal: SIMD3(repeating: scale)), adding: SIMD3(repeating: lowOut - scale * low))
      let changes = low != lowOut || high != highOut
      return (changes ? [map] : []) + (clamps ? [.limit(lowOut...highOut)] : [])
    case (let low?, nil, let lowOut?, nil) where clamps && isSame(low, lowOut): return [.limit(lowOut...(.infinity))]
    case (nil, let high?, nil, let highOut?) where clamps && isSame(high, highOut):
      return [.limit(-.infinity...highOut)]
    default:
      throw unexpected(
        numbers.isEmpty ? "an empty Range" : "a Range with \(numbers.keys.sorted().joined(separator: ", "))",
        "all four values or, to clamp one side only, two equal ones of that side")
    }
  }

  func unexpected(_ found: String, _ expected: String) -> LookupFileError {
    .unexpected(line: line, found: found, expected: expected)
  }
}
