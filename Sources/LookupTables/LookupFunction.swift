internal import Colorimetry

/// A function of one number, given by an equation in a file, as in the nodes Exponent and Log of the Common LUT Format.
///
///     LookupFunction.power(2, below: .mirrored)(-0.5)  // -0.25
///
/// - Domain: Any number; NaN counts as 0.
/// - Range: Finite numbers of `Float`; values beyond them are clamped, and 0 where the equation gives NaN.
/// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on Exponent and Log; OpenColorIO 2.6, `GammaOpUtils.cpp` and `LogOpCPU.cpp`, for
///   arguments at which the equations are undefined.
public enum LookupFunction: Hashable, Sendable, CustomStringConvertible {
  /// The treatment of numbers below 0 by a power.
  public enum BelowZero: Hashable, Sendable {
    /// 0.
    case zero
    /// The value of the magnitude, with the sign of the number.
    case mirrored
    /// The number unchanged.
    case kept
  }

  /// A power with an exponent above 0.
  case power(Double, below: BelowZero)
  /// A power with a linear part near 0: *monCurve*.
  case straightenedPower(StraightenedPower)
  /// From linear numbers to logarithms.
  case logarithm(LogarithmicCurve)
  /// From logarithms to linear numbers.
  case antilogarithm(LogarithmicCurve)

  public func callAsFunction(_ x: Double) -> Double {
    let (value, maximum) = (equation(x.isNaN ? 0 : x), Double(Float.greatestFiniteMagnitude))
    return value.isNaN ? 0 : min(max(value, -maximum), maximum)
  }

  /// The number that the equation gives, which may be NaN or infinite.
  func equation(_ x: Double) -> Double {
    switch self {
    case .power(let exponent, .zero): x > 0 ? Elementary.pow(x, exponent) : 0
    case .power(let exponent, .mirrored):
      x > 0 ? Elementary.pow(x, exponent) : x < 0 ? -Elementary.pow(-x, exponent) : 0
    case .power(let exponent, .kept): x > 0 ? Elementary.pow(x, exponent) : x
    case .straightenedPower(let power): power(x)
    case .logarithm(let curve): curve.logarithm(x)
    case .antilogarithm(let curve): curve.linear(x)
    }
  }

  /// The numbers at which the slope jumps or is undefined.
  var breakpoints: [Double] {
    switch self {
    case .power: [0]
    case .straightenedPower(let power): power.breakpoints
    case .logarithm(let curve): curve.breakpoints.linear
    case .antilogarithm(let curve): curve.breakpoints.logarithm
    }
  }

  /// The equation by name, as in `power of 2.4`.
  public var description: String {
    switch self {
    case .power(let exponent, _): "power of \(plain(exponent))"
    case .straightenedPower(let power):
      "power of \(power.isInverse ? "1/" : "")\(plain(power.exponent)) with the offset \(plain(power.offset))"
    case .logarithm(let curve): "logarithm of base \(plain(curve.base))"
    case .antilogarithm(let curve): "inverse logarithm of base \(plain(curve.base))"
    }
  }
}

/// A power with a linear part where its slope is minimum, as in sRGB: ((x + offset) / (1 + offset)) ^ exponent.
public struct StraightenedPower: Hashable, Sendable {
  /// The exponent, 1 or more.
  public var exponent: Double
  /// The offset, 0 or more; it determines the end of the linear part.
  public var offset: Double
  /// Whether it is the inverse: from the power to its base.
  public var isInverse: Bool
  /// Whether numbers below 0 have the value of their magnitude, with their sign; otherwise the linear part continues there.
  public var isMirrored: Bool

  public init(exponent: Double, offset: Double, isInverse: Bool = false, isMirrored: Bool = false) {
    (self.exponent, self.offset, self.isInverse, self.isMirrored) = (exponent, offset, isInverse, isMirrored)
  }

