internal import CSystemCalls
internal import SystemCalls

/// An open directory. Its files are named within it, so that they stay the same files if it is moved or replaced.
package final class Folder: Sendable {
  let descriptor: Int32
  let path: Path

  init(_ path: Path) throws(Errno) {
    self.path = path
    descriptor = try System.openFile(path, files_place | O_DIRECTORY)
  }

  deinit { try? SystemCall.closeFile(descriptor) }

  /// The status of this directory.
  var status: FileStatus? { System.status(of: descriptor) }

  /// The status of a file, links not followed; `nil` if there is none.
  func status(of name: Path) throws(Errno) -> FileStatus? {
    var status = stat()
    do {
      try SystemCall.calling {
        unsafe name.withCString { unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
      }
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileStatus(status)
  }

  /// What a symbolic link leads to.
  func destination(ofLink name: Path) throws(Errno) -> Path {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try SystemCall.calling {
      Int32(unsafe name.withCString { unsafe readlinkat(descriptor, $0, &bytes, bytes.count) })
    }
    return Path(bytes[..<Int(count)].map(UInt8.init(bitPattern:)))
  }

  /// Whether a file may be written.
  func mayWrite(_ name: Path) -> Bool {
    let result = unsafe name.withCString { unsafe faccessat(descriptor, $0, W_OK, AT_EACCESS) }
    return result == 0 || errno != EACCES && errno != EPERM
  }

  /// Opens a file; a link is not followed.
  func open(_ name: Path, _ flags: Int32, _ mode: mode_t = 0) throws(Errno) -> Int32 {
    try SystemCall.calling {
      unsafe name.withCString { unsafe openat(descriptor, $0, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
    }
  }

  func rename(_ old: Path, to new: Path) throws(Errno) {
    try SystemCall.calling {
      unsafe old.withCString { old in unsafe new.withCString { unsafe renameat(descriptor, old, descriptor, $0) } }
    }
  }

  /// Gives a file a second name.
  func link(_ old: Path, as new: Path) throws(Errno) {
    try SystemCall.calling {
      unsafe old.withCString { old in unsafe new.withCString { unsafe linkat(descriptor, old, descriptor, $0, 0) } }
    }
  }

  /// Removes a file; returns whether it is gone. A second attempt is made, since nobody else would make one.
  @discardableResult
  func remove(_ name: Path) -> Bool {
    (1...2).contains { _ in unsafe name.withCString { unsafe unlinkat(descriptor, $0, 0) } == 0 || errno == ENOENT }
  }

  /// Waits until the names are on the disk. A directory that may not be read cannot be waited for, nor one of a file system that does
  /// not know how.
  func flush() throws(Errno) {
    do throws(Errno) {
      let readable = try open(".", O_RDONLY | O_DIRECTORY)
      defer { try? SystemCall.closeFile(readable) }
      try SystemCall.calling { fsync(readable) }
    } catch {
      guard error.code == EACCES || error.code == EINVAL else { throw error }
    }
  }

  /// The names that begin with a prefix.
  func names(beginningWith prefix: String) throws(Errno) -> [Path] {
    let readable = try open(".", O_RDONLY | O_DIRECTORY)
    guard let stream = unsafe fdopendir(readable) else {
      let error = Errno.last
      try? SystemCall.closeFile(readable)
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [Path] = []
    while let entry = unsafe readdir(stream) {
      // An entry is only as long as its name: the whole structure may reach beyond memory.
      let name = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let count = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: count)
      if unsafe bytes.starts(with: prefix.utf8) { names.append(unsafe Path(Array(bytes))) }
    }
    return names
  }
}
