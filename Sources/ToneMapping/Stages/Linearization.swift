/// How a nonlinear signal becomes display light: the first half of a plan's core.
struct Linearization: Sendable {
  /// How the components are linearized.
  enum Transfer: Sendable {
    /// Each component by itself; the light is in the source's own primaries.
    case components(any DisplayTransfer)
    /// HLG, whose OOTF acts on luminance in BT.2020: scene light is brought there first.
    case hlg(HybridLogGamma, toBT2020: Matrix3x3)
  }

  /// How the components are linearized.
  var transfer: Transfer
  /// The largest signal: above 1 where narrow range has codes above white and the transfer goes on there.
  var ceiling: Double

  /// The display light of a signal R′G′B′, in cd/m².
  ///
  /// - Domain: `0...ceiling`; below it is 0, above it is the ceiling, and what is no number is 0.
  func callAsFunction(_ signal: Signal) -> Light {
    let s = limited(signal.components)
    switch transfer {
    case .components(let transfer):
      return Light(transfer.eotf(s.x).nits, transfer.eotf(s.y).nits, transfer.eotf(s.z).nits)
    case .hlg(let hlg, let toBT2020):
      return hlg.ootf(toBT2020 * hlg.scene(of: Signal(s)))
    }
  }

  /// The signal within its domain.
  func limited(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(limited(signal.x), limited(signal.y), limited(signal.z))
  }

  private func limited(_ x: Double) -> Double { x > 0 ? min(x, ceiling) : 0 }
}

/// How display light becomes a nonlinear signal: the last half of a plan's core.
enum Delinearization: Sendable {
  /// Each component by itself; the light is in the target's own primaries.
  case components(any DisplayTransfer)
  /// HLG, from light in BT.2020, by the inverse OOTF, in the target's primaries.
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
