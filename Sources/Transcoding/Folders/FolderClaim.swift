internal import JSONText
internal import SystemCalls

/// The right to work on a file: the lock of a small file, which ends with its process. Its text says who holds it, how many processes ended at the file
/// by a fault, and, just before an output appears, what is to be recorded.
final class FolderClaim: Sendable {
  /// The number of processes that ended at the file by a fault.
  let faults: Int
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
    do throws(SystemError) {
      folder = try Folder(claims)
      guard let file = try Self.locked(path) else { return nil }
      self.file = file
      let left = try SystemCall.bytes(of: file.number, at: 0, count: 1 << 20)
      (faults, unrecorded) = Self.left(left, to: entry)
      try write(unrecorded)
    } catch {
      throw .folder(.records("\(path)", reason: "\(error)"))
    }
  }

  /// Opens and locks a file; `nil` if another process has locked it.
  private static func locked(_ path: Path) throws(SystemError) -> Descriptor? {
    while true {
      let file = Descriptor(try System.openFile(path, O_RDWR | O_CREAT, mode: 0o666), isOurs: true)
      // File systems without locks are used by one process at a time.
      if flock(file.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
      // Between both calls, the holder may have removed it.
      if System.status(of: file.number)?.identity == System.status(of: path)?.identity { return file }
    }
  }

  /// Reads what the previous holder left. Faults count if they were at the same file with the same options.
  private static func left(_ text: [UInt8], to entry: ManifestEntry) -> (faults: Int, unrecorded: ManifestEntry?) {
    guard let left = try? JSONValue(text: text.prefix { $0 != UInt8(ascii: "\n") }) else { return (0, nil) }
    let unrecorded = left.members["unrecorded"].flatMap { ManifestEntry($0) }
    guard let old = left.members["claim"].flatMap({ ManifestEntry($0) }), old.size == entry.size,
      old.modified == entry.modified, old.options == entry.options, case .number(let faults)? = left.members["faults"]
    else { return (0, unrecorded) }
    return (Int(exactly: faults) ?? 0, unrecorded)
  }

  func countFault() throws(TranscodingError) {
    do { try write(unrecorded, faults: faults + 1) } catch { throw .folder(.records("\(path)", reason: "\(error)")) }
  }

  /// Records what is to be recorded once the output appears.
  func write(_ unrecorded: ManifestEntry?, faults: Int? = nil) throws(SystemError) {
    let members: [(String, [UInt8])] = [
      ("claim", entry.json), ("faults", Array("\(faults ?? self.faults)".utf8)),
      ("unrecorded", unrecorded?.json ?? Array("null".utf8)),
    ]
    let text = members.map { Array("\"\($0)\":".utf8) + $1 }.joined(separator: [UInt8(ascii: ",")])
    // A longer old text is left behind the end of the line.
    try SystemCall.calling { lseek(file.number, 0, SEEK_SET) }
    try System.write(Array("{".utf8) + text + Array("}\n".utf8), to: file.number)
  }

  /// Gives the claim up before the work is done; faults stay counted.
  func giveUp() { if faults == 0 { finish() } }

  func finish() { folder.remove(name) }
}
