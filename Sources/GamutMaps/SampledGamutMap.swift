package import ColorOperations
public import Colorimetry

/// A caller-supplied gamut map in a plan: the map itself for a single color, and for frames a lattice over roots of light.
package struct SampledGamutMap: FittedGamutMap {
  /// The number of samples along each component of the lattice.
  private static let latticeSize = 65
  /// The exponent of light in the lattice, whose steps are about as even as a display's codes.
  private static let exponent = 1 / 2.4

  package let cube: TargetCube
  private let map: any GamutMap
  private let maker: GamutOperator

  /// - Throws: `GamutMapError.notFinite` if the result for one of 729 colors, up to four times the peak, is not finite.
  package init(
    _ map: any GamutMap, of maker: GamutOperator, from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance
  ) throws(GamutMapError) {
    (self.map, self.maker, cube) = (map, maker, TargetCube(from: source, to: target, peak: peak))
    if let light = Light.notFinite(upTo: peak, under: map.callAsFunction) { throw .notFinite(maker.name, at: light) }
  }

  package var convertsPrimaries: Bool { true }
  package var line: String {
    "gamut by the map \(maker), on frames by \(Self.latticeSize)³ samples over roots of light"
  }

  /// Applies the map to light whose components below 0 count as 0; the result is clipped to the display's range.
  package func callAsFunction(_ light: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    Limit(cube.range)(map(Light(pointwiseMax(light, .zero))).components, at: Pixel())
  }

  /// The root of light relative to the peak.
  private func root(_ nits: Double) -> Double { Elementary.pow(max(nits, 0) / cube.peak.nits, Self.exponent) }

  /// The light of a root, in cd/m².
  private func light(ofRoot root: Double) -> Double { cube.peak.nits * Elementary.pow(max(root, 0), 1 / Self.exponent) }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: cube.peak.nits)
    let most = max(compiler.range.upperBound, cube.peak.nits)
    let entering = Curve(
      "root", domain: .nits(0) ... .nits(most), workingUnits: (.nits(most), nil), tolerance: .signal(share: 0.2)
    ) { (light: Luminance) in SignalLevel(self.root(light.nits)) }
    try entering.emit(into: &compiler)
    try compiler.flush()
    // The peak, beyond which every map is constant, is at a node, so that grays are exact on both sides of it.
    let (intervals, root) = (Double(Self.latticeSize - 1), self.root(most))
    let end = max(root, intervals / max(1, (intervals / root).rounded(.down)))
    @Sendable func lights(_ roots: SIMD3<Double>) -> SIMD3<Double> { roots.mapped(light) }
    @Sendable func roots(_ light: SIMD3<Double>) -> SIMD3<Double> { light.mapped(self.root) }
    let lattice = compiler.tables.lattices.value(for: Definition("lattice", maker, cube, end)) {
      Lattice(size: Self.latticeSize, to: SIMD3(repeating: end)) { roots(self(lights($0), at: Pixel())) }
    }
    compiler.append(
      (lattice, (maker.name, { lights(SIMD3<Double>(lattice(SIMD3<Float>(roots($0))))) })), bounds: 0...1)
    let leaving = Curve("power", domain: 0...1, workingUnits: (nil, cube.peak), tolerance: .light(share: 0.5)) {
      (root: SignalLevel) in Luminance.nits(light(ofRoot: root.value))
    }
    try leaving.emit(into: &compiler)
  }
}

/// The reason why a gamut map cannot be used.
public enum GamutMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The map's result for this light is not finite.
  case notFinite(_ map: String, at: Light)

  public var description: String {
    switch self {
    case .notFinite(let map, let light):
      "the gamut map \(map) gives light that is not finite for \(light), but it must be finite for all light; correct the map"
    }
  }
}
