import CLanes
import Colorimetry
import GamutMaps
import ToneKernels

@testable import ToneMapping

/// A perceptual gamut map for the lanes, as a converter makes it, with its tables against pages that must not be touched.
final class GamutJob {
  let truth: PerceptualGamutMap
  let peak: Double
  let toTarget: Matrix3x3
  let memory: UnsafeMutablePointer<lanes_gamut>
  private let made = LaneMemory()
  private var tables: [GuardedMemory] = []

  /// - Parameter rows: What makes the source's components of the rows.
  init(
    from source: RGBPrimaries = .bt2020, to target: RGBPrimaries = .bt709, peak: Double = 203,
    rows: Matrix3x3 = .identity, at side: GuardedMemory.Side = .end
  ) throws {
    truth = PerceptualGamutMap(from: source, to: target, peak: .nits(peak))
    self.peak = peak
    toTarget = source.matrix(to: target)
    let map = try LaneGamut(truth, target: target, peak: .nits(peak))
    memory = made.gamut(map, source: rows, kernels: .best)
    func moved(_ numbers: UnsafePointer<Float>, _ count: Int) -> UnsafeMutablePointer<Float> {
      let table = GuardedMemory(UnsafeBufferPointer(start: numbers, count: count), at: side)
      tables.append(table)
      return table.floats
    }
    memory.pointee.cusps = UnsafePointer(moved(memory.pointee.cusps, Int(LANES_HUES)))
    memory.pointee.hull = moved(memory.pointee.hull, Self.hullCount)
    memory.pointee.core = moved(memory.pointee.core, Self.coreCount)
    for path in [\lanes_gamut.eotf, \.inverse_eotf] {
      let table = CurveTable(path == \.eotf ? map.eotf : map.inverseEOTF, at: side)
      curves.append(table)
      memory.pointee[keyPath: path] = table.lanes
    }
  }
  private var curves: [CurveTable] = []

  static let hullCount = Int(2 * LANES_HUES * LANES_ANCHORS)
  static let coreCount = Int(LANES_CORE_ORDERS * LANES_CORE_MIDDLES * LANES_CORE_OCTAVES)

  /// The bits of the tables that `prepareGamut` fills.
  var prepared: [UInt32] {
    let gamut = memory.pointee
    return UnsafeBufferPointer(start: gamut.hull, count: Self.hullCount).map(\.bitPattern)
      + UnsafeBufferPointer(start: gamut.core, count: Self.coreCount).map(\.bitPattern)
  }

  /// From source light of `peak` = 1 in rows 0…2 to display light in rows 4…6.
  var ops: [lanes_op] {
    var perceptual = lanes_op.empty(LANES_PERCEPTUAL, from: 0, to: 4)
    perceptual.gamut = UnsafePointer(memory)
    return [.matrix(toTarget, to: 4), perceptual]
  }
}
