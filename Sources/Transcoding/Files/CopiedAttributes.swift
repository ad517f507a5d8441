internal import CSystemCalls
internal import SystemCalls

extension System {
  /// Gives a new file the owner, group and permissions of an old one, where the process may; otherwise the group has no rights. No one
  /// who may not read the old file may read the new one at any time.
  ///
  /// - Parameters:
  ///   - name: The old file's name in its folder.
  ///   - edited: The old file, opened, if all its attributes are kept.
  /// - Returns: What was not kept, in words, and why.
  static func copyAttributes(
    _ old: FileStatus, _ folder: Folder, _ name: Path, _ edited: Int32?, to new: Int32
  ) throws(Errno) -> [(what: String, error: Errno)] {
    var lost: [(String, Errno)] = []
    func keeps(_ what: String, _ keep: () throws(Errno) -> Void) -> Bool {
      do { try keep() } catch { lost.append((what, error)) }
      return lost.last?.0 != what
    }
    var keepsGroup = keeps("the group") { () throws(Errno) in
      try SystemCall.calling { fchown(new, uid_t.max, old.group) }
    }
    _ = keeps("the owner") { () throws(Errno) in try SystemCall.calling { fchown(new, old.owner, gid_t.max) } }
    let opened = edited ?? folder.openAnyhow(name)
    defer { if let opened, edited == nil { try? SystemCall.closeFile(opened) } }
    if let opened, keepsGroup {
      // With an access list, the rights of the group are the most that the list can give.
      keepsGroup = keeps("the access list") { () throws(Errno) in try copy(accessList, of: opened, to: new) }
    }
    if let edited {
      _ = keeps("the extended attribute *") { () throws(Errno) in
        for name in try attributes(of: edited) where name != accessList {
          _ = keeps("the extended attribute \(name)") { () throws(Errno) in try copy(name, of: edited, to: new) }
        }
      }
    }
    let mode = old.permissions & (keepsGroup ? 0o777 : 0o707)
    try SystemCall.calling { fchmod(new, mode) }
    return lost
  }

  private static let accessList: Path = "system.posix_acl_access"

  /// The names of a file's attributes.
  private static func attributes(of file: Int32) throws(Errno) -> [Path] {
    guard let names = try unsafe value({ unsafe files_attributes(file, $0, $1) }) else { return [] }
    return names.split(separator: 0).map(Path.init)
  }

  /// Copies an attribute, if there is one.
  private static func copy(_ name: Path, of old: Int32, to new: Int32) throws(Errno) {
    func value(of file: Int32) throws(Errno) -> [UInt8]? {
      try unsafe System.value { buffer, length in
        unsafe name.withCString { unsafe files_attribute(file, $0, buffer, length) }
      }
    }
    // The system may have labeled the new file as it did the old one.
    guard let found = try value(of: old), found != (try? value(of: new)) else { return }
    try SystemCall.calling { unsafe name.withCString { unsafe files_set_attribute(new, $0, found, found.count) } }
  }

  /// What a function writes into a buffer, if there is anything.
  private static func value(_ function: (UnsafeMutablePointer<UInt8>?, Int) -> Int) throws(Errno) -> [UInt8]? {
    do {
      let length = try SystemCall.calling { Int32(function(nil, 0)) }
      var bytes = [UInt8](repeating: 0, count: Int(length))
      let count = try SystemCall.calling { Int32(unsafe function(&bytes, bytes.count)) }
      return Array(bytes.prefix(Int(count)))
    } catch {
      if error.isAbsenceOfAttributes { return nil }
      throw error
    }
  }
}

extension Errno {
  /// Whether a file has no such attribute, or its file system none at all.
  fileprivate var isAbsenceOfAttributes: Bool {
    #if canImport(Darwin)
      [ENOATTR, ENOTSUP].contains(code)
    #else
      [ENODATA, ENOTSUP, ENOSYS].contains(code)
    #endif
  }
}
