// Written by notebooks/derivations/elementary.py: edit that file instead of this one.

/// 2 to the power of `f` below 1/256.
enum ExponentialTable {
  /// The coefficient of f^1 in 2^f.
  static let c1 = 0x1.62e42fefa39efp-1
  /// The coefficient of f^2 in 2^f.
  static let c2 = 0x1.ebfbdff82c3eap-3
  /// The coefficient of f^3 in 2^f.
  static let c3 = 0x1.c6b08d704a019p-5
  /// The coefficient of f^4 in 2^f.
  static let c4 = 0x1.3b2abd6b49631p-7
  /// The coefficient of f^5 in 2^f.
  static let c5 = 0x1.5d880391dc33fp-10
  /// log2(e), 27 bits.
  static let base = 0x1.7154764p0
  /// The remainder of log2(e) beyond `base`.
  static let baseRest = 0x1.2b82fe1777d1p-28
  /// The coefficients of x³ and above for exp(x) - 1 - x - x²/2, up to 1/16.
  static let minusOne: [Double] = [
    0x1.5555555555555p-3, 0x1.5555555555555p-5, 0x1.11111111111e8p-7, 0x1.6c16c16c16ca6p-10,
    0x1.a01a018f49e49p-13, 0x1.a01a0194e49dbp-16, 0x1.71e4f3f5f3169p-19, 0x1.27e9773671bfp-22,
  ]
}
