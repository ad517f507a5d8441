package import CToneKernels
package import ColorOperations
internal import Colorimetry

extension PerceptualGamutMap {
  package var line: String { "gamut by the perceptual map, chroma preservation \(chromaPreservation)" }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: cube.peak.nits)
    let (gain, factor) = try compiler.flushAllButScale()
    let gamut = compiler.tables.maps.value(for: self) {
      let memory = SIMDMemory()
      _ = unsafe memory.gamut(self)
      return SIMDGamut(memory)
    }
    compiler.append(
      .perceptual(gamut, rows: compiler.color, gain: gain, factor: factor, limits: !compiler.isWithoutNegatives),
      unit: .light(), bounds: cube.range)
    if let gain { compiler.registers.free(gain) }
  }
}

extension SIMDMemory {
  /// The perceptual gamut map in the kernels' form.
  package func gamut(_ map: PerceptualGamutMap) -> UnsafeMutablePointer<lanes_gamut> {
    precondition(
      PerceptualLattice.places == LANES_PLACES && PerceptualLattice.levels == LANES_LEVELS,
      "the map's lattice does not have the size that the kernels read")
    var out = unsafe lanes_gamut()
    unsafe out.matrix = simdNumbers(map.innerMatrix, offset: .zero)
    unsafe out.converts = map.innerMatrix == .identity ? 0 : 1
    typealias Map = PerceptualGamutMap
    let core = map.core
    unsafe (out.core_floor, out.core_dark) = (Float(core.floor), Float(core.floor * Map.dimmest))
    unsafe (out.core_weight, out.core_ceiling) = (Float(core.weight), Float(core.ceiling + Map.whiteSlack))
    unsafe out.core_pale = Float(0.5 + Map.whiteSlack)
    let steps = unsafe UnsafeRawPointer(values(Self.steps(of: map.lattice)).baseAddress!)
    unsafe out.nodes = steps.assumingMemoryBound(to: Int16.self)
    return unsafe values([out]).baseAddress!
  }

  /// The lattice in the kernels' layout: each node beside the one at the end of both cells, so that one load fetches two corners.
  private static func steps(of lattice: PerceptualLattice) -> [SIMD16<Int16>] {
    let (nodes, levels) = (lattice.nodes, PerceptualLattice.levels)
    let column = PerceptualLattice.places * levels
    var single = [SIMD8<Int16>](repeating: .zero, count: nodes.count + column + levels)
    for (index, node) in nodes.enumerated() {
      let step = index % levels == levels - 1 ? .zero : nodes[index + 1] &- node
      single[index] = SIMD8(step.x, node.x, step.y, node.y, step.z, node.z, 0, 0)
    }
    let pairs = nodes.indices.map { SIMD16(lowHalf: single[$0], highHalf: single[$0 + column + levels]) }
    return pairs + [SIMD16<Int16>](repeating: .zero, count: column)
  }
}
