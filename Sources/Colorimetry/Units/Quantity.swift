/// A number in one unit, which is its type, so that two units do not mix.
///
///     let signal: SignalLevel = 0.5  // a literal takes the unit of its place
///     TransferFunction.bt1886(luminance: .nits(0...100)).eotf(signal)
///
/// Arithmetic uses `value`, where a formula determines the unit of its result.
public protocol Quantity: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The unit of `value`, where numbers have no type.
  static var unit: ColorUnit { get }
  var value: Double { get }
  init(_ value: Double)
}

extension Quantity {
  public static var unit: ColorUnit { ColorUnit("\(Self.self)") }
  public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
  // NaN is in no range.
  public static func <= (a: Self, b: Self) -> Bool { a.value <= b.value }
  public static func >= (a: Self, b: Self) -> Bool { a.value >= b.value }

  public var description: String { "\(value)" }
}

/// A quantity that a literal states where the place of the literal states the unit.
public typealias LiteralQuantity = Quantity & ExpressibleByFloatLiteral & ExpressibleByIntegerLiteral

extension Quantity where Self: ExpressibleByFloatLiteral & ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

/// One nonlinear component, nominally `0...1`: R′, G′, B′ or Y′; a color difference C′B or C′R at `-0.5...0.5`.
///
/// 1 is nominal peak: for PQ 10 000 cd/m², for a log the end of the maker's scale. Codes outside the nominal range have signals outside `0...1`
/// (ITU-R BT.2100-3, Table 4: E′).
public struct SignalLevel: LiteralQuantity {
  public static var unit: ColorUnit { .signal }
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of a scene in one component, nominally `0...1`, scaled by the exposure of the camera.
///
/// 1 is the light that the OETF maps to nominal peak; for the cameras' logs, a reflectance of 100 %. An OOTF converts it to light of a display; in
/// the operations before an OOTF, it is multiplied by that display's peak (ITU-R BT.2100-3, Tables 4 and 5: E).
public struct SceneLevel: LiteralQuantity {
  public static var unit: ColorUnit { .scene() }
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of one component as a fraction of a nominal peak, `0...1`.
///
/// The function that takes or returns it documents the peak: a display's, a clip's, or the light for which a standard prints 1 (ITU-R BT.2100-3,
/// Table 4: Y).
public struct RelativeLevel: LiteralQuantity {
  public static var unit: ColorUnit { .relative }
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of one component relative to reference white, 0 and above: 1 is reference white; a peak of two stops of headroom is 4.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), whose gain curves and headroom use this unit.
public struct WhiteRelativeLevel: LiteralQuantity {
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The fraction of a pixel that a color covers, `0...1`: alpha as a number, 0 for transparent, 1 for opaque.
public struct Coverage: LiteralQuantity {
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// One quantized component, in codes: an integer of `0...2^bitDepth − 1`, or the number before it is rounded and clipped (ITU-R
/// BT.2100-3, Table 9: D).
///
///     Quantization(bitDepth: 10, range: .narrow).signal(luma: CodeLevel(940))  // 1, of the code of a frame's sample
public struct CodeLevel: LiteralQuantity {
  public static var unit: ColorUnit { .codes }
  public var value: Double
  public init(_ value: Double) { self.value = value }

  /// The code of a sample.
  public init(_ code: Int) { value = Double(code) }
}

/// A ratio of light as its base-2 logarithm: 1 doubles, −1 halves, 0 changes nothing.
///
///     let headroom = Stops(ratio: 812.0 / 203)  // 2, and a literal does as well
///     headroom.ratio  // 4
///
/// Stops measure exposure, gain, and headroom, the ratio of peak to reference white.
public struct Stops: LiteralQuantity {
  public var value: Double
  public init(_ value: Double) { self.value = value }

  /// The stops of a ratio, above 0.
  public init(ratio: Double) { value = Elementary.log2(ratio) }

  public var ratio: Double { Elementary.exp2(value) }
}
