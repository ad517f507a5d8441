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
        let temporary = "\(folder)/.\(file).\(System.processIdentifier).part"
        self.init(descriptor: try System.create(temporary), name: name, file: (temporary, path))
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw .cannotCreate("the output \(name) cannot be created (\(error)); name another place")
    }
  }

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

  /// Puts the whole file in its place, after it has been closed.
  func commit() throws(CommandError) {
    do {
      if let file { try System.rename(file.temporary, to: file.final) }
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
