import CLanes
import Colorimetry
import LookupTables
import RealModule

/// The default conversion's strokes, PQ 4:2:0 10-bit to BT.709 4:2:0 8-bit.
final class DefaultPath {
  let curves: [CurveTable]
  let gamut: GamutJob
  let ops: UnsafeMutablePointer<lanes_op>
  var program: lanes_program { lanes_program(ops: ops, count: count) }
  let count: Int32

  static let kr = 0.2627
  static let kb = 0.0593
  /// From Y′CbCr to R′G′B′.
  static func decode(kr: Double, kb: Double) -> Matrix3x3 {
    let kg = 1 - kr - kb
    return Matrix3x3(
      SIMD3(1, 0, 2 * (1 - kr)), SIMD3(1, -2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg), SIMD3(1, 2 * (1 - kb), 0))
  }
  /// From 10-bit narrow codes.
  static let read: Twelve = {
    let scale = Matrix3x3(diagonal: SIMD3(1 / 876.0, 1 / 896.0, 1 / 896.0))
    let m = decode(kr: kr, kb: kb) * scale
    return twelve(m, adding: (m * SIMD3(64, 512, 512)) * -1)
  }()

  init() throws {
    let pq = PerceptualQuantizer()
    gamut = try GamutJob()
    // Where a display component is the small difference of large ones, its slope in code is steep: light must be this exact.
    let linear = CurveTable(
      try CompiledCurve(upTo: 1, within: .relative(1e-6, floor: 1e-6)) { pq.eotf($0).nits })
    // Reinhard's, for a curve of the right kind.
    let gain = CurveTable(
      try CompiledCurve(upTo: 10_000, within: .relative(1e-4)) { 1 / (1 + $0 / 203) })
    let display = CurveTable(
      try CompiledCurve(power: 1 / 2.4, upTo: 1, within: .absolute(0.0215 / 219)))
    curves = [linear, gain, display]
    let weights = RGBPrimaries.bt2020.luminanceWeights
    let toBT709 = RGBPrimaries.bt709.toXYZ.inverse * RGBPrimaries.bt2020.toXYZ * (1 / 203)
    let encode = Matrix3x3(diagonal: SIMD3(219, 224, 224)) * Self.decode(kr: 0.2126, kb: 0.0722).inverse
    var perceptual = lanes_op.empty(LANES_PERCEPTUAL, from: 0, to: 4)
    perceptual.gamut = UnsafePointer(gamut.memory)
    let list = [
      lanes_op.curve(linear),
      .matrix(Matrix3x3(weights, .zero, .zero), kind: LANES_WEIGH, to: 7),
      .curve(gain, to: 7, rows: 1),
      .matrix(toBT709, gain: 7, to: 4),
      perceptual,
      .curve(display, to: 4),
      .matrix(encode, adding: SIMD3(16, 128, 128), from: 4),
    ]
    count = Int32(list.count)
    ops = .allocate(capacity: list.count)
    ops.initialize(from: list, count: list.count)
  }
  deinit { ops.deallocate() }
}
