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
  /// Whether the value of −x is −f(x); the domain is then symmetric about 0.
  package let isOdd: Bool
  /// The arguments at which the function, its first or its second derivative jumps.
  package var breakpoints: [Double]
  /// The argument and the value that an evaluator with limited precision may use as 1; `nil` leaves the choice to the evaluator.
  package let workingUnits: (argument: Double?, value: Double?)
  /// The curve whose inverse this one is, over its whole range.
  let inverse: Definition?
  /// Whether the function contains a tone curve, which states its own breakpoints.
  package let isOfToneCurve: Bool
  /// The identity of the function, so that an evaluator may cache the compiled curve; `nil` for a function that serves one plan.
  var definition: Definition?
  package var tolerance: Tolerance
  package var function: @Sendable (Double) -> Double

  /// Creates a curve between two units; the parameters are the properties.
  package init<From: Quantity, To: Quantity>(
    _ name: String, domain: ClosedRange<From>? = nil, isOdd: Bool = false, breakpoints: [From] = [],
    workingUnits: (argument: From?, value: To?) = (nil, nil), inverse: Definition? = nil, isOfToneCurve: Bool = false,
    definition: Definition? = nil, tolerance: Tolerance, _ function: @escaping @Sendable (From) -> To
  ) {
    (self.name, from, to, self.isOdd) = (name, From.unit, To.unit, isOdd)
    self.domain = domain.map { $0.lowerBound.value...$0.upperBound.value }
    self.breakpoints = breakpoints.map(\.value)
    self.workingUnits = (workingUnits.argument?.value, workingUnits.value?.value)
    (self.inverse, self.isOfToneCurve, self.definition) = (inverse, isOfToneCurve, definition)
    (self.tolerance, self.function) = (tolerance, { function(From($0)).value })
  }

  /// Creates a curve to a factor.
  package init<From: Quantity>(
    _ name: String, domain: ClosedRange<From>? = nil, breakpoints: [From] = [],
    workingUnits: (argument: From?, value: Double?) = (nil, nil), isOfToneCurve: Bool = false,
    definition: Definition? = nil, tolerance: Tolerance, _ function: @escaping @Sendable (From) -> Double
  ) {
    self.init(
      name, domain: domain, breakpoints: breakpoints, workingUnits: (workingUnits.argument, nil),
      isOfToneCurve: isOfToneCurve, definition: definition, tolerance: tolerance
    ) { Factor(function($0)) }
  }

  private struct Factor: Quantity {
    static var unit: ColorUnit { .factor }
    let value: Double
    init(_ value: Double) { self.value = value }
  }

  /// The identity of the compiled curve; a curve cached for one tolerance is not valid for another.
  var key: Definition? {
    guard let definition, let numbers = tolerance.numbers else { return nil }
    return Definition("within a tolerance", definition, numbers)
  }

  package func callAsFunction(_ argument: Double) -> Double {
    guard let domain else { return function(argument) }
    if argument > domain.lowerBound { return function(min(argument, domain.upperBound)) }
    return function(domain.lowerBound)
  }
}

