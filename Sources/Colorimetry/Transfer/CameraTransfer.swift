/// The curve of a camera, which converts the light of the scene to one nonlinear component.
///
/// This is the function printed in H.273, Table 3, or by a camera's maker. A display often applies a different function to the signal; see
/// `DisplayTransfer`. `InvertedCurveDisplay` shows the scene's light unchanged.
public protocol CameraTransfer: Sendable {
  /// The opto-electronic transfer function: from scene light, 1 for nominal peak (for a log, 100 % reflectance), to signal.
  func oetf(_ scene: SceneLevel) -> SignalLevel

  /// The inverse of the OETF: from signal to scene light.
  func inverseOETF(_ signal: SignalLevel) -> SceneLevel

  /// The points at which two pieces of the function join, other than 0; an approximation is split there.
  var breakpoints: TransferBreakpoints<SceneLevel> { get }
}

extension CameraTransfer {
  public var breakpoints: TransferBreakpoints<SceneLevel> { TransferBreakpoints() }
}

/// A camera's curve as a relative transfer, for code that takes any function of H.273, a camera's or a display's: the scene's light as a fraction of
/// the light that the camera encodes as 1.
///
/// It is internal to the package, because the light of a scene is not the light of a display.
package struct CameraCurve<Camera: CameraTransfer>: CameraTransfer, RelativeTransfer {
  private let camera: Camera
  package init(_ camera: Camera) { self.camera = camera }
  package func oetf(_ scene: SceneLevel) -> SignalLevel { camera.oetf(scene) }
  package func inverseOETF(_ signal: SignalLevel) -> SceneLevel { camera.inverseOETF(signal) }
  package func signal(of light: RelativeLevel) -> SignalLevel { oetf(SceneLevel(light.value)) }
  package func light(of signal: SignalLevel) -> RelativeLevel { RelativeLevel(inverseOETF(signal).value) }
  package var breakpoints: TransferBreakpoints<SceneLevel> { camera.breakpoints }
}

extension RelativeTransfer where Self: CameraTransfer {
  package var breakpoints: TransferBreakpoints<RelativeLevel> {
    let scene: TransferBreakpoints<SceneLevel> = breakpoints
    return TransferBreakpoints(signals: scene.signals, lights: scene.lights.map { RelativeLevel($0.value) })
  }
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

  /// - Domain: All numbers; 0 for signals of 0 and below, because all light with the signal 0 counts as black.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    signal.value <= 0 ? 0 : SceneLevel(Elementary.pow(10, (signal.value - 1) * decades))
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    TransferBreakpoints(lights: [inverseOETF(SignalLevel(.leastNormalMagnitude))])
  }
}
