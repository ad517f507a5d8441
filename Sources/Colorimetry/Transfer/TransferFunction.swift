/// A transfer function between one nonlinear component and light, as a value: of a camera, of a display, or of a fraction of a peak.
///
///     let square = TransferFunction(
///       "a square", toLight: { RelativeLevel($0.value * $0.value) }, toSignal: { SignalLevel($0.value.squareRoot()) })
///     square.shown(on: .nits(0...48)).eotf(0.5)  // 12 cd/m²
///
/// The type of light that the closures take and return is the kind of light: `Luminance` for a display, `SceneLevel` for a camera, `RelativeLevel`
/// for a fraction of the range of any display. HLG's display, which depends on all three components, is a ``HybridLogGamma``.
public struct TransferFunction: Hashable, Sendable, CustomStringConvertible {
  /// The name in output.
  public internal(set) var name: String
  /// The number in H.273, if this is the transfer of a signal that has one.
  public internal(set) var codePoint: TransferCharacteristics?
  /// Whether signals up to 1 stand for the same light on every display, as in PQ.
  public let isAbsolute: Bool
  /// Whether the signal is a fraction of all codes in either range, as the makers of some logs define it, instead of the codes from 0 to 1.
  public let countsAllCodes: Bool
  package let unit: ColorUnit
  /// The points, other than 0, at which two pieces of the function join; an approximation is split there.
  package let breakpoints: (signals: [Double], lights: [Double])
  /// The identity of the function, without its code point.
  package let definition: Definition
  /// From signal to light, and back, as numbers.
  package let toLight, toSignal: @Sendable (Double) -> Double

  /// Creates a transfer function.
  ///
  /// - Parameters:
  ///   - name: The name in output.
  ///   - breakpoints: The points, other than 0, at which the function, its slope or its curvature jumps.
  ///   - isAbsolute: Whether signals up to 1 stand for the same light on every display.
  ///   - countsAllCodes: Whether the signal is a fraction of all codes in either range.
  ///   - parameters: The numbers that the closures capture: functions of one name and equal parameters are equal. Without them, a function equals
  ///     only its copies.
  ///   - toLight: From signal, nominally `0...1`, to light. It rises.
  ///   - toSignal: The inverse.
  public init<Level: Quantity>(
    _ name: String, breakpoints: (signals: [SignalLevel], lights: [Level]) = ([], []),
    isAbsolute: Bool = false, countsAllCodes: Bool = false, parameters: (any Hashable & Sendable)? = nil,
    toLight: @escaping @Sendable (SignalLevel) -> Level, toSignal: @escaping @Sendable (Level) -> SignalLevel
  ) {
    precondition(
      [.light(), .scene(), .relative].contains(Level.unit),
      "a transfer function has no \(Level.unit.name); its light is a Luminance, SceneLevel or RelativeLevel")
    (self.name, self.isAbsolute, self.countsAllCodes) = (name, isAbsolute, countsAllCodes)
    self.breakpoints = (breakpoints.signals.map(\.value), breakpoints.lights.map(\.value))
    unit = Level.unit
    definition = Definition("\(name), \(Level.unit.name)\(isAbsolute ? ", absolute" : "")", parameters)
    self.toLight = { toLight(SignalLevel($0)).value }
    self.toSignal = { toSignal(Level($0)).value }
  }

  /// Creates a function made of another, with light of any kind.
  private init(
    _ name: String, of other: TransferFunction, unit: ColorUnit, breakpoints: (signals: [Double], lights: [Double]),
    parameters: [Double] = [], toLight: @escaping @Sendable (Double) -> Double,
    toSignal: @escaping @Sendable (Double) -> Double
  ) {
    (self.name, self.unit, self.breakpoints, isAbsolute, countsAllCodes) = (name, unit, breakpoints, false, false)
    definition = Definition(name, [other.definition, Definition(unit.name, parameters)])
    (self.toLight, self.toSignal) = (toLight, toSignal)
  }

  /// Whether signals can be brighter than reference white: in PQ, in HLG, in the logs of cameras, and on a display that is brighter.
  public var isHDR: Bool {
    codePoint?.isHDR ?? (isOfScene || unit == .light() && toLight(1) > Luminance.referenceWhite.nits)
  }

  public var isOfScene: Bool { unit == .scene() }

  /// Whether the signal represents the scene by a curve that H.273 does not define, as a camera's log does.
  package var isLog: Bool { codePoint == nil && isOfScene }