extension Curve: ColorOperation {
  package var takes: ColorUnit? { from }
  package var gives: ColorUnit? { to }
  package var line: String { "each component by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    if isOdd { return color.mapped { $0 < 0 ? -self(-$0) : self($0) } }
    return color.mapped { self($0) }
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    if let argument = workingUnits.argument { compiler.rescale(to: argument) }
    let minimum = domain?.lowerBound ?? 0
    // A compiled curve starts at 0.
    if minimum != 0 { try compiler.multiply(.identity, adding: SIMD3(repeating: -minimum)) }
    if domain == nil && !from.isLight {
      try compiler.flush()
      let range = compiler.range
      try compiler.replaceBothSides(compiler.color..<compiler.color + 3, over: range, by: self)
      compiler.relabel(as: to)
      let values = try bounds(over: range)
      return compiler.setBounds([values, values, values])
    }
    // If no operation brought the light into the target's range, light above its peak may still have codes.
    let reached = from.isLight ? max(compiler.range.upperBound + minimum, workingUnits.argument ?? 0) : .infinity
    let most = min(domain?.upperBound ?? .infinity, reached) - minimum
    let scale = from.isLight ? compiler.scale : 1
    let end = self(most + minimum)
    let value = to.isLight ? workingUnits.value ?? (from.isLight ? scale : end) : 1
    guard value > 0 else { throw UnsupportedOperation(description: "the curve \(name) shows no light") }
    var compiled = try compiler.compile(self, from: minimum, upTo: most, argument: scale, value: value)
    // The map to cells is free in a matrix that is emitted anyway.
    if !isOdd, let cells = compiled.ofCells, compiler.multipliesPending(by: cells.scale, adding: cells.offset) {
      compiled = cells.curve
    }
    try compiler.flush()
    let rows = compiler.color..<compiler.color + 3
    let values = try bounds(over: minimum...most + minimum)
    let maximum = max(abs(values.lowerBound), abs(values.upperBound))
    compiler.append(
      .curve(compiled, rows: rows, isOdd: isOdd), unit: to, scale: value,
      bounds: isOdd ? -maximum...maximum : values)
  }

  /// The range of the values over a range of arguments: of those at its ends, and for a tone curve, which may fall, at 256 places and the breakpoints
  /// between.
  func bounds(over arguments: ClosedRange<Double>) throws(UnsupportedOperation) -> ClosedRange<Double> {
    var found = try bound(by: [arguments.lowerBound, arguments.upperBound].map { self($0) })
    guard isOfToneCurve else { return found }
    let inner = try bound(by: places(upTo: arguments.upperBound, from: arguments.lowerBound).map { self($0) })
    // A curve that rises has its ends for bounds, exactly.
    let rounding = 1e-9 * max(abs(found.lowerBound), abs(found.upperBound))
    if inner.lowerBound < found.lowerBound - rounding { found = inner.lowerBound...found.upperBound }
    if inner.upperBound > found.upperBound + rounding { found = found.lowerBound...inner.upperBound }
    return found
  }

  /// 256 places in a range, closer to each other at its start, and both sides of the breakpoints within it.
  func places(upTo end: Double, from start: Double = 0) -> [Double] {
    (0...256).map { start + (end - start) * Double($0 * $0) / 65536 }
      + breakpoints.flatMap { [$0 * (1 - 1e-12), $0 * (1 + 1e-12)] }.filter { $0 > start && $0 < end }
  }

  private func bound(by values: [Double]) throws(UnsupportedOperation) -> ClosedRange<Double> {
    guard values.allSatisfy(\.isFinite) else { throw UnsupportedOperation(description: "\(self) is not finite") }
    return values.min()!...values.max()!
  }
}

extension Curve: CustomStringConvertible {
  /// The name and, if the curve has one, the domain.
  package var description: String { domain.map { "\(name) over \(text($0))" } ?? name }
}

/// The allowed error of an approximation of a curve, as a fraction of the error budget of the whole list.
///
/// That error budget follows from the output's codes: 0.05 of an 8-bit code, 0.10 of a 10-bit code. A `share`, above 0, is a fraction of the usual
/// error of light or a factor; for a signal, of the whole budget.
package struct Tolerance: Sendable {
  package let error: ErrorRule
  /// The numbers that identify the tolerance; `nil` for a tolerance without identity, whose curves are not cached.
  package let numbers: [Double]?

  /// Creates a tolerance from a custom rule.
  package init(numbers: [Double]? = nil, _ error: @escaping ErrorRule) { (self.numbers, self.error) = (numbers, error) }

  /// The tolerance for curves whose value is light: at the display's peak a relative error, in darker light an error that changes its code as much.
  package static func light(share: Double = 1) -> Tolerance { Tolerance(numbers: [0, share]) { $0.light($2) * share } }

  /// The tolerance for curves whose value is a factor on the light that is their argument.
  package static func factor(share: Double = 1) -> Tolerance {
    Tolerance(numbers: [1, share]) { $0.factor($2, on: $1, share: share) }
  }

  /// The tolerance for curves whose value is a signal.
  package static func signal(share: Double) -> Tolerance {
    Tolerance(numbers: [2, share]) { allowed, _, _ in allowed.signal * share }
  }

  /// The tolerance for the last curve of a list: a fifth of the whole, because its error reaches the codes unchanged.
  package static let outputSignal = signal(share: 1.0 / 5)
}