  /// The parameters, at least OpenColorIO's minimums, because the equations divide by the exponent minus 1 and by the offset.
  private var parts: (exponent: Double, offset: Double, end: Double, slope: Double) {
    let (exponent, offset) = (max(exponent, 1 + 1e-6), max(offset, 1e-6))
    let end = offset / (exponent - 1)
    let slope = Elementary.pow(offset * exponent / ((exponent - 1) * (1 + offset)), exponent) / end
    return (exponent, offset, end, slope)
  }

  var breakpoints: [Double] {
    let (_, _, end, slope) = parts
    let place = isInverse ? end * slope : end
    return isMirrored ? [-place, 0, place] : [place]
  }

  func callAsFunction(_ x: Double) -> Double {
    if isMirrored, x < 0 { return -self(-x) }
    let (exponent, offset, end, slope) = parts
    if isInverse { return x <= end * slope ? x / slope : Elementary.pow(x, 1 / exponent) * (1 + offset) - offset }
    return x <= end ? x * slope : Elementary.pow((x + offset) / (1 + offset), exponent)
  }
}

/// A logarithm of linear numbers, as in cameras: logSlope · log(linearSlope · x + linearOffset) + logOffset, with a linear part below a number.
public struct LogarithmicCurve: Hashable, Sendable {
  /// The base of the logarithm: above 0, and not 1.
  public var base: Double
  /// The factor of the logarithm, and the offset added to it.
  public var logSlope, logOffset: Double
  /// The factor of linear numbers before the logarithm, and the offset added to them.
  public var linearSlope, linearOffset: Double
  /// The linear number at which the linear part ends; `nil` if there is none.
  public var lineEnd: Double?
  /// The slope of the linear part, if there is one; `nil` for the slope of the logarithm at its end.
  public var lineSlope: Double?

  /// Creates a curve with these parameters; without the last six, the plain logarithm.
  public init(
    base: Double, logSlope: Double = 1, logOffset: Double = 0, linearSlope: Double = 1, linearOffset: Double = 0,
    lineEnd: Double? = nil, lineSlope: Double? = nil
  ) {
    (self.base, self.logSlope, self.logOffset) = (base, logSlope, logOffset)
    (self.linearSlope, self.linearOffset) = (linearSlope, linearOffset)
    (self.lineEnd, self.lineSlope) = (lineEnd, lineSlope)
  }

  /// The minimum argument of the logarithm: smaller numbers count as it.
  private static let smallest = Double(Float.leastNormalMagnitude)

  private var straight: (end: Double, start: Double, slope: Double)? {
    lineEnd.map { end in
      let argument = linearSlope * end + linearOffset
      let start = logSlope * Elementary.log2(argument) / Elementary.log2(base) + logOffset
      return (end, start, lineSlope ?? logSlope * linearSlope / (argument * Elementary.log(base)))
    }
  }

  func logarithm(_ x: Double) -> Double {
    if let (end, start, slope) = straight, x < end { return start + slope * (x - end) }
    let argument = max(linearSlope * x + linearOffset, Self.smallest)
    return logSlope * Elementary.log2(argument) / Elementary.log2(base) + logOffset
  }

  func linear(_ x: Double) -> Double {
    if let (end, start, slope) = straight, x < start { return end + (x - start) / slope }
    return (Elementary.exp2((x - logOffset) / logSlope * Elementary.log2(base)) - linearOffset) / linearSlope
  }

  var breakpoints: (linear: [Double], logarithm: [Double]) {
    let line = straight
    return (
      [(Self.smallest - linearOffset) / linearSlope] + (line.map { [$0.end] } ?? []), line.map { [$0.start] } ?? []
    )
  }
}

/// A function of each component of a color, by equations.
public struct LookupFunctions: Hashable, Sendable, CustomStringConvertible {
  public var red, green, blue: LookupFunction

  public init(_ red: LookupFunction, _ green: LookupFunction, _ blue: LookupFunction) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  public init(_ function: LookupFunction) { self.init(function, function, function) }

  public var all: [LookupFunction] { [red, green, blue] }

  public func callAsFunction(_ color: LookupColor) -> LookupColor {
    let c = color.components
    return LookupColor(SIMD3(red(c.x), green(c.y), blue(c.z)))
  }

  public var description: String { describe(all) }
}
