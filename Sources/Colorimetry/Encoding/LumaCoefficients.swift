/// The coefficients of R′ and B′ in luma; that of G′ is the remainder.
///
///     LumaCoefficients.bt709.codedFromRGB * SIMD3(1, 1, 1)  // Y′ 1, C′B 0, C′R 0
///
/// BT.2100 also applies the coefficients of BT.2020 to linear light, in the OOTF of HLG and in constant luminance.
///
/// - Source: ITU-T H.273, clause 8.3, Table 4.
public struct LumaCoefficients: Hashable, Sendable {
  public var red, blue: Double

  public init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

  /// The coefficients of a set of primaries: their luminances, unrounded (ITU-T H.273, clause 8.3, values 12 and 13).
  public init(_ primaries: RGBPrimaries) {
    let weights = primaries.luminanceWeights
    self.init(red: weights.x, blue: weights.z)
  }

  public var green: Double { 1 - red - blue }

  /// The three coefficients: K_R, K_G and K_B.
  public var vector: SIMD3<Double> { SIMD3(red, green, blue) }

  /// From R′, G′, B′ to Y′, C′B, C′R with non-constant luminance; `rgbFromCoded` is the inverse.
  ///
  /// - Range: Y′ of `0...1`, C′B and C′R of `-0.5...0.5`, for R′, G′, B′ of `0...1`.
  /// - Source: ITU-T H.273, clause 8.3; ITU-T H.264, equations E-28 to E-30.
  public var codedFromRGB: Matrix3x3 {
    Matrix3x3(
      vector,
      SIMD3(-red, -green, 1 - blue) / (2 * (1 - blue)),
      SIMD3(1 - red, -green, -blue) / (2 * (1 - red)))
  }

  public var rgbFromCoded: Matrix3x3 {
    let (toBlue, toRed) = (2 * (1 - blue), 2 * (1 - red))
    return Matrix3x3(
      SIMD3(1, 0, toRed),
      SIMD3(1, -blue * toBlue / green, -red * toRed / green),
      SIMD3(1, toBlue, 0))
  }

  public static let bt709 = LumaCoefficients(red: 0.2126, blue: 0.0722)
  /// The coefficients of the FCC's rules of 1953.
  public static let fcc = LumaCoefficients(red: 0.30, blue: 0.11)
  public static let bt601 = LumaCoefficients(red: 0.299, blue: 0.114)
  /// The coefficients of SMPTE ST 240 as printed in H.273; other sources compute 0.2122 and 0.0865 from the primaries.
  public static let smpte240M = LumaCoefficients(red: 0.212, blue: 0.087)
  /// The coefficients of BT.2020 and BT.2100, rounded to four digits as printed there.
  public static let bt2020 = LumaCoefficients(red: 0.2627, blue: 0.0593)
}