/// A function from the error of the whole list, an argument and its exact value to the allowed error of the value; light is in the unit of the error.
package typealias ErrorRule = @Sendable (_ allowed: ErrorBudget, _ argument: Double, _ value: Double) -> Double

/// The allowed error of a whole list of operations, and its effect on a part of the list.
package struct ErrorBudget: Hashable, Sendable {
  /// The allowed error of a signal of `0...1`, before rounding.
  package let signal: Double
  /// Whether components pass through 0, as in a clipped matrix result: near 0 they are differences of large values, which require light three times
  /// as exact.
  package let crossesZero: Bool
  /// Whether no operation raises dark light before it goes to a display, so that it may be less exact there.
  private let staysDark: Bool
  /// The fraction of it that is allowed as a relative error of light.
  private let ofLight: Double
  /// Light, relative to the peak, that need not be distinguished from black, and a smaller value for factors: by BT.1886 its signal is a fraction of
  /// the allowed error.
  private let invisible, invisibleToFactor: Double
  private let peak: Luminance
  package private(set) var unit = Luminance.nits(1)

  package init(signal: Double, peak: Luminance, crossesZero: Bool = false, staysDark: Bool = false) {
    (self.signal, self.peak, self.crossesZero, self.staysDark) = (signal, peak, crossesZero, staysDark)
    ofLight = crossesZero ? 1 / 80.0 : staysDark ? 1 / 20.0 : 1 / 25.0
    invisible = Elementary.pow(0.5 * signal, 2.4)
    invisibleToFactor = Elementary.pow(0.3 * signal, 2.4)
  }

  /// The unit as a fraction of the target's peak.
  private var scale: Double { unit.nits / peak.nits }

  /// The same error for a curve after which no component passes through 0.
  package var withoutZeroCrossings: ErrorBudget {
    crossesZero ? ErrorBudget(signal: signal, peak: peak).counted(in: unit) : self
  }

  /// The same error for light in this unit.
  package func counted(in unit: Luminance) -> ErrorBudget {
    var allowed = self
    allowed.unit = unit
    return allowed
  }

  /// The allowed error of light, both in `unit`.
  ///
  /// At the peak, the allowed relative error of the light is `ofLight` of the whole, so the code's error is 1/2.4 of that. In darker light the
  /// allowed error of the code is the same; if light stays dark, it grows below a signal of 1/4, to two thirds of the whole near black, because few
  /// other errors add to it there.
  package func light(_ light: Double) -> Double {
    let code = Self.code(of: light * scale, atLeast: staysDark ? 1.0 / 8192 : 1.0 / 256)
    let dark = staysDark ? min(max(1, Elementary.pow(0.25 / code, 0.6)), 32) : 1
    return max(light * signal * ofLight / code * dark, invisible / scale)
  }

  /// The allowed error of a factor on this light: a tenth of the whole, since all components have the same error, times `share`.
  package func factor(_ factor: Double, on light: Double, share: Double = 1) -> Double {
    let code = Self.code(of: light * factor * scale, atLeast: 1.0 / 256)
    return max(share * factor * signal / 4 / code, invisibleToFactor / max(light * scale, invisibleToFactor))
  }

  /// The approximate signal of light relative to the peak: its 2.4th root, but no less than a minimum.
  private static func code(of light: Double, atLeast minimum: Double) -> Double {
    max(Elementary.pow(min(max(light, 0), 1), 1 / 2.4), minimum)
  }
}
