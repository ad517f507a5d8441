internal import RawVideo
internal import Synchronization

/// Where pixels go: standard output, a device or a named pipe, or a file that appears under its name when it is complete.
struct Destination: Sendable {
  /// The descriptor to write to.
  let descriptor: Int32
  /// The name of the output in messages.
  let name: String
  /// Where the file is written, and where it is moved when it is complete; `nil` if output appears at once.
  private let file: (temporary: Path, final: Path)?

  /// Standard output.
  static let standardOutput = Destination(descriptor: System.standardOutput, name: "standard output", file: nil)

  private init(descriptor: Int32, name: String, file: (temporary: Path, final: Path)?) {
    self.descriptor = descriptor
    self.name = name
    self.file = file
  }

  /// Opens a place to write to; `-` is standard output.
  ///
  /// A file is first written under another name in the same directory, so that a failure leaves the old file untouched.
  init(_ given: Path) throws(CommandError) {
    guard given != "-" else {
      self = .standardOutput
      return
    }
    let name = "\(given)"
    let path = System.resolved(given)
    do {
      switch System.kind(of: path) {
      case .directory:
        throw CommandError.cannotCreate(
          "\(name) is a directory, but a file was expected; name a file in it, such as \(name)/out.y4m")
      case .other:
        self.init(descriptor: try System.openForWriting(path), name: name, file: nil)
      case .nothing, .regular:
        let (folder, file) = path.split
        guard System.kind(of: folder) == .directory else {
          throw CommandError.cannotCreate(
            "the directory \(folder) of the output \(name) does not exist; create it first, or name another")
        }
        let temporary = folder / Self.temporaryName(for: file)
        let descriptor = try System.create(temporary, inPlaceOf: path)
        self.init(descriptor: descriptor, name: name, file: (temporary, path))
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw .cannotCreate("the output \(name) cannot be created (\(error)); write to another place")
    }
  }

  /// A name that no other file of this run has, and that fits the limit of 255 bytes, however long `file` is.
  private static func temporaryName(for file: Path) -> Path {
    let number = made.add(1, ordering: .relaxed).oldValue
    let end = ".\(System.processIdentifier).\(number).part"
    return Path([UInt8(ascii: ".")] + file.bytes.prefix(254 - end.utf8.count)) + end
  }

  private static let made = Atomic(0)

  /// Writes a file, which appears when it is complete; `-` is standard output.
  static func write(_ bytes: [UInt8], to name: Path) throws(CommandError) {
    let destination = try Destination(name)
    do {
      try destination.writeAll(bytes)
      try destination.commit()
    } catch {
      destination.discard()
      throw error
    }
  }

  /// Where frames are written; it closes the descriptor at the end.
  var sink: ByteSink {
    descriptor == System.standardOutput ? .standardOutput : ByteSink(descriptor: descriptor, name: name)
  }

  /// Writes bytes at the end.
  func write(_ bytes: some Collection<UInt8>) throws(CommandError) {
    do {
      try System.write(bytes, to: descriptor)
    } catch {
      throw Self.failure(error, name: name)
    }
  }

  /// The error for the user when a write failed.
  static func failure(_ error: ErrorNumber, name: String) -> CommandError {
    guard error != .brokenPipe else { return .readerLeft }
    return .inputOutput("the output \(name) cannot be written (\(error)); free space, or write to another place")
  }

  /// Writes the whole output, and closes it.
  func writeAll(_ bytes: [UInt8]) throws(CommandError) {
    try write(bytes)
    if descriptor != System.standardOutput { try close() }
  }

  /// Whether it is a file that appears when it is complete, not a pipe or a device.
  var isFile: Bool { file != nil }

  /// Closes the descriptor.
  func close() throws(CommandError) {
    do { try System.closeFile(descriptor) } catch { throw Self.failure(error, name: name) }
  }

  /// Moves the complete file to its place, after it has been closed. An old file is replaced only once the new one is on the disk.
  func commit() throws(CommandError) {
    guard let file else { return }
    let replaces = System.kind(of: file.final) == .regular
    do {
      if replaces { try System.flush(file.temporary) }
      try System.rename(file.temporary, to: file.final)
      // Not every system can flush a directory, and both files are complete.
      if replaces { try? System.flush(file.final.split.folder) }
    } catch {
      discard()
      throw .inputOutput("the output \(name) cannot be completed (\(error)); free space, or write to another place")
    }
  }

  /// Removes what was written.
  func discard() { if let file { System.remove(file.temporary) } }
}

/// Everything that a run writes to: either all of it appears, or none of it.
final class Outputs: Sendable {
  private let opened = Mutex<[Destination]>([])

  /// Opens a place to write to.
  func open(_ name: Path) throws(CommandError) -> Destination {
    let destination = try Destination(name)
    opened.withLock { $0.append(destination) }
    return destination
  }

  /// Moves every file to its place, after all have been closed.
  func commit() throws(CommandError) {
    for destination in opened.withLock(\.self) { try destination.commit() }
  }

  /// Removes what was written.
  func discard() {
    for destination in opened.withLock(\.self) { destination.discard() }
  }
}
