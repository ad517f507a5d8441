public import ColorOperations

extension ConversionPlan {
  /// The light that the display shows for a signal of the target: what two outputs are compared by.
  ///
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
  ///     plan.shownLight(Signal(1, 1, 1))  // 203 cd/m² in each component
  ///
  /// An SDR display's 100 % is ``PlanOptions/referenceWhite`` unless ``Display/luminance`` says otherwise.
  ///
  /// - Domain: R′G′B′ of the target, nominally `0...1`; each curve is limited to its own domain.
  /// - Range: BT.2020 light.
  public var shownLight: Operations<Signal, Light> {
    let toBT2020 = display.primaries.rgb.matrix(to: .bt2020, adaptation: options.adaptation)
    if display.transfer == .hlg {
      let hlg = HybridLogGamma(range: targetLuminance)
      return hlg.linearization(upTo: 1, toBT2020: toBT2020)
    }
    let transfer = display.transfer.shown(as: options.sdrTransfer, range: targetLuminance)
    return transfer.linearization(upTo: 1).then(.matrix(toBT2020))
  }
}
