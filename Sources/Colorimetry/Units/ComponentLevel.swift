/// One component of a color in one unit, which is its type, so that two units do not mix.
///
///     let signal: SignalLevel = 0.5  // a literal takes the unit of its place
///     BT1886(luminance: .nits(0...100)).eotf(signal)
///
/// Arithmetic uses `value`, where a formula determines the unit of its result. The light of a display is a `Luminance`.
public protocol ComponentLevel: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The number, in the unit of the type.
  var value: Double { get }

  /// The level of this number.
  init(_ value: Double)
}

extension ComponentLevel {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
  // NaN is in no range.
  public static func <= (a: Self, b: Self) -> Bool { a.value <= b.value }
  public static func >= (a: Self, b: Self) -> Bool { a.value >= b.value }

  /// The number alone.
  public var description: String { "\(value)" }
}

/// One nonlinear component, nominally `0...1`: R′, G′, B′ or Y′; a color difference C′B or C′R at `-0.5...0.5`.
///
/// 1 is nominal peak: for PQ 10 000 cd/m², for a log the end of the maker's scale.
///
/// - Source: ITU-R BT.2100-3, Table 4: E′, "a non-linear colour value".
public struct SignalLevel: ComponentLevel {
  /// The signal, nominally `0...1`; below 0 and above 1 where codes lie outside the nominal range.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of a scene in one component, nominally `0...1`, scaled by the exposure of the camera.
///
/// 1 is the light that the OETF maps to nominal peak; for the cameras' logs, a reflectance of 100 %. An OOTF converts it to light of a display.
///
/// - Source: ITU-R BT.2100-3, Tables 4 and 5: E, "determined by scene light and scaled by camera exposure".
public struct SceneLevel: ComponentLevel {
  /// The scene light, nominally `0...1`.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of one component as a fraction of a nominal peak, `0...1`.
///
/// The function that takes or returns it documents the peak: a display's, a clip's, or the light for which a standard prints 1.
///
/// - Source: ITU-R BT.2100-3, Table 4: Y, "the normalized linear colour value".
public struct RelativeLevel: ComponentLevel {
  /// The light as a fraction of the peak.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The linear light of one component relative to reference white, 0 and above: 1 is reference white; a peak of two stops of headroom is 4.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), whose gain curves and headroom use this unit.
public struct WhiteRelativeLevel: ComponentLevel {
  /// The light as a multiple of reference white.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The fraction of a pixel that a color covers, `0...1`: alpha as a number, 0 for transparent, 1 for opaque.
public struct Coverage: ComponentLevel {
  /// The covered fraction of the pixel.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// One quantized component, in codes: an integer of `0...2^bitDepth − 1`, or the number before it is rounded and clipped.
///
///     Quantization(bitDepth: 10, range: .narrow).signal(luma: CodeLevel(940))  // 1, of the code of a frame's sample
///
/// - Source: ITU-R BT.2100-3, Table 9, *Digital 10- and 12-bit integer representation*: D.
public struct CodeLevel: ComponentLevel {
  /// The number of codes from code 0.
  public var value: Double
  public init(_ value: Double) { self.value = value }

  /// The code of a sample.
  public init(_ code: Int) { value = Double(code) }
}
