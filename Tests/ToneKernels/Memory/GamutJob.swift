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
    chromaPreservation: Double = PerceptualGamutMap.balanced, at side: GuardedMemory.Side = .end
  ) throws {
    truth = PerceptualGamutMap(from: source, to: target, peak: .nits(peak), chromaPreservation: chromaPreservation)
    self.peak = peak
    toTarget = source.matrix(to: target)
    memory = made.gamut(truth, peak: .nits(peak))
    func moved(_ numbers: UnsafePointer<Float>, _ count: Int, alignment: Int) -> UnsafePointer<Float> {
      let table = GuardedMemory(UnsafeBufferPointer(start: numbers, count: count), at: side, alignment: alignment)
      tables.append(table)
      return UnsafePointer(table.floats)
    }
    memory.pointee.cusps = moved(memory.pointee.cusps, Int(LANES_CUSPS) + 1, alignment: 64)
    memory.pointee.radii = moved(memory.pointee.radii, Int(2 * LANES_HUES * LANES_COLUMNS), alignment: 4)
  }

  /// From source light with `peak` = 1 in rows 0…2 to display light in rows 4…6.
  var ops: [lanes_op] {
    var perceptual = lanes_op.empty(LANES_PERCEPTUAL, to: 4)
    perceptual.gamut = UnsafePointer(memory)
    return [.matrix(toTarget, to: 4), perceptual]
  }

  /// Disables the quick test for all colors except the darkest: with NaN as ceilings, no color passes.
  func lookAtAll() { memory.pointee.sure_ceiling = (.nan, .nan, .nan) }
}
