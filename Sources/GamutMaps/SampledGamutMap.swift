package import ColorOperations
public import Colorimetry

/// A caller-supplied gamut map in a plan: the map itself for a single color, and for frames a lattice over roots of light.
package struct SampledGamutMap: FittedGamutMap, Hashable {
  package let cube: TargetCube
  private let map: any GamutMap
  private let maker: GamutOperator

  /// - Throws: `GamutMapError.notFinite` if the result for one of 729 colors, up to four times the peak, is not finite.
  package init(
    _ map: any GamutMap, of maker: GamutOperator, from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance
  ) throws(GamutMapError) {
    (self.map, self.maker, cube) = (map, maker, TargetCube(from: source, to: target, peak: peak))
    for index in 0..<729 {
      let place = SIMD3(Double(index % 9), Double(index / 9 % 9), Double(index / 81)) / 8
      let light = Light(4 * peak.nits * place * place)
      guard map(light).components.sum().isFinite else { throw .notFinite(maker.name, at: light) }
    }
  }

  package var convertsPrimaries: Bool { true }
  package var line: String { "gamut by the map \(maker), on frames by \(frames.size)³ samples over roots of light" }

  /// Applies the map to light whose components below 0 count as 0; the result is clipped to the display's range.
  package func fitted(_ light: SIMD3<Double>) -> SIMD3<Double> {
    Limit(cube.range)(map(Light(pointwiseMax(light, .zero))).components, at: Pixel())
  }

  /// The map as frames carry it out.
  private var frames: LatticeSubstitute {
    LatticeSubstitute(for: [self], named: maker.name, roots: cube.peak, key: self)
  }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    try frames.emit(into: &compiler)
  }

  package static func == (one: SampledGamutMap, other: SampledGamutMap) -> Bool {
    one.maker == other.maker && one.cube == other.cube
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(maker)
    hasher.combine(cube)
  }
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
