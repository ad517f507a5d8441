import Colorimetry
import Testing

@Suite struct StopsTests {
  /// A stop is a doubling of light.
  @Test func stopsAreDoublings() {
    #expect(Stops(ratio: 812.0 / 203) == 2 && Stops(ratio: 0.125) == -3 && Stops(ratio: 1) == 0)
    #expect(Stops(2).ratio == 4 && Stops(-1).ratio == 0.5)
    #expect(Stops(-1) < 0.5 && "\(Stops(1.5))" == "1.5")
  }

  /// What is NaN is in no range, of whatever unit.
  @Test func noRangeContainsNaN() {
    #expect(!(Stops(-6)...6).contains(Stops(.nan)) && (Stops(-6)...6).contains(6))
    #expect(
      !(Luminance.nits(0)...(.nits(1))).contains(.nits(.nan)) && (Luminance.nits(0)...(.nits(1))).contains(.nits(0)))
    #expect(
      !(Illuminance.lux(0)...(.lux(1))).contains(.lux(.nan)) && (Illuminance.lux(0)...(.lux(1))).contains(.lux(1)))
  }
}
