import Testing
import ToneMapping

/// The examples in the doc comments of operations and curves, line for line: what a user of the library can write.
@Suite struct OperationExamples {
  @Test func aListIsAFunction() {
    let half = ColorCurve("a half", from: Luminance.self, to: Double.self, precision: .factor()) { _ in 0.5 }
    let toBT709 = RGBPrimaries.bt2020.matrix(to: .bt709)
    let dimmed: [ColorOperation] = [.gain(Gain(of: .greatest, by: half)), .matrix(toBT709), .limit(0...203)]
    let color = dimmed(SIMD3(406, 100, 20))  // 203, 31.3, 2.5

    #expect(color.x == 203 && abs(color.y - 31.3) < 0.05 && abs(color.z - 2.5) < 0.05, "\(color)")
  }

  @Test func listsAreJoinedByTheirEnds() {
    let shown = BT1886(range: .nits(0...203)).linearization(upTo: 1)  // Signal to Light
    let coded = PerceptualQuantizer().delinearization(peak: .nits(203))  // Light to Signal
    let white = shown.then(coded)(Signal(1, 1, 1))  // 0.5807, PQ of 203 cd/m²

    #expect(abs(white.components.min() - 0.5807) < 5e-5 && abs(white.components.max() - 0.5807) < 5e-5)
    #expect(shown(Signal(1, 1, 1)) == Light(neutral: BT1886(range: .nits(0...203)).eotf(1)))
  }

  @Test func aCurveIsAFunction() {
    let root = ColorCurve(
      "square root", from: Luminance.self, to: SignalLevel.self, domain: .nits(0) ... .nits(203), precision: .shown
    ) {
      SignalLevel(($0.nits / 203).squareRoot())
    }

    #expect(root(50.75) == 0.5 && root(1000) == 1)
  }

  @Test func precisionsHaveNames() {
    let careful = Precision.light(share: 0.5)  // for a curve that is one of two
    let curve = ColorCurve("half", from: Luminance.self, to: Luminance.self, precision: careful) { .nits($0.nits / 2) }
    let signal = ColorCurve(
      "half", from: SignalLevel.self, to: SignalLevel.self, precision: .signal(share: 0.1)
    ) { SignalLevel($0.value / 2) }

    #expect(curve(100) == 50 && signal(1) == 0.5)
  }

  @Test func aSignalIsEncoded() throws {
    let coded = try SignalEncoding(.bt2020NCL).encode(Signal(1, 0, 0))  // Y′ 0.2627, C′B −0.1396, C′R 0.5

    let (y, cb, cr) = (coded.components.x, coded.components.y, coded.components.z)
    #expect(abs(y - 0.2627) < 1e-12 && abs(cb + 0.1396) < 5e-5 && abs(cr - 0.5) < 1e-12)
  }

  @Test func theFactorOfAnOOTF() {
    #expect(abs(SystemGamma.gain(1.2, atShareOfPeak: 0.5) - 0.8706) < 5e-5)
    #expect(abs(SystemGamma.inverseGain(1.2, atShareOfPeak: 0.4353) - 1.1487) < 5e-5)
  }
}
