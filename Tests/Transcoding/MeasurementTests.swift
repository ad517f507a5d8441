import Foundation
import RawVideo
import Synchronization
import Testing
import ToneMapping
import Transcoding

extension MeasurementSettings {
  /// PQ of BT.2020.
  fileprivate static var pq: MeasurementSettings {
    var settings = MeasurementSettings()
    settings.input = ConversionSettings.pq.input
    return settings
  }
}

/// The light of a clip, measured by one call.
@Suite struct MeasurementTests {
  /// What a meter measures of the same frames.
  private static func expected(_ folder: ClipFolder, width: Int = 64, height: Int = 36) throws -> [FrameStatistics] {
    let file = try FileHandle(forReadingFrom: folder.url.appending(path: "in.y4m"))
    var reader = try FrameReader(y4m: ByteSource(descriptor: dup(file.fileDescriptor), name: "in.y4m"))
    var input = try Frame(.yuv420p10, width: width, height: height)
    let color = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow)
    var meter = try FrameMeter(.measuring(Source(color: color), reading: .yuv420p10), width: width, height: height)
    var frames: [FrameStatistics] = []
    while try reader.read(into: &input) {
      var light = try meter.measure(input, index: frames.count, seconds: Seconds(Double(frames.count) / 25))
      light.sceneChange = frames.last.map { light.grid.change(from: $0.grid) }
      frames.append(light)
    }
    return frames
  }

  private static func isSame(_ a: ClipStatistics, _ b: ClipStatistics) -> Bool {
    a.header == b.header && a.frames == b.frames && a.contentLight == b.contentLight
      && a.scenes.map(\.firstFrame) == b.scenes.map(\.firstFrame)
  }

  private static func fold(_ lines: Data) throws -> ClipStatistics {
    var fold = StatisticsFold()
    fold.begin("lines")
    try fold.take([UInt8](lines))
    try fold.finish()
    return try fold.clip()
  }

  /// The numbers are those of a meter, whichever way they are taken.
  @Test func lightIsThatOfAMeter() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 6)
    let frames = try Self.expected(folder)
    let measurement = try LightMeasurement(of: folder["in.y4m"], .pq)
    #expect(measurement.header.transfer == .pq && measurement.header.frameCount == 6)
    let taken = Mutex<[FrameStatistics]>([])
    let measured = try await measurement.statistics { frame in taken.withLock { $0.append(frame) } }
    #expect(taken.withLock(\.self) == frames)
    let whole = ClipStatistics(header: measurement.header, frames: frames.map { FrameSummary($0) })
    #expect(Self.isSame(try #require(measured.statistics), whole) && !measured.isCutShort)
    #expect(measured.findings.starts(with: measurement.findings))
    // Measured again, from the input opened anew, and written.
    let output = LightOutput(statistics: folder["out.jsonl"], hdr10Plus: folder["out.json"], plot: folder["out.svg"])
    let counted = Mutex(0)
    let written = try await LightMeasurement(of: folder["in.y4m"], .pq).write(to: output) { progress in
      counted.withLock { $0 = progress.frames }
    }
    #expect(Self.isSame(try #require(written.statistics), whole) && counted.withLock(\.self) == 6)
    #expect(Self.isSame(try Self.fold(folder.bytes("out.jsonl")), whole))
    #expect(try folder.bytes("out.svg") == Data(LightPlot(whole, title: "in.y4m").svg.utf8))
    #expect(try folder.names == ["in.y4m", "out.json", "out.jsonl", "out.svg"])
    // Lines alone need no memory for frames.
    let lines = try LightMeasurement(of: folder["in.y4m"], .pq)
    #expect(try await lines.write(to: .init(statistics: folder["out.jsonl"])).statistics == nil)
    #expect(Self.isSame(try Self.fold(folder.bytes("out.jsonl")), whole))
  }

  /// A frame of a part has the light that it has in the whole clip.
  @Test func partsAreThoseOfTheWhole() throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 6)
    let frames = try Self.expected(folder)
    var settings = MeasurementSettings.pq
    settings.frames = FrameSelection(start: .index(2), frames: 3)
    var taken: [FrameStatistics] = []
    try Self.measure(LightMeasurement(of: folder["in.y4m"], settings)) { taken.append($0) }
    #expect(taken == Array(frames[2..<5]))
  }

  /// Outside of `async`, the form that blocks is chosen.
  private static func measure(_ measurement: LightMeasurement, _ take: (FrameStatistics) throws -> Void) throws {
    _ = try measurement.statistics(take)
  }

  @Test func errorsAreTyped() async throws {
    struct Enough: Error {}
    let folder = try ClipFolder()
    try folder.writeClip(frames: 6)
    var late = MeasurementSettings.pq
    late.frames.start = .index(9)
    for (settings, part) in [(MeasurementSettings(), "ColorDescription.transfer"), (late, "FrameSelection.start")] {
      do {
        _ = try LightMeasurement(of: folder["in.y4m"], settings)
        Issue.record("\(part) was expected")
      } catch {
        #expect("\(error)".contains(part) && !"\(error)".contains("--"), "\(error)")
      }
    }
    var hlg = MeasurementSettings.pq
    hlg.input.transfer = .init(.hlg)
    await #expect(throws: TranscodingError.self) {
      try await LightMeasurement(of: folder["in.y4m"], hlg).write(to: .init(hdr10Plus: folder["out.json"]))
    }
    await #expect(throws: Enough.self) {
      try await LightMeasurement(of: folder["in.y4m"], .pq).statistics { if $0.index == 2 { throw Enough() } }
    }
    await #expect(throws: Enough.self) {
      try await LightMeasurement(of: folder["in.y4m"], .pq).write(to: .init(statistics: folder["out.jsonl"])) {
        if $0.frames == 2 { throw Enough() }
      }
    }
    #expect(try folder.names == ["in.y4m"])
  }

  /// Outputs that no clip has are refused before any file is there; a name with a byte 0 is not cut at it.
  @Test func outputsThatCannotBeAreRefused() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 2)
    // Foundation writes a byte 0 in another way.
    func cut(_ name: String) -> MediaLocation { MediaLocation("\(folder.url.path)/\(name)") }
    for (output, fact) in [
      (LightOutput(hdr10Plus: folder["o.json"], hdr10PlusTargetPeak: 0), "1 to 10000"),
      (LightOutput(hdr10Plus: folder["o.json"], hdr10PlusTargetPeak: 20_000), "1 to 10000"),
      (LightOutput(statistics: folder["o.jsonl"], hdr10PlusTargetPeak: 500), "LightOutput.hdr10Plus "),
      (LightOutput(statistics: cut("o.jsonl\0x")), "byte 0"), (LightOutput(plot: cut("o\0.svg")), "byte 0"),
    ] {
      do {
        _ = try await LightMeasurement(of: folder["in.y4m"], .pq).write(to: output)
        Issue.record("taken: \(output)")
      } catch let error as TranscodingError {
        #expect(error.kind == .settings && "\(error)".contains(fact), "\(error)")
      }
    }
    #expect(throws: TranscodingError.self) { try LightMeasurement(of: cut("in.y4m\0x"), .pq) }
    #expect(try folder.names == ["in.y4m"])
  }

  /// A task that is cancelled at any moment leaves no file.
  @Test func cancelledAtRandom() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(width: 320, height: 180, frames: 40)
    let (input, output) = (folder["in.y4m"], LightOutput(statistics: folder["out.jsonl"], plot: folder["out.svg"]))
    var (cancelled, numbers) = (0, SystemRandomNumberGenerator())
    for round in 0..<30 {
      let task = Task { try await LightMeasurement(of: input, .pq).write(to: output) }
      // Each second one at once, so that some are cancelled on a busy machine too.
      if !round.isMultiple(of: 2) {
        try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000, using: &numbers)))
      }
      task.cancel()
      do {
        _ = try await task.value
        for name in ["out.jsonl", "out.svg"] {
          try FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
      } catch is CancellationError {
        cancelled += 1
      }
      #expect(try folder.names == ["in.y4m"])
    }
    #expect(cancelled > 5, "\(cancelled)")
  }
}
