import Foundation
import RawVideo
import TestSupport
import Testing
import VideoFrames

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A temporary file for one test, deleted with the value.
final class TemporaryFile: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "raw-video-\(UUID().uuidString)").path

  init(_ bytes: [UInt8] = []) throws { try Data(bytes).write(to: URL(filePath: path)) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(filePath: path))) } }
}

/// The text of the error that a closure throws, after a check of its form: one sentence, with the finding before the last semicolon and the fix
/// after it.
func sentence(_ kind: RawVideoError.Kind, _ body: () throws -> Void) -> String? {
  let error = #expect(throws: RawVideoError.self) { try body() }
  guard let error, error.kind == kind else { return error.map { "\($0.kind): \($0)" } }
  let text = error.description
  #expect(!text.hasSuffix(".") && !text.contains("\n") && !text.contains(". ") && text.hasSuffix("; \(error.fix)"))
  return text
}

/// The two ends of a pipe: the one to read and the one to write.
func openPipe() -> (read: Int32, write: Int32) {
  // Writing to a pipe without a reader must be an error instead of ending the tests.
  _ = signal(SIGPIPE, SIG_IGN)
  var ends: [Int32] = [0, 0]
  precondition(unsafe pipe(&ends) == 0)
  // Do not pass the ends to the child processes of exit tests, whose copies would keep the pipe open.
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// A pipe that carries bytes from another thread, a few at a time.
func pipe(carrying bytes: [UInt8], helping: Int = 1000) -> ByteSource {
  let ends = openPipe()
  Thread.detachNewThread {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(ends.write, $0.baseAddress, min($0.count, helping)) }
      if count < 0 { break }
      rest = rest.dropFirst(count)
    }
    close(ends.write)
  }
  return ByteSource(descriptor: ends.read, name: "pipe")
}

/// A frame of noise, including its padding.
func noise(_ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64) throws -> Frame {
  var frame = try Frame(format, width: width, height: height)
  var numbers = SeededNumbers(seed: seed)
  for plane in 0..<frame.planes.count {
    try unsafe frame.withUnsafeMutablePlane(plane) { bytes in
      for at in stride(from: 0, to: bytes.count, by: 8) {
        unsafe bytes.storeBytes(of: numbers.next(), toByteOffset: at, as: UInt64.self)
      }
    }
  }
  return frame
}

/// All frames of a reader.
func frames(of reader: FrameReader) throws -> [Frame] {
  var reader = reader
  var frame = try reader.makeFrame()
  var all: [Frame] = []
  while try reader.read(into: &frame) { all.append(frame) }
  return all
}

func y4m(_ header: String, frames: [[UInt8]] = [], mark: String = "FRAME") -> [UInt8] {
  Array((header + "\n").utf8) + frames.flatMap { Array((mark + "\n").utf8) + $0 }
}
