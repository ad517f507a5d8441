// The functions of the system that only the command needs, each a call or two. Besides this file, only those in Files have any.

internal import SystemCalls

/// Ends the process.
func exitProcess(_ code: Int32) -> Never { exit(code) }

/// Ends the process as a signal does, so that a shell sees that it was interrupted.
func exitProcess(bySignal number: Int32) -> Never {
  _ = signal(number, SIG_DFL)
  raise(number)
  exit(128 + number)
}

extension Errno {
  static let noSuchFile = Errno(code: ENOENT)
  static let notADirectory = Errno(code: ENOTDIR)
  static let tooManyLinks = Errno(code: ELOOP)
}

enum System {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static var processIdentifier: Int32 { getpid() }

  /// The user whose rights count.
  static var user: uid_t { geteuid() }

  /// An environment variable, or `nil` if it is not set.
  static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of a terminal, or `nil` if they are unknown.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes.
  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(Errno) {
    try unsafe Array(bytes).withUnsafeBufferPointer { bytes throws(Errno) in
      try unsafe SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// The most that is read of a color JSON or a checkpoint: 64 MiB.
  static let longestText = 64 << 20

  /// The bytes of a whole file.
  ///
  /// - Throws: `Errno`: `EFBIG`, "File too large", for more bytes than are allowed.
  static func contents(of path: Path, upTo most: Int = longestText) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPart(of: path) { part in
      guard bytes.count + part.count <= most else { throw Errno(code: EFBIG) }
      bytes += part
    }
    return bytes
  }

  /// Calls a closure with the parts of a file, one after the other.
  ///
  /// - Throws: `Errno`, and what the closure throws.
  static func forEachPart(of path: Path, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let descriptor = try openForReading(path)
    defer { try? SystemCall.closeFile(descriptor) }
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe SystemCall.readBytes(of: descriptor, into: $0) }
      if count == 0 { return }
      try body(part[..<count])
    }
  }

  /// Opens a file.
  static func openFile(_ path: Path, _ flags: Int32) throws(Errno) -> Int32 {
    try unsafe path.withCString { name throws(Errno) in try unsafe SystemCall.openFile(name, flags) }
  }

  /// Opens a file for reading.
  static func openForReading(_ path: Path) throws(Errno) -> Int32 {
    try openFile(path, O_RDONLY)
  }

  /// Opens an existing device or named pipe for writing at its end.
  static func openForWriting(_ path: Path) throws(Errno) -> Int32 {
    try openFile(path, O_WRONLY | O_APPEND | O_NOCTTY)
  }

  /// The size in bytes of the file system on which an open file is, free or not; `nil` if it is unknown.
  static func fileSystemSize(of descriptor: Int32) -> UInt64? {
    var status = statvfs()
    guard unsafe fstatvfs(descriptor, &status) == 0 else { return nil }
    let (size, overflows) = UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflows ? nil : size
  }

  /// Reports what closing would report, such as a full disk, but leaves the file open and locked.
  ///
  /// - Parameter flushes: Whether to wait until its bytes are on the disk.
  static func settle(_ descriptor: Int32, flushes: Bool) throws(Errno) {
    let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if flushes || second < 0 { try SystemCall.calling { fsync(descriptor) } }
    if second >= 0 { try SystemCall.closeFile(second) }
  }

  /// Whether the parent process left a descriptor open for writing. Our own are closed in other programs.
  static func isLentForWriting(_ descriptor: Int32) -> Bool {
    let (flags, way) = (fcntl(descriptor, F_GETFD), fcntl(descriptor, F_GETFL))
    return flags >= 0 && flags & FD_CLOEXEC == 0 && way >= 0 && way & O_ACCMODE != O_RDONLY
  }

  // MARK: Memory

  /// Whether the system can provide this many bytes now; they are released at once.
  static func hasMemory(for count: Int) -> Bool {
    let memory = unsafe mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else { return false }
    unsafe munmap(memory, max(count, 1))
    return true
  }

  // MARK: Signals

  /// The signals that Ctrl-C, `kill` and a closing terminal send.
  static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Makes a write to a closed pipe, or beyond the size limit of files, fail with an error instead of ending the process.
  static func ignoreFailedWrites() {
    ignore(signal: SIGPIPE)
    ignore(signal: SIGXFSZ)
  }

  /// Opens standard input, output and error to the null device where the parent closed them, so that no other file gets their
  /// numbers. They are opened the other way round: reading and writing there fails, as it would with a closed descriptor.
  static func reserveStandardDescriptors() {
    for descriptor in standardInput...standardError where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = unsafe open("/dev/null", descriptor == standardInput ? O_WRONLY : O_RDONLY)
    }
  }

  static func ignore(signal number: Int32) { _ = signal(number, SIG_IGN) }

  /// Whether a signal is not ignored; the parent process may have set it to be.
  static func heeds(signal number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler != ignoring
  }

  // MARK: Files

  /// The identity of the file at a path, or `nil` for everything but a file.
  static func identity(at path: Path) -> FileIdentity? {
    status(of: path).flatMap { $0.kind == .regular ? $0.identity : nil }
  }

  /// The identity of an open file, or `nil` for everything but a file.
  static func identity(of descriptor: Int32) -> FileIdentity? {
    status(of: descriptor).flatMap { $0.kind == .regular ? $0.identity : nil }
  }

  /// The path with every symbolic link resolved, or the path itself if nothing is there.
  static func resolved(_ path: Path) -> Path {
    guard let found = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(found) }
    return unsafe Path(UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
  }
}
