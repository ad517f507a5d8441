import Colorimetry
import LightStatistics
import Testing

struct LightDistributionTests {
  /// A percentile is found by rank: of 1…1000 once each, 1 % is the tenth code, 99.9 % the 999th, and 99.99 % the last.
  @Test func percentilesAreRanks() {
    var counts = [Int](repeating: 0, count: 4096)
    for code in 1...1000 { counts[code] = 1 }
    let distribution = LightDistribution(counts: counts)
    #expect(distribution.percentileCodes == [10, 50, 100, 250, 500, 750, 900, 950, 980, 990, 999, 1000, 1000])
    #expect((distribution.minimumCode, distribution.maximumCode) == (1, 1000))
    // The mean of 1…1000 is 500.5.
    #expect(distribution.averagePQ.value == (500.5 / 4095 * 1e6).rounded() / 1e6)
    #expect(distribution.histogram[0] == 15)
    #expect(distribution.histogram[1..<62].allSatisfy { $0 == 16 })
    #expect(distribution.histogram[62] == 9)
  }

  @Test func letterboxIsTakenFromTheDarkest() {
    var counts = [Int](repeating: 0, count: 4096)
    (counts[0], counts[2], counts[3000]) = (500, 100, 400)
    let distribution = LightDistribution(counts: counts, leavingOutDarkest: 550)
    #expect(distribution.histogram.reduce(0, +) == 450)
    #expect(distribution.minimumCode == 2)
    // 50 of 450 are 11.1 %.
    #expect(distribution.percentileCodes.prefix(4) == [2, 2, 2, 3000])
  }

  @Test func nothingIsZero() {
    let distribution = LightDistribution(counts: [Int](repeating: 0, count: 4096))
    #expect(distribution.percentileCodes == [PQ12Code](repeating: 0, count: 13))
    #expect((distribution.averagePQ, distribution.maximumCode) == (0, 0))
  }

  /// PQ of 100 cd/m² is code 2080.58 of 12 bits, so 2081 is the nearest.
  @Test(arguments: [(99.8, true), (99.99, true), (100, true), (101, false)]) func upTo100Nits(
    light: Double, counts: Bool
  ) {
    let summary = FrameSummary(MadePicture { _, _ in light }.statistics(0))
    #expect(summary.pixelsUpTo100Nits == (counts ? MadePicture.width * MadePicture.height : 0))
  }

  /// What no light can be ends where it is handed over, not in a number of HDR10+.
  @Test func impossibleLightIsNotSummarized() async {
    await #expect(processExitsWith: .failure) {
      var frame = MadePicture { _, _ in 100 }.statistics(0)
      frame.maximumComponents = Light(SIMD3(.nan, 0, 0))
      _ = FrameSummary(frame)
    }
    await #expect(processExitsWith: .failure) { _ = LightGrid(codes: []) }
  }
}
