internal import RawVideo
internal import SystemCalls

/// An opened output. Its descriptor is closed with the last reference.
package final class Destination: Sendable {
  /// The role and name in messages.
  let name: String
  /// Whether it is a file, which appears when complete, not a pipe or device.
  let isFile: Bool
  /// The file until it is complete; `nil` for outputs written in place.
  let part: Part?
  private let file: Descriptor
  private let isOurs: Bool

  init(_ descriptor: Int32, name: String, isFile: Bool, isOurs: Bool = true) {
    (self.name, self.isFile, self.isOurs, part) = (name, isFile, isOurs, nil)
    file = Descriptor(descriptor, isOurs: isOurs)
  }

  init(_ part: Part) { (name, isFile, isOurs, self.part, file) = (part.output, true, true, part, part.file) }

  /// The descriptor to write to; a file's can also be read.
  var descriptor: Int32 { file.number }

  /// Whether it is standard output, under any name.
  package var isStandardOutput: Bool { descriptor == System.standardOutput }

  var sink: ByteSink { ByteSink(descriptor: descriptor, name: name, isOurs: false).onProgress(Signals.progressed) }

  func write(_ bytes: some Collection<UInt8>) throws(TranscodingError) {
    do { try System.write(bytes, to: descriptor) } catch { throw failure(error) }
  }

  func bytes() throws(TranscodingError) -> [UInt8] {
    do { return try SystemCall.bytes(of: descriptor, at: 0, count: System.length(of: descriptor)) } catch {
      throw failure(error)
    }
  }

  /// Makes sure that everything was written, since a full disk may be reported only now. A file that replaces another is then on the disk.
  func settle() throws(TranscodingError) {
    guard isOurs else { return }
    do { try System.settle(descriptor, flushes: part?.place.old != nil) } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> TranscodingError {
    guard error != .brokenPipe else { return .closedPipe }
    return .output(.cannotWrite(name, reason: "\(error)"))
  }
}
