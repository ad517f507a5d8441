import Colorimetry
import Testing

@Suite struct StopsTests {
  /// A stop is a doubling of light.
  @Test func stopsAreDoublings() {
    #expect(Stops(ratio: 812.0 / 203) == 2 && Stops(ratio: 0.125) == -3 && Stops(ratio: 1) == 0)
    #expect(Stops(2).ratio == 4 && Stops(-1).ratio == 0.5)
    #expect(Stops(-1) < 0.5 && "\(Stops(1.5))" == "1.5")
  }
}
