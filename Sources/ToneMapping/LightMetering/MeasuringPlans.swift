internal import ColorOperations
internal import LightStatistics

extension ConversionPlan {
  /// Creates a plan that reads frames to measure their light: to PQ signals in the source's own primaries.
  ///
  /// Light of a camera's log is limited to BT.2020, and measured there.
  ///
  /// - Parameters:
  ///   - source: The known properties of the frames.
  ///   - format: The pixel format of the frames.
  ///   - strict: Whether any assumption is an error.
  /// - Throws: `PlanError` for a source that cannot be read.
  public static func measuring(
    _ source: Source, reading format: PixelFormat, strict: Bool = false
  ) throws(PlanError) -> ConversionPlan {
    var assumed: [Finding] = []
    let color = try ResolvedColor(completing: source, format: format, assumptions: &assumed)
    let options = PlanOptions(
      sourcePeak: color.peakOfUnmappedLight(in: format), alpha: .kept(.straight), strict: strict)
    let primaries = color.transfer.isLog ? nil : color.primaries.codePoint
    return try ConversionPlan(
      from: source, to: Display(primaries ?? .bt2020, transfer: .pq, luminance: wholePQ),
      tone: .identity, options: options, reading: format, writing: format.hasAlpha ? .gbrapf32 : .gbrpf32)
  }

  private static let wholePQ = LuminanceRange(black: .nits(0), peak: PerceptualQuantizer.peak)

  /// Whether the plan gives PQ signals of light that is neither mapped nor limited, as `measuring` does.
  var measuresLight: Bool {
    targetTags.transfer == .pq && targetLuminance == Self.wholePQ && outputFormat.model == .rgb
      && outputFormat.isFloat && outputFormat.bitDepth == 32 && !keepsToPeak
  }

  /// Returns a plan that reads the written frames to signals with independent components: HLG becomes PQ.
  func readingWritten() throws(PlanError) -> ConversionPlan {
    let (isHLG, peak) = (targetTags.transfer == .hlg, targetLuminance.peak)
    // PQ without primaries would be read as BT.2020; equal primaries on both sides leave signals unchanged.
    var reader = Display(
      targetTags.primaries ?? .bt2020, transfer: isHLG ? .pq : targetTags.transfer ?? .pq,
      luminance: isHLG ? Self.wholePQ : LuminanceRange(black: .nits(0), peak: peak))
    reader.eotf = display.eotf
    return try ConversionPlan(
      from: Source(color: targetTags, transfer: display.eotf), to: reader, tone: .identity,
      // The signal 1 of SDR and of linear light is the display's peak.
      options: targetTags.isHDR
        ? PlanOptions(sourcePeak: peak, referenceWhite: options.referenceWhite)
        : PlanOptions(referenceWhite: peak, sdrTransfer: options.sdrTransfer),
      reading: outputFormat, writing: .gbrpf32)
  }
}

extension ResolvedColor {
  /// The source's peak for a plan that maps no light, so that none is assumed: light of PQ and of logs does not depend on it, and linear light is read
  /// up to the peak of PQ. `nil` for other sources, which have a peak of their own.
  fileprivate func peakOfUnmappedLight(in format: PixelFormat) -> Luminance? {
    let endsWithPQ = transfer.codePoint == .pq || transfer.isLog || transfer.codePoint == .linear && format.isFloat
    return endsWithPQ ? PerceptualQuantizer.peak : nil
  }
}

extension Source {
  /// The peak for a plan that reads frames of a format, and maps no light; `nil` if it is the source's own.
  package func peakOfUnmappedLight(in format: PixelFormat) throws(PlanError) -> Luminance? {
    var assumed: [Finding] = []
    return try ResolvedColor(completing: self, format: format, assumptions: &assumed).peakOfUnmappedLight(in: format)
  }
}

extension SIMDProgram {
  /// The curve from signal to light in the units of the counts.
  private static func curve(
    of display: TransferFunction, upTo ceiling: SignalLevel = 1
  ) throws(UnsupportedOperation) -> CompiledCurve {
    // A tolerance of 1e-5 of the light, 0.1 cd/m² at most; near black, a tenth of the counting unit.
    try CompiledCurve(upTo: ceiling.value, within: .relative(1e-5, floor: 0.1)) {
      LightCount(display.eotf(SignalLevel($0))).units
    }
  }

  /// Returns this program, which gives signals, followed by steps that compute the light of the maximum, the input of `lanes_light` without `cells`;
  /// or the reason why pieces cannot approximate the display's function.
  func countingLevels(
    on display: TransferFunction, upTo ceiling: SignalLevel
  ) -> Result<SIMDProgram, UnsupportedOperation> {
    Result { () throws(UnsupportedOperation) in
      let light = try Self.curve(of: display, upTo: ceiling)
      var program = self
      program.steps += [.maximum(into: StripRow.maximum), .curve(light, rows: StripRow.maximum..<StripRow.maximum + 1)]
      return program
    }
  }

  /// Returns this program, which gives the PQ signals of a plan, followed by the steps that `lanes_light` needs with `cells`.
  func measuringLight(of plan: ConversionPlan) -> SIMDProgram {
    let primaries = (plan.targetTags.primaries ?? .bt2020).chromaticities
    let (light, signal): (CompiledCurve, CompiledCurve)
    do throws(UnsupportedOperation) {
      light = try Self.curve(of: .pq)
      // A tolerance of 1/100 of the 12-bit code in which signals are counted.
      signal = try CompiledCurve(
        upTo: LightCount.maximum.units, within: .absolute(0.01 / Quantization.pqCodes.maximum.value)
      ) { PerceptualQuantizer().inverseEOTF(LightCount(units: $0).luminance).value }
    } catch {
      preconditionFailure("the curves of PQ light did not compile: \(error)")
    }
    var program = self
    program.steps += [.maximum(into: StripRow.maximumSignal), .curve(light, rows: StripRow.color)]
    // The rows of the maximum light and of luminance are unused until they are filled.
    let converted = StripRow.maximum
    for (row, gamut) in [(StripRow.minimumBT709, RGBPrimaries.bt709), (StripRow.minimumP3, .p3D65)] {
      program.steps += [.matrix(primaries.matrix(to: gamut), into: converted), .minimum(from: converted, into: row)]
    }
    let luminance = StripRow.luminanceSignal
    program.steps += [
      .maximum(into: StripRow.maximum), .weigh(primaries.luminanceWeights, into: luminance),
      .curve(signal, rows: luminance..<luminance + 1),
    ]
    return program
  }
}
