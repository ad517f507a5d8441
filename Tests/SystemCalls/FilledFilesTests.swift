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
    try Data().write(to: URL(fileURLWithPath: path))
    try FileHandle(forUpdating: URL(fileURLWithPath: path)).truncate(atOffset: UInt64(count))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func register() throws {
    try register { [self] range throws(SystemError) in
      asked.withLock { $0.append(range) }
      let present = range.clamped(to: 0..<remote.count)
      do {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(present.lowerBound))
        try file.write(contentsOf: Data(remote[present]))
      } catch {
        throw SystemError(code: EIO)
      }
    }
  }

  func register(_ fill: SystemCall.Fill?) throws { try unsafe SystemCall.setFill(fill, at: path) }
}

@Suite struct FilledFilesTests {
  @Test func readsFillTheirRange() throws {
    let copy = try SparseCopy(of: 10_000)
    try copy.register()
    defer { try? copy.register(nil) }
    let file = try Descriptor.opening(copy.path)
    #expect(try SystemCall.bytes(of: file.number, at: 4000, count: 300) == Array(copy.remote[4000..<4300]))
    #expect(copy.asked.withLock { $0 } == [4000..<4300])

    var bytes = [UInt8](repeating: 0, count: 100)
    _ = try file.seek(9_950, from: SEEK_SET)
    let end = try unsafe bytes.withUnsafeMutableBytes { try unsafe SystemCall.readBytes(of: file.number, into: $0) }
    #expect(end == 50)
    #expect(bytes[..<50] == copy.remote[9_950...])
    #expect(copy.asked.withLock { $0.last } == 9_950..<10_050)

    let all = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.reopened(at: 20).read($0) }
    #expect(all == 100)
    #expect(bytes[...] == copy.remote[20..<120])
  }

  @Test func aFileThatIsNoLongerRegisteredIsReadAsItIs() throws {
    let copy = try SparseCopy(of: 100)
    try copy.register()
    try copy.register(nil)
    let file = try Descriptor.opening(copy.path)
    #expect(try SystemCall.bytes(of: file.number, at: 0, count: 100) == [UInt8](repeating: 0, count: 100))
    #expect(copy.asked.withLock { $0.isEmpty })
  }

  @Test func aRefusalIsTheErrorOfTheRead() throws {
    let copy = try SparseCopy(of: 100)
    try copy.register { _ throws(SystemError) in throw SystemError(code: ETIMEDOUT) }
    defer { try? copy.register(nil) }
    let file = try Descriptor.opening(copy.path)
    #expect(throws: SystemError(code: ETIMEDOUT)) { try SystemCall.bytes(of: file.number, at: 0, count: 1) }
    #expect(throws: SystemError(code: ENOENT)) { try unsafe SystemCall.setFill(nil, at: copy.path + ".no") }
  }
}
