public import Colorimetry
public import LookupTables

/// A color as operations take and give it: three components in one unit.
public protocol OperationColor: Sendable {
  /// What the unit is called in a printed plan.
  static var unitName: String { get }
  /// What a curve takes if its argument is one component; `nil` for codes and coded components, which no curve takes.
  static var quantity: ColorCurve.Quantity? { get }

  /// The components, in the unit of the type.
  var components: SIMD3<Double> { get }

  /// The color of these components.
  init(_ components: SIMD3<Double>)
}

extension Codes: OperationColor {
  public static var unitName: String { "codes" }
  public static var quantity: ColorCurve.Quantity? { nil }
}

extension CodedComponents: OperationColor {
  public static var unitName: String { "components" }
  public static var quantity: ColorCurve.Quantity? { nil }
}

extension LookupColor: OperationColor {
  public static var unitName: String { "numbers of a table" }
  public static var quantity: ColorCurve.Quantity? { nil }
}

extension Signal: OperationColor {
  public static var unitName: String { "signal" }
  public static var quantity: ColorCurve.Quantity? { .signal }
}

extension Light: OperationColor {
  public static var unitName: String { "light" }
  public static var quantity: ColorCurve.Quantity? { .light }
}

/// The light of a scene on its way to a display: each component as a share of the scene's peak, times the display's peak in cd/m².
///
/// An OOTF makes display light of it.
public struct ScaledSceneLight: OperationColor, Hashable {
  public static var unitName: String { "light of the scene" }
  public static var quantity: ColorCurve.Quantity? { .scene }

  /// The components R, G, B, in cd/m².
  public var components: SIMD3<Double>

  /// The scene light of these components, in cd/m².
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// One component of a `ScaledSceneLight`.
public struct ScaledSceneLevel: CurveNumber, Hashable {
  @inlinable public static var quantity: ColorCurve.Quantity { .scene }
  /// The share of the scene's peak, times the display's peak in cd/m².
  public var number: Double

  /// The level of this number, in cd/m².
  public init(number: Double) { self.number = number }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Light that has no absolute unit: each component is a `RelativeLuminance`, 1 at the nominal peak of a transfer.
public struct RelativeLight: OperationColor, Hashable {
  public static var unitName: String { "relative light" }
  public static var quantity: ColorCurve.Quantity? { .relative }

  /// The components, nominally `0...1`.
  public var components: SIMD3<Double>

  /// The light of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }
}
