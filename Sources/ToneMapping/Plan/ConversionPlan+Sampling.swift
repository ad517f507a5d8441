public import Colorimetry

extension ConversionPlan {
  /// The plan as a function of a LUT's numbers: the truth that a LUT of this plan is compared with.
  ///
  ///     let cube = try Cube(size: 33, plan.lutFunction(in: .full))
  ///
  /// - Domain: R′G′B′ of the source, `0...1`; in narrow range, numbers outside 64/1023…940/1023 are signals outside `0...1`.
  /// - Range: R′G′B′ of the target, in the same range, limited to `0...1`, which is all that readers of LUTs pass on: in full range the
  ///   super-whites of HLG are lost.
  /// - Parameter range: Which numbers the signals 0 and 1 have: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  public func lutFunction(in range: QuantizationRange) -> @Sendable (Signal) -> Signal {
    let plan = self
    guard range == .narrow else { return { plan($0).limited } }
    return { plan(Signal(narrowNumbers: $0)).narrowNumbers.limited }
  }

  /// The light that the display shows for a LUT's numbers in a range.
  public func shownLight(in range: QuantizationRange) -> @Sendable (Signal) -> Light {
    let light = shownLight
    guard range == .narrow else { return { light($0) } }
    return { light(Signal(narrowNumbers: $0)) }
  }
}

extension Signal {
  /// This signal with each component limited to `0...1`.
  fileprivate var limited: Signal {
    Signal(components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)))
  }

  /// The signal that numbers of narrow range stand for.
  fileprivate init(narrowNumbers numbers: Signal) {
    let (scale, black) = Quantization.narrowTen.shares
    self.init((numbers.components - black) / scale)
  }

  /// The numbers of narrow range that stand for this signal.
  fileprivate var narrowNumbers: Signal {
    let (scale, black) = Quantization.narrowTen.shares
    return Signal(components * scale + black)
  }
}
