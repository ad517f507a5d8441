import Foundation
import TestSupport
import Testing

/// FFmpeg's own program, which makes inputs that this project's writers do not make.
enum FFmpegProgram {
  /// Runs it in a folder; the words of one string are parted by spaces, and have none themselves.
  static func make(_ words: String, in folder: Folder) throws {
    let code = try run(["-v", "error", "-y"] + words.split(separator: " ").map(String.init), in: folder.path)
    try #require(code == 0, "ffmpeg \(words)")
  }

  private static func run(_ arguments: [String], in folder: String? = nil) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin"] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = folder == nil ? FileHandle.nullDevice : FileHandle.standardError
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    try process.runToEnd()
    return process.terminationStatus
  }
}
