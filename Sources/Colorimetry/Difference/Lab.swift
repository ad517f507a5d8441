/// CIE 1976 L\*a\*b\*: lightness and two opponent coordinates, relative to a white.
///
///     let white = Chromaticity.d65.xyz(at: .nits(203))
///     Lab(xyz: Chromaticity.d65.xyz(at: .nits(40)), white: white)  // L* 51.5, a* and b* 0
///
/// - Source: CIE 15:2004, clause 8.2.1; ISO/CIE 11664-4:2019.
public struct Lab: Hashable, Sendable {
  /// Lightness L\*, `0...100` up to white.
  public var l: Double
  /// Green to red, a\*, and blue to yellow, b\*, 0 for neutrals: about `-128...128` for the colors of surfaces.
  public var a, b: Double

  public init(l: Double, a: Double, b: Double) { (self.l, self.a, self.b) = (l, a, b) }

  /// The color of X, Y, Z seen beside a white.
  ///
  /// - Domain: Any X, Y, Z; every component of the white above 0. Lightness above 100 is an extrapolation.
  public init(xyz: Light, white: Light) { self.init(relative: xyz.components / white.components) }

  /// The color whose X, Y, Z are these multiples of those of the white.
  package init(relative: SIMD3<Double>) {
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
