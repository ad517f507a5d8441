import Foundation
import Synchronization
import Testing

import SystemCalls

/// A sparse copy of remote bytes, which are written into it when they are asked for.
private final class SparseCopy: Sendable {
  let path: String
  let remote: [UInt8]
  let asked = Mutex([Range<Int>]())

  init(of count: Int) throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    remote = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    let file = try SystemCall.openFile(path, O_RDWR | O_CREAT, mode: 0o600)
    try SystemCall.calling { ftruncate(file, off_t(count)) }
    try SystemCall.closeFile(file)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func register() throws {
    try FilledFiles.register(
      { [self] range throws(Errno) in
        asked.withLock { $0.append(range) }
        let present = range.clamped(to: 0..<remote.count)
        let file = try SystemCall.openFile(path, O_WRONLY)
        _ = try SystemCall.calling { lseek(file, off_t(present.lowerBound), SEEK_SET) }
        try remote[present].withUnsafeBytes { bytes throws(Errno) in try SystemCall.writeAll(bytes, to: file) }
        try SystemCall.closeFile(file)
      }, at: path)
  }
}

@Suite struct FilledFilesTests {
  @Test func readsFillTheirRange() throws {
    let copy = try SparseCopy(of: 10_000)
    try copy.register()
    defer { try? FilledFiles.register(nil, at: copy.path) }
    let file = try Descriptor.opening(copy.path)
    #expect(try SystemCall.bytes(of: file.number, at: 4000, count: 300) == Array(copy.remote[4000..<4300]))
    #expect(copy.asked.withLock { $0 } == [4000..<4300])

    var bytes = [UInt8](repeating: 0, count: 100)
    _ = try file.seek(9_950, from: SEEK_SET)
    #expect(try bytes.withUnsafeMutableBytes { try SystemCall.readBytes(of: file.number, into: $0) } == 50)
    #expect(bytes[..<50] == copy.remote[9_950...])
    #expect(copy.asked.withLock { $0.last } == 9_950..<10_050)

    #expect(try bytes.withUnsafeMutableBytes { try file.reopened(at: 20).read($0) } == 100)
    #expect(bytes[...] == copy.remote[20..<120])
  }

  @Test func aFileThatIsNoLongerRegisteredIsReadAsItIs() throws {
    let copy = try SparseCopy(of: 100)
    try copy.register()
    try FilledFiles.register(nil, at: copy.path)
    let file = try Descriptor.opening(copy.path)
    #expect(try SystemCall.bytes(of: file.number, at: 0, count: 100) == [UInt8](repeating: 0, count: 100))
    #expect(copy.asked.withLock { $0.isEmpty })
  }

  @Test func aRefusalIsTheErrorOfTheRead() throws {
    let copy = try SparseCopy(of: 100)
    try FilledFiles.register({ _ throws(Errno) in throw Errno(code: ETIMEDOUT) }, at: copy.path)
    defer { try? FilledFiles.register(nil, at: copy.path) }
    let file = try Descriptor.opening(copy.path)
    #expect(throws: Errno(code: ETIMEDOUT)) { try SystemCall.bytes(of: file.number, at: 0, count: 1) }
    #expect(throws: Errno(code: ENOENT)) { try FilledFiles.register(nil, at: copy.path + ".no") }
  }
}
