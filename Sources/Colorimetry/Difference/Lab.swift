internal import ElementaryMath

/// CIE 1976 L\*a\*b\*: lightness and two opponent coordinates, relative to a white.
///
///     Lab(xyz: SIMD3(0.9505, 1, 1.0891), white: Chromaticity.d65.xyz)  // L* 100, a* and b* 0
///
/// - Source: CIE 15:2004, clause 8.2.1; ISO/CIE 11664-4:2019.
public struct Lab: Hashable, Sendable {
  /// Lightness, `0...100` up to white.
  public var l: Double
  /// Green to red, and blue to yellow.
  public var a, b: Double

  /// The color with these coordinates.
  public init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// The color with these X, Y, Z under a white; both in the same unit.
  ///
  /// - Domain: Any X, Y, Z; every component of the white above 0. Lightness above 100 is an extrapolation.
  public init(xyz: SIMD3<Double>, white: SIMD3<Double>) {
    let relative = xyz / white
    let (x, y, z) = (Self.root(relative.x), Self.root(relative.y), Self.root(relative.z))
    self.init(l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  // As printed in CIE 15: the line meets the cube root at (6/29)³.
  private static let joint = 24.0 / 116
  private static let slope = 841.0 / 108

  private static func root(_ t: Double) -> Double {
    t > joint * joint * joint ? Elementary.cubeRoot(t) : slope * t + 16.0 / 116
  }
}
