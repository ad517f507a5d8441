import Foundation
import Testing
import ToneMapping
import Transcoding

extension LUTSettings {
  /// A small table of PQ in BT.2020 for SDR, whose vertices are the plan's own colors.
  fileprivate static var small: LUTSettings {
    var settings = LUTSettings()
    settings.input = ConversionSettings.pq.input
    (settings.cubeSize, settings.shaper, settings.vertices) = (5, .none, .sampled)
    return settings
  }
}

/// LUT files, made by one call.
@Suite struct LUTExportTests {
  /// The colors of the cube are those of the plan, which is a function of a color.
  @Test func theTableIsThePlan() async throws {
    let export = try LUTExport(.small)
    #expect(export.findings.contains { $0.code == "source-peak" }, "\(export.findings)")
    let made = try await export.table()
    try #require(made.table.cube?.size == 5)
    for red in 0..<5 {
      for (green, blue) in [(0, 0), (1, 3), (4, 4), (2, red)] {
        let color = SIMD3(Double(red), Double(green), Double(blue)) / 4
        let (exact, found) = (
          export.plan(Signal(color)).components, made.table(LookupColor(color), interpolation: .trilinear)
        )
        #expect(
          (0..<3).allSatisfy { abs(exact[$0] - found.components[$0]) < 1e-5 }, "\(color): \(found), expected \(exact)")
      }
    }
    // What is worst between the vertices is measured, and is the same when it is measured again.
    #expect(made.measurements.count == 2 && made.measurements.allSatisfy { $0.codesOf8Bits.maximum.value > 1 })
    #expect(export.measurements(of: made.table) == made.measurements)
    #expect(made.certificate == nil)
  }

  /// The file holds the table, and its certificate names it.
  @Test func filesHoldTheTable() async throws {
    let folder = try ClipFolder()
    let export = try LUTExport(.small)
    let made = try await export.write(to: folder["a.cube"])
    #expect(try folder.names == ["a.cube", "a.cube.certificate.json"])
    let bytes = try [UInt8](folder.bytes("a.cube"))
    let parsed = try LookupTable(parsing: bytes, as: .cube)
    #expect(parsed.steps == made.table.steps && parsed.title == "PQ-to-SDR-BT.709")
    let certificate = try #require(made.certificate)
    #expect(certificate.belongs(to: bytes) && certificate.measurements == made.measurements)
    #expect(try Certificate(json: [UInt8](folder.bytes("a.cube.certificate.json"))) == certificate)
    // Without errors, and in another format, by a form that blocks.
    var settings = LUTSettings.small
    (settings.isCertified, settings.title) = (false, "mine")
    try Self.write(settings, to: folder["b.clf"])
    #expect(try folder.names == ["a.cube", "a.cube.certificate.json", "b.clf"])
    #expect(try LookupTable(parsing: [UInt8](folder.bytes("b.clf")), as: .clf).title == "mine")
  }

  private static func write(_ settings: LUTSettings, to output: MediaLocation) throws {
    #expect(try LUTExport(settings).write(to: output).measurements == [])
  }

  @Test func errorsAreTyped() async throws {
    let folder = try ClipFolder()
    let changes: [(String, (inout LUTSettings) -> Void)] = [
      ("ColorDescription.transfer", { $0.input.transfer = nil }), ("LUTSettings.cubeSize", { $0.cubeSize = 1 }),
      ("LUTSettings.cubeSize", { ($0.cubeSize, $0.host) = (129, .resolve) }),
      ("LUTSettings.maximumError", { ($0.cubeSize, $0.maximumError) = (nil, 0) }),
      ("LUTSettings.maximumError", { $0.maximumError = 1 }), ("LUTSettings.shaper", { $0.shaper = .entries(-1) }),
      ("LightSettings.frameMetadata", { $0.frameMetadata = "a.json" }),
    ]
    for (name, change) in changes {
      var settings = LUTSettings.small
      change(&settings)
      do {
        _ = try LUTExport(settings)
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.kind == .settings && "\(error)".contains(name) && !"\(error)".contains("--"), "\(error)")
      }
    }
    // A format of one size, whose error is greater.
    var settings = LUTSettings.small
    (settings.cubeSize, settings.maximumError, settings.isCertified) = (nil, 0.01, false)
    do {
      try await LUTExport(settings).write(to: folder["a.vlt"])
      Issue.record("an error above the limit was taken")
    } catch {
      guard case let error as TranscodingError = error, case .lut(.inexact(_, let least, allowed: 0.01)) = error
      else { throw error }
      #expect(error.kind == .checkFailed)
      #expect(least > 0.01 && "\(error)".contains("LUTSettings.maximumError allows 0.01"), "\(error)")
    }
    // A task that is cancelled leaves no file.
    let export = try LUTExport(.small)
    let output = folder["a.cube"]
    let task = Task { try await export.write(to: output) }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try folder.names == [])
  }
}
