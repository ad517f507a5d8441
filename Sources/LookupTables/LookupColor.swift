public import Colorimetry

/// Three numbers that a lookup table takes or gives, nominally `0...1`: what they stand for, only the table's maker knows.
///
///     LookupColor(Signal(1, 1, 1), in: .narrow)  // 940/1023, three times
public struct LookupColor: Hashable, Sendable {
  /// The numbers, red first.
  public var components: SIMD3<Double>

  /// The color of these numbers.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The color of these numbers.
  public init(_ red: Double, _ green: Double, _ blue: Double) { components = SIMD3(red, green, blue) }

  /// A color of three equal numbers.
  public init(neutral number: Double) { components = SIMD3(repeating: number) }

  /// The numbers that stand for a signal, in a table of signals.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - range: Which numbers the signals 0 and 1 have: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  /// - Source: ITU-R BT.2100-3, Table 9.
  public init(_ signal: Signal, in range: QuantizationRange) {
    let (scale, black) = Self.shares(range)
    components = signal.components * scale + black
  }

  /// The signal that these numbers stand for, in a table of signals.
  ///
  /// - Parameter range: Which numbers the signals 0 and 1 have, as in ``init(_:in:)``.
  public func signal(in range: QuantizationRange) -> Signal {
    let (scale, black) = Self.shares(range)
    return Signal((components - black) / scale)
  }

  /// What signals are multiplied by, and the number of 0.
  package static func shares(_ range: QuantizationRange) -> (scale: Double, black: Double) {
    range == .full ? (1, 0) : Quantization.narrowTen.shares
  }
}
