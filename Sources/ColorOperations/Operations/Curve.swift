package import Colorimetry

/// A function of one number, with the properties that an evaluator requires; the types of the closure define the units.
///
///     let root = Curve("square root", domain: .nits(0) ... .nits(203), tolerance: .outputSignal) { (light: Luminance) in
///       SignalLevel((light.nits / 203).squareRoot())
///     }
///     root(50.75)  // 0.5
package struct Curve: Sendable {
  /// The name of the curve, as printed.
  package let name: String
  /// The units of the argument and the value.
  package let from, to: ColorUnit
  /// The domain; an argument outside it is clamped, and NaN counts as the lower end. `nil` means all possible numbers.
  package let domain: ClosedRange<Double>?
  /// Whether the value of −x is −f(x).
  package let isOdd: Bool
  /// The arguments at which the function, its first or its second derivative jumps.
  package var breakpoints: [Double]
  /// The argument and the value that an evaluator may use as 1.
  package let workingUnits: (argument: Double?, value: Double?)
  /// The name of the curve whose inverse this one is, over its whole range.
  package let undoes: String?
  /// Whether the function contains a tone curve, which states its own breakpoints.
  package let isOfToneCurve: Bool
  /// The numbers that, with the name, identify the function.
  package var key: [Double]?
  /// The allowed error of a value, from a ``Tolerance``.
  package var error: ErrorRule
  /// The function.
  package var function: @Sendable (Double) -> Double

  /// Creates a curve between two units.
  ///
  /// - Parameters:
  ///   - name: The name of the curve, as printed.
  ///   - domain: The domain; an argument outside it is clamped, and NaN counts as the lower end. `nil` means all possible numbers.
  ///   - isOdd: Whether the value of −x is −f(x); the domain is then symmetric about 0.
  ///   - breakpoints: The arguments at which the function, its first or its second derivative jumps.
  ///   - workingUnits: The argument and the value that an evaluator with limited precision may use as 1; `nil` leaves the choice to the evaluator.
  ///   - undoes: The name of the curve whose inverse this one is, over its whole range.
  ///   - isOfToneCurve: Whether the function contains a tone curve, which states its own breakpoints.
  ///   - key: The numbers that, with the name, identify the function, so that an evaluator may cache the compiled curve; `nil` for a function that
  ///     serves one plan.
  ///   - tolerance: The allowed error of an approximation.
  ///   - function: The function.
  package init<From: CurveNumber, To: CurveNumber>(
    _ name: String, domain: ClosedRange<From>? = nil, isOdd: Bool = false, breakpoints: [From] = [],
    workingUnits: (argument: From?, value: To?) = (nil, nil), undoes: String? = nil, isOfToneCurve: Bool = false,
    key: [Double]? = nil, tolerance: Tolerance<To>, _ function: @escaping @Sendable (From) -> To
  ) {
    (self.name, from, to, self.isOdd) = (name, From.unit, To.unit, isOdd)
    self.domain = domain.map { $0.lowerBound.number...$0.upperBound.number }
    self.breakpoints = breakpoints.map(\.number)
    self.workingUnits = (workingUnits.argument?.number, workingUnits.value?.number)
    (self.undoes, self.isOfToneCurve, error) = (undoes, isOfToneCurve, tolerance.error)
    self.function = { function(From(number: $0)).number }
    // A curve cached for one tolerance is not valid for another.
    if let key, let numbers = tolerance.numbers { self.key = key + numbers }
  }

  /// The value at an argument.
  package func callAsFunction(_ argument: Double) -> Double {
    guard let domain else { return function(argument) }
    if argument > domain.lowerBound { return function(min(argument, domain.upperBound)) }
    return function(domain.lowerBound)
  }
}

extension Curve: CustomStringConvertible {
  /// The name and, if the curve has one, the domain.
  package var description: String { domain.map { "\(name) over \(text($0))" } ?? name }
}

/// An argument or value of a curve, whose type defines the unit.
package protocol CurveNumber: Comparable, Sendable {
  /// The unit of the number.
  static var unit: ColorUnit { get }
  /// The number, in its unit.
  var number: Double { get }
  /// The value of this number.
  init(number: Double)
}

extension SignalLevel: CurveNumber {
  package static var unit: ColorUnit { .signal }
  package var number: Double { value }
  package init(number: Double) { self.init(number) }
}

extension RelativeLevel: CurveNumber {
  package static var unit: ColorUnit { .relative }
  package var number: Double { value }
  package init(number: Double) { self.init(number) }
}

/// Light in cd/m².
package protocol LightNumber: CurveNumber {}

extension Luminance: LightNumber {
  package static var unit: ColorUnit { .light() }
  package var number: Double { nits }
  package init(number: Double) { self.init(nits: number) }
}