  /// The first of 282 signals up to 1.1, beyond narrow range, whose light is not finite, falls, or is below 0 on a display; 1 if its light is 0's.
  package var fault: SignalLevel? {
    var before = unit == .light() ? 0 : -Double.infinity
    for signal in (0...281).map({ Double($0) / 256 }) {
      let light = toLight(signal)
      guard light.isFinite, light >= before, toSignal(light).isFinite else { return SignalLevel(signal) }
      before = light
    }
    return toLight(1) > toLight(0) ? nil : 1
  }

  public static func == (a: Self, b: Self) -> Bool { a.definition == b.definition && a.codePoint == b.codePoint }
  public func hash(into hasher: inout Hasher) { hasher.combine(definition) }
  public var description: String { name }
}

extension TransferFunction {
  /// The electro-optical transfer function of a display, which this must be: from signal to the light of that component.
  public func eotf(_ signal: SignalLevel) -> Luminance { light(signal) }
  /// The inverse of the EOTF: from the light of one component to its signal.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel { signal(light) }

  /// The opto-electronic transfer function of a camera, which this must be: from scene light, 1 for nominal peak (for a log, 100 % reflectance), to
  /// signal.
  public func oetf(_ scene: SceneLevel) -> SignalLevel { signal(scene) }
  /// The inverse of the OETF: from signal to scene light.
  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel { light(signal) }

  /// From light relative to a peak or a white, which the function must be of, to signal.
  public func signal(of light: RelativeLevel) -> SignalLevel { signal(light) }
  /// From signal to light relative to a peak or a white.
  public func light(of signal: SignalLevel) -> RelativeLevel { light(signal) }

  private func light<Level: Quantity>(_ signal: SignalLevel) -> Level {
    precondition(Level.unit == unit, "\(name) has \(unit.name), not \(Level.unit.name)")
    return Level(toLight(signal.value))
  }

  private func signal<Level: Quantity>(_ light: Level) -> SignalLevel {
    precondition(Level.unit == unit, "\(name) has \(unit.name), not \(Level.unit.name)")
    return SignalLevel(toSignal(light.value))
  }
}

// MARK: Other functions made of one

extension TransferFunction {
  /// The function with its light relative to the light of its 1: scene light relative to nominal peak, a PQ signal's to 10 000 cd/m².
  package var relative: TransferFunction {
    let one = unit == .light() ? toLight(1) : 1
    return TransferFunction(
      name, of: self, unit: .relative, breakpoints: (breakpoints.signals, breakpoints.lights.map { $0 / one }),
      toLight: { [toLight] in toLight($0) / one }, toSignal: { [toSignal] in toSignal($0 * one) })
  }

  /// The display that applies the function, scaled to a luminance range; a display's own function is unchanged.
  ///
  ///     TransferFunction.bt709.shown(on: .nits(0...203)).eotf(0.5)  // 52.7 cd/m²; BT.1886 gives 38.5
  ///
  /// - Domain: Signals of 0 and above; black for negative signals. Light of black and above; darker light is clamped to black.
  /// - Parameters:
  ///   - range: The light of the function's 0 and of its 1.
  ///   - name: The name of the result; `nil` keeps this function's.
  public func shown(on range: LuminanceRange, as name: String? = nil) -> TransferFunction {
    if unit == .light() { return self }
    let (black, span) = (range.black.nits, range.peak.nits - range.black.nits)
    return TransferFunction(
      name ?? self.name, of: self, unit: .light(),
      breakpoints: (breakpoints.signals, breakpoints.lights.map { black + span * $0 }), parameters: [black, span],
      toLight: { [toLight] in black + span * toLight(max($0, 0)) },
      toSignal: { [toSignal] in toSignal(max(($0 - black) / span, 0)) })
  }

  /// The display that inverts a camera's curve.
  package func shownByInverse(on range: LuminanceRange) -> TransferFunction {
    shown(on: range, as: "the inverse of the camera curve")
  }

  /// The function extended below black for negative signals, which represent colors outside the primaries: mirrored about `black`, with the negative
  /// half compressed by a factor in light and in signal.
  package func mirrored(compression: Double, about black: Double = 0, as name: String) -> TransferFunction {
    let (signals, lights) = breakpoints
    return TransferFunction(
      name, of: self, unit: unit,
      breakpoints: (signals + signals.map { -$0 / compression }, lights + lights.map { -$0 / compression }),
      parameters: [compression, black],
      toLight: { [toLight] signal in
        signal < 0 ? black - (toLight(-signal * compression) - black) / compression : toLight(signal)
      },
      toSignal: { [toSignal] light in
        light < black ? -toSignal(black + (black - light) * compression) / compression : toSignal(light)
      })
  }
}
