/// Constant-luminance encoding: Y′ is the signal of a color's luminance, independent of its hue.
///
/// - Source: ITU-R BT.2020-2, Table 4, *constant luminance*; ITU-T H.264, equations E-49 to E-58.
public struct ConstantLuminance: Sendable {
  /// The weights of linear R and B in luminance.
  public let weights: LumaWeights
  /// From linear light to signal.
  public let camera: any CameraTransfer
  /// Twice the magnitudes of the most negative differences B′ − Y′ and R′ − Y′.
  package let blueBelow, redBelow: Double
  /// Twice the largest positive differences.
  package let blueAbove, redAbove: Double

  /// The encoding with these weights and this curve, its differences scaled to fill `-0.5...0.5`.
  ///
  /// - Source: ITU-T H.264, equations E-55 to E-58.
  public init(_ weights: LumaWeights, camera: any CameraTransfer) {
    self.weights = weights
    self.camera = camera
    blueBelow = 2 * camera.oetf(1 - weights.blue)
    blueAbove = 2 * (1 - camera.oetf(weights.blue))
    redBelow = 2 * camera.oetf(1 - weights.red)
    redAbove = 2 * (1 - camera.oetf(weights.red))
  }

  /// The encoding of BT.2020 with its printed divisors, which are those of its curve rounded to four digits.
  ///
  /// - Source: ITU-R BT.2020-2, Table 4.
  /// - Parameter curve: The curve of BT.2020, with exact constants or with the constants for 10 or 12 bits.
  public init(bt2020 curve: OffsetPower) {
    weights = .bt2020
    camera = curve
    (blueBelow, blueAbove) = (1.9404, 1.5816)
    (redBelow, redAbove) = (1.7184, 0.9936)
  }

  /// From R′, G′, B′ to Y′C, C′BC, C′RC.
  ///
  /// - Domain: Signals that `camera` can invert.
  public func encode(_ rgb: Signal) -> Signal {
    let signal = rgb.components
    let linear = SIMD3(camera.inverseOETF(signal.x), camera.inverseOETF(signal.y), camera.inverseOETF(signal.z))
    let luma = camera.oetf((linear * weights.vector).sum())
    let (blue, red) = (signal.z - luma, signal.x - luma)
    return Signal(
      luma, blue / (blue <= 0 ? blueBelow : blueAbove), red / (red <= 0 ? redBelow : redAbove))
  }

  /// From Y′C, C′BC, C′RC to R′, G′, B′.
  public func decode(_ coded: Signal) -> Signal {
    let (luma, cb, cr) = (coded.components.x, coded.components.y, coded.components.z)
    let blue = luma + cb * (cb <= 0 ? blueBelow : blueAbove)
    let red = luma + cr * (cr <= 0 ? redBelow : redAbove)
    let rest =
      camera.inverseOETF(luma) - weights.red * camera.inverseOETF(red) - weights.blue * camera.inverseOETF(blue)
    return Signal(red, camera.oetf(rest / weights.green), blue)
  }
}
