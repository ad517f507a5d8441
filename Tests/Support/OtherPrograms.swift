package import Foundation

/// Other programs, which make the inputs of tests or read their outputs. Tests that need one are enabled by the conditions here.
package enum OtherPrograms {
  /// Whether all of these are installed.
  package static func has(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  /// Whether `ffmpeg` and `ffprobe` are installed, with these encoders.
  package static func haveFFmpeg(with encoders: String...) -> Bool {
    has("ffmpeg", "ffprobe") && Set(encoders).isSubset(of: Self.encoders)
  }

  private static let encoders: Set<String> = {
    let list = output(of: "ffmpeg", ["-v", "error", "-encoders"]) ?? Data()
    return Set(
      String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
        line.split(separator: " ").dropFirst().first.map(String.init)
      })
  }()

  /// What a program prints; `nil` if it is not installed or fails.
  package static func output(of program: String, _ arguments: [String]) -> Data? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard let data = try? process.runToEnd(while: { pipe.readAll() }) else { return nil }
    return process.terminationStatus == 0 ? data : nil
  }
}
