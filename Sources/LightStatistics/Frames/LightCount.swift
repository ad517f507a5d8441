public import Colorimetry

/// The light of a pixel as it is counted, in 256ths of a cd/m²: 10 000 cd/m² stay below 2²².
///
/// It has a fraction until the kernels round it.
public struct LightCount: Hashable, Sendable {
  /// The number of units.
  public var units: Double

  /// This number of units.
  public init(units: Double) { self.units = units }

  /// The light of a luminance.
  public init(_ luminance: Luminance) { units = luminance.nits * Self.unitsPerNit }

  /// The number of units in a cd/m².
  public static let unitsPerNit = 256.0

  /// The light in cd/m².
  public var luminance: Luminance { .nits(units / Self.unitsPerNit) }

  /// The maximum that is counted: PQ's peak.
  package static let maximum = LightCount(PerceptualQuantizer.peak)
  /// The maximum that still counts as black: about 0.01 cd/m², above the level to which dither lifts black.
  package static let darkest = LightCount(units: 2)
}

/// The light of many pixels, added up: a whole number of the units of ``LightCount``.
///
/// It has no luminance. The average over a `PictureArea` has.
public struct LightSum: Hashable, Sendable {
  /// The number of units, each 1/256 cd/m².
  public var units: Double

  /// This number of units.
  public init(units: Double) { self.units = units }
}
