/// The difference of two surface colors or colors on a standard display; about 1 at the threshold of visibility.
///
///     CIEDE2000()(Lab(l: 50, a: 2.6772, b: -79.7751), Lab(l: 50, a: 0, b: -82.7485))  // 2.0425
///
/// The divisors kL, kC and kH are 1, those of the reference conditions. For high dynamic range use `DeltaEITP`: CIELAB is not defined for colors
/// brighter than its white.
///
/// - Source: ISO/CIE 11664-6:2014; Sharma, Wu and Dalal, *The CIEDE2000 color-difference formula*, 2005.
public struct CIEDE2000: Sendable {
  public init() {}

  public func callAsFunction(_ first: Lab, _ second: Lab) -> ColorDifference<CIEDE2000> {
    let meanChroma = (Self.length(first.a, first.b) + Self.length(second.a, second.b)) / 2
    let grayness = 0.5 * (1 - Self.saturation(meanChroma))
    let (a1, a2) = (first.a * (1 + grayness), second.a * (1 + grayness))
    let (c1, c2) = (Self.length(a1, first.b), Self.length(a2, second.b))
    let (h1, h2) = (Self.hueAngle(a1, first.b), Self.hueAngle(a2, second.b))

    let isNeutral = c1 * c2 == 0
    var turn = isNeutral ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let deltaL = second.l - first.l
    let deltaC = c2 - c1
    let deltaH = 2 * (c1 * c2).squareRoot() * Self.sine(turn / 2)

    let l = (first.l + second.l) / 2
    let c = (c1 + c2) / 2
    var h = h1 + h2
    if !isNeutral {
      // The mean of two angles lies on the shorter arc between them.
      if abs(h1 - h2) > 180 { h += h < 360 ? 360 : -360 }
      h /= 2
    }
    let t =
      1 - 0.17 * Self.cosine(h - 30) + 0.24 * Self.cosine(2 * h) + 0.32 * Self.cosine(3 * h + 6)
      - 0.20 * Self.cosine(4 * h - 63)
    let offset = (l - 50) * (l - 50)
    let scaleL = 1 + 0.015 * offset / (20 + offset).squareRoot()
    let scaleC = 1 + 0.045 * c
    let scaleH = 1 + 0.015 * c * t
    let bluest = (h - 275) / 25
    let rotation = -2 * Self.saturation(c) * Self.sine(60 * Elementary.exp(-bluest * bluest))

    let x = deltaL / scaleL
    let y = deltaC / scaleC
    let z = deltaH / scaleH
    return ColorDifference((x * x + y * y + z * z + rotation * y * z).squareRoot())
  }

  /// √(c⁷ / (c⁷ + 25⁷)).
  private static func saturation(_ c: Double) -> Double {
    let seventh = Elementary.pow(c, 7)
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }

  private static func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  /// The angle of a color in degrees, `0..<360`.
  private static func hueAngle(_ a: Double, _ b: Double) -> Double {
    let angle = Elementary.atan2Pi(y: b, x: a) * 180
    return angle < 0 ? angle + 360 : angle
  }

  private static func sine(_ degrees: Double) -> Double { Elementary.sinPi(degrees / 180) }
  private static func cosine(_ degrees: Double) -> Double { Elementary.cosPi(degrees / 180) }
}

/// CIE 1976 L\*a\*b\*: lightness and two opponent coordinates, relative to a white.
///
///     Lab(relative: SIMD3(0.197, 0.197, 0.197))  // L* 51.5, a* and b* 0
///
/// - Source: CIE 15:2004, clause 8.2.1; ISO/CIE 11664-4:2019.
public struct Lab: Hashable, Sendable {
  /// Lightness L\*, `0...100` up to white.
  public var l: Double
  /// Green to red, a\*, and blue to yellow, b\*, 0 for neutrals: about `-128...128` for the colors of surfaces.
  public var a, b: Double

  public init(l: Double, a: Double, b: Double) { (self.l, self.a, self.b) = (l, a, b) }

  /// The color whose X, Y, Z are these multiples of those of the white.
  ///
  /// - Domain: Any numbers; lightness above 100 is an extrapolation.
  public init(relative: SIMD3<Double>) {
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
