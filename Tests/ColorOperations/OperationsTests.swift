import ColorOperations
import Colorimetry
import Testing

@Suite struct OperationsTests {
  /// Joined lists do one after the other; no operation changes nothing.
  @Test func listsDoOneAfterTheOther() {
    let shown = Operations<Signal, Light>.curve(.pqEOTF()).then(.limit(.nits(0...203))).then(.none)
    // PQ of 1 is 10 000 cd/m², of 0 it is black: ITU-R BT.2100-3, Table 4.
    #expect(shown(Signal(1, 0, 1)) == Light.nits(203, 0, 203))
    #expect(shown.operations.count == 2)
    let covered = Operations<Signal, Signal>.dividedByAlpha
    #expect(covered(Signal(0.25, 0.5, 0), coverage: 0.5, over: Signal(0, 0, 0)) == Signal(0.5, 1, 0))
  }
}
