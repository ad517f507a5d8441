/// The transform that adapts colors seen under one white to another white.
///
///     ChromaticAdaptation.bradford.matrix(from: .dci, to: .d65)
///
/// For the white of digital cinema, the matrix entries of the transforms differ by up to 0.03, so do not compare results between them.
public enum ChromaticAdaptation: String, CaseIterable, Sendable {
  /// Used by ICC and zimg.
  case bradford
  /// Used by CIECAM16 and libplacebo.
  case cat16
  /// Hunt-Pointer-Estevez cones, normalized to D65.
  case vonKries

  /// From X, Y, Z to the cone responses that are scaled.
  ///
  /// - Source: ICC.1:2022, Annex E, for Bradford; Li and others, *Comprehensive color solutions: CAM16, CAT16, and
  ///   CAM16-UCS*, 2017; Hunt and Pointer, *Measuring Colour*, for von Kries.
  public var conesFromXYZ: Matrix3x3 {
    switch self {
    case .bradford:
      Matrix3x3(SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    case .cat16:
      Matrix3x3(
        SIMD3(0.401288, 0.650173, -0.051461), SIMD3(-0.250268, 1.204414, 0.045854),
        SIMD3(-0.002079, 0.048952, 0.953127))
    case .vonKries:
      Matrix3x3(SIMD3(0.40024, 0.70760, -0.08081), SIMD3(-0.22630, 1.16532, 0.04570), SIMD3(0, 0, 0.91822))
    }
  }

  /// The map of X, Y, Z that converts one white to another by scaling each cone response.
  ///
  /// - Domain: Whites with luminance: `y` above 0.
  /// - Source: ICC.1:2022, Annex E.
  public func matrix(from source: Chromaticity, to target: Chromaticity) -> Matrix3x3 {
    let scale = Matrix3x3(diagonal: (conesFromXYZ * target.xyz) / (conesFromXYZ * source.xyz))
    return conesFromXYZ.inverse * (scale * conesFromXYZ)
  }
}

extension RGBPrimaries {
  /// The map from X, Y, Z to linear R, G, B.
  public var fromXYZ: Matrix3x3 { toXYZ.inverse }

  /// The map from linear R, G, B of these primaries to linear R, G, B of others; white maps to white.
  ///
  ///     let wide = RGBPrimaries.bt709.matrix(to: .bt2020) * Light.nits(100, 0, 0)
  ///
  /// - Range: Components below 0 where the color lies outside the target gamut.
  /// - Source: SMPTE RP 177:1993.
  public func matrix(to target: RGBPrimaries, adaptation: ChromaticAdaptation = .bradford) -> Matrix3x3 {
    if self == target { return .identity }
    // X, Y and Z are absolute coordinates, independent of the white.
    if white == target.white || self == .xyz || target == .xyz { return target.fromXYZ * toXYZ }
    return target.fromXYZ * (adaptation.matrix(from: white, to: target.white) * toXYZ)
  }

  /// Whether this gamut contains every color of another, within the precision of a 10-bit code.
  ///
  /// P3's red lies 0.0012 outside BT.2020, which counts as inside: components may be as low as −0.002.
  package func contains(_ other: RGBPrimaries, adaptation: ChromaticAdaptation = .bradford) -> Bool {
    let rows = other.matrix(to: self, adaptation: adaptation).rows
    return min(rows.0.min(), rows.1.min(), rows.2.min()) > -0.002
  }
}
