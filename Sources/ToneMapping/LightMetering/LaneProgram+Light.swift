internal import ColorOperations
internal import LightStatistics

extension LaneProgram {
  /// Returns this program, which gives signals, followed by steps that compute the light of the maximum, the input of `lanes_light` without `cells`.
  ///
  /// - Parameters:
  ///   - ceiling: The maximum signal.
  ///   - level: The light of a signal.
  /// - Throws: `CurveError` if pieces cannot approximate the level.
  func countingLight(
    upTo ceiling: SignalLevel, _ level: @escaping @Sendable (SignalLevel) -> LightCount
  ) throws(CurveError) -> LaneProgram {
    let light = try Self.light(upTo: ceiling, level)
    var program = self
    program.append([.maximum(into: StripRow.maximum), .curve(light, rows: StripRow.maximum..<StripRow.maximum + 1)])
    return program
  }

  /// The curve from signal to light in the units of the counts.
  private static func light(
    upTo ceiling: SignalLevel, _ level: @escaping @Sendable (SignalLevel) -> LightCount
  ) throws(CurveError) -> CompiledCurve {
    // A tolerance of 1e-5 of the light, 0.1 cd/m² at most; near black, a tenth of the counting unit.
    try CompiledCurve(upTo: ceiling.value, within: .relative(1e-5, floor: 0.1)) { level(SignalLevel($0)).units }
  }

  /// Returns this program, which gives PQ signals, followed by the steps that `lanes_light` needs with `cells`.
  ///
  /// - Parameter primaries: The primaries of the signals.
  /// - Throws: `CurveError` if pieces cannot approximate a curve.
  func measuringLight(of primaries: RGBPrimaries) throws(CurveError) -> LaneProgram {
    let quantizer = PerceptualQuantizer()
    let light = try Self.light(upTo: SignalLevel(1)) { LightCount(quantizer.eotf($0)) }
    // A tolerance of 1/100 of the 12-bit code in which signals are counted.
    let signal = try CompiledCurve(
      upTo: LightCount.maximum.units, within: .absolute(0.01 / Quantization.pqCodes.maximum.value)
    ) {
      quantizer.inverseEOTF(LightCount(units: $0).luminance).value
    }
    var program = self
    program.append([.maximum(into: StripRow.maximumSignal)])
    program.append([.curve(light, rows: StripRow.color)], leaving: .light(LightCount(units: 1).luminance))
    // The rows of the maximum light and of luminance are unused until they are filled.
    let converted = StripRow.maximum
    for (row, gamut) in [(StripRow.minimumBT709, RGBPrimaries.bt709), (StripRow.minimumP3, .p3D65)] {
      program.append([.matrix(primaries.matrix(to: gamut), into: converted), .minimum(from: converted, into: row)])
    }
    let luminance = StripRow.luminanceSignal
    program.append([
      .maximum(into: StripRow.maximum), .weigh(primaries.luminanceWeights, into: luminance),
      .curve(signal, rows: luminance..<luminance + 1),
    ])
    return program
  }
}
