/// The conversion of a nonlinear signal to display light: the first stage of a plan's core.
struct Linearization: Sendable {
  /// How the components are linearized.
  enum Transfer: Sendable {
    /// Each component separately; the light is in the source's own primaries.
    case components(any DisplayTransfer)
    /// HLG, whose OOTF acts on luminance in BT.2020: scene light is converted to BT.2020 first.
    case hlg(HybridLogGamma, toBT2020: Matrix3x3)
  }

  /// How the components are linearized.
  var transfer: Transfer
  /// The largest signal: above 1 if narrow range has codes above white and the transfer is defined there.
  var ceiling: Double

  /// The display light of a signal R′G′B′, in cd/m².
  ///
  /// - Domain: `0...ceiling`; a signal below 0 or NaN counts as 0, a signal above the ceiling as the ceiling.
  func callAsFunction(_ signal: Signal) -> Light {
    let s = limited(signal.components)
    switch transfer {
    case .components(let transfer):
      return Light(transfer.eotf(s.x).nits, transfer.eotf(s.y).nits, transfer.eotf(s.z).nits)
    case .hlg(let hlg, let toBT2020):
      return hlg.ootf(toBT2020 * hlg.scene(of: Signal(s)))
    }
  }

  /// The signal, limited to the domain.
  func limited(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(limited(signal.x), limited(signal.y), limited(signal.z))
  }

  private func limited(_ x: Double) -> Double { x > 0 ? min(x, ceiling) : 0 }
}

/// The conversion of display light to a nonlinear signal: the last stage of a plan's core.
enum Delinearization: Sendable {
  /// Each component separately; the light is in the target's own primaries.
  case components(any DisplayTransfer)
  /// HLG: the inverse OOTF acts on light in BT.2020; the signal is in the target's primaries.
  case hlg(HybridLogGamma, fromBT2020: Matrix3x3)

  /// The signal R′G′B′ of display light.
  func callAsFunction(_ light: Light) -> Signal {
    let l = light.components
    switch self {
    case .components(let transfer):
      return Signal(
        transfer.inverseEOTF(.nits(l.x)), transfer.inverseEOTF(.nits(l.y)), transfer.inverseEOTF(.nits(l.z)))
    case .hlg(let hlg, let fromBT2020):
      return hlg.signal(ofScene: fromBT2020 * hlg.inverseOOTF(light))
    }
  }
}
