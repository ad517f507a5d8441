internal import CSystemCalls
internal import SystemCalls

// Files that are written are parts until they are complete. On Linux a part has no name where the file system allows that, and is gone
// with its writer. Elsewhere it has a name of its own and a lock that its writer holds: without the lock, its writer is dead.
extension Folder {
  /// Creates an empty part.
  ///
  /// - Returns: An open file, and its name if it has one.
  func makePart(_ mode: mode_t) throws(Errno) -> (descriptor: Int32, name: Path?) {
    if let part = try? openUnnamed(mode) {
      if canNameParts { return (part, nil) }
      try? SystemCall.closeFile(part)
    }
    while true {
      let name = Self.newName("part")
      let part: Int32
      do { part = try open(name, O_RDWR | O_CREAT | O_EXCL, mode) } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      // Between both calls another run may have taken it for a dead writer's. Not every file system has locks.
      let isLocked = flock(part, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isLocked, System.status(of: part)?.links != 0 { return (part, name) }
      try? SystemCall.closeFile(part)
    }
  }

  private func openUnnamed(_ mode: mode_t) throws(Errno) -> Int32 {
    guard files_unnamed != 0 else { throw Errno(code: ENOTSUP) }
    return try open(".", files_unnamed | O_RDWR, mode)
  }

  /// Whether a part without a name can get one: the way to it, /proc, may be missing or closed. Told now, it costs nothing.
  private var canNameParts: Bool {
    guard let trial = try? openUnnamed(0o600) else { return false }
    defer { try? SystemCall.closeFile(trial) }
    return (try? namePart(trial)).map(remove) == true
  }

  /// Gives a part without a name one, for the moment until it is renamed.
  func namePart(_ part: Int32) throws(Errno) -> Path {
    // Left behind by a kill just then, it must be recognized as a dead writer's.
    _ = flock(part, LOCK_EX | LOCK_NB)
    let name = Self.newName("part")
    try SystemCall.calling {
      unsafe Self.way(to: part).withCString { way in
        unsafe name.withCString { unsafe linkat(AT_FDCWD, way, descriptor, $0, AT_SYMLINK_FOLLOW) }
      }
    }
    return name
  }

  /// Gives a file that will be replaced another name, under which it can come back.
  ///
  /// - Returns: That name, and an open file that must stay open as long as the name is needed: its lock keeps other runs from removing the
  ///   name as a leftover. `nil` where the file cannot be locked; the name is then one that no run removes.
  func setAside(_ name: Path) throws(Errno) -> (name: Path, lock: Int32?) {
    do {
      while let file = lockShared(name) {
        let second = Self.newName("old")
        do { try link(name, as: second) } catch {
          try? SystemCall.closeFile(file)
          throw error
        }
        // Between both calls the name may have got another file.
        if let linked = try? status(of: second), linked.identity == System.status(of: file)?.identity {
          return (second, file)
        }
        remove(second)
        try? SystemCall.closeFile(file)
      }
      let second = Self.newName("kept")
      try link(name, as: second)
      return (second, nil)
    } catch {
      // Where files have one name only. For a moment this is the only one, so that nothing ever removes it as a leftover.
      let only = Self.newName("kept")
      try rename(name, to: only)
      return (only, nil)
    }
  }

  /// Opens a file and takes a lock on it that others may have too; `nil` if either is impossible.
  private func lockShared(_ name: Path) -> Int32? {
    guard let file = openAnyhow(name) else { return nil }
    if flock(file, LOCK_SH | LOCK_NB) == 0 { return file }
    try? SystemCall.closeFile(file)
    return nil
  }

  /// Removes what dead writers left: parts and second names of old files that nobody holds locked. Where nobody may read the names, they
  /// stay.
  func removeLeftovers() {
    for name in (try? names(beginningWith: Self.prefix)) ?? [] {
      switch Self.ending(of: name) {
      case "part", "old":
        guard let part = openAnyhow(name) else { continue }
        if System.status(of: part)?.kind == .regular, flock(part, LOCK_EX | LOCK_NB) == 0 { remove(name) }
        try? SystemCall.closeFile(part)
      default: continue
      }
    }
  }

  /// Opens a file for reading, or, if only that is allowed, for writing.
  func openAnyhow(_ name: Path) -> Int32? {
    (try? open(name, O_RDONLY | O_NONBLOCK)) ?? (try? open(name, O_WRONLY | O_NONBLOCK))
  }

  private static let prefix = ".tonemap."

  /// A name that no other file has.
  private static func newName(_ ending: String) -> Path {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return Path("\(prefix)\(String(repeating: "0", count: 16 - digits.count))\(digits).\(ending)".utf8)
  }

  /// What a name ends with that was made here; `nil` for others.
  private static func ending(of name: Path) -> Substring? {
    let rest = String(decoding: name.bytes.dropFirst(prefix.utf8.count), as: UTF8.self).split(separator: ".")
    guard rest.count == 2, rest[0].utf8.count == 16, rest[0].allSatisfy(\.isHexDigit) else { return nil }
    return rest[1]
  }

  /// The name of an open file that has none.
  private static func way(to descriptor: Int32) -> Path { Path("/proc/self/fd/\(descriptor)".utf8) }
}
