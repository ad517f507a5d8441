import Testing
import ToneMapping

@Suite struct ShownLightTests {
  /// The landmarks of each display: BT.1886 on a display of 203 cd/m², PQ's 100 and 1000 cd/m², HLG's reference white.
  ///
  /// - Source: ITU-R BT.1886-0, Annex 1: 0.5 to the power 2.4 with black at 0; BT.2100-3, Tables 4 and 5; BT.2408-8, clause 2.2: HLG 75 % is
  ///   203 cd/m².
  @Test func landmarks() throws {
    let sdr = try ConversionPlan(from: .hdr10(), to: .sdr).bt2020LightFromTargetSignal
    #expect(abs(sdr(Signal(1, 1, 1)).components.y - 203) < 1e-9)
    #expect(abs(sdr(Signal(0.5, 0.5, 0.5)).components.y - 203 * 0.189464570813) < 1e-8)
    let pq = try ConversionPlan(from: .hdr10(), to: .hdr10).bt2020LightFromTargetSignal
    #expect(abs(pq(Signal(0.508078, 0.508078, 0.508078)).components.x - 100) < 0.01)
    #expect(abs(pq(Signal(0.751827, 0.751827, 0.751827)).components.x - 1000) < 0.1)
    let hlg = try ConversionPlan(from: .hdr10(), to: .hlg).bt2020LightFromTargetSignal
    #expect(abs(hlg(Signal(0.75, 0.75, 0.75)).components.z - 203) < 0.5)
  }

  /// BT.709's red in BT.2020.
  ///
  /// - Source: ITU-R BT.2087-0, Annex 2: the matrix from BT.709 to BT.2020.
  @Test func primaries() throws {
    let red = try ConversionPlan(from: .hdr10(), to: .sdr).bt2020LightFromTargetSignal(Signal(1, 0, 0)).components / 203
    #expect(abs(red.x - 0.6274) < 1e-4 && abs(red.y - 0.0691) < 1e-4 && abs(red.z - 0.0164) < 1e-4)
  }
}
