/// A luminance as a PQ signal of 12 bits in full range, the encoding of Dolby Vision and of light statistics.
///
///     let code: PQ12Code = 3079  // a literal of the code
///     code.luminance  // 1000.2 cd/m²
///
/// - Source: ITU-R BT.2100-3, Table 4, and Table 9 for 12 bits in full range.
public struct PQ12Code: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The integer, `0...4095`.
  public let number: UInt16

  /// - Precondition: The number is within `0...4095`.
  public init(_ number: Int) {
    precondition(Self.numbers.contains(number), "the PQ code is \(number); it must be 0 to 4095")
    self.number = UInt16(number)
  }

  /// The code nearest to a signal, which is clipped to `0...1`.
  public init(nearest signal: SignalLevel) {
    number = UInt16(Quantization.pqCodes.rounded(Quantization.pqCodes.code(luma: signal)).value)
  }

  package static let numbers = 0...4095

  public var signal: SignalLevel { Quantization.pqCodes.signal(luma: CodeLevel(Double(number))) }

  /// The luminance, `0...10_000` cd/m².
  public var luminance: Luminance { PerceptualQuantizer().eotf(signal) }

  public static func < (a: PQ12Code, b: PQ12Code) -> Bool { a.number < b.number }
  public init(integerLiteral value: Int) { self.init(value) }
  public var description: String { "\(number)" }
}
