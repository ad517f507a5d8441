internal import CSystemCalls
internal import SystemCalls

/// An open directory. Names of files are relative to it, so that they refer to the same files if it is moved or replaced.
package struct Folder: Sendable {
  let path: Path
  private let file: Descriptor

  init(_ path: Path) throws(SystemError) {
    self.path = path
    file = Descriptor(try System.openFile(path, files_place | O_DIRECTORY), isOurs: true)
  }

  var status: FileStatus? { System.status(of: file.number) }

  /// Returns the status of a file, without following links; `nil` if there is no file.
  func status(of name: Path) throws(SystemError) -> FileStatus? {
    var status = stat()
    do {
      try unsafe calling(name) { unsafe fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileStatus(status)
  }

  func destination(ofLink name: Path) throws(SystemError) -> Path {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try unsafe calling(name) { unsafe Int32(readlinkat($0, $1, &bytes, bytes.count)) }
    return Path(bytes[..<Int(count)].map(UInt8.init(bitPattern:)))
  }

  /// Gives a file a further name in this directory, in place of the file that had it.
  func link(_ file: Path, as name: Path) throws(SystemError) {
    func link(_ new: Path) throws(SystemError) {
      try unsafe calling(new) { folder, new in
        unsafe file.withCString { unsafe linkat(AT_FDCWD, $0, folder, new, AT_SYMLINK_FOLLOW) }
      }
    }
    do { return try link(name) } catch { guard error.code == EEXIST else { throw error } }
    // With a lock, no other run removes the new name as a leftover.
    let lock = try? Descriptor(System.openForReading(file), isOurs: true)
    if let lock { _ = flock(lock.number, LOCK_SH | LOCK_NB) }
    let new = Self.newName("part")
    try link(new)
    // Renaming between two names of one file does nothing, so the new name remains.
    defer { remove(new) }
    try rename(new, to: name)
  }

  func mayWrite(_ name: Path) -> Bool {
    do { try unsafe calling(name) { unsafe faccessat($0, $1, W_OK, AT_EACCESS) } } catch {
      return error.code != EACCES && error.code != EPERM
    }
    return true
  }

  private func open(_ name: Path, _ flags: Int32, _ mode: mode_t = 0) throws(SystemError) -> Descriptor {
    Descriptor(try unsafe calling(name) { unsafe openat($0, $1, flags | O_NOFOLLOW | O_CLOEXEC, mode) }, isOurs: true)
  }

  /// Opens a file for reading, or for writing if only that is allowed.
  func openAnyhow(_ name: Path) -> Descriptor? {
    (try? open(name, O_RDONLY | O_NONBLOCK)) ?? (try? open(name, O_WRONLY | O_NONBLOCK))
  }

  func rename(_ old: Path, to new: Path) throws(SystemError) {
    try unsafe calling(old) { folder, old in unsafe new.withCString { unsafe renameat(folder, old, folder, $0) } }
  }

  /// Removes a file; returns whether it is gone. A failure is retried once, since no caller retries.
  @discardableResult
  func remove(_ name: Path) -> Bool {
    (1...2).contains { _ in
      do throws(SystemError) { try unsafe calling(name) { unsafe unlinkat($0, $1, 0) } } catch {
        return error.code == ENOENT
      }
      return true
    }
  }

  /// Waits until the names are on the disk, unless the directory may not be read, or its file system does not support this.
  func flush() throws(SystemError) {
    do throws(SystemError) {
      let readable = try open(".", O_RDONLY | O_DIRECTORY)
      try SystemCall.calling { fsync(readable.number) }
    } catch {
      guard error.code == EACCES || error.code == EINVAL else { throw error }
    }
  }

  func names(beginningWith prefix: String = "") throws(SystemError) -> [Path] {
    let readable = try unsafe calling(".") { unsafe openat($0, $1, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = unsafe fdopendir(readable) else {
      let error = SystemError.last
      try? SystemCall.closeFile(readable)
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [Path] = []
    while let entry = unsafe readdir(stream) {
      // An entry is only as long as its name: the whole structure may extend beyond valid memory.
      let name = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let count = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: count)
      if unsafe bytes.starts(with: prefix.utf8) { names.append(unsafe Path(Array(bytes))) }
    }
    return names
  }

  @discardableResult
  private func calling(_ name: Path, _ function: (Int32, UnsafePointer<CChar>) -> Int32) throws(SystemError) -> Int32 {
    try unsafe name.withCString { name throws(SystemError) in
      try SystemCall.calling { unsafe function(file.number, name) }
    }
  }
}

// Files that are written are parts until they are complete. Their writers, and those that replace files, hold locks: a part or a second
// name without a lock is a leftover of a dead process.
extension Folder {
  /// A second name that a file has until its replacement is complete, and the open file, which holds the lock.
  typealias SecondName = (name: Path, lock: Descriptor?)

  func makePart(_ mode: mode_t) throws(SystemError) -> (name: Path, file: Descriptor) {
    while true {
      let name = Self.newName("part")
      let part = try open(name, O_RDWR | O_CREAT | O_EXCL, mode)
      // Between both calls, another run may have removed it as a leftover. Not every file system has locks.
      let isLocked = flock(part.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isLocked, (try? status(of: name) == nil) != true { return (name, part) }
    }
  }

  /// Makes a file without a name, which ends with its last descriptor.
  func makeNamelessFile() throws(SystemError) -> Descriptor {
    let (name, file) = try makePart(0o600)
    remove(name)
    return file
  }

  /// Gives a file that will be replaced another name, from which it can be restored; returns `nil` if there is no file.
  func setAside(_ name: Path) throws(SystemError) -> SecondName? {
    guard let old = try status(of: name), old.kind != .directory else { return nil }
    let lock = openAnyhow(name)
    if let lock { _ = flock(lock.number, LOCK_SH | LOCK_NB) }
    let second = Self.newName("old")
    do {
      try unsafe calling(name) { folder, name in
        unsafe second.withCString { unsafe linkat(folder, name, folder, $0, 0) }
      }
      return (second, lock)
    } catch {
      // Without hard links, the file itself is renamed, to a name that no run removes as a leftover.
      let only = Self.newName("kept")
      try rename(name, to: only)
      return (only, nil)
    }
  }

  /// Removes the leftovers of dead writers: parts and second names of old files that no process has locked. They stay in directories whose
  /// names may not be read.
  func removeLeftovers() {
    for name in (try? names(beginningWith: Self.prefix)) ?? [] where Self.mayBeLeft(name) {
      guard let file = openAnyhow(name), System.status(of: file.number)?.kind == .regular,
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(name)
    }
  }

  private static let prefix = ".tonemap."

  /// Whether a name is that of a file that this library keeps for itself.
  static func isOurs(_ name: Path) -> Bool { name == ".tonemap" || name.bytes.starts(with: prefix.utf8) }

  private static func newName(_ ending: String) -> Path {
    Path("\(prefix)\(String(UInt64.random(in: 1 << 60 ... .max), radix: 16)).\(ending)".utf8)
  }

  /// Whether a name with the prefix was made here, and is not kept.
  private static func mayBeLeft(_ name: Path) -> Bool {
    let rest = String(decoding: name.bytes.dropFirst(prefix.utf8.count), as: UTF8.self).split(separator: ".")
    return rest.count == 2 && rest[0].utf8.count == 16 && rest[0].allSatisfy(\.isHexDigit)
      && ["part", "old"].contains(rest[1])
  }
}
