import HDRMetadata
import Testing

@Suite struct RatioTests {
  @Test(arguments: [
    ("24000/1001", 24000, 1001), ("24000:1001", 24000, 1001), ("25", 25, 1), ("23.976", 23976, 1000),
    ("59.94", 5994, 100), ("0.5", 5, 10), ("2147483647:1", 2_147_483_647, 1),
  ]) func textsAreUnderstood(text: String, numerator: Int, denominator: Int) throws {
    let ratio = try #require(FrameRate(text))
    #expect([ratio.numerator, ratio.denominator] == [numerator, denominator])
    #expect(FrameRate(ratio.text) == ratio)
  }

  @Test(arguments: [
    "", "0", "0:1", "25:0", "-25", "+25", "25:", ":1", "a", "1:2:3", "1.", ".5", "2147483648", "99999999999999999999",
    "1.0000000000", "25 ", "0.0", "1e3", "nan",
  ]) func othersAreNil(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test func value() { #expect(FrameRate(30000, 1001)!.value == 30000.0 / 1001) }

  @Test func ticksAreSecondsInATimeBase() {
    let time: Ticks = 3003
    #expect(time - 1001 + 1001 == time && time > 3002)
    #expect(time.seconds(in: TimeBase(1, 24000)!) == Seconds(3003 * (1.0 / 24000)))
  }
}
