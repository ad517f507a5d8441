import Testing
import ToneMapping

/// The examples in the doc comments of operations and curves, line for line: what a user of the library can write.
@Suite struct OperationExamples {
  @Test func aFactorDependsOnTheColor() {
    let half = Curve<Luminance, Double>("a half", tolerance: .factor()) { _ in 0.5 }
    let dimmed = Operations<Light, Light>.gain(of: .maximum, by: half).then(.limit(.nits(0...203)))
    let color = dimmed(Light.nits(500, 100, 20))  // 203, 50, 10 cd/m²

    #expect(color == Light.nits(203, 50, 10))
  }

  @Test func listsAreJoinedByTheirEnds() {
    let shown = BT1886(luminance: .nits(0...203)).displayLightFromSignal(upTo: 1)  // Signal to Light
    let coded = PerceptualQuantizer().signalFromDisplayLight(workingUnit: .nits(203))  // Light to Signal
    let white = shown.then(coded)(Signal(1, 1, 1))  // 0.5807, PQ of 203 cd/m²

    #expect(abs(white.components.min() - 0.5807) < 5e-5 && abs(white.components.max() - 0.5807) < 5e-5)
    #expect(shown(Signal(1, 1, 1)) == Light(neutral: BT1886(luminance: .nits(0...203)).eotf(1)))
  }

  @Test func aCurveIsAFunction() {
    let root = Curve<Luminance, SignalLevel>("square root", domain: .nits(0) ... .nits(203), tolerance: .outputSignal) {
      SignalLevel(($0.nits / 203).squareRoot())
    }

    #expect(root(.nits(50.75)) == 0.5 && root(.nits(1000)) == 1)
  }

  @Test func precisionsHaveNames() {
    let careful = Tolerance<Luminance>.light(share: 0.5)  // for a curve that is one of two
    let curve = Curve<Luminance, Luminance>("half", tolerance: careful) { .nits($0.nits / 2) }
    let signal = Curve<SignalLevel, SignalLevel>("half", tolerance: .signal(share: 0.1)) { SignalLevel($0.value / 2) }

    #expect(curve(.nits(100)) == .nits(50) && signal(1) == 0.5)
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
