package import Colorimetry

/// A function of one number, and what an evaluator must know of it; the types of the closure say the units.
///
///     let root = Curve("square root", domain: .nits(0) ... .nits(203), tolerance: .outputSignal) { (light: Luminance) in
///       SignalLevel((light.nits / 203).squareRoot())
///     }
///     root(50.75)  // 0.5
package struct Curve: Sendable {
  /// What the curve is, as printed.
  package let name: String
  /// What the argument and the value are.
  package let from, to: ColorUnit
  /// The domain; an argument outside it counts as the nearest end, NaN as the lower end. `nil` means all numbers that can occur.
  package let domain: ClosedRange<Double>?
  /// Whether the value of −x is −f(x).
  package let isOdd: Bool
  /// The arguments at which the function, its slope, or the slope of its slope jumps.
  package var breakpoints: [Double]
  /// The argument and the value that an evaluator may take as 1.
  package let workingUnits: (argument: Double?, value: Double?)
  /// The curve that this one undoes over its whole range, by name.
  package let undoes: String?
  /// Whether the function is made of a tone curve, which states where it bends.
  package let isOfToneCurve: Bool
  /// The numbers that, with the name, distinguish the function from all others.
  package var key: [Double]?
  /// The allowed error of a value: that of a ``Tolerance``.
  package var error: ErrorRule
  /// The function.
  package var function: @Sendable (Double) -> Double

  /// A curve between two units.
  ///
  /// - Parameters:
  ///   - name: What the curve is, as printed.
  ///   - domain: The domain; an argument outside it counts as the nearest end, NaN as the lower end. `nil` means all numbers that can occur.
  ///   - isOdd: Whether the value of −x is −f(x); the domain is then about 0.
  ///   - breakpoints: The arguments at which the function, its slope, or the slope of its slope jumps.
  ///   - workingUnits: The argument and the value that an evaluator with limited precision may take as 1; `nil` leaves that to the evaluator.
  ///   - undoes: The curve that this one undoes over its whole range, by name.
  ///   - isOfToneCurve: Whether the function is made of a tone curve, which states where it bends.
  ///   - key: The numbers that, with the name, distinguish the function from all others, so that an evaluator may keep what it made for the
  ///     curve; `nil` for a function that serves one plan.
  ///   - tolerance: How far off an approximation may be.
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
    // What is kept for one tolerance does for no other.
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
  /// The name and, where the curve has one, the domain.
  package var description: String { domain.map { "\(name) over \(text($0))" } ?? name }
}

