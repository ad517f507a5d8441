import CLaneJobs
import Colorimetry
import GamutMaps
import ToneKernels

@testable import LanePrograms
@testable import ToneMapping

/// A perceptual gamut map for the lanes, as a converter makes it, with its tables next to guard pages.
final class GamutJob {
  let truth: PerceptualGamutMap
  let peak: Double
  let toTarget: Matrix3x3
  let memory: UnsafeMutablePointer<lanes_gamut>
  private let made = LaneMemory()
  private var tables: [GuardedMemory] = []

  init(
    from source: RGBPrimaries = .bt2020, to target: RGBPrimaries = .bt709, peak: Double = 203,
    chromaPreservation: Double? = nil, at side: GuardedMemory.Side = .end
  ) throws {
    truth = PerceptualGamutMap(from: source, to: target, peak: .nits(peak), chromaPreservation: chromaPreservation)
    self.peak = peak
    toTarget = truth.makesRoom ? .identity : source.matrix(to: target)
    memory = made.gamut(truth)
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
    (perceptual.operand, perceptual.factor) = (-1, 1)
    return [.matrix(toTarget, to: 4), perceptual]
  }

  /// Disables the core for all colors: with NaN as ceilings, none is in it.
  func lookAtAll() { (memory.pointee.core_ceiling, memory.pointee.core_pale) = (.nan, .nan) }
}
