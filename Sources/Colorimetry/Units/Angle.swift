/// An angle, as metadata states the turn of a window and the rise of a curve.
///
///     Angle(halfTurns: 0.25).degrees  // 45
public struct Angle: Hashable, Comparable, Sendable {
  /// The angle in half turns, of π each.
  public var halfTurns: Double

  /// The angle of so many half turns.
  public init(halfTurns: Double) { self.halfTurns = halfTurns }

  /// The angle in degrees.
  public var degrees: Double { halfTurns * 180 }

  public static func < (a: Angle, b: Angle) -> Bool { a.halfTurns < b.halfTurns }
}
