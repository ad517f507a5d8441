internal import LookupTables

// The codings that pass through linear light, constant luminance and ICtCp, as steps: to R′G′B′ in rows 0, 1, 2, and from R′G′B′.
extension LaneProgramBuilder {
  /// The curve between signal and light, in both directions, for numbers below 0 too.
  private struct Camera {
    let transfer: any CameraTransfer
    let tolerance: LaneTolerance

    /// From signal to light. Green, or a cone, may be the small difference of large lights, so these must be as exact as `Float`
    /// allows for the steepest curve, PQ.
    func light(of signal: Double) -> Double { transfer.inverseOETF(signal) }
    static var light: CurveTolerance {
      CurveTolerance { _, light in max((abs(light) > 1 ? 5e-6 : 1e-6) * abs(light), 1e-10) }
    }
    func signal(of light: Double) -> Double { transfer.oetf(light) }
    var corners: TransferCorners { TransferCorners(transfer) }
    /// A fiftieth of the whole; far outside `0...1`, where codes are as fine as the spacing of `Float`, relative to the signal.
    var signal: CurveTolerance {
      let signal = tolerance.signal
      return CurveTolerance { _, value in max(signal / 50, 2e-6 * abs(value)) }
    }
  }

  // MARK: To R′G′B′

  /// Decodes Y′C, C′BC, C′RC in rows 0, 1, 2.
  ///
  /// - Parameter bounds: The ranges of the three rows.
  mutating func decode(_ coding: ConstantLuminance, bounds: [ClosedRange<Double>]) throws(CurveError) {
    let camera = Camera(transfer: coding.camera, tolerance: tolerance)
    let w = coding.weights
    append(.sided(rows: 1..<2, below: coding.blueBelow, above: coding.blueAbove))
    append(.sided(rows: 2..<3, below: coding.redBelow, above: coding.redAbove))
    // R′, Y′, B′; then their light in rows 4, 5, 6; then the light of green.
    append(.matrix(Matrix3x3(SIMD3(1, 0, 1), SIMD3(1, 0, 0), SIMD3(1, 1, 0))))
    append(.matrix(.identity, into: 4))
    let most = (max(coding.blueBelow, coding.redBelow), max(coding.blueAbove, coding.redAbove))
    let chroma = (min(bounds[1].lowerBound, bounds[2].lowerBound), max(bounds[1].upperBound, bounds[2].upperBound))
    let signals = bounds[0].lowerBound + most.0 * chroma.0...bounds[0].upperBound + most.1 * chroma.1
    try curve(rows: 4..<7, over: signals, within: Camera.light, corners: camera.corners.signals, camera.light)
    append(.weigh(SIMD3(-w.red, 1, -w.blue) / w.green, from: 4, into: 6))
    let lights = signals.mapped(camera.light), luma = bounds[0].mapped(camera.light)
    let rest = (w.red + w.blue) / w.green
    let green =
      luma.lowerBound / w.green - rest * lights.upperBound...luma.upperBound / w.green - rest * lights.lowerBound
    try curve(rows: 6..<7, over: green, within: camera.signal, corners: camera.corners.lights, camera.signal)
    append(.copy(6, into: 1))
    setSignals(
      min(
        signals.lowerBound, camera.signal(of: green.lowerBound))...max(
          signals.upperBound, camera.signal(of: green.upperBound)))
  }

  /// Decodes L′, M′, S′ in rows 0, 1, 2.
  mutating func decode(_ coding: ICtCpEncoding, bounds: [ClosedRange<Double>]) throws(CurveError) {
    let camera = Camera(transfer: coding.camera, tolerance: tolerance)
    let cones = bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()!
    try curve(rows: 0..<3, over: cones, within: Camera.light, corners: camera.corners.signals, camera.light)
    append(.matrix(ICtCp.bt2020FromLMS))
    let light = ICtCp.bt2020FromLMS.bounds(of: [ClosedRange<Double>](repeating: cones.mapped(camera.light), count: 3))
    let lights = light.map(\.lowerBound).min()!...light.map(\.upperBound).max()!
    try curve(rows: 0..<3, over: lights, within: camera.signal, corners: camera.corners.lights, camera.signal)
    setSignals(lights.mapped(camera.signal))
  }

