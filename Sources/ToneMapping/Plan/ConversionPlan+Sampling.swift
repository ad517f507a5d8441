public import Colorimetry

extension ConversionPlan {
  /// The plan as a function of a LUT's numbers: the truth that a LUT of this plan is compared with.
  ///
  ///     let cube = try Cube(size: 33, plan.function(of: .full))
  ///
  /// - Domain: R′G′B′ of the source, `0...1`; in narrow range, numbers outside 64/1023…940/1023 are signals outside `0...1`.
  /// - Range: R′G′B′ of the target, in the same range, limited to `0...1`, which is all that readers of LUTs pass on: in full range the
  ///   super-whites of HLG are lost.
  /// - Parameter range: Which numbers the signals 0 and 1 have: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  public func function(of range: QuantizationRange) -> @Sendable (Signal) -> Signal {
    let plan = self
    guard range == .narrow else { return { plan($0).limited } }
    return { plan($0.inNumbers(ofNarrowRange: false)).inNumbers(ofNarrowRange: true).limited }
  }

  /// The light that the display shows for a LUT's numbers in a range.
  public func shownLight(of range: QuantizationRange) -> @Sendable (Signal) -> Light {
    let light = shownLight
    guard range == .narrow else { return { light($0) } }
    return { light($0.inNumbers(ofNarrowRange: false)) }
  }
}

extension Signal {
  /// This signal with each component limited to `0...1`.
  fileprivate var limited: Signal {
    Signal(components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)))
  }

  /// This signal as numbers of narrow range, or numbers of narrow range as the signal that they stand for.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9: narrow-range R′G′B′ of 10 bits has black at 64 and its nominal peak at 940; the greatest code is 1023.
  fileprivate func inNumbers(ofNarrowRange encodes: Bool) -> Signal {
    let narrow = Quantization(bitDepth: 10, range: .narrow)
    let (scale, black) = (
      narrow.lumaScale / narrow.maximum.value, narrow.lumaOffset.value / narrow.maximum.value
    )
    return Signal(encodes ? components * scale + black : (components - black) / scale)
  }
}
