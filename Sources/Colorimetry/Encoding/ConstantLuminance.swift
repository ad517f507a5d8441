/// Constant-luminance encoding: Y′ is the signal of a color's luminance, independent of its hue.
///
/// - Source: ITU-R BT.2020-2, Table 4, *constant luminance*; ITU-T H.264, equations E-49 to E-58.
public struct ConstantLuminance: Sendable {
  /// The weights of linear R and B in luminance.
  public let weights: LumaCoefficients
  package let curve: TransferFunction
  private let relative: TransferFunction
  /// Twice the magnitudes of the most negative differences B′ − Y′ and R′ − Y′.
  package let blueBelow, redBelow: Double
  /// Twice the largest positive differences.
  package let blueAbove, redAbove: Double

  /// Creates the encoding whose differences are scaled to fill `-0.5...0.5` (ITU-T H.264, equations E-55 to E-58).
  package init(_ weights: LumaCoefficients, curve: TransferFunction) {
    (self.weights, self.curve, relative) = (weights, curve, curve.relative)
    blueBelow = 2 * relative.toSignal(1 - weights.blue)
    blueAbove = 2 * (1 - relative.toSignal(weights.blue))
    redBelow = 2 * relative.toSignal(1 - weights.red)
    redAbove = 2 * (1 - relative.toSignal(weights.red))
  }

  /// Creates the encoding of BT.2020 with the divisors printed in its Table 4, which are those of its curve rounded to four digits.
  ///
  /// - Parameter curve: The curve of BT.2020, with exact constants or with the constants for 10 or 12 bits.
  public init(bt2020 curve: TransferFunction) {
    (weights, self.curve, relative) = (.bt2020, curve, curve.relative)
    (blueBelow, blueAbove) = (1.9404, 1.5816)
    (redBelow, redAbove) = (1.7184, 0.9936)
  }

  /// From R′, G′, B′, which `curve` can invert, to Y′C, C′BC, C′RC.
  public func encode(_ rgb: Signal) -> CodedComponents {
    let signal = rgb.components
    let linear = SIMD3(relative.toLight(signal.x), relative.toLight(signal.y), relative.toLight(signal.z))
    let luma = relative.toSignal((linear * weights.vector).sum())
    let (blue, red) = (signal.z - luma, signal.x - luma)
    return CodedComponents(
      SIMD3(luma, blue / (blue <= 0 ? blueBelow : blueAbove), red / (red <= 0 ? redBelow : redAbove)))
  }

  /// From Y′C, C′BC, C′RC to R′, G′, B′.
  public func decode(_ coded: CodedComponents) -> Signal {
    let (luma, cb, cr) = (coded.components.x, coded.components.y, coded.components.z)
    let blue = luma + cb * (cb <= 0 ? blueBelow : blueAbove)
    let red = luma + cr * (cr <= 0 ? redBelow : redAbove)
    let rest = relative.toLight(luma) - weights.red * relative.toLight(red) - weights.blue * relative.toLight(blue)
    return Signal(SIMD3(red, relative.toSignal(rest / weights.green), blue))
  }
}