  // MARK: From R′G′B′

  /// Encodes to Y′C, C′BC, C′RC.
  mutating func encode(_ coding: ConstantLuminance) throws(CurveError) {
    let camera = Camera(transfer: coding.camera, tolerance: tolerance)
    let other = 4 - color
    append(.matrix(.identity, from: color, into: other))
    try curve(
      rows: other..<other + 3, over: signals, within: Camera.light, corners: camera.corners.signals, camera.light)
    append(.weigh(coding.weights.vector, from: other, into: other + 2))
    try curve(
      rows: other + 2..<other + 3, over: signals.mapped(camera.light), within: camera.signal,
      corners: camera.corners.lights, camera.signal)
    append(.copy(other + 2, into: color + 1))
    append(.matrix(Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, -1, 1), SIMD3(1, -1, 0)), from: color, into: color))
    append(.sided(rows: color + 1..<color + 2, below: 1 / coding.blueBelow, above: 1 / coding.blueAbove))
    append(.sided(rows: color + 2..<color + 3, below: 1 / coding.redBelow, above: 1 / coding.redAbove))
  }

  /// Encodes to L′, M′, S′.
  mutating func encode(_ coding: ICtCpEncoding) throws(CurveError) {
    let camera = Camera(transfer: coding.camera, tolerance: tolerance)
    try curve(
      rows: color..<color + 3, over: signals, within: Camera.light, corners: camera.corners.signals, camera.light)
    append(.matrix(ICtCp.lmsFromBT2020, from: color, into: color))
    try curve(
      rows: color..<color + 3, over: signals.mapped(camera.light), within: camera.signal,
      corners: camera.corners.lights, camera.signal)
  }

  // MARK: Both sides of 0

  /// Replaces rows by an increasing function of them, which may have a corner at 0: f(x) = f(max(x, 0)) + (f(−max(−x, 0)) − f(0)).
  ///
  /// Uses rows 7, 8, 9. A single row must have two rows before it, because a step reads it as the third of three.
  private mutating func curve(
    rows: Range<Int32>, over domain: ClosedRange<Double>, within tolerance: CurveTolerance, corners: [Double],
    _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    let atZero = function(0)
    let bends = domain.lowerBound < 0 && function(domain.lowerBound) != atZero
    let below: Int32 = 7
    if bends {
      let depth = -domain.lowerBound
      if rows.count == 3 {
        append(
          .matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), from: rows.lowerBound, into: below, limits: 0...Float(depth)))
      } else {
        append(.weigh(SIMD3(0, 0, -1), from: rows.lowerBound - 2, into: below, limits: 0...Float(depth)))
      }
      let allowed = CurveTolerance { tolerance.allowed($0, $1 + atZero) }
      append(
        .curve(
          try CompiledCurve(upTo: depth, within: allowed, corners: corners.map { -$0 }) { function(-$0) - atZero },
          rows: below..<below + Int32(rows.count)))
    }
    // PQ ends at 1: beyond its end a curve keeps its last value.
    let end = domain.upperBound > 1 && function(domain.upperBound) == function(1) ? 1 : domain.upperBound
    append(.curve(try CompiledCurve(upTo: end, within: tolerance, corners: corners, function), rows: rows))
    guard bends else { return }
    for (index, row) in rows.enumerated() { append(.add(rows: row..<row + 1, term: below + Int32(index))) }
  }
}

extension ClosedRange<Double> {
  /// The range of an increasing function over this range.
  func mapped(_ function: (Double) -> Double) -> ClosedRange<Double> { function(lowerBound)...function(upperBound) }
}

extension Matrix3x3 {
  /// The ranges of the three components of a product, from the ranges of the three numbers.
  func bounds(of numbers: [ClosedRange<Double>], adding offset: SIMD3<Double> = .zero) -> [ClosedRange<Double>] {
    [rows.0, rows.1, rows.2].enumerated().map { index, row in
      var (low, high) = (offset[index], offset[index])
      for column in 0..<3 {
        let ends = (row[column] * numbers[column].lowerBound, row[column] * numbers[column].upperBound)
        (low, high) = (low + min(ends.0, ends.1), high + max(ends.0, ends.1))
      }
      return low...high
    }
  }
}
