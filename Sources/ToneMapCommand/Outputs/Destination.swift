internal import RawVideo
internal import Synchronization

/// Where pixels go: standard output, a device or a named pipe, or a file that appears under its name when it is whole.
struct Destination: Sendable {
  /// What is written to.
  let descriptor: Int32
  /// What messages call it.
  let name: String
  /// Where the file is made, and where it belongs when it is whole; `nil` where what is written is there at once.
  private let file: (temporary: String, final: String)?

  /// Standard output.
  static let standardOutput = Destination(descriptor: System.standardOutput, name: "standard output", file: nil)

  private init(descriptor: Int32, name: String, file: (temporary: String, final: String)?) {
    self.descriptor = descriptor
    self.name = name
    self.file = file
  }

  /// Opens a place to write to; `-` is standard output.
  ///
  /// A file is written beside its place under another name, so that a failure leaves what was there before.
  init(_ name: String) throws(CommandError) {
    guard name != "-" else {
      self = .standardOutput
      return
    }
    let path = System.resolved(name)
    do {
      switch System.kind(of: path) {
      case .directory:
        throw CommandError.cannotCreate("\(name) is a directory; name a file in it, such as \(name)/out.y4m")
      case .other:
        self.init(descriptor: try System.openForWriting(path), name: name, file: nil)
      case .nothing, .regular:
        let (folder, file) = System.split(path)
        guard System.kind(of: folder) == .directory else {
          throw CommandError.cannotCreate(
            "the directory \(folder) of the output \(name) does not exist; make it first, or name another")
        }
        let temporary = "\(folder)/\(Self.temporaryName(for: file))"
        let descriptor = try System.create(temporary, inPlaceOf: path)
        self.init(descriptor: descriptor, name: name, file: (temporary, path))
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw .cannotCreate("the output \(name) cannot be created (\(error)); name another place")
    }
  }

  /// A name that no other file of this run has, and that is no longer than names may be, whatever `file`'s length: 255 bytes.
  private static func temporaryName(for file: Substring) -> String {
    let number = made.add(1, ordering: .relaxed).oldValue
    let end = ".\(System.processIdentifier).\(number).part"
    var start = file
    while 1 + start.utf8.count + end.utf8.count > 255 { start.removeLast() }
    return ".\(start)\(end)"
  }

  private static let made = Atomic(0)

  /// Writes a file, which appears when it is whole; `-` is standard output.
  static func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
    let destination = try Destination(name)
    do {
      try destination.writeAll(bytes)
      try destination.commit()
    } catch {
      destination.discard()
      throw error
    }
  }

  /// Where frames are written; closes what it writes to in the end.
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

  /// What a failed write means to the user.
  static func failure(_ error: ErrorNumber, name: String) -> CommandError {
    guard error != .brokenPipe else { return .readerLeft }
    return .inputOutput("the output \(name) cannot be written (\(error)); make room, or name another place")
  }

  /// Writes all there is to write, and closes.
  func writeAll(_ bytes: [UInt8]) throws(CommandError) {
    try write(bytes)
    if descriptor != System.standardOutput { try close() }
  }

  /// Whether it is a file that appears when it is whole: no pipe, no device.
  var isFile: Bool { file != nil }

  /// Closes what bytes were written to.
  func close() throws(CommandError) {
    do { try System.closeFile(descriptor) } catch { throw Self.failure(error, name: name) }
  }

  /// Puts the whole file in its place, after it has been closed. What it replaces is not given up before it is on the disk.
  func commit() throws(CommandError) {
    guard let file else { return }
    let replaces = System.kind(of: file.final) == .regular
    do {
      if replaces { try System.flush(file.temporary) }
      try System.rename(file.temporary, to: file.final)
      // Not every system can flush a folder, and both files are whole.
      if replaces { try? System.flush(System.split(file.final).folder) }
    } catch {
      discard()
      throw .inputOutput("the output \(name) cannot be completed (\(error)); make room, or name another place")
    }
  }

  /// Leaves nothing behind.
  func discard() { if let file { System.remove(file.temporary) } }
}

/// Everything that a run writes to: it all appears, or nothing does.
final class Outputs: Sendable {
  private let opened = Mutex<[Destination]>([])

  /// Opens a place to write to.
  func open(_ name: String) throws(CommandError) -> Destination {
    let destination = try Destination(name)
    opened.withLock { $0.append(destination) }
    return destination
  }

  /// Puts every file in its place, after all have been closed.
  func commit() throws(CommandError) {
    for destination in opened.withLock(\.self) { try destination.commit() }
  }

  /// Leaves nothing behind.
  func discard() {
    for destination in opened.withLock(\.self) { destination.discard() }
  }
}
