import Colorimetry
import Testing

struct RelativeTransferTests {
  /// H.273, Table 3, prints values 4, 5, 16 and 17 for a display and 8 for neither; all others are of cameras.
  @Test(arguments: TransferCharacteristics.allCases)
  func onlyCamerasHaveAnOETF(_ transfer: TransferCharacteristics) {
    let isOfCamera = ![.bt470M, .bt470BG, .linear, .pq, .smpte428].contains(transfer)
    #expect((transfer.camera != nil) == isOfCamera && (transfer.curve is any CameraTransfer) == isOfCamera)
  }

  /// ITU-R BT.2100-3, Table 5: E of 1/12 and E′ of 1/2; Sony prints code 420 for a reflectance of 18 %.
  @Test(arguments: [
    (HybridLogGamma.reference as any CameraTransfer, 1.0 / 12, 0.5), (SLog3(), 0.18, 420.0 / 1023),
    (LogTransfer.log100, 0.1, 0.5),
  ])
  func aCamerasCurveIsItsOETF(camera: any CameraTransfer, light: Double, signal: Double) {
    func curve(_ camera: some CameraTransfer) -> any RelativeTransfer { CameraCurve(camera) }
    expectClose(curve(camera).signal(of: RelativeLevel(light)), signal)
    expectClose(curve(camera).light(of: SignalLevel(signal)), light)
    #expect(curve(camera).signal(of: RelativeLevel(light)) == camera.oetf(SceneLevel(light)))
    #expect(curve(camera).light(of: SignalLevel(signal)).value == camera.inverseOETF(SignalLevel(signal)).value)
  }

  /// The breakpoints of a display are light, those of its curve are relative: the same places of the signal.
  @Test func jointsHaveTheUnitOfTheFunction() {
    let display = InvertedCurveDisplay(OffsetPower.bt709Printed, luminance: .nits(1...101))
    #expect(
      display.breakpoints == TransferBreakpoints(signals: [SignalLevel(4.5 * 0.018)], lights: [.nits(1 + 100 * 0.018)]))
    #expect(OffsetPower.bt709Printed.breakpoints.lights == [0.018])
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
