import Testing

import ToneMapping

@Suite struct BandTests {
  /// The rows at which bands begin, then the end.
  private func cuts(_ rows: Range<Int>, width: Int, threads: Int, reach: Bool) -> [Int] {
    let bands = Bands(rows, width: width, threads: threads, reach: reach)
    var cuts = [rows.lowerBound]
    while let first = cuts.last, first < rows.upperBound {
      let end = bands.end(from: first)
      #expect(end > first)
      cuts.append(max(end, first + 1))
    }
    return cuts
  }

  static let sizes = [(1, 1), (64, 64), (65_535, 1), (1, 65_535), (640, 361), (3840, 2160), (7680, 4320)]

  @Test(arguments: sizes, [1, 2, 3, 7, 64]) func bandsCoverTheRowsInPairs(size: (Int, Int), threads: Int) {
    for reach in [false, true] {
      for first in [0, 5] {
        let cuts = cuts(first..<first + size.1, width: size.0, threads: threads, reach: reach)
        #expect(cuts.last == first + size.1)
        #expect(zip(cuts, cuts.dropFirst()).allSatisfy { $0 < $1 })
        #expect(cuts.dropFirst().dropLast().allSatisfy { $0.isMultiple(of: 2) })
      }
    }
  }

  @Test func aSmallFrameWakesNobody() {
    #expect(Bands.threads(width: 64, height: 64, atMost: 64) == 1)
    #expect(cuts(0..<64, width: 64, threads: 64, reach: true) == [0, 64])
    #expect(Bands.threads(width: 3840, height: 2160, atMost: 64) == 64)
  }

  /// The time in rows until all threads finish, if each takes the next band as soon as it is free and all work at the same speed.
  private func makespan(_ cuts: [Int], threads: Int) -> Int {
    var loads = [Int](repeating: 0, count: threads)
    for (first, next) in zip(cuts, cuts.dropFirst()) {
      let idlest = loads.indices.min { loads[$0] < loads[$1] }!
      loads[idlest] += next - first
    }
    return loads.max()!
  }

  @Test(arguments: [2, 3, 4, 8, 16, 32, 64]) func threadsEndTogether(threads: Int) {
    let cuts = cuts(0..<2160, width: 3840, threads: threads, reach: false)
    // The last bands have 2 rows, so no thread works longer than its fair share by more than that.
    #expect(makespan(cuts, threads: threads) <= (2160 + threads - 1) / threads + 2)
    // If each band costs an extra row, the smallest band has 8 rows.
    let reaching = self.cuts(0..<2160, width: 3840, threads: threads, reach: true)
    #expect(makespan(reaching, threads: threads) <= (2160 + threads - 1) / threads + 8)
  }
}
