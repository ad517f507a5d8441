/// The light of a pixel in counting units of 1/256 cd/m²: 10 000 cd/m² are below 2²².
///
/// It has a fraction until the kernels round it.
public struct LightCount: Hashable, Sendable {
  public var units: Double

  public init(units: Double) { self.units = units }

  public init(_ luminance: Luminance) { units = luminance.nits * Self.unitsPerNit }

  /// The number of units in a cd/m².
  public static let unitsPerNit = 256.0

  /// The light in cd/m².
  public var luminance: Luminance { .nits(units / Self.unitsPerNit) }

  /// The maximum count: PQ's peak.
  package static let maximum = LightCount(PerceptualQuantizer.peak)
  /// The maximum that still counts as black: about 0.01 cd/m², above the level to which dither raises black.
  package static let darkest = LightCount(units: 2)
}
