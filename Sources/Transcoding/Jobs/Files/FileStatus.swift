package import SystemCalls

package enum FileKind: Hashable { case nothing, regular, directory, link, other }

/// The identity of a file, independent of its path; for a file that does not exist, the identity of its directory, and its name there.
package enum FileIdentity: Hashable, Sendable {
  case existing(FileNumber)
  indirect case place(folder: FileIdentity, name: Path)
}

/// The status of a file, as the system reports it.
package struct FileStatus: Sendable {
  let kind: FileKind
  let identity: FileIdentity
  /// The permissions of owner, group and others, nine bits.
  let permissions: mode_t
  let owner: uid_t
  let group: gid_t
  /// Whether it is a directory in which only owners may rename and remove files.
  let isSticky: Bool
  /// The length in bytes; 0 unless it is a regular file.
  let length: Int
  private let changed: [Int]

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
    #else
      changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #endif
  }

  /// Whether the last change of this file was before that of another; false without another.
  package func isOlder(than other: FileStatus?) -> Bool {
    other.map { changed.lexicographicallyPrecedes($0.changed) } ?? false
  }

  /// Whether this is the same file with the same contents, judging by its length and its time of change.
  func isUnchanged(since other: FileStatus) -> Bool {
    identity == other.identity && length == other.length && changed == other.changed
  }
}
