public import ColorOperations

/// The light that a plan's display shows for a signal of the target.
///
///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
///     plan.shownLight(Signal(1, 1, 1))  // 203 cd/m² in each component
///
/// - Domain: R′G′B′ of the target, nominally `0...1`; each curve is limited to its own domain.
/// - Range: BT.2020 light, cd/m².
public struct ShownLight: Sendable {
  /// From signal to light.
  public let operations: [ColorOperation]

  /// The light of a signal.
  public func callAsFunction(_ signal: Signal) -> Light { Light(operations(signal.components)) }
}

extension ConversionPlan {
  /// The light that the display shows for a signal of the target: what two outputs are compared by.
  ///
  /// An SDR display's 100 % is ``PlanOptions/referenceWhite`` unless ``Display/luminance`` says otherwise.
  public var shownLight: ShownLight {
    let toBT2020 = display.primaries.rgb.matrix(to: .bt2020, adaptation: options.adaptation)
    if display.transfer == .hlg {
      let hlg = HybridLogGamma(range: targetLuminance, gamma: SystemGamma.extended(peak: targetLuminance.peak))
      return ShownLight(operations: hlg.linearization(upTo: 1, toBT2020: toBT2020))
    }
    let transfer = display.transfer.shown(as: options.sdrTransfer, range: targetLuminance)
    return ShownLight(operations: transfer.linearization(upTo: 1) + [.matrix(toBT2020)])
  }
}
