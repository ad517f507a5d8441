import Foundation
import RawVideo
import Synchronization
import Testing
import ToneMapping
import Transcoding

/// A conversion by one call, and how it ends.
@Suite struct MovieConversionTests {
  /// The frames of a file are those of a converter, whichever way they are taken.
  @Test func framesAreThoseOfAConverter() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 5)
    let conversion = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq)
    #expect(conversion.findings.contains { $0.code == "missing-mastering" || $0.code.hasPrefix("missing") })
    let counted = Mutex(0)
    let result = try await conversion.write { progress in counted.withLock { $0 = progress.frames } }
    #expect(result.frames == 5 && counted.withLock { $0 } == 5)
    let expected = try Self.expected(folder, conversion.plan)
    let written = try folder.bytes("out.y4m")
    let header = try #require(written.firstIndex(of: 10)) + 1
    let size = (written.count - header) / 5
    for (index, frame) in expected.enumerated() {
      let start = header + index * size + 6
      #expect(written[start..<start + size - 6] == frame, "frame \(index)")
    }
    var streamed: [Data] = []
    for try await frame in try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq).frames {
      #expect(frame.index == streamed.count && frame.seconds == Double(frame.index) / 25)
      try frame.withView { streamed.append(Self.bytes(of: $0)) }
    }
    #expect(streamed == expected)
    var visited: [Data] = []
    try Self.visit(MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq)) { visited.append($0) }
    #expect(visited == expected)
    // Each conversion runs once.
    #expect(throws: TranscodingError.self) { try Self.write(conversion) }
    await #expect(throws: TranscodingError.self) { for try await _ in conversion.frames {} }
    #expect(try folder.bytes("out.y4m") == written)
  }

  /// What was decided of one file is not done to another that gets its name, by no reader of it.
  @Test func aFileThatIsReplacedMeanwhileIsNotRead() throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 4)
    var settings = ConversionSettings.pq
    settings.light.mode = .scene
    try Self.write(MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], settings))
    let written = try folder.bytes("out.y4m")
    let conversion = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], settings)
    try folder.writeClip("other.y4m", width: 32, height: 18, frames: 2)
    try FileManager.default.removeItem(at: folder.url.appending(path: "in.y4m"))
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "other.y4m"), to: folder.url.appending(path: "in.y4m"))
    try Self.write(conversion)
    #expect(try folder.bytes("out.y4m") == written)
  }

  /// Outside of `async`, the forms that block are chosen.
  private static func write(_ conversion: MovieConversion) throws { try conversion.write() }

  private static func visit(_ conversion: MovieConversion, _ take: (Data) -> Void) throws {
    try conversion.forEachFrame { frame, _, _ in take(bytes(of: frame)) }
  }

  private static func bytes(of view: borrowing FrameView) -> Data {
    var bytes = Data()
    for plane in view.planes {
      for y in 0..<plane.height {
        guard let start = unsafe plane.start else { continue }
        unsafe bytes.append(Data(bytes: start + y * plane.stride, count: plane.width * view.format.bytesPerSample))
      }
    }
    return bytes
  }

  private static func expected(_ folder: ClipFolder, _ plan: ConversionPlan) throws -> [Data] {
    let file = try FileHandle(forReadingFrom: folder.url.appending(path: "in.y4m"))
    var reader = try FrameReader(y4m: ByteSource(descriptor: dup(file.fileDescriptor), name: "in.y4m"))
    var input = try Frame(.yuv420p10, width: 64, height: 36)
    var output = try plan.makeFrame(width: 64, height: 36)
    var converter = try plan.converter(width: 64, height: 36)
    var frames: [Data] = []
    while try reader.read(into: &input) {
      try converter.convert(input, into: &output, index: frames.count)
      output.withView { frames.append(bytes(of: $0)) }
    }
    return frames
  }

  /// What can fail before the first frame fails when the conversion is made, with a kind and a sentence of the API.
  @Test func errorsAreTyped() throws {
    let folder = try ClipFolder()
    #expect(throws: TranscodingError.self) { try MovieConversion(of: folder["none.y4m"], to: folder["out.y4m"]) }
    try folder.writeClip()
    do {
      _ = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"])
      Issue.record("a clip of unknown transfer was taken")
    } catch {
      guard case .plan(.unknownTransfer) = error else { throw error }
      #expect(error.kind == .settings)
      #expect("\(error)".contains("ColorDescription.transfer") && !"\(error)".contains("--"), "\(error)")
    }
    var late = ConversionSettings.pq
    late.frames.start = .index(99)
    do {
      _ = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], late)
      Issue.record("frames after the last were found")
    } catch {
      guard case .input(.noFrame(_, let frames, count: _)) = error else { throw error }
      #expect(error.kind == .data)
      #expect(frames == late.frames && "\(error)".contains("FrameSelection.start"), "\(error)")
    }
    var strict = ConversionSettings.pq
    strict.isStrict = true
    #expect(throws: TranscodingError.self) { try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], strict) }
    #expect(try folder.names == ["in.y4m"])
  }

  /// A setting is unused if no other value of it would change anything; what an output chooses itself is no setting.
  @Test func unusedSettingsAreFound() throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 1)
    for output in ["out.y4m", "out.png"] {
      var settings = ConversionSettings.pq
      settings.mapping.toneMapping = .bt2390
      #expect(try MovieConversion(of: folder["in.y4m"], to: folder[output], settings).unusedSettings == [])
      settings.mapping.expandHighlights = true
      let conversion = try MovieConversion(of: folder["in.y4m"], to: folder[output], settings)
      #expect(conversion.unusedSettings == [.expandHighlights], "\(output): \(conversion.unusedSettings)")
      let result = try Self.written(conversion)
      let finding = try #require(result.findings.first { $0.code == "unused-settings" })
      #expect(finding.statement.settings == conversion.unusedSettings)
      #expect(finding.text { name, _ in "<\(name)>" }.hasPrefix("<expandHighlights> was given"), "\(finding)")
    }
  }

  private static func written(_ conversion: MovieConversion) throws -> ConversionResult { try conversion.write() }

  /// What `progress` throws ends the work, and nothing is left.
  @Test func progressMayThrow() async throws {
    struct Enough: Error {}
    let folder = try ClipFolder()
    try folder.writeClip(frames: 20)
    let conversion = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq)
    await #expect(throws: Enough.self) {
      try await conversion.write { if $0.frames == 3 { throw Enough() } }
    }
    #expect(try folder.names == ["in.y4m"])
  }

  /// A task that is cancelled at any moment leaves no file and no descriptor.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "descriptors are counted in /proc"))
  func cancelledAtRandom() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(width: 320, height: 180, frames: 40)
    // What is made once is made before counting.
    try await MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq).write()
    try Self.removeOutput(of: folder)
    var (cancelled, numbers) = (0, SystemRandomNumberGenerator())
    for round in 0..<100 {
      let task = Task {
        try await MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq).write()
      }
      // Each second one at once, so that some are cancelled on a busy machine too.
      if !round.isMultiple(of: 2) {
        try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000, using: &numbers)))
      }
      task.cancel()
      do {
        _ = try await task.value
        try Self.removeOutput(of: folder)
      } catch is CancellationError {
        cancelled += 1
      }
      #expect(try folder.names == ["in.y4m"])
      let open = try Self.links("/proc/self/fd").filter { $0.contains(folder.url.lastPathComponent) }
      #expect(open.isEmpty, "\(open)")
    }
    #expect(cancelled > 10, "\(cancelled)")
  }

  private static func removeOutput(of folder: ClipFolder) throws {
    for name in ["out.y4m", "out.y4m.color.json"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
  }

  private static func links(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// A loop that ends early ends the conversion, also while frames wait for it.
  @Test func aLoopMayEnd() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 20)
    for _ in 0..<3 {
      let conversion = try MovieConversion(of: folder["in.y4m"], .pq)
      var count = 0
      for try await _ in conversion.frames {
        count += 1
        try await Task.sleep(for: .milliseconds(100))
        if count == 2 { break }
      }
      #expect(count == 2)
    }
    try await Task.sleep(for: .milliseconds(300))
  }

  /// A file that ends within a frame is no whole clip, whichever way frames are taken.
  @Test func truncationIsSeen() async throws {
    let folder = try ClipFolder()
    try folder.writeClip(frames: 3)
    let bytes = try folder.bytes("in.y4m")
    try bytes.dropLast(100).write(to: folder.url.appending(path: "in.y4m"))
    for way in 0..<3 {
      let conversion = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], .pq)
      do {
        switch way {
        case 0: try await conversion.write()
        case 1: for try await _ in conversion.frames {}
        default: try Self.visit(conversion) { _ in }
        }
        Issue.record("a truncated clip was taken as whole")
      } catch let error as TranscodingError where error.kind == .data {
      }
    }
    #expect(try folder.names == ["in.y4m"])
  }

  /// Settings that contradict each other, or that no conversion can have, are refused before anything is opened; none is fatal.
  @Test func settingsAreChecked() throws {
    let folder = try ClipFolder()
    try folder.writeClip()
    let changes: [(String, (inout ConversionSettings) -> Void)] = [
      ("FrameSelection.frames", { $0.frames.frames = -1 }), ("FrameSelection.frames", { $0.frames.frames = 0 }),
      ("FrameSelection.start", { $0.frames.start = .index(-1) }),
      ("FrameSelection.start", { $0.frames.start = .seconds(.nan) }),
      ("FrameSelection.duration", { $0.frames.duration = -1 }),
      ("FrameSelection.duration", { ($0.frames.frames, $0.frames.duration) = (1, 1) }),
      ("EncodingSettings.crf", { $0.encoding.crf = .infinity }), ("EncodingSettings.crf", { $0.encoding.crf = 1e19 }),
      ("EncodingSettings.bitrate", { ($0.encoding.crf, $0.encoding.bitrate) = (18, "8M") }),
      ("EncodingSettings.bitrate", { $0.encoding.bitrate = "much" }),
      ("LightSettings.lookAhead", { ($0.light.mode, $0.light.lookAhead) = (.onePass, .max) }),
      ("LightSettings.lookAhead", { ($0.light.mode, $0.light.lookAhead) = (.scene, 9) }),
      ("LightSettings.statistics", { ($0.light.mode, $0.light.statistics) = (.metadata, ["a"]) }),
      ("LightSettings.frameMetadata", { ($0.light.mode, $0.light.frameMetadata) = (.scene, "a") }),
      ("LookupSettings.file", { ($0.light.mode, $0.lookup.file) = (.scene, "a.cube") }),
      ("PlanOptions.sourcePeak", { ($0.light.mode, $0.mapping.sourcePeak) = (.scene, .nits(500)) }),
      ("LightSettings.frameMetadata", { ($0.light.frameMetadata, $0.mapping.toneMapping) = ("a.json", .st2094_50) }),
      ("width is", { $0.output.width = 0 }), ("fit is", { $0.output.fit = .init(width: 8, height: .max) }),
      ("OutputSettings.enlarges", { $0.output.enlarges = true }),
      ("AlphaSettings.alphaFile", { ($0.output.alpha.alpha, $0.output.alpha.alphaFile) = (.ignore, "a.y4m") }),
      ("RunningSettings.threads", { $0.running.threads = 0 }),
      ("byte 0", { $0.output.preview = MediaLocation("a\0.png") }),
    ]
    for (name, change) in changes {
      var settings = ConversionSettings.pq
      change(&settings)
      do {
        _ = try MovieConversion(of: folder["in.y4m"], to: folder["out.y4m"], settings)
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.kind == .settings && "\(error)".contains(name), "\(error)")
      }
    }
    #expect(throws: TranscodingError.self) { try MovieConversion(of: "in.y4m\0.txt", to: folder["out.y4m"], .pq) }
    #expect(try folder.names == ["in.y4m"])
  }
}
