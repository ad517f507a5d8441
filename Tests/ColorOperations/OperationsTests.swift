import ColorOperations
import Colorimetry
import Testing

@Suite struct OperationsTests {
  /// Operations are done one after the other.
  @Test func listsDoOneAfterTheOther() {
    let shown: Operations = [TransferFunction.pq.displayLightFromSignal(), Limit(0...203)]
    // PQ of 1 is 10 000 cd/m², of 0 it is black: ITU-R BT.2100-3, Table 4.
    #expect(shown(SIMD3(1, 0, 1)) == SIMD3(203, 0, 203))
    let covered: Operations = [CoverageOperation.divide]
    #expect(covered(SIMD3(0.25, 0.5, 0), at: Pixel(coverage: 0.5)) == SIMD3(0.5, 1, 0))
  }

  /// Each operation gives its unit, or that which it took.
  @Test func unitsFollowFromOperations() throws {
    let half = Curve("a half", tolerance: .factor()) { (_: Luminance) in 0.5 }
    let operations: Operations = [
      Affine(.identity, giving: .components), ConstantLuminanceCoding.decode(try #require(Self.coding)),
      TransferFunction.pq.displayLightFromSignal(),
      Gain(of: .maximum, by: half), Limit(0...1), TransferFunction.pq.signalFromDisplayLight(),
    ]
    var unit = ColorUnit.codes
    var units: [ColorUnit] = []
    for operation in operations {
      unit = operation.unit(after: unit)
      units.append(unit)
    }
    #expect(units == [.components, .signal, .light(), .light(), .light(), .signal])
    // L′M′S′ are signals.
    #expect(TransferFunction.pq.displayLightFromSignal().unit(after: .lms) == .light())
  }

  private static let coding: ConstantLuminance? = {
    guard case .constantLuminance(let coding)? = try? SignalEncoding(.bt2020CL, transfer: .bt2020_10).form else {
      return nil
    }
    return coding
  }()

  /// What takes light does not get a signal, and the reverse.
  @Test func unitsThatDoNotFitEndTheProcess() async {
    await #expect(processExitsWith: .failure) { _ = TransferFunction.pq.signalFromDisplayLight().unit(after: .signal) }
    await #expect(processExitsWith: .failure) { _ = TransferFunction.pq.displayLightFromSignal().unit(after: .light()) }
    await #expect(processExitsWith: .failure) {
      let half = Curve("a half", tolerance: .factor()) { (_: Luminance) in 0.5 }
      _ = Gain(of: .maximum, by: half).unit(after: .scene())
    }
    // Inside an operation, too.
    await #expect(processExitsWith: .failure) {
      _ = Addition(of: .maximum, .curve(TransferFunction.pq.displayLightFromSignal()))
    }
    await #expect(processExitsWith: .failure) {
      _ = Intensity(TransferFunction.pq.displayLightFromSignal(), weights: SIMD3(1, 0, 0))
    }
    await #expect(processExitsWith: .failure) {
      _ = Gain(of: .maximum, by: TransferFunction.pq.displayLightFromSignal())
    }
    await #expect(processExitsWith: .failure) { _ = CoverageOperation.overPicture([]).unit(after: .light()) }
    await #expect(processExitsWith: .failure) { _ = Affine(.identity, taking: .codes).unit(after: .light()) }
  }
}
