/// An absolute luminance, in candela per square meter.
///
///     Luminance.nits(203)  // HDR reference white
///
/// - Source: ITU-R BT.2100-3 gives all display light in cd/m²; "nit" is the industry's name for that unit.
public struct Luminance: Quantity {
  public static var unit: ColorUnit { .light() }
  public var nits: Double
  public var value: Double { nits }

  public init(_ nits: Double) { self.nits = nits }

  public static func nits(_ value: Double) -> Luminance { Luminance(value) }

  /// HDR reference white: the luminance of diffuse white and of graphics (ITU-R BT.2408-8, clause 2.2).
  public static let referenceWhite = Luminance(203)

  /// The number and the unit: `203 cd/m²`.
  public var description: String { "\(plain(nits)) cd/m²" }
}

/// The luminance range of a display or of a graded picture, from its black to its peak.
///
///     LuminanceRange.nits(0.005...1000)
public struct LuminanceRange: Hashable, Sendable, CustomStringConvertible {
  /// The darkest luminance, 0 cd/m² or more, and the brightest, above it.
  public var black, peak: Luminance

  public init(black: Luminance, peak: Luminance) { (self.black, self.peak) = (black, peak) }

  /// The range from the lower bound to the upper bound, in cd/m².
  public static func nits(_ range: ClosedRange<Double>) -> LuminanceRange {
    LuminanceRange(black: .nits(range.lowerBound), peak: .nits(range.upperBound))
  }

  /// Checks that black is 0 or more and below the peak.
  func requireDisplay() {
    precondition(
      black.nits >= 0 && black < peak, "a display cannot span \(self); its black must be 0 or more and below its peak")
  }

  /// Both ends and the unit: `0…203 cd/m²`.
  public var description: String { "\(plain(black.nits))…\(plain(peak.nits.rounded(to: 4))) cd/m²" }
}

/// The light that falls on a surface, in lux.
///
///     Illuminance.lux(314).luminance()  // 99.95 cd/m², of a white wall
public struct Illuminance: Quantity {
  public var lux: Double
  public var value: Double { lux }

  public init(_ lux: Double) { self.lux = lux }

  public static func lux(_ value: Double) -> Illuminance { Illuminance(value) }

  /// The illuminance under which a white wall has this luminance: the inverse of `luminance()`.
  public init(ofWhiteWallAt luminance: Luminance) { lux = luminance.nits * .pi }

  /// The luminance of a white wall under this illuminance: illuminance / π, by Lambert's law for a perfectly diffusing wall.
  public func luminance() -> Luminance { .nits(lux / Double.pi) }

  /// The number and the unit: `314 lux`.
  public var description: String { "\(plain(lux)) lux" }
}

/// A number without a trailing `.0`: `203` instead of `203.0`.
package func plain(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }

extension Double {
  /// This number rounded to a number of decimal places.
  package func rounded(to places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
