/// The conversion between light relative to a peak or a white and one nonlinear component.
///
///     PowerTransfer(exponent: 2.2).signal(of: 0.5)  // 0.7297
///
/// The curve of a camera, from the light of a scene, is a `CameraTransfer`. A display relates the signal to absolute light; see
/// `DisplayTransfer`.
public protocol RelativeTransfer: Sendable {
  /// From light to signal.
  ///
  /// - Parameter light: The light of one component, 1 for nominal peak.
  /// - Returns: Its nonlinear component.
  func signal(of light: RelativeLevel) -> SignalLevel

  /// From signal to light.
  ///
  /// - Parameter signal: One nonlinear component, nominally `0...1`.
  /// - Returns: The light of that component, 1 for nominal peak.
  func light(of signal: SignalLevel) -> RelativeLevel

  /// The points at which two pieces of the function join, other than 0; an approximation is split there.
  var breakpoints: TransferBreakpoints<RelativeLevel> { get }
}

extension RelativeTransfer {
  public var breakpoints: TransferBreakpoints<RelativeLevel> { TransferBreakpoints() }
}

/// The points at which two pieces of a transfer function join, with light of one type.
public struct TransferBreakpoints<Level: Hashable & Sendable>: Hashable, Sendable {
  /// Their signals.
  public var signals: [SignalLevel]
  /// Their light.
  public var lights: [Level]

  /// Breakpoints at these signals and lights.
  public init(signals: [SignalLevel] = [], lights: [Level] = []) { (self.signals, self.lights) = (signals, lights) }
}

/// The identity: the signal is the linear light.
///
/// - Source: ITU-T H.273, Table 3, value 8.
public struct LinearTransfer: RelativeTransfer, Hashable {
  /// Creates the linear transfer; it has no parameters.
  public init() {}
  public func signal(of light: RelativeLevel) -> SignalLevel { SignalLevel(light.value) }
  public func light(of signal: SignalLevel) -> RelativeLevel { RelativeLevel(signal.value) }
}

/// A pure power: signal = light^(1/exponent).
///
///     PowerTransfer(exponent: 2.2).signal(of: 0.5)  // 0.7297
///
/// - Source: ITU-T H.273, Table 3, values 4 (2.2) and 5 (2.8).
public struct PowerTransfer: RelativeTransfer, Hashable {
  /// The power from signal to light.
  public var exponent: Double

  /// The transfer of this power.
  public init(exponent: Double) { self.exponent = exponent }

  /// - Domain: 0 and above; 0 for negative light.
  public func signal(of light: RelativeLevel) -> SignalLevel {
    SignalLevel(Elementary.pow(max(light.value, 0), 1 / exponent))
  }

  /// - Domain: 0 and above; 0 for negative signals.
  public func light(of signal: SignalLevel) -> RelativeLevel {
    RelativeLevel(Elementary.pow(max(signal.value, 0), exponent))
  }
}
