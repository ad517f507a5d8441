import Colorimetry
import TestSupport
import Testing

struct DisplayTransferTests {
  @Test func bt1886MeetsVectors() throws {
    for row in try Vectors.rows("bt1886.csv") {
      let luminance = LuminanceRange.nits(try row.number("LB")...(try row.number("LW")))
      let display = TransferFunction.bt1886(luminance: luminance)
      let signal = try row.number("V")
      let nits = try row.number("nits")
      // With black lifted, the roots are subtracted and added again, which leaves an ulp of the root of white.
      expectClose(display.eotf(SignalLevel(signal)).nits, nits, "eotf(\(signal)), \(luminance)")
      expectClose(display.inverseEOTF(.nits(nits)), signal, absolute: 1e-15, "\(nits), \(luminance)")
    }
  }

  // ITU-R BT.1886-0, Annex 1: LB at 0, LW at 1, and the value of its equation at half signal.
  @Test(arguments: [(0.0, 0.1), (1.0, 100.0), (0.5, 21.60491117)])
  func bt1886Points(signal: Double, nits: Double) {
    let display = TransferFunction.bt1886(luminance: .nits(0.1...100))
    expectClose(display.eotf(SignalLevel(signal)).nits, nits, relative: 1e-9)
    expectClose(display.inverseEOTF(.nits(nits)), signal, absolute: 1e-9)
  }

  /// The light of each code point at half signal on a display of 0 to 100 cd/m².
  @Test(arguments: [
    (TransferCharacteristics.bt709, 18.946457), (.smpte170M, 18.946457), (.smpte240M, 18.946457),
    (.bt2020_10, 18.946457), (.bt2020_12, 18.946457), (.xvYCC, 18.946457), (.bt1361, 18.946457),
    (.bt470M, 21.763764), (.bt470BG, 14.358729), (.linear, 50), (.log100, 10), (.log316, 5.623413),
    (.sRGB, 21.404114), (.pq, 92.245709), (.smpte428, 17.995476),
  ])
  func halfSignal(transfer: TransferCharacteristics, nits: Double) throws {
    let display = try #require(transfer.displayTransfer(luminance: .nits(0...100)))
    // Given to six decimals.
    expectClose(display.eotf(0.5).nits, nits, absolute: 1e-6, "\(transfer)")
    expectClose(display.inverseEOTF(.nits(nits)), 0.5, absolute: 1e-7, "\(transfer)")
  }

  @Test func hlgHasNoDisplayOfOneComponent() {
    #expect(TransferCharacteristics.hlg.displayTransfer(luminance: .nits(0...1000)) == nil)
  }

  /// On a relative display, signal 0 is black and signal 1 is the peak.
  @Test(arguments: TransferCharacteristics.allCases.filter { ![.hlg, .pq, .smpte428].contains($0) })
  func endsAreTheRange(_ transfer: TransferCharacteristics) throws {
    let display = try #require(transfer.displayTransfer(luminance: .nits(0.1...203)))
    expectClose(display.eotf(0).nits, 0.1)
    expectClose(display.eotf(1).nits, 203)
    expectClose(display.inverseEOTF(.nits(0.1)), 0, absolute: 1e-15)
    expectClose(display.inverseEOTF(.nits(203)), 1)
    #expect(display.eotf(1.09).nits > 203)
    #expect(display.eotf(SignalLevel(.nan)).nits.isNaN)
    #expect(display.inverseEOTF(.nits(.nan)).value.isNaN)
  }

  /// Only the extended gamuts have light below black, mirroring the light above.
  @Test func extendedGamutsReachBelowBlack() throws {
    let xvYCC = try #require(TransferCharacteristics.xvYCC.displayTransfer(luminance: .nits(0...100)))
    expectClose(xvYCC.eotf(-0.5).nits, -xvYCC.eotf(0.5).nits)
    expectClose(xvYCC.inverseEOTF(xvYCC.eotf(-0.5)), -0.5)
    let bt1361 = try #require(TransferCharacteristics.bt1361.displayTransfer(luminance: .nits(0.1...100)))
    expectClose(bt1361.eotf(-0.125).nits - 0.1, -(bt1361.eotf(0.5).nits - 0.1) / 4)
    expectClose(bt1361.inverseEOTF(bt1361.eotf(-0.125)), -0.125)
    #expect(TransferFunction.bt1886(luminance: .nits(0...100)).eotf(-0.1).nits == 0)
    #expect(TransferFunction.sRGB.shown(on: .nits(0.2...80)).eotf(-0.1).nits == 0.2)
  }

  /// The inverse of a camera curve is not a display: it is 1.37 times too bright at half signal, 2.2 times at a
  /// quarter.
  @Test(arguments: [(0.5, 1.37), (0.25, 2.2), (0.1, 5.6)])
  func cameraInverseIsTooBright(signal: Double, ratio: Double) {
    let range = LuminanceRange.nits(0...100)
    let signal = SignalLevel(signal)
    let found =
      TransferFunction.bt709.shown(on: range).eotf(signal).nits
      / TransferFunction.bt1886(luminance: range).eotf(signal).nits
    // The ratios are given to two or three digits.
    expectClose(found, ratio, relative: 0.02)
  }
}
