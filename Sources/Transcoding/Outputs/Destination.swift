internal import HDRMetadata
internal import RawVideo
internal import SystemCalls

/// An opened output. Its descriptor is closed with the last reference.
package final class Destination: Sendable {
  /// What it is, and its name, in messages.
  let name: String
  /// Whether it is a file that appears when it is complete, not a pipe or a device.
  let isFile: Bool
  /// The file until it is complete; `nil` for what is written in place.
  let part: Part?
  private let file: Descriptor
  private let isOurs: Bool

  init(_ descriptor: Int32, name: String, isFile: Bool, isOurs: Bool = true) {
    (self.name, self.isFile, self.isOurs, part) = (name, isFile, isOurs, nil)
    file = Descriptor(descriptor, isOurs: isOurs)
  }

  init(_ part: Part) { (name, isFile, isOurs, self.part, file) = (part.output, true, true, part, part.file) }

  /// The descriptor to write to; that of a file can be read too.
  var descriptor: Int32 { file.number }

  /// Whether it is standard output, under any name.
  package var isStandardOutput: Bool { descriptor == System.standardOutput }

  /// Where frames are written.
  var sink: ByteSink {
    ByteSink(descriptor: descriptor, name: name, isOurs: false).telling(Signals.progressed)
  }

  /// Writes bytes at the end.
  func write(_ bytes: some Collection<UInt8>) throws(TranscodingError) {
    do { try System.write(bytes, to: descriptor) } catch { throw failure(error) }
  }

  /// All bytes of a file.
  func bytes() throws(TranscodingError) -> [UInt8] {
    do { return try SystemCall.bytes(of: descriptor, at: 0, count: System.length(of: descriptor)) } catch {
      throw failure(error)
    }
  }

  /// Makes sure that everything was written; a full disk may be reported only now. A file that replaces another is then on the disk.
  func settle() throws(TranscodingError) {
    guard isOurs else { return }
    do { try System.settle(descriptor, flushes: part?.place.old != nil) } catch { throw failure(error) }
  }

  /// The error for the user when a write failed.
  private func failure(_ error: Errno) -> TranscodingError {
    guard error != .brokenPipe else { return .closedPipe }
    return .inputOutput("\(name) cannot be written (\(error)); free space, or write to another place")
  }
}
