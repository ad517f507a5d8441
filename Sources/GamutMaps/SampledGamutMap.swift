public import Colorimetry

/// A caller-supplied gamut map in a plan: the map itself for a single color, and for frames a lattice over roots of light.
package struct SampledGamutMap: FittedGamutMap, Hashable {
  /// The number of samples along each component of the lattice.
  package static let latticeSize = 65
  /// The exponent of light in the lattice, whose steps are about as even as a display's codes.
  private static let exponent = 1 / 2.4

  /// The parameters that identify a map.
  private struct Key: Hashable {
    let maker: GamutOperator
    let source, target: RGBPrimaries
    let peak: Luminance
  }

  /// Its operator's name.
  package var name: String { key.maker.name }
  /// The luminance of the display's white.
  package var peak: Luminance { key.peak }
  /// From the source's primaries to the display's, white to white.
  package let matrix: Matrix3x3
  private let map: any GamutMap
  private let key: Key

  /// - Throws: `GamutMapError.notFinite` if the result for one of 729 colors, up to four times the peak, is not finite.
  package init(
    _ map: any GamutMap, of maker: GamutOperator, from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance
  ) throws(GamutMapError) {
    (self.map, matrix) = (map, source.matrix(to: target))
    key = Key(maker: maker, source: source, target: target, peak: peak)
    for index in 0..<729 {
      let place = SIMD3(Double(index % 9), Double(index / 9 % 9), Double(index / 81)) / 8
      let light = Light(4 * peak.nits * place * place)
      let sum = map(light).components.sum()
      guard sum.isFinite else { throw .notFinite(name, at: light) }
    }
  }

  /// Applies the map to light whose components below 0 count as 0; the result is clipped to the display's range.
  package func fitted(_ light: SIMD3<Double>) -> SIMD3<Double> {
    map(Light(pointwiseMax(light, .zero))).limited(to: peak).components
  }

  package var convertsPrimaries: Bool { true }

  // MARK: On frames

  /// The root of light relative to the peak.
  package func root(_ nits: Double) -> Double { Elementary.pow(max(nits, 0) / peak.nits, Self.exponent) }

  /// The light of a root, in cd/m².
  package func light(ofRoot root: Double) -> Double { peak.nits * Elementary.pow(max(root, 0), 1 / Self.exponent) }

  /// The map between roots.
  package func fitted(roots: SIMD3<Double>) -> SIMD3<Double> {
    let shown = fitted(SIMD3(light(ofRoot: roots.x), light(ofRoot: roots.y), light(ofRoot: roots.z)))
    return SIMD3(root(shown.x), root(shown.y), root(shown.z))
  }

  package static func == (one: SampledGamutMap, other: SampledGamutMap) -> Bool { one.key == other.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The reason why a gamut map cannot be used.
public enum GamutMapError: Error, Hashable, Sendable {
  /// The map's result for this light is not finite.
  case notFinite(_ map: String, at: Light)
}

extension GamutMapError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let map, let light):
      "the gamut map \(map) gives light that is not finite for \(light), but it must be finite for all light; correct the map"
    }
  }
}
