import Foundation
import ToneMapping
import LightStatistics
import Testing

/// A record of statistics: every number of these lines is what it was, on every instruction set.
///
/// `FrameMeterTests` checks that the numbers are right. To record them again, in a separate commit:
/// `RECORD_GOLDEN=1 scripts/test --filter GoldenTests`.
@Suite struct StatisticsGoldenTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Golden/statistics.jsonl")

  private static let cases: [(source: Source, format: PixelFormat)] = [
    (.hdr10(), .yuv420p10), (.hlg(), .p010), (.sdr, .yuv422p10), (.hdr10(), .yuv444p12),
  ]

  @Test func linesAreWhatTheyWere() throws {
    let lines = try Self.cases.enumerated().map { index, c in
      let input = try FrameReferenceTests.picture(c.format, width: 150, height: 70, seed: 2)
      let found = try InstructionSet.available.map { set in
        var meter = try FrameMeter(
          .measuring(c.source, reading: c.format), width: 150, height: 70, threads: 2, on: set)
        return try meter.measure(input, index: index).line
      }
      #expect(found.allSatisfy { $0 == found[0] }, "\(c.format): \(InstructionSet.available) differ")
      return String(decoding: found[0], as: UTF8.self)
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Data(lines.joined().utf8).write(to: Self.file)
    }
    let golden = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    #expect(golden.count == lines.count)
    for (line, expected) in zip(lines, golden) { #expect(line == expected + "\n") }
  }
}
