/// The light that falls on a surface, in lux.
///
///     Illuminance.lux(314).luminance()  // 99.95 cd/m², of a white wall
public struct Illuminance: Quantity {
  /// The illuminance, in lux.
  public var lux: Double
  public var value: Double { lux }

  public init(_ lux: Double) { self.lux = lux }

  /// The illuminance of `value` lux.
  public static func lux(_ value: Double) -> Illuminance { Illuminance(value) }

  /// The illuminance under which a white wall has this luminance: the inverse of `luminance(reflectance:)`.
  public init(ofWhiteWallAt luminance: Luminance) { lux = luminance.nits * .pi }

  /// The luminance of a wall under this illuminance: reflectance · illuminance / π.
  ///
  /// - Source: Lambert's law, for a perfectly diffusing wall.
  /// - Parameter reflectance: The fraction that the wall reflects, `0...1`.
  public func luminance(reflectance: Double = 1) -> Luminance { .nits(reflectance * lux / Double.pi) }

  /// The number, without a fraction if it is an integer, and the unit: `314 lux`.
  public var description: String { "\(plain(lux)) lux" }
}
