import Foundation
import Testing
import ToneMapping

/// A record of results: any change of a code in these frames is detected and reported by the means of the planes, and every
/// instruction set of the machine must give the same.
///
/// `FrameReferenceTests` checks that frames are right; these tests only check that they did not change. To record them again, in a
/// separate commit: `RECORD_GOLDEN=1 scripts/test --filter GoldenTests`.
@Suite struct GoldenTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/frames.csv")

  /// One frame as the golden file describes it: a hash of all samples, and the mean of each plane.
  private struct Record: Equatable {
    var hash: String
    var means: String
  }

  @Test func framesAreWhatTheyWere() throws {
    var found: [(name: String, record: Record)] = []
    for c in FrameReferenceTests.sites + FrameReferenceTests.formats + FrameReferenceTests.conversions {
      found.append(("\(c), \(c.tone), \(c.gamut)", try Self.record(c.plan(dither: .blueNoise), c.width, c.height)))
    }
    for c in try LookupPlanTests.cases.get() {
      let plan = try c.plan(.yuv420p10, to: .yuv420p, dither: .blueNoise)
      found.append(("lookup table, \(c)", try Self.record(plan, 37, 21)))
    }
    for c in AlphaTests.formats + AlphaTests.flattened + AlphaTests.overPictures + AlphaTests.others {
      let input = try AlphaTests.picture(c.input, c.mode, width: 37, height: 21)
      found.append(("alpha, \(c)", try Self.record(c.plan(), of: input)))
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Self.write(found)
    }
    let golden = try Self.read()
    #expect(golden.count == Set(found.map(\.name)).count, "the golden file has other cases than the tests")
    for (name, record) in found {
      let expected = try #require(golden[name], "no golden frame of \(name)")
      #expect(record == expected, "\(name): the planes' means were \(expected.means) and are \(record.means)")
    }
  }

  /// This test can fail: changing one code of one sample changes the hash and a mean.
  @Test func oneCodeIsSeen() throws {
    var frame = try FrameReferenceTests.picture(.yuv420p, width: 37, height: 21, seed: 1)
    let before = try Self.record(of: frame)
    let sample = try frame.sample(plane: 1, x: 3, y: 2)
    try frame.setSample(sample ^ 1, plane: 1, x: 3, y: 2)
    let after = try Self.record(of: frame)
    #expect(before.hash != after.hash && before.means != after.means)
  }

  private static func record(_ plan: ConversionPlan, _ width: Int, _ height: Int) throws -> Record {
    try record(plan, of: FrameReferenceTests.picture(plan.inputFormat, width: width, height: height, seed: 2))
  }

  private static func record(_ plan: ConversionPlan, of input: Frame) throws -> Record {
    let (width, height) = (input.width, input.height)
    let backdrop = plan.needsBackground ? try AlphaTests.backdrop(width: width, height: height) : nil
    let records = try InstructionSet.available.map { set in
      var output = try plan.makeFrame(width: width, height: height)
      var converter = try plan.converter(width: width, height: height, threads: 1, on: set)
      if let backdrop {
        try converter.convert(input, over: backdrop, into: &output, index: 1)
      } else {
        try converter.convert(input, into: &output, index: 1)
      }
      return try record(of: output)
    }
    #expect(records.allSatisfy { $0 == records[0] }, "\(plan): \(InstructionSet.available) differ")
    return records[0]
  }

  /// FNV-1a, 64 bits, over every code in order, or the bits of a float; means to a thousandth of a code.
  private static func record(of frame: Frame) throws -> Record {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var means: [String] = []
    for plane in try Planes(frame).planes {
      var sum = 0.0
      for code in plane.joined() {
        let bits = frame.format.isFloat ? UInt64(Float(code).bitPattern) : UInt64(code)
        hash = (hash ^ bits) &* 0x100_0000_01b3
        sum += code
      }
      means.append(String(format: "%.3f", sum / Double(plane.count * plane[0].count)))
    }
    return Record(hash: String(format: "%016lx", hash), means: means.joined(separator: " "))
  }

  private static func write(_ found: [(name: String, record: Record)]) throws {
    var lines = [
      "# Frames of 37x21 made by FrameReferenceTests.picture, seed 2, with blue noise, frame index 1; those with alpha by AlphaTests.picture, without"
        + " dither: hash of all codes, mean of each plane.",
      "# RECORD_GOLDEN=1 scripts/test --filter GoldenTests",
      "case,hash,means",
    ]
    var seen: Set<String> = []
    for (name, record) in found where seen.insert(name).inserted {
      lines.append("\"\(name)\",\(record.hash),\(record.means)")
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }

  private static func read() throws -> [String: Record] {
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let fields = row.split(separator: "\"", omittingEmptySubsequences: true)
        let numbers = fields[1].split(separator: ",")
        return (String(fields[0]), Record(hash: String(numbers[0]), means: String(numbers[1])))
      })
  }
}
