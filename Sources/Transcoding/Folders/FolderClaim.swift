internal import JSONText
internal import SystemCalls

/// The right to work on a file: the lock of a small file, which ends with its process. Its text says who holds it, how many processes ended at the file,
/// and, just before an output appears, what is to be recorded.
final class FolderClaim: Sendable {
  /// The number of attempts, including this one, whose processes did not end by themselves before.
  let attempts: Int
  /// What the previous holder was about to record when it ended.
  let unrecorded: ManifestEntry?

  private let entry: ManifestEntry
  private let folder: Folder
  private let name: Path
  private let path: Path
  private let file: Descriptor

  /// Claims a file; `nil` if another process holds its claim.
  ///
  /// - Parameter entry: The entry of the file, with its size, its date and the options.
  init?(_ entry: ManifestEntry, of item: FolderItem, in records: Path) throws(TranscodingError) {
    let claims = records / "claims"
    (self.entry, name) = (entry, Path(FolderSettings.hash(item.path.bytes).utf8))
    path = claims / name
    do throws(Errno) {
      folder = try Folder(claims)
      guard let file = try Self.locked(path) else { return nil }
      self.file = file
      let left = try SystemCall.bytes(of: file.number, at: 0, count: 1 << 20)
      (attempts, unrecorded) = Self.left(left, to: entry)
      try write(unrecorded)
    } catch {
      throw .folder(.records("\(path)", reason: "\(error)"))
    }
  }

  /// Opens and locks a file; `nil` if another process has locked it.
  private static func locked(_ path: Path) throws(Errno) -> Descriptor? {
    while true {
      let file = Descriptor(try System.openFile(path, O_RDWR | O_CREAT, mode: 0o666), isOurs: true)
      // File systems without locks are used by one process at a time.
      if flock(file.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
      // Between both calls, the holder may have removed it.
      if System.status(of: file.number)?.identity == System.status(of: path)?.identity { return file }
    }
  }

  /// Reads what the previous holder left. An attempt counts if it was for the same file and options, unless the whole run was ended from outside: then
  /// the process that started the holder is gone too.
  private static func left(_ text: [UInt8], to entry: ManifestEntry) -> (attempts: Int, unrecorded: ManifestEntry?) {
    guard let left = try? JSONValue(text: text.prefix { $0 != UInt8(ascii: "\n") }) else { return (1, nil) }
    let unrecorded = left.members["unrecorded"].flatMap { ManifestEntry($0) }
    guard let old = left.members["claim"].flatMap({ ManifestEntry($0) }), old.size == entry.size,
      old.modified == entry.modified, old.options == entry.options, case .number(let run)? = left.members["run"]
    else { return (1, unrecorded) }
    let wasEnded = old.host == entry.host && !System.hasProcess(Int32(run))
    return (wasEnded ? old.attempts : old.attempts + 1, unrecorded)
  }

  /// Records what is to be recorded once the output appears.
  func write(_ unrecorded: ManifestEntry?) throws(Errno) { try write(attempts, unrecorded) }

  private func write(_ attempts: Int, _ unrecorded: ManifestEntry?) throws(Errno) {
    var entry = entry
    entry.attempts = attempts
    let members: [(String, [UInt8])] = [
      ("claim", entry.json), ("run", Array("\(System.parentNumber)".utf8)),
      ("unrecorded", unrecorded?.json ?? Array("null".utf8)),
    ]
    let text = members.map { Array("\"\($0)\":".utf8) + $1 }.joined(separator: [UInt8(ascii: ",")])
    // A longer old text is left behind the end of the line.
    try SystemCall.calling { lseek(file.number, 0, SEEK_SET) }
    try System.write(Array("{".utf8) + text + Array("}\n".utf8), to: file.number)
  }

  /// Gives the claim up before the work is done, without counting the attempt.
  func giveUp() {
    if attempts > 1 { try? write(attempts - 1, nil) } else { finish() }
  }

  /// Removes the claim after the work is recorded.
  func finish() { folder.remove(name) }
}
