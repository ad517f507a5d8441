/// A point in the CIE 1931 xy diagram.
public struct Chromaticity: Hashable, Sendable {
  /// The coordinates, each `0...1` for visible colors.
  public var x, y: Double

  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The tristimulus values X, Y, Z of this chromaticity at Y = 1; `y` must be above 0.
  package var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// The same scaled to the sum 1: x, y, z.
  var sumOne: SIMD3<Double> { SIMD3(x, y, 1 - x - y) }

  /// The map of X, Y, Z that adapts colors seen under this white to another, by scaling the cone responses of Bradford's transform.
  ///
  ///     Chromaticity.dci.adaptation(to: .d65)
  ///
  /// Other transforms differ from it by up to 0.03 for the white of digital cinema, so do not compare results between them.
  ///
  /// - Domain: Whites with luminance: `y` above 0.
  /// - Source: ICC.1:2022, Annex E.
  public func adaptation(to target: Chromaticity) -> Matrix3x3 {
    let cones = Matrix3x3(
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    let scale = Matrix3x3(diagonal: (cones * target.xyz) / (cones * xyz))
    return cones.inverse * (scale * cones)
  }

  /// The white of television and of sRGB (ITU-R BT.709-6, item 1.4: x 0.3127, y 0.3290, exactly).
  public static let d65 = Chromaticity(0.3127, 0.3290)
}

/// The chromaticities of a display's red, green and blue, and of its white.
public struct RGBPrimaries: Hashable, Sendable {
  public var red, green, blue, white: Chromaticity

  public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), _ white: Chromaticity) {
    self.init(
      red: Chromaticity(red.0, red.1), green: Chromaticity(green.0, green.1), blue: Chromaticity(blue.0, blue.1),
      white: white)
  }

  /// Whether red, green and blue form a triangle around white, and white has a luminance.
  public var enclosesWhite: Bool {
    func side(_ a: Chromaticity, _ b: Chromaticity) -> Double {
      (b.x - a.x) * (white.y - a.y) - (b.y - a.y) * (white.x - a.x)
    }
    let sides = [side(red, green), side(green, blue), side(blue, red)]
    guard white.y > 0, sides.allSatisfy(\.isFinite) else { return false }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }

  /// Whether the triangle in x and y is more than 10 % larger than that of BT.709: those of EBU and SMPTE C are not, that of P3 is a third larger.
  package var isWide: Bool { area > 1.1 * Self.bt709.area }

  /// Twice the area of the triangle.
  private var area: Double { abs((green.x - red.x) * (blue.y - red.y) - (green.y - red.y) * (blue.x - red.x)) }

  /// The map from linear R, G, B to X, Y, Z, where R = G = B = 1 has Y = 1.
  ///
  /// - Precondition: Red, green and blue form a triangle, and white has a luminance. Check the primaries of a file first.
  /// - Source: SMPTE RP 177:1993, clause 3.3.
  public var toXYZ: Matrix3x3 {
    // Columns are scaled to the sum 1 instead of Y = 1, because the primaries X and Z have no luminance.
    let columns = Matrix3x3(red.sumOne, green.sumOne, blue.sumOne).transposed
    return columns * Matrix3x3(diagonal: columns.inverse * white.xyz)
  }

  /// The map from linear R, G, B of these primaries to linear R, G, B of others; white maps to white, by ``Chromaticity/adaptation(to:)``.
  ///
  ///     let wide = RGBPrimaries.bt709.matrix(to: .bt2020) * Light.nits(100, 0, 0)
  ///
  /// - Range: Components below 0 where the color lies outside the target gamut.
  /// - Source: SMPTE RP 177:1993.
  public func matrix(to target: RGBPrimaries) -> Matrix3x3 {
    if self == target { return .identity }
    // X, Y and Z are absolute coordinates, independent of the white.
    if white == target.white || self == .xyz || target == .xyz { return target.toXYZ.inverse * toXYZ }
    return target.toXYZ.inverse * (white.adaptation(to: target.white) * toXYZ)
  }

  /// Whether this gamut contains every color of another, within the precision of a 10-bit code.
  ///
  /// P3's red lies 0.0012 outside BT.2020, which counts as inside: components may be as low as −0.002.
  package func contains(_ other: RGBPrimaries) -> Bool {
    let rows = other.matrix(to: self).rows
    return min(rows.0.min(), rows.1.min(), rows.2.min()) > -0.002
  }

  /// The luminance of one unit of each component: the Y row of `toXYZ`, unrounded.
  public var luminanceWeights: SIMD3<Double> { toXYZ.rows.1 }
}

// MARK: Those of standards

extension Chromaticity {
  /// CIE illuminant C, the white of 1953 NTSC and of generic film: ITU-T H.273, Table 2, values 4 and 8.
  public static let illuminantC = Chromaticity(0.310, 0.316)
  /// The white of digital cinema: SMPTE RP 431-2; ITU-T H.273, Table 2, value 11.
  public static let dci = Chromaticity(0.314, 0.351)
  /// The white of equal energy: ITU-T H.273, Table 2, value 10.
  public static let equalEnergy = Chromaticity(1.0 / 3, 1.0 / 3)
}

extension RGBPrimaries {
  /// The primaries of BT.709 and sRGB: ITU-R BT.709-6, items 1.3 and 1.4.
  public static let bt709 = RGBPrimaries((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), .d65)
  /// The primaries of BT.2020 and BT.2100: ITU-R BT.2020-2, Table 3; BT.2100-3, Table 2.
  public static let bt2020 = RGBPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), .d65)
  /// P3 with D65 white, as in Display P3: SMPTE EG 432-1:2010; ITU-T H.273, Table 2, value 12.
  public static let p3D65 = RGBPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), .d65)
  /// P3 with the white of digital cinema: SMPTE RP 431-2; ITU-T H.273, Table 2, value 11.
  public static let p3DCI = RGBPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), .dci)
  /// CIE 1931 X, Y, Z used as primaries; the map to X, Y, Z is the identity: SMPTE ST 428-1; ITU-T H.273, Table 2, value 10.
  public static let xyz = RGBPrimaries((1, 0), (0, 1), (0, 0), .equalEnergy)
}
