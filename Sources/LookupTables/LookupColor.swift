public import Colorimetry

/// Three input or output numbers of a lookup table, nominally `0...1`; their meaning depends on the table.
///
///     LookupColor(Signal(1, 1, 1), in: .narrow)  // 940/1023, three times
public struct LookupColor: Hashable, Sendable {
  /// The numbers, red first.
  public var components: SIMD3<Double>

  public init(_ components: SIMD3<Double>) { self.components = components }

  public init(_ red: Double, _ green: Double, _ blue: Double) { components = SIMD3(red, green, blue) }

  public init(neutral number: Double) { components = SIMD3(repeating: number) }

  /// The numbers that represent a signal, in a table of signals.
  ///
  /// - Parameters:
  ///   - signal: The signal, nominally `0...1`.
  ///   - range: The numbers of the signals 0 and 1: 0 and 1 in full range, 64/1023 and 940/1023 in narrow range.
  /// - Source: ITU-R BT.2100-3, Table 9.
  public init(_ signal: Signal, in range: QuantizationRange) {
    let (scale, black) = Self.shares(range)
    components = signal.components * scale + black
  }

  /// The signal that these numbers represent, in a table of signals.
  ///
  /// - Parameter range: The numbers of the signals 0 and 1, as in ``init(_:in:)``.
  public func signal(in range: QuantizationRange) -> Signal {
    let (scale, black) = Self.shares(range)
    return Signal((components - black) / scale)
  }

  /// The factor of a signal, and the number of signal 0.
  package static func shares(_ range: QuantizationRange) -> (scale: Double, black: Double) {
    range == .full ? (1, 0) : Quantization.narrowTen.shares
  }
}
