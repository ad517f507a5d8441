import Testing
import ToneMapping

/// The examples in the doc comments of signals and gains, line for line: what a user of the library can write.
@Suite struct OperationExamples {
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
