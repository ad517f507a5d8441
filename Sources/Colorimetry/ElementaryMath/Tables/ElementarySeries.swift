// Written by notebooks/derivations/elementary.py: edit that file instead of this one.

// The binary logarithm of `1 + r`.
extension Elementary {
  /// log2(e), to a multiple of 2^-36.
  static let logLinear = 0x1.71547652cp0
  /// log2(e) / 2, to a multiple of 2^-12.
  static let logSquare = 0x1.716p-1
  /// The remainder of log2(e) beyond `logLinear`.
  static let logLinearRest = -0x1.f407a220bc009p-38
  /// The excess of `logSquare` over log2(e) / 2.
  static let logSquareRest = 0x1.7135a8fa03d11p-14
  /// The coefficients of r^3 to r^7.
  static let logC3 = 0x1.ec709dc3a03fdp-2
  static let logC4 = -0x1.71547652b4949p-2
  static let logC5 = 0x1.2776c50ef68b3p-2
  static let logC6 = -0x1.ec71112e1c4fp-3
  static let logC7 = 0x1.a617c93f391d1p-3
}

// 2 to the power of `f` below 1/256.
extension Elementary {
  /// The coefficients of f^1 to f^5 in 2^f.
  static let expC1 = 0x1.62e42fefa39efp-1
  static let expC2 = 0x1.ebfbdff82c3eap-3
  static let expC3 = 0x1.c6b08d704a019p-5
  static let expC4 = 0x1.3b2abd6b49631p-7
  static let expC5 = 0x1.5d880391dc33fp-10
  /// log2(e), 27 bits.
  static let log2e = 0x1.7154764p0
  /// The remainder of log2(e) beyond `log2e`.
  static let log2eRest = 0x1.2b82fe1777d1p-28
  /// The coefficients of x³ and above for exp(x) - 1 - x - x²/2, up to 1/16.
  static let expMinusOneSeries: [Double] = [
    0x1.5555555555555p-3, 0x1.5555555555555p-5, 0x1.11111111111e8p-7, 0x1.6c16c16c16ca6p-10,
    0x1.a01a018f49e49p-13, 0x1.a01a0194e49dbp-16, 0x1.71e4f3f5f3169p-19, 0x1.27e9773671bfp-22,
  ]
}

// Series in the square for the sine and cosine up to π/4 and for the arctangent up to tan(π/8).
extension Elementary {
  /// π, 27 bits.
  static let pi = 0x1.921fb54p1
  /// The remainder of π beyond `pi`.
  static let piRest = 0x1.10b4611a62633p-29
  /// 1/π, 27 bits.
  static let inversePi = 0x1.45f306cp-2
  /// The remainder of 1/π beyond `inversePi`.
  static let inversePiRest = 0x1.c9c882a53f84fp-30
  /// tan(π/8).
  static let eighthTangent = 0x1.a827999fcef32p-2
  /// The coefficients of (sin(t) / t - 1) / t².
  static let sineSeries: [Double] = [
    -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a019938p-13, 0x1.71de3a546095bp-19,
    -0x1.ae645412c560cp-26, 0x1.61217f0b800d4p-33, -0x1.ab17d404de546p-41,
  ]
  /// The coefficients of (cos(t) - 1 + t²/2) / t⁴.
  static let cosineSeries: [Double] = [
    0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d0ap-16, -0x1.27e4fb7712d65p-22,
    0x1.1eed8deb97a97p-29, -0x1.9394ba0cd6ed5p-37, 0x1.ab785b00b45e6p-45,
  ]
  /// The coefficients of (atan(t) / t - 1) / t².
  static let arctangentSeries: [Double] = [
    -0x1.5555555555555p-2, 0x1.999999999999ap-3, -0x1.249249249249p-3, 0x1.c71c71c71c3d5p-4,
    -0x1.745d1745beed6p-4, 0x1.3b13b13721a76p-4, -0x1.1111108464a0ap-4, 0x1.e1e1c6f184e6fp-5,
    -0x1.af269790cd0ecp-5, 0x1.860170a7dce9dp-5, -0x1.635b790ac3e53p-5, 0x1.424af5abf0bb1p-5,
    -0x1.160d49a08b03ep-5, 0x1.8f6240d5c7208p-6, -0x1.52544ae6622b8p-7,
  ]
}

// The factors of binary logarithms.
extension Elementary {
  /// ln(2), 26 bits.
  static let ln2 = 0x1.62e43p-1
  /// The remainder of ln(2) beyond `ln2`.
  static let ln2Rest = -0x1.05c610ca86c39p-29
  /// log10(2), 26 bits.
  static let log10of2 = 0x1.344135p-2
  /// The remainder of log10(2) beyond `log10of2`.
  static let log10of2Rest = 0x1.3ef3fde623e25p-31
  /// 1/3, 26 bits.
  static let third = 0x1.5555558p-2
  /// The remainder of 1/3 beyond `third`.
  static let thirdRest = -0x1.5555555555555p-29
}
