internal import ElementaryMath

/// The curve of a camera: from the light of the scene to one nonlinear component.
///
/// This is the function printed in H.273, Table 3, or by a camera's maker. A display often applies a different function to the signal; see
/// `DisplayTransfer`.
public protocol CameraTransfer: RelativeTransfer {
  /// The opto-electronic transfer function: from scene light, 1 for nominal peak (for a log, 100 % reflectance), to signal.
  func oetf(_ scene: SceneLevel) -> SignalLevel

  /// The inverse of the OETF: from signal to scene light.
  func inverseOETF(_ signal: SignalLevel) -> SceneLevel
}

extension CameraTransfer {
  /// The OETF, of light that is relative to what the camera takes as 1.
  public func signal(of light: RelativeLuminance) -> SignalLevel { oetf(SceneLevel(light.value)) }

  /// The inverse of the OETF: light that is relative to what the camera takes as 1.
  public func light(of signal: SignalLevel) -> RelativeLuminance { RelativeLuminance(inverseOETF(signal).value) }
}

/// A logarithm over a number of decades; 0 for darker light.
///
///     LogTransfer.log100.oetf(0.1)  // 0.5
///
/// - Source: ITU-T H.273, Table 3, values 9 and 10.
public struct LogTransfer: CameraTransfer, Hashable {
  /// The number of decades of light from signal 0 to signal 1.
  public var decades: Double

  /// 100 : 1.
  public static let log100 = LogTransfer(decades: 2)
  /// 100 √10 : 1.
  public static let log316 = LogTransfer(decades: 2.5)

  /// - Domain: All numbers; 0 below 10^−decades.
  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    // The table prints the darkest light as 0.01 and √10 / 1000; the power is within one unit in the last place of
    // each.
    scene.value < Elementary.pow(10, -decades) ? 0 : SignalLevel(1 + Elementary.log10(scene.value) / decades)
  }

  /// - Domain: All numbers; 0 for signals of 0 and below, because black stands for all light that has the signal 0.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    signal.value <= 0 ? 0 : SceneLevel(Elementary.pow(10, (signal.value - 1) * decades))
  }

  public var breakpoints: TransferBreakpoints<RelativeLuminance> {
    TransferBreakpoints(lights: [light(of: SignalLevel(.leastNormalMagnitude))])
  }
}
