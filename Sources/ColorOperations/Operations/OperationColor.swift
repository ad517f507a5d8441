public import Colorimetry
public import LookupTables

/// A color as operations take and give it: three components in one unit.
public protocol OperationColor: Sendable {
  /// The unit.
  static var unit: ColorUnit { get }

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

extension CurveColor {
  public static var unit: ColorUnit { Level.unit }
}

extension Codes: OperationColor {
  public static var unit: ColorUnit { .codes }
}

extension CodedComponents: OperationColor {
  public static var unit: ColorUnit { .components }
}

extension LookupColor: OperationColor {
  public static var unit: ColorUnit { .table }
}

extension Signal: CurveColor {
  public typealias Level = SignalLevel
}

extension Light: CurveColor {
  public typealias Level = Luminance
}

/// The light of a scene on its way to a display: each component as a share of the scene's peak, times the display's peak in cd/m².
///
/// An OOTF makes display light of it.
public struct ScaledSceneLight: CurveColor, Hashable {
  public typealias Level = ScaledSceneLevel

  /// The components R, G, B, in cd/m².
  public var components: SIMD3<Double>

  /// The scene light of these components, in cd/m².
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// One component of a `ScaledSceneLight`.
public struct ScaledSceneLevel: LightNumber, Hashable {
  @inlinable public static var unit: ColorUnit { .scene() }
  /// The share of the scene's peak, times the display's peak in cd/m².
  public var number: Double

  /// The level of this number, in cd/m².
  public init(number: Double) { self.number = number }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Light that has no absolute unit: each component is a `RelativeLevel`, 1 at the nominal peak of a transfer.
public struct RelativeLight: CurveColor, Hashable {
  public typealias Level = RelativeLevel

  /// The components, nominally `0...1`.
  public var components: SIMD3<Double>

  /// The light of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }
}
