import CToneKernels
import Colorimetry
import GamutMaps
import ToneKernels

import ColorOperations
import ToneMapping

/// A perceptual gamut map for the lanes, as a converter makes it, with its tables next to guard pages.
final class GamutJob {
  let reference: PerceptualGamutMap
  let peak: Double
  let toTarget: Matrix3x3
  let memory: UnsafeMutablePointer<lanes_gamut>
  /// Whether numbers below 0 count as 0.
  var limits = true
  private let made = SIMDMemory()
  private var tables: [GuardedMemory] = []

  init(
    from source: RGBPrimaries = .bt2020, to target: RGBPrimaries = .bt709, peak: Double = 203,
    chromaPreservation: Double? = nil, at side: GuardedMemory.Side = .end
  ) throws {
    reference = PerceptualGamutMap(from: source, to: target, peak: .nits(peak), chromaPreservation: chromaPreservation)
    self.peak = peak
    toTarget = reference.compresses ? .identity : source.matrix(to: target)
    memory = made.gamut(reference)
    let column = Int(LANES_LEVELS * LANES_PLACES) * 16
    let count = (3 * Int(LANES_PLACES) + 1) * column
    let moved = GuardedMemory(UnsafeBufferPointer(start: memory.pointee.nodes, count: count), at: side, alignment: 16)
    tables.append(moved)
    memory.pointee.nodes = UnsafePointer(moved.pointer.assumingMemoryBound(to: Int16.self))
  }

  /// From source light with `peak` = 1 in rows 0…2 to display light in rows 4…6.
  var ops: [lanes_op] {
    var perceptual = lanes_op.empty(LANES_PERCEPTUAL, to: 4)
    perceptual.gamut = UnsafePointer(memory)
    (perceptual.operand, perceptual.factor, perceptual.clamps) = (-1, 1, limits ? 1 : 0)
    return [.matrix(toTarget, to: 4), perceptual]
  }

  /// What the lanes make of a color in the core: one component plus two weighted differences from it.
  func converted(_ x: SIMD3<Float>) -> SIMD3<Float> {
    guard memory.pointee.converts != 0 else { return x }
    let (m, green, blue) = (memory.pointee.matrix, x.y - x.x, x.z - x.x)
    let weights = [(m.1, m.2), (m.5, m.6), (m.9, m.10)] as [(Float, Float)]
    let three = weights.map { x.x.addingProduct($0.1, blue).addingProduct($0.0, green) }
    return SIMD3(three[0], three[1], three[2])
  }

  /// Disables the core for all colors: with NaN as its floor, none is in it.
  func lookAtAll() { memory.pointee.core_floor = .nan }
}
