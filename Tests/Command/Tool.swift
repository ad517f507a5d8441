import Foundation

/// Runs the built `tonemap` as a user would.
enum Tool {
  /// The result of a run.
  struct Outcome {
    let code: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines on standard error.
    var complaints: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The binary, which SwiftPM builds next to the tests.
  static let path: String = {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
    let runner = URL(fileURLWithPath: CommandLine.arguments[0])
    return (bundles + [runner]).map { $0.deletingLastPathComponent().appendingPathComponent("tonemap").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "tonemap"
  }()

  /// Runs `tonemap`.
  ///
  /// - Parameters:
  ///   - asSocket: Whether standard input is a socket; it then holds at most some hundred kilobytes.
  ///   - place: The folder that it runs in; by default, that of the tests.
  static func run(
    _ arguments: [String], input: Data = Data(), asSocket: Bool = false, in place: Folder? = nil
  ) throws -> Outcome {
    try run(path, arguments, input: input, asSocket: asSocket, in: place)
  }

  /// Runs another program, found on the `PATH`.
  static func run(
    program: String, _ arguments: [String], input: Data = Data(), in place: Folder? = nil
  ) throws -> Outcome {
    try run("/usr/bin/env", [program] + arguments, input: input, in: place)
  }

  /// Runs a script, for what needs a shell: pipes, limits, several processes. Our command is `tonemap` in it.
  static func shell(_ script: Script) throws -> Outcome {
    let (text, variables) = script.rendered
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let search = ProcessInfo.processInfo.environment["PATH"].map { ":" + $0 } ?? ""
    return try run("/bin/bash", ["-c", text], environment: variables.merging(["PATH": folder + search]) { $1 })
  }

  /// A run that had to be ended because it did not end by itself.
  struct Endless: Error {
    let program: String
    let arguments: [String]
    let errors: String
  }
  /// Far more than any run takes, so that only one that waits for something that never comes meets it.
  private static let limit: DispatchTimeInterval = .seconds(300)

  /// The reading end of a pair of sockets, into whose other end bytes were written before it was closed.
  private static func socket(holding bytes: Data) throws -> FileHandle {
    var ends: [Int32] = [0, 0]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw CocoaError(.fileWriteUnknown) }
    let (reading, writing) = (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), FileHandle(fileDescriptor: ends[1])
    )
    try writing.write(contentsOf: bytes)
    try writing.close()
    return reading
  }

  private static func run(
    _ program: String, _ arguments: [String], input: Data = Data(), asSocket: Bool = false,
    environment: [String: String] = [:], in place: Folder? = nil
  ) throws -> Outcome {
    let process = Process()
    if let place { process.currentDirectoryURL = URL(fileURLWithPath: place.path) }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files instead of pipes: neither side ever waits for the other, however much is written.
    let folder = try Folder()
    let (stdin, stdout, stderr) = (try folder.file("in", input), try folder.file("out"), try folder.file("err"))
    process.standardInput =
      try asSocket ? socket(holding: input) : FileHandle(forReadingFrom: URL(fileURLWithPath: stdin))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: stdout))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: stderr))
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    let isEndless = end.wait(timeout: .now() + limit) == .timedOut
    // Foundation gives each process a group of its own, so this ends its children too.
    if isEndless { kill(-process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let errors = String(decoding: try Data(contentsOf: URL(fileURLWithPath: stderr)), as: UTF8.self)
    guard !isEndless else { throw Endless(program: program, arguments: arguments, errors: errors) }
    return Outcome(
      code: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: try Data(contentsOf: URL(fileURLWithPath: stdout)), errors: errors)
  }
}

/// A folder that is deleted when it is no longer needed.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("tonemap-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: Data = Data()) throws -> String {
    let file = self[name]
    try bytes.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The path of a name in this folder.
  subscript(name: String) -> String { path + "/" + name }

  /// The names of all files in this folder, including hidden ones.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  /// The bytes of a file in this folder.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }
}

/// Small clips, generated when needed.
enum Clips {
  /// The number of bytes in a 4:2:0 10-bit frame of 16 × 8 pixels.
  static let frameSize = 16 * 8 * 3 / 2 * 2
  static let rawOptions = ["--size", "16x8", "--pixel-format", "yuv420p10le"]
  /// Tags and a peak that leave nothing to assume.
  static let tags = [
    "--primaries", "bt2020", "--transfer", "smpte2084", "--matrix", "bt2020nc", "--range", "narrow",
    "--chroma-location",
    "topleft", "--source-peak", "1000",
  ]

  /// Raw frames: a ramp of luma that shifts with each frame, on neutral chroma.
  static func raw(frames: Int) -> Data {
    var data = Data()
    for frame in 0..<frames {
      for sample in 0..<16 * 8 { data.append(code: 64 + (sample * 5 + frame * 37) % 876) }
      for _ in 0..<16 * 8 / 2 { data.append(code: 512) }
    }
    return data
  }

  /// The same frames as Y4M.
  static func y4m(frames: Int, header: String = "YUV4MPEG2 W16 H8 F25:1 Ip A0:0 C420p10 XYSCSS=420P10") -> Data {
    let pictures = raw(frames: frames)
    return (0..<frames).reduce(into: Data((header + "\n").utf8)) { data, frame in
      data += Data("FRAME\n".utf8) + pictures[frame * frameSize..<(frame + 1) * frameSize]
    }
  }
}

extension Data {
  fileprivate mutating func append(code: Int) { append(contentsOf: [UInt8(code & 255), UInt8(code >> 8)]) }
}
