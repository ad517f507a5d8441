import Colorimetry
import RealModule
import Testing

@testable import LookupTables

@Suite struct CompiledCurveTests {
  static let pq = PerceptualQuantizer()
  /// 8-bit codes of a BT.1886 display of 203 cd/m² over black 0.
  static func codes(_ nits: Double) -> Double { 219 * Double.pow(max(nits, 0) / 203, 1 / 2.4) }
  static func nits(_ code: Double) -> Double { 203 * Double.pow(max(code, 0) / 219, 2.4) }

  @Test func pqInEightBitCodes() throws {
    let curve = try CompiledCurve(
      upTo: 1, within: .counted(0.01, by: Self.codes, inverse: Self.nits), exactAtLimit: true
    ) { Self.pq.eotf($0).nits }
    print(curve)
    #expect(curve(0) == 0)
    #expect(curve(1) == 10_000)
  }

  @Test func bt1886Inverse() throws {
    for error in [0.02, 0.01, 0.005] {
      let curve = try CompiledCurve(upTo: 1, within: .absolute(error / 219), exactAtLimit: true) {
        Double.pow($0, 1 / 2.4)
      }
      print(curve)
      #expect(curve(0) == 0)
      #expect(curve(1) == 1)
    }
  }
}
