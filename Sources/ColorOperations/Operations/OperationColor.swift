public import Colorimetry
public import LookupTables

/// A color as operations take and give it: three components in one unit.
public protocol OperationColor: Sendable {
  /// What the unit is called in a printed plan.
  static var unitName: String { get }

  /// The components, in the unit of the type.
  var components: SIMD3<Double> { get }

  /// The color of these components.
  init(_ components: SIMD3<Double>)
}

/// A color that curves take and give: one component is a number of theirs, as no code and no coded component is.
public protocol CurveColor: OperationColor {
  /// One component.
  associatedtype Level: CurveNumber
}

extension Codes: OperationColor {
  public static var unitName: String { "codes" }
}

extension CodedComponents: OperationColor {
  public static var unitName: String { "components" }
}

extension LookupColor: OperationColor {
  public static var unitName: String { "numbers of a table" }
}

extension Signal: CurveColor {
  public typealias Level = SignalLevel
  public static var unitName: String { "signal" }
}

extension Light: CurveColor {
  public typealias Level = Luminance
  public static var unitName: String { "light" }
}

/// The light of a scene on its way to a display: each component as a share of the scene's peak, times the display's peak in cd/m².
///
/// An OOTF makes display light of it.
public struct ScaledSceneLight: CurveColor, Hashable {
  public typealias Level = ScaledSceneLevel
  public static var unitName: String { "light of the scene" }

  /// The components R, G, B, in cd/m².
  public var components: SIMD3<Double>

  /// The scene light of these components, in cd/m².
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// One component of a `ScaledSceneLight`.
public struct ScaledSceneLevel: LightNumber, Hashable {
  @inlinable public static var quantity: ColorCurve.Quantity { .scene }
  /// The share of the scene's peak, times the display's peak in cd/m².
  public var number: Double

  /// The level of this number, in cd/m².
  public init(number: Double) { self.number = number }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Light that has no absolute unit: each component is a `RelativeLevel`, 1 at the nominal peak of a transfer.
public struct RelativeLight: CurveColor, Hashable {
  public typealias Level = RelativeLevel
  public static var unitName: String { "relative light" }

  /// The components, nominally `0...1`.
  public var components: SIMD3<Double>

  /// The light of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }
}
