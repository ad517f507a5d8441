/// A ratio of two positive integers, of a unit such as ``FramesPerSecond``.
///
///     FrameRate(24000, 1001)!.text  // "24000:1001"
public struct Ratio<Unit>: Hashable, Sendable {
  /// The two terms, 1 or more, as given and not reduced.
  public let numerator, denominator: Int

  /// The ratio of these terms, or `nil` if one is outside its domain, the domain of most formats.
  ///
  /// - Domain: `1...2_147_483_647` each.
  public init?(_ numerator: Int, _ denominator: Int) {
    let domain = 1...Int(Int32.max)
    guard domain.contains(numerator), domain.contains(denominator) else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The ratio of terms counted from a file, which have up to 63 bits in averages, or `nil` if one is below 1.
  package init?(counted numerator: Int, _ denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The ratio written as a fraction, an integer or a decimal number; `nil` for any other text.
  ///
  ///     FrameRate("24000/1001")  // 24000:1001
  ///     FrameRate("23.976")      // 23976:1000
  public init?(_ text: String) {
    if let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) {
      guard let numerator = Int(digits: text[..<mark]),
        let denominator = Int(digits: text[text.utf8.index(after: mark)...])
      else { return nil }
      self.init(numerator, denominator)
    } else if let mark = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let fraction = text[text.utf8.index(after: mark)...]
      guard fraction.utf8.count < 10, let whole = Int(digits: text[..<mark]), whole <= Int32.max,
        let part = Int(digits: fraction)
      else { return nil }
      let scale = (0..<fraction.utf8.count).reduce(1) { scale, _ in scale * 10 }
      self.init(whole * scale + part, scale)
    } else {
      guard let whole = Int(digits: text[...]) else { return nil }
      self.init(whole, 1)
    }
  }

  /// The quotient of the terms.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The terms separated by a colon, as in Y4M.
  public var text: String { "\(numerator):\(denominator)" }

  /// The terms separated by a slash, as in JSON.
  package var fraction: String { "\(numerator)/\(denominator)" }
}

extension Ratio: CustomStringConvertible {
  public var description: String { text }
}

/// The unit of a ``FrameRate``.
public enum FramesPerSecond {}
/// The unit of a ``TimeBase``.
public enum SecondsPerTick {}
/// The unit of a ``PixelAspect``.
public enum WidthPerHeight {}

/// Frames per second.
public typealias FrameRate = Ratio<FramesPerSecond>
/// The unit of times, in seconds.
public typealias TimeBase = Ratio<SecondsPerTick>
/// The width of a pixel to its height.
public typealias PixelAspect = Ratio<WidthPerHeight>

extension Int {
  /// The number written with up to ten decimal digits; `nil` for a sign, a space or empty text.
  package init?(digits: Substring) {
    guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    self.init(digits)
  }
}