/// A number that a curve takes or gives; its type says the unit.
package protocol CurveNumber: Comparable, Sendable {
  /// What the number stands for.
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

/// Light that is counted in cd/m².
package protocol LightNumber: CurveNumber {}

extension Luminance: LightNumber {
  package static var unit: ColorUnit { .light() }
  package var number: Double { nits }
  package init(number: Double) { self.init(nits: number) }
}

/// The light of a scene on its way to a display: its share of the scene's peak, times the display's peak in cd/m². An OOTF makes display light
/// of it.
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

/// How far off an approximation of a curve with these values may be, as a share of the error that the whole list may make.
///
///     let careful = Tolerance<Luminance>.light(share: 0.5)  // for a curve that is one of two
///
/// What the whole list may make follows from the codes that are written: 0.05 of an 8-bit code, 0.10 of a 10-bit code.
package struct Tolerance<Value: CurveNumber>: Sendable {
  package let error: ErrorRule
  /// What distinguishes this from all others; `nil` if nothing is known to, so that no curve is kept for it.
  package let numbers: [Double]?

  /// A rule of its own.
  ///
  /// - Parameter numbers: What distinguishes it from all others, if a curve may be kept for it.
  package init(numbers: [Double]? = nil, _ error: @escaping ErrorRule) { (self.numbers, self.error) = (numbers, error) }
}

extension Tolerance where Value: LightNumber {
  /// For curves whose value is light: at the display's peak a relative error, in darker light one that moves its code as far.
  ///
  /// - Parameter share: The share of the usual error of light, above 0.
  package static func light(share: Double = 1) -> Tolerance {
    Tolerance(numbers: [0, share]) { $0.light($2) * share }
  }
}

extension Tolerance<Double> {
  /// For curves whose value is a factor on the light that is their argument.
  ///
  /// - Parameter share: The share of the usual error of a factor, above 0.
  package static func factor(share: Double = 1) -> Tolerance {
    Tolerance(numbers: [1, share]) { $0.factor($2, on: $1, share: share) }
  }
}

extension Tolerance<SignalLevel> {
  /// For curves whose value is a signal.
  ///
  /// - Parameter share: The share of the error of the whole list, above 0.
  package static func signal(share: Double) -> Tolerance {
    Tolerance(numbers: [2, share]) { allowed, _, _ in allowed.signal * share }
  }

  /// For the last curve of a list: a fifth of the whole, because its error reaches the codes unchanged.
  package static var outputSignal: Tolerance { signal(share: 1.0 / 5) }
}

/// From the error of the whole list, an argument and its true value to the allowed error of the value; light is counted in the error's unit.
package typealias ErrorRule = @Sendable (_ allowed: ErrorBudget, _ argument: Double, _ value: Double) -> Double

/// The error that a whole list of operations may make, and what it means for a part of the list.
package struct ErrorBudget: Hashable, Sendable {
  /// The allowed error of a signal of `0...1`, before rounding.
  package let signal: Double
  /// Whether components pass through 0, as differences of large values.
  package let crossesZero: Bool
  /// The share of it that is allowed as a relative error of light.
  private let ofLight: Double
  /// Light, relative to the peak, that need not be distinguished from black, and less than that for factors: by BT.1886 its signal is a
  /// part of the allowed error.
  private let invisible, invisibleToFactor: Double
  /// The light that numbers are counted in.
  package private(set) var unit = Luminance.nits(1)
  /// The unit as a part of the target's peak.
  private var scale: Double

  /// - Parameter peak: The target's peak.
  /// - Parameter crossesZero: Whether components pass through 0, as they do when a matrix result is clipped: near 0 they are
  ///   differences of large values, which need light three times as exact.
  package init(signal: Double, peak: Luminance, crossesZero: Bool = false) {
    (self.signal, self.crossesZero) = (signal, crossesZero)
    scale = 1 / peak.nits
    ofLight = crossesZero ? 1 / 80.0 : 1 / 25.0
    invisible = Elementary.pow(0.5 * signal, 2.4)
    invisibleToFactor = Elementary.pow(0.3 * signal, 2.4)
  }

  /// The same error for light that is counted in this unit, for a target of this peak.
  package func counted(in unit: Luminance, peak: Luminance) -> ErrorBudget {
    var allowed = self
    (allowed.unit, allowed.scale) = (unit, unit.nits / peak.nits)
    return allowed
  }

  /// The allowed error of light, both counted in `unit`.
  ///
  /// At the peak, the allowed relative error of the light is `ofLight` of the whole, so the code's error is 1/2.4 of that. In
  /// darker light the code is allowed the same error.
  package func light(_ light: Double) -> Double {
    max(light * signal * ofLight / Self.code(of: light * scale), invisible / scale)
  }

  /// The allowed error of a factor on this light: a tenth of the whole, since all components have the same error.
  ///
  /// - Parameter share: The share of that error.
  package func factor(_ factor: Double, on light: Double, share: Double = 1) -> Double {
    let code = Self.code(of: light * factor * scale)
    return max(share * factor * signal / 4 / code, invisibleToFactor / max(light * scale, invisibleToFactor))
  }

  /// The approximate signal of light relative to the peak: its 2.4th root, but no less than one 8-bit code.
  private static func code(of light: Double) -> Double {
    max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), 1.0 / 256)
  }
}
