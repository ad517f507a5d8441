extension TransferFunction {
  /// PQ, whose signal represents absolute light up to 10 000 cd/m²; see ``PerceptualQuantizer`` (ITU-R BT.2100-3, Table 4; SMPTE ST 2084:2014).
  public static let pq = TransferFunction(
    "PQ", isAbsolute: true,
    toLight: { PerceptualQuantizer().eotf($0) }, toSignal: { PerceptualQuantizer().inverseEOTF($0) })

  /// The identity: the signal is the linear light (ITU-T H.273, Table 3, value 8).
  public static let linear = TransferFunction(
    "linear", toLight: { RelativeLevel($0.value) },
    toSignal: { SignalLevel($0.value) })

  /// A pure power, above 0: signal = light^(1/exponent); 0 for negative light and signals (ITU-T H.273, Table 3, values 4 and 5: 2.2 and 2.8).
  ///
  ///     TransferFunction.power(2.2).signal(of: RelativeLevel(0.5))  // 0.7297
  public static func power(_ exponent: Double) -> TransferFunction {
    precondition(exponent > 0, "the exponent is \(exponent); it must be above 0")
    return TransferFunction(
      "a power of \(exponent)", parameters: exponent,
      toLight: { RelativeLevel(Elementary.pow(max($0.value, 0), exponent)) },
      toSignal: { SignalLevel(Elementary.pow(max($0.value, 0), 1 / exponent)) })
  }

  /// A display whose light is a power of its signal, with a signal lift for its black: BT.1886 generalized to any exponent.
  ///
  ///     TransferFunction.power(2.2, luminance: .nits(0...100)).eotf(0.5)  // 21.8 cd/m²
  ///
  /// - Domain: All signals; if the lifted signal is below 0, the light is 0. Light of 0 cd/m² and above; negative light is clamped to 0.
  /// - Range: 0 cd/m² and above; above the peak for signals above 1. The signal is below 0 for light below black.
  /// - Source: ITU-T H.273, Table 3, values 4 and 5, "assumed display gamma".
  /// - Precondition: `exponent` is above 0; the range's black is 0 or more and below its peak.
  public static func power(_ exponent: Double, luminance: LuminanceRange) -> TransferFunction {
    lifted("a power of \(exponent)", exponent, luminance)
  }

  /// The reference display of high-definition television: L = a · max(V + b, 0)^2.4.
  ///
  ///     TransferFunction.bt1886(luminance: .nits(0...100)).eotf(0.5)    // 18.95 cd/m²
  ///     TransferFunction.bt1886(luminance: .nits(0.1...100)).eotf(0.5)  // 21.60 cd/m²
  ///
  /// - Source: ITU-R BT.1886-0, Annex 1.
  /// - Parameter luminance: The luminance of black, LB, 0 or more, and of white, LW, above it.
  public static func bt1886(luminance: LuminanceRange) -> TransferFunction {
    lifted("BT.1886", bt1886Exponent, luminance)
  }

  /// The power of every BT.1886 display.
  package static let bt1886Exponent = 2.4

  private static func lifted(
    _ name: String, _ exponent: Double, _ range: LuminanceRange
  ) -> TransferFunction {
    precondition(exponent > 0, "the exponent is \(exponent); it must be above 0")
    range.requireDisplay()
    let darkest = Elementary.pow(range.black.nits, 1 / exponent)
    let brightest = Elementary.pow(range.peak.nits, 1 / exponent)
    return TransferFunction(
      name, parameters: [exponent, range.black.nits, range.peak.nits],
      toLight: { .nits(Elementary.pow(max((brightest - darkest) * $0.value + darkest, 0), exponent)) },
      toSignal: { (light: Luminance) in
        SignalLevel((Elementary.pow(max(light.nits, 0), 1 / exponent) - darkest) / (brightest - darkest))
      })
  }

  /// The display of xvYCC and BT.1361: BT.1886, with its curve mirrored below black for negative signals.
  ///
  /// Neither standard specifies a display. Both extend BT.709, whose display is BT.1886.
  ///
  /// - Parameters:
  ///   - luminance: The light of the display's black and white.
  ///   - compression: The factor by which the negative half is compressed: 1 for xvYCC, 4 for BT.1361.
  public static func extendedGamutDisplay(luminance: LuminanceRange, compression: Double) -> TransferFunction {
    bt1886(luminance: luminance)
      .mirrored(compression: compression, about: luminance.black.nits, as: "BT.1886, mirrored below black")
  }

  /// The digital cinema projector, from X′, Y′, Z′ to light relative to white, which lies below the maximum signal: 52.37 / 48 · signal^2.6.
  ///
  ///     let cinema = TransferFunction.digitalCinema.shown(on: .nits(0...48))
  ///     cinema.eotf(1)                 // 52.37 cd/m²
  ///     cinema.inverseEOTF(.nits(48))  // 0.9670
  ///
  /// - Domain: 0 and above; 0 for negative signals and light.
  /// - Source: SMPTE ST 428-1:2006; ITU-T H.273, Table 3, value 17.
  public static let digitalCinema = TransferFunction(
    "ST 428-1",
    toLight: { RelativeLevel(52.37 / 48 * Elementary.pow(max($0.value, 0), 2.6)) },
    toSignal: { SignalLevel(Elementary.pow(48 * max($0.value, 0) / 52.37, 1 / 2.6)) })
}
