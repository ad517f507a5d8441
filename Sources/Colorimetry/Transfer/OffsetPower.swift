/// A straight line near black, then a power with an offset: the shape of television camera curves and of sRGB.
///
/// - Domain: All numbers: the line continues below 0, the power above 1.
/// - Source: ITU-T H.273, Table 3, values 1, 6, 7, 13, 14 and 15.
package struct OffsetPower: Hashable, Sendable {
  /// The slope of the line.
  package let slope: Double
  /// The power from light to signal.
  let oetfExponent: Double
  /// The factor of the power; alpha − 1 is its offset.
  package let alpha: Double
  /// The light at which the power starts.
  package let beta: SceneLevel
  /// The signal at which the power starts in the inverse.
  let signalBeta: SignalLevel

  init(slope: Double, oetfExponent: Double, alpha: Double, beta: SceneLevel, signalBeta: SignalLevel? = nil) {
    (self.slope, self.oetfExponent, self.alpha, self.beta) = (slope, oetfExponent, alpha, beta)
    self.signalBeta = signalBeta ?? SignalLevel(slope * beta.value)
  }

  /// Creates the curve whose line and power meet with equal values and equal slopes.
  ///
  /// - Source: ITU-T H.273, clause 8.2, which defines alpha and beta this way.
  /// - Parameters:
  ///   - slope: The slope of the line, above 1.
  ///   - oetfExponent: The power from light to signal, between 0 and 1.
  init(continuous slope: Double, oetfExponent: Double) {
    // Equal slopes give alpha · beta^oetfExponent = slope · beta / oetfExponent.
    // Substituted into equal values, this gives alpha = 1 + rise · beta.
    let rise = slope / oetfExponent - slope
    // One equation in beta remains. It is convex and decreasing, so Newton's method started below the root cannot overshoot.
    var beta = 1e-4
    for _ in 0..<64 {
      let excess = 1 + rise * beta - slope / oetfExponent * Elementary.pow(beta, 1 - oetfExponent)
      let fall = rise - slope / oetfExponent * (1 - oetfExponent) * Elementary.pow(beta, -oetfExponent)
      beta -= excess / fall
    }
    self.init(slope: slope, oetfExponent: oetfExponent, alpha: 1 + rise * beta, beta: SceneLevel(beta))
  }

  package func oetf(_ scene: SceneLevel) -> SignalLevel {
    let light = scene.value
    return SignalLevel(light < beta.value ? slope * light : alpha * Elementary.pow(light, oetfExponent) - (alpha - 1))
  }

  func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    let level = signal.value
    return SceneLevel(
      level < signalBeta.value ? level / slope : Elementary.pow((level + (alpha - 1)) / alpha, 1 / oetfExponent))
  }

  package static let bt709Continuous = OffsetPower(continuous: 4.5, oetfExponent: 0.45)
  package static let smpte240MContinuous = OffsetPower(continuous: 4, oetfExponent: 0.45)
  package static let sRGBContinuous = OffsetPower(continuous: 12.92, oetfExponent: 1 / 2.4)
}
