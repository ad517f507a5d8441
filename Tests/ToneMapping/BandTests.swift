import Testing
@testable import ToneMapping

@Suite struct BandTests {
  static let sizes = [(1, 1), (64, 64), (65_535, 1), (1, 65_535), (640, 361), (3840, 2160), (7680, 4320)]

  @Test(arguments: sizes, [1, 2, 3, 7, 64]) func bandsCoverTheRowsInPairs(size: (Int, Int), threads: Int) {
    for reach in [false, true] {
      let cuts = Bands.cuts(width: size.0, height: size.1, threads: threads, reach: reach)
      #expect(cuts.first == 0 && cuts.last == size.1)
      #expect(zip(cuts, cuts.dropFirst()).allSatisfy { $0 < $1 })
      #expect(cuts.dropLast().allSatisfy { $0.isMultiple(of: 2) })
    }
  }

  @Test func aSmallFrameWakesNobody() {
    #expect(Bands.threads(width: 64, height: 64, atMost: 64) == 1)
    #expect(Bands.cuts(width: 64, height: 64, threads: 64, reach: true) == [0, 64])
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
    let cuts = Bands.cuts(width: 3840, height: 2160, threads: threads, reach: false)
    // The last bands have 2 rows, so no thread works longer than its fair share by more than that.
    #expect(makespan(cuts, threads: threads) <= (2160 + threads - 1) / threads + 2)
    // If each band costs an extra row, the smallest band has 8 rows.
    let reaching = Bands.cuts(width: 3840, height: 2160, threads: threads, reach: true)
    #expect(makespan(reaching, threads: threads) <= (2160 + threads - 1) / threads + 8)
  }

  @Test func bandsAreDealtOnceAFrame() {
    let bands = Bands(width: 3840, height: 2160, threads: 4, reach: false)
    defer { bands.free() }
    for _ in 0..<2 {
      bands.restart()
      var rows: [Int] = []
      while let band = bands.next() { rows += band }
      #expect(rows == Array(0..<2160))
      #expect(bands.next() == nil)
    }
  }
}
