internal import ElementaryMath

/// The conversion between linear light of `0...1`, usually scene light, and one nonlinear component.
///
/// This is the function printed in H.273, Table 3, or by a camera's maker. A display often applies a different function to the signal; see
/// `DisplayTransfer`.
public protocol CameraTransfer: Sendable {
  /// The opto-electronic transfer function: from linear light, 1 for nominal peak (for a log, 100 % reflectance), to signal.
  func oetf(_ scene: Double) -> Double

  /// The inverse of the OETF: from signal to linear light.
  func inverseOETF(_ signal: Double) -> Double

  /// The points at which two parts of the function join, other than 0; an approximation is split there.
  var joints: TransferJoints { get }
}

extension CameraTransfer {
  public var joints: TransferJoints { TransferJoints() }
}

/// The points at which two parts of a transfer function join.
public struct TransferJoints: Hashable, Sendable {
  /// Their signals, and their light in the unit of the function.
  public var signals, lights: [Double]

  /// Joints at these signals and lights.
  public init(signals: [Double] = [], lights: [Double] = []) { (self.signals, self.lights) = (signals, lights) }
}

/// No curve: the signal is the linear light.
///
/// - Source: ITU-T H.273, Table 3, value 8.
public struct LinearTransfer: CameraTransfer, Hashable {
  /// Creates the linear transfer; it has no parameters.
  public init() {}
  public func oetf(_ scene: Double) -> Double { scene }
  public func inverseOETF(_ signal: Double) -> Double { signal }
}

/// A pure power: signal = light^(1/exponent).
///
///     PowerTransfer(exponent: 2.2).oetf(0.5)  // 0.7297
///
/// - Source: ITU-T H.273, Table 3, values 4 (2.2) and 5 (2.8).
public struct PowerTransfer: CameraTransfer, Hashable {
  /// The power from signal to light.
  public var exponent: Double

  /// The transfer of this power.
  public init(exponent: Double) { self.exponent = exponent }

  /// - Domain: 0 and above; 0 for negative light.
  public func oetf(_ scene: Double) -> Double { Elementary.pow(max(scene, 0), 1 / exponent) }

  /// - Domain: 0 and above; 0 for negative signals.
  public func inverseOETF(_ signal: Double) -> Double { Elementary.pow(max(signal, 0), exponent) }
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
  public func oetf(_ scene: Double) -> Double {
    // The table prints the darkest light as 0.01 and √10 / 1000; the power is within one unit in the last place of
    // each.
    scene < Elementary.pow(10, -decades) ? 0 : 1 + Elementary.log10(scene) / decades
  }

  /// - Domain: All numbers; 0 for signals of 0 and below, because black stands for all light that has the signal 0.
  public func inverseOETF(_ signal: Double) -> Double {
    signal <= 0 ? 0 : Elementary.pow(10, (signal - 1) * decades)
  }

  public var joints: TransferJoints { TransferJoints(lights: [inverseOETF(.leastNormalMagnitude)]) }
}
