// Written by notebooks/derivations/elementary.py: edit that file instead of this one.

/// The binary logarithm of `1 + r`.
enum LogarithmTable {
  /// log2(e), to a multiple of 2^-36.
  static let linear = 0x1.71547652cp0
  /// log2(e) / 2, to a multiple of 2^-12.
  static let square = 0x1.716p-1
  /// The remainder of log2(e) beyond `linear`.
  static let linearRest = -0x1.f407a220bc009p-38
  /// The excess of `square` over log2(e) / 2.
  static let squareRest = 0x1.7135a8fa03d11p-14
  /// The coefficient of r^3.
  static let c3 = 0x1.ec709dc3a03fdp-2
  /// The coefficient of r^4.
  static let c4 = -0x1.71547652b4949p-2
  /// The coefficient of r^5.
  static let c5 = 0x1.2776c50ef68b3p-2
  /// The coefficient of r^6.
  static let c6 = -0x1.ec71112e1c4fp-3
  /// The coefficient of r^7.
  static let c7 = 0x1.a617c93f391d1p-3
}
