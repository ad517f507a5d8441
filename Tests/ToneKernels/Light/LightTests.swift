import CToneKernels
import TestSupport
import Testing
import ToneKernels

/// Levels of light, counted by every set.
@Suite struct LightTests {
  @Test(arguments: Filling.allCases) func everyWidth(_ filling: Filling) throws {
    let limit: Float = 2_559_999
    for set in InstructionSet.available {
      let kernels = try set.kernels()
      for count in [1, 3, 4, 15, 16, 17, 33, 511, 512] {
        let padded = (count + 31) / 32 * 32
        var numbers = SeededNumbers(seed: UInt64(count))
        let given = (0..<count).map { i -> Float in
          switch filling {
          case .noise:
            i % 19 == 7
              ? [Float.nan, .infinity, -.infinity, -3, 3e9][i / 19 % 5]
              : Float.random(in: 0...2_560_000, using: &numbers)
          case .low: 0
          case .high: 2_560_000
          case .ramp: Float(i) + Float(i % 8) / 8
          }
        }
        // Halves are rounded to even.
        let expected = given.map { $0 > 0 ? min($0, limit).rounded(.toNearestOrEven) : 0 }
        let before = (0..<count).map { Float($0 * 5000) }
        // No row behind that of the levels is read.
        let strip = GuardedMemory(4 * (Int(LANES_MAXIMUM_ROW) * Int(LANES_STRIP) + padded), at: .end)
        defer { withExtendedLifetime(strip) {} }
        let levels = strip.bytes.baseAddress! + 4 * Int(LANES_MAXIMUM_ROW) * Int(LANES_STRIP)
        let columns = GuardedMemory(4 * padded, at: .end)
        defer { withExtendedLifetime(columns) {} }
        for i in 0..<padded {
          levels.storeBytes(of: i < count ? given[i] : 0, toByteOffset: 4 * i, as: Float.self)
          columns.bytes.storeBytes(of: i < count ? before[i] : 0, toByteOffset: 4 * i, as: Float.self)
        }
        var light = lanes_light()
        light.limit = limit
        light.columns = columns.bytes.baseAddress!.assumingMemoryBound(to: Float.self)
        kernels.countLight(&light, strip.bytes.baseAddress!, count)
        let sum = withUnsafeBytes(of: light.sum) { $0.bindMemory(to: Int32.self).reduce(0) { $0 + Int($1) } }
        let maximum = withUnsafeBytes(of: light.maximum) { $0.bindMemory(to: Float.self).max() }
        #expect(sum == expected.reduce(0) { $0 + Int($1) }, "\(set), \(count)")
        #expect(maximum == expected.max(), "\(set), \(count)")
        for i in 0..<count {
          let column = columns.bytes.load(fromByteOffset: 4 * i, as: Float.self)
          #expect(column == max(before[i], expected[i]), "\(set), \(count), column \(i)")
        }
      }
    }
  }
}