/// The light of a scene on its way to a display: its fraction of the scene's peak, times the display's peak in cd/m². An OOTF converts it to display
/// light.
package struct ScaledSceneLevel: LightNumber {
  package static var unit: ColorUnit { .scene() }
  package var number: Double

  package init(number: Double) { self.number = number }

  package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// A factor, which has no unit.
extension Double: CurveNumber {
  package static var unit: ColorUnit { .factor }
  package var number: Double { self }
  package init(number: Double) { self = number }
}

/// The allowed error of an approximation of a curve with these values, as a fraction of the error budget of the whole list.
///
///     let careful = Tolerance<Luminance>.light(share: 0.5)  // for a curve that is one of two
///
/// The error budget of the whole list follows from the output's codes: 0.05 of an 8-bit code, 0.10 of a 10-bit code.
package struct Tolerance<Value: CurveNumber>: Sendable {
  package let error: ErrorRule
  /// The numbers that identify the tolerance; `nil` for a tolerance without identity, whose curves are not cached.
  package let numbers: [Double]?

  /// Creates a tolerance from a custom rule.
  ///
  /// - Parameter numbers: The numbers that identify it, if a curve may be cached for it.
  package init(numbers: [Double]? = nil, _ error: @escaping ErrorRule) { (self.numbers, self.error) = (numbers, error) }
}

extension Tolerance where Value: LightNumber {
  /// The tolerance for curves whose value is light: at the display's peak a relative error, in darker light an error that changes its code as much.
  ///
  /// - Parameter share: The fraction of the usual error of light, above 0.
  package static func light(share: Double = 1) -> Tolerance {
    Tolerance(numbers: [0, share]) { $0.light($2) * share }
  }
}

extension Tolerance<Double> {
  /// The tolerance for curves whose value is a factor on the light that is their argument.
  ///
  /// - Parameter share: The fraction of the usual error of a factor, above 0.
  package static func factor(share: Double = 1) -> Tolerance {
    Tolerance(numbers: [1, share]) { $0.factor($2, on: $1, share: share) }
  }
}

extension Tolerance<SignalLevel> {
  /// The tolerance for curves whose value is a signal.
  ///
  /// - Parameter share: The fraction of the error of the whole list, above 0.
  package static func signal(share: Double) -> Tolerance {
    Tolerance(numbers: [2, share]) { allowed, _, _ in allowed.signal * share }
  }

  /// The tolerance for the last curve of a list: a fifth of the whole, because its error reaches the codes unchanged.
  package static var outputSignal: Tolerance { signal(share: 1.0 / 5) }
}

/// A function from the error of the whole list, an argument and its exact value to the allowed error of the value; light is in the unit of the error.
package typealias ErrorRule = @Sendable (_ allowed: ErrorBudget, _ argument: Double, _ value: Double) -> Double

/// The allowed error of a whole list of operations, and its effect on a part of the list.
package struct ErrorBudget: Hashable, Sendable {
  /// The allowed error of a signal of `0...1`, before rounding.
  package let signal: Double
  /// Whether components pass through 0, as differences of large values.
  package let crossesZero: Bool
  /// The fraction of it that is allowed as a relative error of light.
  private let ofLight: Double
  /// Light, relative to the peak, that need not be distinguished from black, and a smaller value for factors: by BT.1886 its signal is a fraction of
  /// the allowed error.
  private let invisible, invisibleToFactor: Double
  /// The unit of light.
  package private(set) var unit = Luminance.nits(1)
  /// The unit as a fraction of the target's peak.
  private var scale: Double

  /// - Parameter peak: The target's peak.
  /// - Parameter crossesZero: Whether components pass through 0, as in a clipped matrix result: near 0 they are differences of large values, which
  ///   require light three times as exact.
  package init(signal: Double, peak: Luminance, crossesZero: Bool = false) {
    (self.signal, self.crossesZero) = (signal, crossesZero)
    scale = 1 / peak.nits
    ofLight = crossesZero ? 1 / 80.0 : 1 / 25.0
    invisible = Elementary.pow(0.5 * signal, 2.4)
    invisibleToFactor = Elementary.pow(0.3 * signal, 2.4)
  }

  /// The same error for light in this unit, for a target of this peak.
  package func counted(in unit: Luminance, peak: Luminance) -> ErrorBudget {
    var allowed = self
    (allowed.unit, allowed.scale) = (unit, unit.nits / peak.nits)
    return allowed
  }

  /// The allowed error of light, both in `unit`.
  ///
  /// At the peak, the allowed relative error of the light is `ofLight` of the whole, so the code's error is 1/2.4 of that. In darker light the
  /// allowed error of the code is the same.
  package func light(_ light: Double) -> Double {
    max(light * signal * ofLight / Self.code(of: light * scale), invisible / scale)
  }

  /// The allowed error of a factor on this light: a tenth of the whole, since all components have the same error.
  ///
  /// - Parameter share: The fraction of that error.
  package func factor(_ factor: Double, on light: Double, share: Double = 1) -> Double {
    let code = Self.code(of: light * factor * scale)
    return max(share * factor * signal / 4 / code, invisibleToFactor / max(light * scale, invisibleToFactor))
  }

  /// The approximate signal of light relative to the peak: its 2.4th root, but no less than one 8-bit code.
  private static func code(of light: Double) -> Double {
    max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), 1.0 / 256)
  }
}
