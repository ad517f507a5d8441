/// A point in the CIE 1931 xy diagram.
public struct Chromaticity: Hashable, Sendable {
  /// The coordinates, each `0...1` for visible colors.
  public var x, y: Double

  /// The point with these coordinates.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// X, Y, Z of this chromaticity at a luminance, which is Y.
  ///
  /// - Domain: `y` above 0.
  public func xyz(at luminance: Luminance) -> Light { Light(xyz * luminance.nits) }

  /// The tristimulus values X, Y, Z of this chromaticity at Y = 1.
  package var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// The tristimulus values of this chromaticity scaled to the sum 1: x, y, z.
  var sumOne: SIMD3<Double> { SIMD3(x, y, 1 - x - y) }

  /// The white of television and of sRGB.
  ///
  /// - Source: ITU-R BT.709-6, item 1.4: x 0.3127, y 0.3290, exactly.
  public static let d65 = Chromaticity(0.3127, 0.3290)
}

/// The chromaticities of a display's red, green and blue, and of its white.
public struct RGBPrimaries: Hashable, Sendable {
  /// The chromaticities.
  public var red, green, blue, white: Chromaticity

  /// The primaries with these chromaticities.
  public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
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
  private var area: Double {
    abs((green.x - red.x) * (blue.y - red.y) - (green.y - red.y) * (blue.x - red.x))
  }

  /// The map from linear R, G, B to X, Y, Z, where R = G = B = 1 has Y = 1.
  ///
  /// - Precondition: Red, green and blue form a triangle, and white has a luminance. Check the primaries of a file first.
  /// - Source: SMPTE RP 177:1993, clause 3.3.
  public var toXYZ: Matrix3x3 {
    // Columns are scaled to the sum 1 instead of Y = 1, because the primaries X and Z have no luminance.
    let columns = Matrix3x3(red.sumOne, green.sumOne, blue.sumOne).transposed
    return columns * Matrix3x3(diagonal: columns.inverse * white.xyz)
  }

  /// The luminance of one unit of each component: the Y row of `toXYZ`, unrounded.
  ///
  /// - Precondition: The same as for `toXYZ`.
  public var luminanceWeights: SIMD3<Double> { toXYZ.rows.1 }

  /// The primaries of BT.709 and sRGB.
  ///
  /// - Source: ITU-R BT.709-6, items 1.3 and 1.4.
  public static let bt709 = RGBPrimaries(
    red: Chromaticity(0.640, 0.330), green: Chromaticity(0.300, 0.600), blue: Chromaticity(0.150, 0.060), white: .d65)

  /// The primaries of BT.2020 and BT.2100.
  ///
  /// - Source: ITU-R BT.2020-2, Table 3; BT.2100-3, Table 2.
  public static let bt2020 = RGBPrimaries(
    red: Chromaticity(0.708, 0.292), green: Chromaticity(0.170, 0.797), blue: Chromaticity(0.131, 0.046), white: .d65)

  /// P3 with D65 white, as in Display P3.
  ///
  /// - Source: SMPTE EG 432-1:2010; ITU-T H.273, Table 2, value 12.
  public static let p3D65 = RGBPrimaries(
    red: Chromaticity(0.680, 0.320), green: Chromaticity(0.265, 0.690), blue: Chromaticity(0.150, 0.060), white: .d65)
}
