import CToneKernels
import Foundation
import Testing
import ToneKernels

/// Calls of every kernel with jobs of real plans give the same result on every set of this CPU; and, by `scripts/arm64`, on arm64.
@Suite struct RecordingTests {
  /// The file for the recording, if one is requested.
  static let place = ProcessInfo.processInfo.environment["TONEMAP_RECORDING"]

  @Test func everyKernelLeavesTheSame() throws {
    let recording = Recording()
    recording.recordReading()
    recording.recordWriting()
    recording.recordChroma()
    recording.recordPairs()
    recording.recordLight()
    recording.recordStatistics()
    recording.recordScaling()
    let kinds = try recording.recordPlans().union(recording.recordCurves()).union(recording.recordLattices())
      .union(recording.recordLookups())
    #expect(recording.disagreements == [])
    // This test can fail: every kernel and every step is called.
    let kernels = Mirror(reflecting: KernelSet.best).children.compactMap(\.label).filter { $0 != "name" }
    #expect(Set(kernels) == Set(RecordedKernel.allCases.map(\.rawValue)))
    for kernel in RecordedKernel.allCases { #expect(recording.calls[kernel, default: 0] >= 5, "\(kernel)") }
    let missing = try Self.steps().symmetricDifference(kinds)
    #expect(missing == [])
    let bytes = recording.finished()
    print(
      "recorded: \(recording.calls.values.reduce(0, +)) calls, \(bytes.count >> 10) KiB, on \(InstructionSet.available.map(\.rawValue))"
    )
    if let place = Self.place { try Data(bytes).write(to: URL(filePath: place)) }
  }

  /// The kinds of steps, as the header lists them.
  static func steps() throws -> Recording.Kinds {
    let header = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/CToneKernels/include/CLaneJobs.h")
    let lists = try String(contentsOf: header, encoding: .utf8).components(separatedBy: "enum {").dropFirst()
    let list = try #require(lists.map { $0.prefix { $0 != "}" } }.first { $0.contains("LANES_CURVE") })
    return Set(list.split(separator: ",").compactMap { Int32($0.split(whereSeparator: \.isWhitespace).last ?? "") })
  }
}
