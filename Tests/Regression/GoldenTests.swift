import Foundation
import TestSupport
import Testing
import ToneMapping

/// A record of results: any change of a code in these frames is detected and reported in terms of color, and every instruction set of the
/// machine must give the same.
///
/// `FrameReferenceTests` checks that frames are right; these tests only check that they did not change. To record them again, in a
/// separate commit: `RECORD_GOLDEN=1 scripts/test --filter GoldenTests`.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden")
  /// A hash of each frame, for the eye; its samples, from which a change is told.
  private static let file = folder.appending(path: "frames.csv"), samples = folder.appending(path: "samples.csv")
  private static let (width, height) = (37, 21)

  /// One frame as the golden file describes it: a hash of all samples, and the mean of each plane.
  private struct Record: Equatable {
    var hash: String
    var means: String
  }

  /// A frame that a plan wrote.
  private struct Written {
    var name: String
    var plan: ConversionPlan
    var planes: Planes
    var record: Record { GoldenTests.record(of: planes, plan.outputFormat) }
  }

  @Test func framesAreWhatTheyWere() throws {
    let written = try Self.written()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Self.write(written) }
    let (golden, samples) = try (Self.read(), Self.rows(of: Self.samples))
    let names = Set(written.map(\.name))
    #expect(Set(golden.keys) == names, "the golden file has other cases than the tests")
    #expect(Set(samples.keys) == names, "the file of samples has other cases than the tests")
    for frame in written {
      let expected = try #require(golden[frame.name], "no golden frame of \(frame.name)")
      let bytes = try #require(samples[frame.name].flatMap { Data(base64Encoded: $0) }, "no samples of \(frame.name)")
      let format = frame.plan.outputFormat
      let before = try #require(
        Planes(bytes, format, width: Self.width, height: Self.height),
        "\(frame.name): the recorded samples are of another format")
      #expect(
        Self.record(of: before, format) == expected, "\(frame.name): hash and samples were not recorded together")
      let change =
        frame.record == expected ? "" : "\(try FrameChange(from: before, to: frame.planes, of: frame.plan))"
      #expect(
        frame.record == expected,
        """
        \(frame.name): \(change); the planes' means were \(expected.means) and are \
        \(frame.record.means)
        """)
    }
  }

  /// This test can fail: changing one code of one sample changes the hash and a mean.
  @Test func oneCodeIsSeen() throws {
    var frame = try FrameReferenceTests.picture(.yuv420p, width: 37, height: 21, seed: 1)
    let before = try Self.record(of: Planes(frame), frame.format)
    let sample = try frame.sample(plane: 1, x: 3, y: 2)
    try frame.setSample(sample ^ 1, plane: 1, x: 3, y: 2)
    let after = try Self.record(of: Planes(frame), frame.format)
    #expect(before.hash != after.hash && before.means != after.means)
  }

  /// Every golden frame, made anew.
  private static func written() throws -> [Written] {
    var written: [Written] = []
    func add(_ name: String, _ plan: ConversionPlan, _ input: Frame) throws {
      try written.append(Written(name: name, plan: plan, planes: planes(plan, of: input)))
    }
    func picture(_ plan: ConversionPlan) throws -> Frame {
      try FrameReferenceTests.picture(plan.inputFormat, width: width, height: height, seed: 2)
    }
    for c in FrameReferenceTests.sites + FrameReferenceTests.formats + FrameReferenceTests.conversions {
      let plan = try c.plan(dither: .blueNoise)
      try add("\(c), \(c.tone), \(c.gamut)", plan, picture(plan))
    }
    for c in try LookupPlanTests.cases.get() {
      let plan = try c.plan(.yuv420p10, to: .yuv420p, dither: .blueNoise)
      try add("lookup table, \(c)", plan, picture(plan))
    }
    for c in AlphaTests.formats + AlphaTests.flattened + AlphaTests.overPictures + AlphaTests.others {
      try add("alpha, \(c)", c.plan(), AlphaTests.picture(c.input, c.mode, width: width, height: height))
    }
    return written
  }

  /// What a plan makes of a frame, which must be the same on every instruction set.
  private static func planes(_ plan: ConversionPlan, of input: Frame) throws -> Planes {
    let (width, height) = (input.width, input.height)
    let backdrop = plan.needsBackground ? try AlphaTests.backdrop(width: width, height: height) : nil
    let results = try InstructionSet.available.map { set in
      var output = try plan.makeFrame(width: width, height: height)
      var converter = try plan.converter(width: width, height: height, threads: 1, on: set)
      if let backdrop {
        try converter.convert(input, over: backdrop, into: &output, index: 1)
      } else {
        try converter.convert(input, into: &output, index: 1)
      }
      return try Planes(output)
    }
    let first = record(of: results[0], plan.outputFormat)
    #expect(
      results.allSatisfy { record(of: $0, plan.outputFormat) == first }, "\(plan): \(InstructionSet.available) differ")
    return results[0]
  }

  /// FNV-1a, 64 bits, over every code in order, or the bits of a float; means to a thousandth of a code.
  private static func record(of frame: Planes, _ format: PixelFormat) -> Record {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var means: [String] = []
    for plane in frame.planes {
      var sum = 0.0
      for code in plane.joined() {
        let bits = format.isFloat ? UInt64(Float(code).bitPattern) : UInt64(code)
        hash = (hash ^ bits) &* 0x100_0000_01b3
        sum += code
      }
      means.append(String(format: "%.3f", sum / Double(plane.count * plane[0].count)))
    }
    return Record(hash: String(format: "%016lx", hash), means: means.joined(separator: " "))
  }

  private static func write(_ written: [Written]) throws {
    var hashes = [
      "# Frames of 37x21 made by FrameReferenceTests.picture, seed 2, with blue noise, frame index 1; those with alpha by AlphaTests.picture, without"
        + " dither: hash of all codes, mean of each plane.",
      "# RECORD_GOLDEN=1 scripts/test --filter GoldenTests",
      "case,hash,means",
    ]
    var samples = [
      "# The samples of the frames in frames.csv, plane after plane, in Base64: a byte for a code of 8 bits, two for others, four for a float,"
        + " lowest byte first.",
      "case,samples",
    ]
    var seen: Set<String> = []
    for frame in written where seen.insert(frame.name).inserted {
      hashes.append("\"\(frame.name)\",\(frame.record.hash),\(frame.record.means)")
      samples.append("\"\(frame.name)\",\(frame.planes.bytes(frame.plan.outputFormat).base64EncodedString())")
    }
    try Data((hashes.joined(separator: "\n") + "\n").utf8).write(to: file)
    try Data((samples.joined(separator: "\n") + "\n").utf8).write(to: Self.samples)
  }

  private static func read() throws -> [String: Record] {
    try rows(of: file).mapValues { row in
      let fields = row.split(separator: ",")
      return Record(hash: String(fields[0]), means: String(fields[1]))
    }
  }

  /// What a file says of each case, after its name.
  private static func rows(of file: URL) throws -> [String: String] {
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("\"") }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let parts = row.split(separator: "\"", omittingEmptySubsequences: true)
        return (String(parts[0]), String(parts[1].dropFirst()))
      })
  }
}
