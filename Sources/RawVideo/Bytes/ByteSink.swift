internal import SystemCalls

/// A destination of bytes: a file or a pipe.
///
///     var sink = try ByteSink(path: "clip.y4m")
///
/// A process that writes to pipes should ignore `SIGPIPE`; only then does a closed pipe cause
/// an error of `.closedPipe` instead of ending the process.
///
/// - Aliasing: Copies share one position in the file.
public struct ByteSink: Sendable {
  /// The name used in messages: the path, or "standard output".
  public let name: String
  private let descriptor: Descriptor
  private var moved: (@Sendable () -> Void)?

  /// Creates a file, truncates an existing one, or opens a pipe or a device.
  ///
  /// - Throws: `RawVideoError` of `.cannotCreate`.
  public init(path: String) throws(RawVideoError) {
    do { self.init(try Descriptor.opening(path, writes: true), name: path) } catch {
      throw RawVideoError(
        .cannotCreate, "\(path) cannot be created (\(error))", fix: "check that its folder exists and is writable")
    }
  }

  /// The standard output of this process, which stays open.
  public static var standardOutput: ByteSink {
    ByteSink(descriptor: STDOUT_FILENO, name: "standard output", isOurs: false)
  }

  /// Writes to an open file, which is closed at the end if this sink owns it.
  package init(descriptor: Int32, name: String, isOurs: Bool = true) {
    self.init(Descriptor(descriptor, isOurs: isOurs), name: name)
  }

  private init(_ descriptor: Descriptor, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  /// The same sink, which calls a closure whenever bytes were written.
  package func onProgress(_ action: @escaping @Sendable () -> Void) -> ByteSink {
    var sink = self
    sink.moved = action
    return sink
  }

  /// Writes all of these bytes.
  ///
  /// - Throws: `RawVideoError` of `.closedPipe` if the reader has closed the pipe; of `.transfer` for any other failure.
  func write(_ bytes: UnsafeRawBufferPointer) throws(RawVideoError) {
    do { try unsafe descriptor.write(bytes) { moved?() } } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> RawVideoError {
    guard error == .brokenPipe else {
      return RawVideoError(
        .transfer, "\(name) cannot be written (\(error))", fix: "check that the disk has enough free space")
    }
    return RawVideoError(
      .closedPipe, "the reader of \(name) closed it before all frames were written", fix: "keep it open until the end")
  }

  func write(_ bytes: [UInt8]) throws(RawVideoError) {
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(RawVideoError) in
      try unsafe self.write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Closes the file, which may report that earlier bytes could not be stored; standard output stays open.
  ///
  /// - Throws: `RawVideoError` of `.transfer`.
  public func close() throws(RawVideoError) { do { try descriptor.close() } catch { throw failure(error) } }
}
