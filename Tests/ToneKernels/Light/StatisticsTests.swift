import CToneKernels
import TestSupport
import Testing
import ToneKernels

/// The light of pixels, counted by every set.
@Suite struct StatisticsTests {
  @Test(arguments: Filling.allCases) func everyWidth(_ filling: Filling) throws {
    for set in InstructionSet.available {
      let kernels = try set.kernels()
      for count in [1, 3, 4, 15, 16, 17, 33, 511, 512] {
        let job = StatisticsJob(count, filling, seed: UInt64(count))
        let strip = job.strip()
        defer { withExtendedLifetime(strip) {} }
        let columns = GuardedMemory(4 * job.padded, at: .end)
        defer { withExtendedLifetime(columns) {} }
        let cells = GuardedMemory(4 * job.padded, at: .end)
        defer { withExtendedLifetime(cells) {} }
        for x in 0..<job.padded {
          columns.bytes.storeBytes(of: 1000, toByteOffset: 4 * x, as: Float.self)
          cells.bytes.storeBytes(of: 5, toByteOffset: 4 * x, as: Int32.self)
        }
        var (maximum, luminance) = ([UInt32](repeating: 0, count: 16384), [UInt32](repeating: 0, count: 16384))
        var counted = lanes_light()
        (counted.limit, counted.dark, counted.visible) = (StatisticsJob.limit, 2, StatisticsJob.visible)
        maximum.withUnsafeMutableBufferPointer { maximum in
          luminance.withUnsafeMutableBufferPointer { luminance in
            counted.maximum_codes = maximum.baseAddress
            counted.luminance_codes = luminance.baseAddress
            counted.columns = columns.bytes.baseAddress!.assumingMemoryBound(to: Float.self)
            counted.cells = cells.bytes.baseAddress!.assumingMemoryBound(to: Int32.self)
            kernels.countLight(&counted, strip.bytes.baseAddress!, count)
          }
        }
        let place: Comment = "\(set), \(filling), \(count) columns"
        let lights = job.rows[4].map { Self.limited($0, StatisticsJob.limit).rounded(.toNearestOrEven) }
        #expect(Self.sum(counted.sum) == lights.reduce(0) { $0 + ($1 > 2 ? Int($1) : 0) }, place)
        #expect(Self.most(counted.maximum) == lights.max(), place)
        let components = [counted.components.0, counted.components.1, counted.components.2].map(Self.most)
        #expect(
          components
            == (0..<3).map { c in
              job.rows[c].map { Self.limited($0, StatisticsJob.limit).rounded(.toNearestOrEven) }.max()
            }, place)
        for (row, found) in [(7, counted.outside.0), (8, counted.outside.1)] {
          let expected = zip(job.rows[row], job.rows[4]).count { minimum, light in
            let light = Self.limited(light, StatisticsJob.limit)
            return light >= StatisticsJob.visible && !(minimum >= -light / 256)
          }
          #expect(Self.sum(found) == expected, place)
        }
        for (row, found) in [(9, maximum), (5, luminance)] {
          var expected = [Int](repeating: 0, count: 4096)
          for signal in job.rows[row] {
            expected[Int((Self.limited(signal, 1) * 4095).rounded(.toNearestOrEven))] += 1
          }
          #expect((0..<4096).map { code in (0..<4).reduce(0) { $0 + Int(found[4 * code + $1]) } } == expected, place)
        }
        for x in 0..<count {
          #expect(columns.bytes.load(fromByteOffset: 4 * x, as: Float.self) == max(1000, lights[x]), place)
          let code = Int32((Self.limited(job.rows[5][x], 1) * 4095).rounded(.toNearestOrEven))
          #expect(cells.bytes.load(fromByteOffset: 4 * x, as: Int32.self) == 5 + code, place)
        }
      }
    }
  }

  private static func limited(_ x: Float, _ limit: Float) -> Float { x > 0 ? min(x, limit) : 0 }

  private static func sum<Lanes>(_ lanes: Lanes) -> Int {
    withUnsafeBytes(of: lanes) { $0.bindMemory(to: Int32.self).reduce(0) { $0 + Int($1) } }
  }

  private static func most<Lanes>(_ lanes: Lanes) -> Float? {
    withUnsafeBytes(of: lanes) { $0.bindMemory(to: Float.self).max() }
  }
}

/// The rows that a program leaves for the kernel that counts light.
struct StatisticsJob {
  static let limit: Float = 2_560_000, visible: Float = 256
  let count, padded: Int
  /// By row; rows that the kernel does not read are empty.
  let rows: [[Float]]

  init(_ count: Int, _ filling: Filling, seed: UInt64) {
    (self.count, padded) = (count, (count + 31) / 32 * 32)
    var numbers = SeededNumbers(seed: seed)
    func row(_ range: ClosedRange<Float>) -> [Float] {
      (0..<count).map { i in
        switch filling {
        case .noise:
          i % 19 == 7 ? [Float.nan, .infinity, -.infinity, -3, 3e9][i / 19 % 5] : .random(in: range, using: &numbers)
        case .low: range.lowerBound
        case .high: range.upperBound
        case .ramp: range.lowerBound + (range.upperBound - range.lowerBound) * Float(i) / 512
        }
      }
    }
    let lights = (0..<4).map { _ in row(0...2_600_000) }
    let signals = (0..<2).map { _ in row(-0.1...1.1) }
    let minimum = (0..<2).map { _ in row(-20_000...2_000) }
    rows = [lights[0], lights[1], lights[2], [], lights[3], signals[0], [], minimum[0], minimum[1], signals[1]]
  }

  /// The rows in a strip, with zeros behind.
  func strip() -> GuardedMemory {
    let strip = GuardedMemory(4 * Int(LANES_STRIP * LANES_ROWS), at: .end)
    for (number, row) in rows.enumerated() {
      for x in 0..<padded where !row.isEmpty {
        strip.bytes.storeBytes(
          of: x < count ? row[x] : 0, toByteOffset: 4 * (number * Int(LANES_STRIP) + x), as: Float.self)
      }
    }
    return strip
  }
}
