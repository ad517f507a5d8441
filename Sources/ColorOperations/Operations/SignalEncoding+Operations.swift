public import Colorimetry

extension SignalEncoding {
  /// From R′, G′, B′ to the coded components.
  ///
  ///     try SignalEncoding(.bt2020NCL).encode(Signal(1, 0, 0))  // Y′ 0.2627, C′B −0.1396, C′R 0.5
  ///
  /// - Domain: All numbers where the map is linear; otherwise signals that the transfer can invert.
  /// - Range: Y′ `0...1`, the differences `-0.5...0.5`. With `identity`, R′, G′, B′ unchanged; the frame handles the storage of planes in
  ///   the order G, B, R.
  /// - Parameter rgb: The signal R′, G′, B′.
  public func encode(_ rgb: Signal) -> CodedComponents {
    CodedComponents(encoding(workingUnit: PerceptualQuantizer.peak)(rgb.components))
  }

  /// From the coded components to R′, G′, B′.
  ///
  /// - Range: Outside `0...1` for codes that no R′, G′, B′ produces. ICtCp of PQ and HLG clips colors outside BT.2020 to it, because they
  ///   have no negative signals.
  /// - Parameter coded: The coded components.
  public func decode(_ coded: CodedComponents) -> Signal { Signal(decoding(coded.components)) }

  /// From the coded components to R′, G′, B′, as operations.
  ///
  /// - Source: ITU-T H.273, clause 8.3; for ICtCp BT.2100-3, Table 7, and ITU-T H.264, equations E-62 to E-67.
  package var decoding: Operations {
    switch form {
    case .matrix(_, .identity): []
    case .matrix(_, let inverse): [Affine(inverse, taking: .components, giving: .signal)]
    case .constantLuminance(let coding): [ConstantLuminanceCoding.decode(coding)]
    case .cones(let transfer, let fromRGB, let toComponents):
      [Affine(toComponents.inverse, taking: .components, giving: .lms)]
        + Self.mixing(by: fromRGB.inverse, in: transfer, workingUnit: nil)
    }
  }

  /// From R′, G′, B′ to the coded components, as operations.
  ///
  /// - Source: ITU-T H.273, clause 8.3; for ICtCp BT.2100-3, Table 7, and ITU-T H.264, equations E-4 to E-9.
  /// - Parameter workingUnit: The light that an evaluator may use as 1, in encodings that pass through light.
  package func encoding(workingUnit: Luminance) -> Operations {
    switch form {
    case .matrix(.identity, _): []
    case .matrix(let forward, _): [Affine(forward, taking: .signal, giving: .components)]
    case .constantLuminance(let coding): [ConstantLuminanceCoding.encode(coding)]
    case .cones(let transfer, let fromRGB, let toComponents):
      Self.mixing(by: fromRGB, in: transfer, workingUnit: workingUnit)
        + [Affine(toComponents, taking: .signal, giving: .components)]
    }
  }

  /// The unit that ICtCp mixes: light for PQ, relative light for the other curves.
  ///
  /// - Parameter workingUnit: The light that an evaluator may use as 1, for an encoder; `nil`, for a decoder, leaves the choice to the evaluator.
  private static func mixing(
    by matrix: Matrix3x3, in transfer: TransferFunction, workingUnit: Luminance?
  ) -> Operations {
    guard transfer.isAbsolute else {
      return [Curve.linearized(by: transfer), Affine(matrix), Curve.encoded(by: transfer)]
    }
    // The operations after an encoder's L′M′S′ amplify its errors: the magnitudes in the rows of C_T and C_P sum up to 8.
    let share = workingUnit == nil ? 1 : 1.0 / 8
    return [
      transfer.displayLightFromSignal(tolerance: .light(share: share)), Affine(matrix),
      transfer.signalFromDisplayLight(workingUnit: workingUnit, tolerance: .signal(share: share / 5)),
    ]
  }
}

extension Curve {
  /// The curve from signal to relative light, on both sides of 0.
  ///
  /// Green, or a cone response, may be a small difference of large lights, so these must be as exact as `Float` allows for the steepest curve, PQ.
  package static func linearized(by transfer: TransferFunction) -> Curve {
    let curve = transfer.relative
    return Curve(
      transfer.isOfScene ? "inverse OETF" : "light of the signal",
      breakpoints: curve.breakpoints.signals.map { SignalLevel($0) },
      tolerance: Tolerance { _, _, light in max((abs(light) > 1 ? 5e-6 : 1e-6) * abs(light), 1e-10) }
    ) { (signal: SignalLevel) in curve.light(of: signal) }
  }

  /// The curve from relative light to signal, on both sides of 0.
  ///
  /// The tolerance is a fiftieth of the whole; far outside `0...1`, where codes are as fine as the spacing of `Float`, it is relative to the signal.
  package static func encoded(by transfer: TransferFunction) -> Curve {
    let curve = transfer.relative
    return Curve(
      transfer.isOfScene ? "OETF" : "signal of the light",
      breakpoints: curve.breakpoints.lights.map { RelativeLevel($0) },
      tolerance: Tolerance { allowed, _, value in max(allowed.signal / 50, 2e-6 * abs(value)) }
    ) { (light: RelativeLevel) in curve.signal(of: light) }
  }
}
