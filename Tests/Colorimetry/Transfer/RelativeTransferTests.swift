import Colorimetry
import Testing

struct RelativeTransferTests {
  /// H.273, Table 3, prints values 4, 5, 16 and 17 for a display and 8 for neither; all others are of cameras.
  @Test(arguments: TransferCharacteristics.allCases)
  func onlyCamerasHaveAnOETF(_ transfer: TransferCharacteristics) {
    let isOfCamera = ![.bt470M, .bt470BG, .linear, .pq, .smpte428].contains(transfer)
    #expect(transfer.function.isOfScene == isOfCamera && transfer.function.codePoint == transfer)
  }

  /// ITU-R BT.2100-3, Table 5: E of 1/12 and E′ of 1/2; Sony prints code 420 for a reflectance of 18 %.
  @Test(arguments: [
    (TransferFunction.hlg, 1.0 / 12, 0.5), (CameraLog.sLog3.curve, 0.18, 420.0 / 1023), (.log100, 0.1, 0.5),
  ])
  func aCamerasCurveIsItsOETF(camera: TransferFunction, light: Double, signal: Double) {
    let curve = camera.relative
    expectClose(curve.signal(of: RelativeLevel(light)), signal)
    expectClose(curve.light(of: SignalLevel(signal)), light)
    #expect(curve.signal(of: RelativeLevel(light)) == camera.oetf(SceneLevel(light)))
    #expect(curve.light(of: SignalLevel(signal)).value == camera.inverseOETF(SignalLevel(signal)).value)
  }

  /// The breakpoints of a display are light, those of its curve are relative: the same places of the signal.
  @Test func jointsHaveTheUnitOfTheFunction() {
    let display = TransferFunction.bt709Printed.shown(on: .nits(1...101))
    #expect(display.breakpoints.signals == [4.5 * 0.018] && display.breakpoints.lights == [1 + 100 * 0.018])
    #expect(TransferFunction.bt709Printed.breakpoints.lights == [0.018])
  }

  /// A function is identified by its name and parameters; a caller's without parameters equals only its copies.
  @Test func functionsAreIdentifiedByParameters() {
    #expect(TransferFunction.power(2.2) == .power(2.2) && TransferFunction.power(2.2) != .power(2.4))
    #expect(TransferFunction.bt1886(luminance: .nits(0...100)) != .bt1886(luminance: .nits(0...203)))
    #expect(TransferFunction.bt709.shown(on: .nits(0...100)) == TransferFunction.bt709.shown(on: .nits(0...100)))
    #expect(TransferCharacteristics.bt709.function != TransferCharacteristics.bt2020_10.function)
    func own() -> TransferFunction {
      TransferFunction("mine", toLight: { RelativeLevel($0.value) }, toSignal: { SignalLevel($0.value) })
    }
    let one = own(), copy = one
    #expect(one == copy && one != own() && one.hashValue == copy.hashValue)
  }

  @Test func faultsAreFound() {
    #expect(TransferFunction.pq.fault == nil && CameraLog.allCases.allSatisfy { $0.curve.fault == nil })
    let falling = TransferFunction(
      "falling", toLight: { RelativeLevel(1 - $0.value) }, toSignal: { SignalLevel(1 - $0.value) })
    let broken = TransferFunction(
      "broken", toLight: { RelativeLevel($0.value < 0.5 ? $0.value : Double.nan) }, toSignal: { SignalLevel($0.value) })
    #expect(falling.fault == SignalLevel(1.0 / 256) && broken.fault == 0.5)
  }

  @Test func levelsCompareAndPrintAsTheirNumbers() {
    let signals: [SignalLevel] = [0.5, -0.1, 1]
    #expect(signals.sorted() == [-0.1, 0.5, 1])
    #expect("\(signals[0])" == "0.5" && "\(CodeLevel(64))" == "64.0")
    #expect(Signal(neutral: 0.25) == Signal(0.25, 0.25, 0.25))
    let codes = Codes(16, 128, 240)
    #expect([codes[0], codes[1], codes[2]] == [16, 128, 240])
    #expect(Light.nits(1, 2, 3)[1] == .nits(2) && SceneLight(0.1, 0.2, 0.3)[2] == 0.3)
  }
}
