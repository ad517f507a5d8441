package import Colorimetry

/// Light as it is counted, in 256ths of a cd/m²: 10 000 cd/m² stay below 2²².
///
/// A pixel's light has a fraction until the kernels round it; sums are of whole units.
package struct LightCount: Hashable, Sendable {
  /// The number of units.
  package var units: Double

  /// This number of units.
  package init(units: Double) { self.units = units }

  /// The light of a luminance.
  package init(_ luminance: Luminance) { units = luminance.nits * Self.unitsPerNit }

  /// The number of units in a cd/m².
  package static let unitsPerNit = 256.0

  /// The light in cd/m².
  package var luminance: Luminance { .nits(units / Self.unitsPerNit) }

  /// The greatest that is counted: PQ's peak.
  package static let greatest = LightCount(PerceptualQuantizer.peak)
  /// The greatest that still counts as black: about 0.01 cd/m², above the level to which dither lifts black.
  package static let darkest = LightCount(units: 2)
}
