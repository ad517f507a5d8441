import Foundation
import TestSupport

/// Other programs, which make inputs and read outputs.
enum Programs {
  /// A program that is not there, or fails.
  struct Failure: Error {
    let program: String
    let arguments: [String]
    let errors: String
  }

  /// What a program prints.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (output, errors) = (Pipe(), try Folder())
    let words = try errors.file("words")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: words))
    let data = try process.runToEnd { output.readAll() }
    guard process.terminationStatus == 0 else {
      let said = String(decoding: try errors.bytes("words"), as: UTF8.self)
      throw Failure(program: program, arguments: arguments, errors: said)
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Makes a file with FFmpeg.
  static func ffmpeg(_ arguments: [String]) throws {
    _ = try output(of: "ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }

  /// Values that ffprobe prints, line by line; in each line, what it puts between commas.
  static func probe(_ path: String, _ entries: String, track: String? = nil) throws -> [[String]] {
    let selection = track.map { ["-select_streams", $0] } ?? []
    let text = try output(
      of: "ffprobe", ["-v", "error"] + selection + ["-show_entries", entries, "-of", "csv=p=0", path])
    return text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }.filter { !$0.isEmpty }
  }
}
