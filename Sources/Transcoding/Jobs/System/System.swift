internal import CSystemCalls
internal import Movies
package import SystemCalls
internal import ToneMapping

package enum System {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// Whether the parent process left a descriptor open for writing. This process's own descriptors are closed on exec.
  static func isLentForWriting(_ descriptor: Int32) -> Bool {
    let (flags, way) = (fcntl(descriptor, F_GETFD), fcntl(descriptor, F_GETFL))
    return flags >= 0 && flags & FD_CLOEXEC == 0 && way >= 0 && way & O_ACCMODE != O_RDONLY
  }

  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension System {
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    try unsafe Array(bytes).withUnsafeBufferPointer { bytes throws(SystemError) in
      try unsafe SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Returns the bytes of a whole file.
  ///
  /// - Throws: `SystemError`: `EFBIG`, "File too large", for more bytes than are allowed.
  package static func contents(of path: Path, upTo most: Int = 64 << 20) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPart(of: path) { part in
      guard bytes.count + part.count <= most else { throw SystemError(code: EFBIG) }
      bytes += part
    }
    return bytes
  }

  /// Calls a closure with the parts of a file, in order; `nil` is standard input, which may be a socket.
  static func forEachPart(of path: Path?, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let descriptor = try path.map { path throws(SystemError) in try openForReading(path) } ?? standardInput
    defer { if path != nil { try? SystemCall.closeFile(descriptor) } }
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe SystemCall.readBytes(of: descriptor, into: $0) }
      if count == 0 { return }
      try body(part[..<count])
    }
  }

  static func openFile(_ path: Path, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Int32 {
    // The system would end the name at a zero byte.
    guard !path.bytes.contains(0) else { throw SystemError(code: EINVAL) }
    return try unsafe path.withCString { name throws(SystemError) in
      try unsafe SystemCall.openFile(name, flags, mode: mode)
    }
  }

  static func openForReading(_ path: Path) throws(SystemError) -> Int32 { try openFile(path, O_RDONLY) }

  /// Opens a file without a name, which is in memory where the system supports that.
  static func openMemory() throws(TranscodingError) -> Int32 {
    do { return try SystemCall.calling { files_in_memory() } } catch {
      throw .output(.noFileInMemory(reason: "\(error)"))
    }
  }

  static func length(of descriptor: Int32) -> Int { SystemCall.status(of: descriptor)?.length ?? 0 }

  /// Returns the total size in bytes of the file system of an open file; `nil` if unknown.
  static func fileSystemSize(of descriptor: Int32) -> UInt64? {
    var status = statvfs()
    guard unsafe fstatvfs(descriptor, &status) == 0 else { return nil }
    let (size, overflows) = UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflows ? nil : size
  }

  /// Reports the errors that closing would report, such as a full disk, but leaves the file open and locked.
  ///
  /// - Parameter flushes: Whether to wait until its bytes are on the disk.
  static func settle(_ descriptor: Int32, flushes: Bool) throws(SystemError) {
    let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if flushes || second < 0 { try SystemCall.calling { fsync(descriptor) } }
    if second >= 0 { try SystemCall.closeFile(second) }
  }

  package static func makeFolder(_ path: Path) throws(SystemError) {
    do {
      try SystemCall.calling { unsafe path.withCString { unsafe mkdir($0, 0o777) } }
    } catch {
      guard error.code == EEXIST, kind(of: path) == .directory else { throw error }
    }
  }

  /// Creates a folder below another, and all between them.
  static func makeFolders(_ names: Path, in folder: Path) throws(SystemError) {
    try makeFolder(folder)
    var path = folder
    for name in names.names {
      path = path / Path(name)
      try makeFolder(path)
    }
  }

  /// Returns the status of a file, following links; `nil` if there is no file.
  package static func status(of path: Path) -> FileStatus? {
    unsafe path.withCString { unsafe SystemCall.status(at: $0) }.map(FileStatus.init)
  }

  static func status(of descriptor: Int32) -> FileStatus? { SystemCall.status(of: descriptor).map(FileStatus.init) }

  package static func kind(of path: Path) -> FileKind { status(of: path)?.kind ?? .nothing }

  /// Returns the path with every symbolic link resolved, or the path itself if it does not exist.
  static func resolved(_ path: Path) -> Path {
    guard let found = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(found) }
    return unsafe Path(UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
  }
}

extension MovieLibraries {
  /// Makes sure that the libraries are installed.
  static func require() throws(TranscodingError) {
    do { try load() } catch { throw TranscodingError(error) }
  }
}
