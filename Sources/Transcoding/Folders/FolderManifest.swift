internal import JSONText
internal import SystemCalls

/// The manifest of a folder: a line of JSON for everything that became of a file, of which the last counts. Any number of processes append lines, each
/// while it holds the lock of the file.
package final class FolderManifest {
  /// The last entry of each file, by the bytes of its name: Swift takes names for equal that differ in their normalization.
  private var last: [[UInt8]: (entry: ManifestEntry, isNew: Bool)] = [:]
  /// The last entry of each output, by the bytes of its name.
  private var outputs: [[UInt8]: ManifestEntry] = [:]
  private let path: Path
  private let file: Descriptor
  /// The length of the manifest at the start of the run; failures before it are tried again.
  package let startLength: Int
  private var position = 0
  /// The start of a line whose end was not read yet.
  private var rest: [UInt8] = []

  /// Opens the manifest, and reads it.
  ///
  /// - Parameter start: Its length at the start of the run; `nil` is its present length.
  package init(in folder: Path, start: Int? = nil) throws(TranscodingError) {
    path = folder / "manifest.jsonl"
    do throws(SystemError) {
      file = Descriptor(try System.openFile(path, O_RDWR | O_CREAT | O_APPEND, mode: 0o666), isOurs: true)
    } catch {
      throw .folder(.records("\(path)", reason: "\(error)"))
    }
    startLength = start ?? System.length(of: file.number)
    try refresh()
  }

  /// The last entry of a file, and whether it was recorded since the run began.
  package func entry(of item: FolderItem) -> (entry: ManifestEntry, isNew: Bool)? { last[Array(item.name.utf8)] }

  func entry(ofOutput output: Path) -> ManifestEntry? { outputs[Array(output.recordedName.utf8)] }

  /// Reads the lines that were appended since the last time.
  ///
  /// - Returns: Their entries.
  @discardableResult
  package func refresh() throws(TranscodingError) -> [ManifestEntry] {
    var entries: [ManifestEntry] = []
    while true {
      let bytes: [UInt8]
      do { bytes = try SystemCall.bytes(of: file.number, at: position, count: 1 << 20) } catch { throw failure(error) }
      guard !bytes.isEmpty else { return entries }
      rest += bytes
      position += bytes.count
      let first = position - rest.count
      var left = rest[...]
      while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
        // A process that was killed may have written a part of a line.
        if let value = try? JSONValue(text: left[..<end]), let entry = ManifestEntry(value) {
          last[Array(entry.input.utf8)] = (entry, first + left.startIndex >= startLength)
          if let output = entry.output { outputs[Array(output.utf8)] = entry }
          entries.append(entry)
        }
        left = left[(end + 1)...]
      }
      rest = Array(left)
    }
  }

  package func append(_ entry: ManifestEntry) throws(TranscodingError) {
    do throws(SystemError) {
      // File systems without locks are used by one process at a time.
      _ = try? SystemCall.calling { flock(file.number, LOCK_EX) }
      defer { _ = flock(file.number, LOCK_UN) }
      let length = System.length(of: file.number)
      let last = length > 0 ? try SystemCall.bytes(of: file.number, at: length - 1, count: 1) : Self.end
      try System.write((last == Self.end ? [] : Self.end) + entry.json + Self.end, to: file.number)
    } catch {
      throw failure(error)
    }
    try refresh()
  }

  /// Whether the file system has locks, without which only one process may work on the folder.
  package var canBeLocked: Bool {
    defer { _ = flock(file.number, LOCK_UN) }
    return flock(file.number, LOCK_SH | LOCK_NB) == 0 || errno == EWOULDBLOCK
  }

  private static let end = [UInt8(ascii: "\n")]

  private func failure(_ error: SystemError) -> TranscodingError { .folder(.records("\(path)", reason: "\(error)")) }
}
