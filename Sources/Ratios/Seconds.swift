/// A time or a duration in seconds. On which clock a time is, only its maker knows.
public struct Seconds: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The number of seconds.
  public var value: Double

  /// This number of seconds.
  public init(_ value: Double) { self.value = value }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
  // What is not a number is in no range.
  public static func <= (a: Self, b: Self) -> Bool { a.value <= b.value }
  public static func >= (a: Self, b: Self) -> Bool { a.value >= b.value }

  /// The number alone.
  public var description: String { "\(value)" }
}
