internal import CSystemCalls
package import SystemCalls

package enum FileKind: Hashable { case nothing, regular, directory, link, other }

/// The identity of a file, independent of its path; for a file that does not exist, the identity of its directory, and its name there.
package enum FileIdentity: Hashable, Sendable {
  case existing(FileNumber)
  indirect case place(folder: FileIdentity, name: Path)
}

/// The status of a file, as the system reports it.
package struct FileStatus: Sendable {
  package let kind: FileKind
  package let identity: FileIdentity
  /// The identity of a regular file; `nil` for any other.
  package var regularIdentity: FileIdentity? { kind == .regular ? identity : nil }
  /// The permissions of owner, group and others, nine bits.
  let permissions: mode_t
  let owner: uid_t
  let group: gid_t
  /// Whether it is a directory in which only owners may rename and remove files.
  let isSticky: Bool
  /// The length in bytes; 0 unless it is a regular file.
  package let length: Int
  /// The times of the last change and the last reading, in seconds since 1970 and nanoseconds.
  private let changed, accessed: [Int]

  init(_ status: stat) {
    kind =
      switch status.kind {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    identity = .existing(status.file)
    permissions = status.st_mode & 0o777
    owner = status.st_uid
    group = status.st_gid
    isSticky = status.st_mode & S_ISVTX != 0
    length = status.length ?? 0
    #if canImport(Darwin)
      changed = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
      accessed = [status.st_atimespec.tv_sec, status.st_atimespec.tv_nsec]
    #else
      changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      accessed = [status.st_atim.tv_sec, status.st_atim.tv_nsec]
    #endif
  }

  /// The time of the last change, in nanoseconds since 1970, limited to the years 1677 to 2262.
  package var modified: Int { Int(clamping: Int128(changed[0]) * 1_000_000_000 + Int128(changed[1])) }

  func copyTimes(to new: Int32) throws(SystemError) {
    let times = [accessed, changed].map { timespec(tv_sec: $0[0], tv_nsec: $0[1]) }
    try SystemCall.calling { unsafe futimens(new, times) }
  }

  /// Whether this is the same file with the same contents, judging by its length and its time of change.
  package func isUnchanged(since other: FileStatus) -> Bool {
    identity == other.identity && length == other.length && changed == other.changed
  }

  /// Gives a new file the owner, group and permissions of this old one, where the process may; otherwise the group has no rights. Users who may
  /// not read the old file may not read the new one at any time.
  ///
  /// - Parameters:
  ///   - file: The old file, if it can be opened.
  ///   - keepsAll: Whether its extended attributes are kept too; otherwise only its access list is.
  ///   - keepsOwner: Whether its owner and its group are kept; otherwise they are those of the process.
  /// - Returns: The attributes that were not kept, in words, and their errors.
  func copyAttributes(
    of file: Descriptor?, to new: Int32, keepsAll: Bool, keepsOwner: Bool = true
  ) throws(SystemError) -> [(what: String, error: SystemError)] {
    var lost: [(what: String, error: SystemError)] = []
    func keep(_ what: String, _ keep: () throws(SystemError) -> Void) {
      do { try keep() } catch { lost.append((what, error)) }
    }
    if keepsOwner {
      keep("the group") { () throws(SystemError) in try SystemCall.calling { fchown(new, uid_t.max, group) } }
      keep("the owner") { () throws(SystemError) in try SystemCall.calling { fchown(new, owner, gid_t.max) } }
    }
    if let file {
      keep("the extended attribute *") { () throws(SystemError) in
        for name in try Self.attributes(of: file.number) where keepsAll || name == Self.accessList {
          let what = name == Self.accessList ? "the access list" : "the extended attribute \(name)"
          keep(what) { () throws(SystemError) in try Self.copy(name, of: file.number, to: new) }
        }
      }
    }
    // With an access list, the group's rights are the maximum that the list can grant.
    let losesGroup = lost.contains { ["the group", "the access list", "the extended attribute *"].contains($0.what) }
    try SystemCall.calling { fchmod(new, permissions & (losesGroup ? 0o707 : 0o777)) }
    return lost
  }

  private static let accessList: Path = "system.posix_acl_access"

  private static func attributes(of file: Int32) throws(SystemError) -> [Path] {
    do { return try unsafe value({ unsafe files_attributes(file, $0, $1) }).split(separator: 0).map(Path.init) } catch {
      // Some file systems and kernels have no extended attributes.
      guard error.code == ENOTSUP || error.code == ENOSYS else { throw error }
      return []
    }
  }

  private static func copy(_ name: Path, of old: Int32, to new: Int32) throws(SystemError) {
    func value(of file: Int32) throws(SystemError) -> [UInt8] {
      try unsafe Self.value { buffer, length in
        unsafe name.withCString { unsafe files_attribute(file, $0, buffer, length) }
      }
    }
    let found = try value(of: old)
    // The system may have labeled the new file like the old one.
    guard found != (try? value(of: new)) else { return }
    try SystemCall.calling { unsafe name.withCString { unsafe files_set_attribute(new, $0, found, found.count) } }
  }

  private static func value(_ function: (UnsafeMutablePointer<UInt8>?, Int) -> Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try SystemCall.calling { function(nil, 0) })
    let count = try SystemCall.calling { unsafe function(&bytes, bytes.count) }
    return Array(bytes.prefix(count))
  }
}
