// Written by notebooks/derivations/elementary.py: edit that file instead of this one.

/// Series in the square for the sine and cosine up to π/4 and for the arctangent up to tan(π/8).
enum CircleSeries {
  /// π, 27 bits.
  static let pi = 0x1.921fb54p1
  /// The remainder of π beyond `pi`.
  static let piRest = 0x1.10b4611a62633p-29
  /// 1/π, 27 bits.
  static let inversePi = 0x1.45f306cp-2
  /// The remainder of 1/π beyond `inversePi`.
  static let inversePiRest = 0x1.c9c882a53f84fp-30
  /// tan(π/8).
  static let eighth = 0x1.a827999fcef32p-2
  /// The coefficients of (sin(t) / t - 1) / t².
  static let sine: [Double] = [
    -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a019938p-13, 0x1.71de3a546095bp-19,
    -0x1.ae645412c560cp-26, 0x1.61217f0b800d4p-33, -0x1.ab17d404de546p-41,
  ]
  /// The coefficients of (cos(t) - 1 + t²/2) / t⁴.
  static let cosine: [Double] = [
    0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d0ap-16, -0x1.27e4fb7712d65p-22,
    0x1.1eed8deb97a97p-29, -0x1.9394ba0cd6ed5p-37, 0x1.ab785b00b45e6p-45,
  ]
  /// The coefficients of (atan(t) / t - 1) / t².
  static let arctangent: [Double] = [
    -0x1.5555555555555p-2, 0x1.999999999999ap-3, -0x1.249249249249p-3, 0x1.c71c71c71c3d5p-4,
    -0x1.745d1745beed6p-4, 0x1.3b13b13721a76p-4, -0x1.1111108464a0ap-4, 0x1.e1e1c6f184e6fp-5,
    -0x1.af269790cd0ecp-5, 0x1.860170a7dce9dp-5, -0x1.635b790ac3e53p-5, 0x1.424af5abf0bb1p-5,
    -0x1.160d49a08b03ep-5, 0x1.8f6240d5c7208p-6, -0x1.52544ae6622b8p-7,
  ]
}
