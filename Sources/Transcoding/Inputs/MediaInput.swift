internal import Synchronization
package import SystemCalls
internal import Movies

/// An input, whose file is opened and described once: each reader reads that file at its own offset, even if its name is given to another file
/// meanwhile. Pipes and devices are opened by each reader.
package final class MediaInput: Sendable {
  package let path: Path
  private let state = Mutex(State())

  private struct State {
    var file: Descriptor?
    var description: Result<MediaDescription, MediaFileError>?
    /// The reader that described a file whose headers are not read here, and the number of its threads, until frames are read.
    var reader: (MovieReader, threads: Int)?
  }

  package init(_ path: Path) { self.path = path }

  /// Whether it is a regular file, which allows random access.
  var isFile: Bool { state.withLock { $0.file != nil } || path != .standardStream && System.kind(of: path) == .regular }

  /// Whether it is a file that begins, or is named, as a movie, a picture or a bare stream.
  var isMovie: Bool {
    let ending = FileEnding.of(path)
    guard isFile, ending != "y4m", !FileEnding.raw.contains(ending) else { return false }
    return FileFormat(ending: ending) != nil || (try? start(16)).flatMap(FileFormat.init(start:)) != nil
  }

  /// Whether it states the size and the layout of its frames.
  var statesLayout: Bool {
    isMovie || isFile && (try? start(ClipReader.y4mMark.count)) == ClipReader.y4mMark
  }

  /// Returns the open file.
  ///
  /// - Throws: An error if it cannot be opened, or is a directory, a pipe or a device.
  package func file() throws(TranscodingError) -> Descriptor {
    // A pipe is not opened at all, since opening it would wait for a writer.
    guard isFile || System.kind(of: path) == .nothing else {
      throw .input(.media("\(path)", .notAFile(path: "\(path)")))
    }
    do { return try opened() } catch {
      throw .input(.media("\(path)", .cannotOpen(path: "\(path)", reason: "\(error)")))
    }
  }

  /// Returns the open file, pipe or device.
  private func opened() throws(SystemError) -> Descriptor {
    try state.withLock { state throws(SystemError) in
      if let file = state.file { return file }
      let file = Descriptor(try System.openForReading(path), isOurs: true)
      if file.length != nil { state.file = file }
      return file
    }
  }

  /// Returns the bytes from the first on, in order; `-` is standard input.
  func bytes() throws(RawVideoError) -> ByteSource {
    guard path != .standardStream else { return .standardInput }
    do { return ByteSource(try opened().reopened(), name: "\(path)") } catch {
      throw .cannotOpen("\(path)", error)
    }
  }

  /// Returns the bytes of the whole file.
  ///
  /// - Throws: `EFBIG`, "File too large", for more bytes than are allowed.
  func contents(upTo most: Int) throws(SystemError) -> [UInt8] {
    let file = try opened()
    guard let length = file.length, length <= most else { throw SystemError(code: EFBIG) }
    return try SystemCall.bytes(of: file.number, at: 0, count: length)
  }

  func start(_ count: Int) throws(SystemError) -> [UInt8] {
    try SystemCall.bytes(of: opened().number, at: 0, count: count)
  }

  /// Returns the description of the file from its headers, or from FFmpeg's libraries.
  func description(of file: Descriptor) throws(MediaFileError) -> MediaDescription {
    try state.withLock { state throws(MediaFileError) in
      let known =
        state.description ?? Result { () throws(MediaFileError) in try MediaDescription(descriptor: file.number) }
      state.description = known
      return try known.get()
    }
  }

  /// Keeps the description by FFmpeg's libraries of a file whose headers are not read here, and the reader for the next caller that needs one.
  func keep(_ media: MediaDescription, _ reader: MovieReader, threads: Int) {
    state.withLock { ($0.description, $0.reader) = (.success(media), (reader, threads)) }
  }

  /// Returns the kept reader if it has this number of threads, and keeps it no longer.
  func consumeReader(threads: Int) -> MovieReader? {
    state.withLock { state in
      defer { state.reader = nil }
      return state.reader.flatMap { $1 == threads ? $0 : nil }
    }
  }
}
