import ColorOperations
import Colorimetry
import Testing

@Suite struct OperationsTests {
  /// Each end of a curve and of a gain is that of the types, or there is no list.
  @Test func whatDoesNotFitTheTypesIsRefused() async {
    await #expect(processExitsWith: .failure) { _ = Operations<Signal, Signal>.curve(.pq) }
    await #expect(processExitsWith: .failure) { _ = Operations<Light, Light>.curve(.pq) }
    await #expect(processExitsWith: .failure) {
      let half = ColorCurve("a half", from: Luminance.self, to: Double.self, precision: .factor()) { _ in 0.5 }
      _ = Operations<Signal, Signal>.gain(Gain(of: .greatest, by: half))
    }
    await #expect(processExitsWith: .failure) {
      let half = ColorCurve("a half", from: ScaledSceneLevel.self, to: Double.self, precision: .factor()) { _ in 0.5 }
      _ = Operations<ScaledSceneLight, Light>.gain(Gain(of: .greatest, by: half))
    }
    await #expect(processExitsWith: .success) {
      let half = ColorCurve("a half", from: ScaledSceneLevel.self, to: Double.self, precision: .factor()) { _ in 0.5 }
      _ = Operations<ScaledSceneLight, Light>.gain(Gain(of: .greatest, by: half, to: .light))
      _ = Operations<Signal, Light>.curve(.pq)
    }
  }

  /// Joined lists do one after the other; no operation changes nothing.
  @Test func listsDoOneAfterTheOther() {
    let shown = Operations<Signal, Light>.curve(.pq).then(.limit(.nits(0...203))).then(.none)
    // PQ of 1 is 10 000 cd/m², of 0 it is black: ITU-R BT.2100-3, Table 4.
    #expect(shown(Signal(1, 0, 1)) == Light(203, 0, 203))
    #expect(shown.operations.count == 2)
    let covered = Operations<Signal, Signal>.coverage(.divide)
    #expect(covered(Signal(0.25, 0.5, 0), coverage: 0.5, over: Signal(0, 0, 0)) == Signal(0.5, 1, 0))
  }
}
