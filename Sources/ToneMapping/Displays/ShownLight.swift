internal import ColorOperations

extension ConversionPlan {
  /// The light of the display for a signal of the target, by which outputs are compared.
  ///
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
  ///     plan.bt2020LightFromTargetSignal(Signal(1, 1, 1))  // 203 cd/m² in each component
  ///
  /// An SDR display's 100 % is ``PlanOptions/referenceWhite``, unless ``Display/luminance`` is set.
  ///
  /// - Domain: R′G′B′ of the target, nominally `0...1`; each curve is limited to its own domain.
  /// - Range: BT.2020 light.
  public var bt2020LightFromTargetSignal: @Sendable (Signal) -> Light {
    let own = display.displayLightFromSignal(in: targetLuminance, options)
    let operations =
      display.curve(in: targetLuminance, options) == nil ? own : own + [Affine(display.toBT2020(options))]
    return { Light(operations($0.components)) }
  }
}

extension Display {
  /// The function of each component; `nil` for HLG, whose light depends on all three.
  func curve(in range: LuminanceRange, _ options: PlanOptions) -> TransferFunction? {
    if let eotf { return eotf.shown(on: range) }
    return transfer == .hlg ? nil : transfer.shown(as: options.sdrTransfer, range: range)
  }

  /// From the display's signal to its light: for HLG in BT.2020, where the OOTF acts on luminance, otherwise in the display's primaries.
  func displayLightFromSignal(in range: LuminanceRange, _ options: PlanOptions) -> Operations {
    if let curve = curve(in: range, options) { return [curve.displayLightFromSignal()] }
    return HybridLogGamma(luminance: range).displayLightFromSignal(upTo: 1, toBT2020: toBT2020(options))
  }

  /// From the display's primaries to BT.2020.
  fileprivate func toBT2020(_ options: PlanOptions) -> Matrix3x3 {
    primaries.chromaticities.matrix(to: .bt2020, adaptation: options.adaptation)
  }
}
