/// A time or a duration in seconds. The creator of a time defines its clock.
public struct Seconds: LiteralQuantity {
  /// The number of seconds.
  public var value: Double

  /// This number of seconds.
  public init(_ value: Double) { self.value = value }
}

/// A time or a duration in units of a ``TimeBase``, as a movie counts it. The creator of a time defines its unit and its clock.
public struct Ticks: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// The number of units.
  public var count: Int64

  /// This number of units.
  public init(_ count: Int64) { self.count = count }
  public init(integerLiteral value: Int64) { self.init(value) }
  public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
  public static func + (a: Self, b: Self) -> Self { Self(a.count + b.count) }
  public static func - (a: Self, b: Self) -> Self { Self(a.count - b.count) }

  /// Returns the time or the duration in seconds.
  public func seconds(in base: TimeBase) -> Seconds { Seconds(Double(count) * base.value) }

  /// The number alone.
  public var description: String { "\(count)" }
}
