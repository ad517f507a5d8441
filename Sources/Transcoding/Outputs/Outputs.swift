internal import HDRMetadata
internal import Synchronization

/// Everything that a run writes. Each name is checked and opened before the first frame; the files appear together, or none does. Of a series of
/// files, each appears by itself.
///
///     let outputs = Outputs(reading: choices.files(with: "in.y4m"), control)
///     let output = try outputs.open("out.y4m", as: "the output")
///     try outputs.commit()
///
/// Devices, pipes and open descriptors are written in place, at once.
package final class Outputs: Sendable {
  private struct State {
    var places: Places
    var streams: [Destination] = []
    var files: [NewFile] = []
    /// The directories in which nothing is left of dead writers.
    var cleared: Set<FileIdentity> = []
  }

  private let state: Mutex<State>
  /// Whether write-protected files are replaced too; `nil` if the user cannot ask for it.
  private let force: Bool?
  private let control: RunControl

  /// - Parameter files: The files that are read, by what they are in messages; none of them may be written.
  package init(reading files: [ReadFile] = [], force: Bool? = nil, _ control: RunControl) {
    state = Mutex(State(places: Places(reading: files)))
    (self.force, self.control) = (force, control)
  }

  /// Records one more file that is read, and may not be written.
  package func read(_ path: Path, as role: String) { state.withLock { $0.places.read(path, as: role) } }

  /// Opens a place to write to; `-` is standard output. What is opened first appears last.
  ///
  /// - Parameters:
  ///   - role: What it is, as the subject of a sentence.
  ///   - isGiven: Whether the user gave the name.
  ///   - source: The file that is read and may be replaced: its name, and its descriptor.
  /// - Throws: `settings`, `cannotCreate`, `inputOutput`; `data` if the source is no longer what was opened.
  func open(
    _ path: Path, as role: String, isGiven: Bool = true, over source: (path: Path, descriptor: Int32)? = nil
  ) throws(TranscodingError) -> Destination {
    let place = try OutputPlace(path, as: role, isGiven: isGiven, force: force == true)
    let output = path == .standardStream ? "standard output" : "\(role) \(path)"
    do {
      switch place {
      case .descriptor(let number):
        guard System.isLentForWriting(number) else {
          throw TranscodingError.inputOutput(
            "\(output) cannot be written, since it is not open; write to another place")
        }
        return try record(Destination(number, name: output, isFile: false, isOurs: false))
      case .stream(let stream):
        return try record(Destination(try System.openForWriting(stream), name: output, isFile: false))
      case .file(let folder, let name, let old):
        let isEdited = try self.isEdited(source, folder, name, old, output)
        try take(NewFile.identity(of: old, in: folder, name), output)
        try checkPlace(of: old, in: folder, name, output)
        if let directory = folder.status?.identity, state.withLock({ $0.cleared.insert(directory).inserted }) {
          folder.removeLeftovers()
        }
        let file = try NewFile(output, in: folder, name: name, replacing: old, isEdited: isEdited, control)
        state.withLock { $0.files.append(file) }
        try file.takeAfter(isEdited ? source?.descriptor : nil)
        return file.destination
      }
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .cannotCreate("\(output) cannot be created (\(error)); write to another place")
    }
  }

  /// Makes sure that a file of a name that nobody gave can be opened later.
  func check(_ path: Path, as role: String) throws(TranscodingError) {
    guard
      case .file(let folder, let name, let old) = try OutputPlace(path, as: role, isGiven: false, force: force == true)
    else { return }
    try state.withLock { state throws(TranscodingError) in
      try state.places.check(NewFile.identity(of: old, in: folder, name), "\(role) \(path)")
    }
    try checkPlace(of: old, in: folder, name, "\(role) \(path)")
  }

  private func record(_ stream: Destination) throws(TranscodingError) -> Destination {
    try take(System.identity(of: stream.descriptor), stream.name)
    state.withLock { $0.streams.append(stream) }
    return stream
  }

  private func take(_ identity: FileIdentity?, _ output: String) throws(TranscodingError) {
    try state.withLock { state throws(TranscodingError) in try state.places.write(identity, output) }
  }

  /// Whether a file is the source; only the source that was opened may then be there.
  private func isEdited(
    _ source: (path: Path, descriptor: Int32)?, _ folder: Folder, _ name: Path, _ old: FileStatus?, _ output: String
  ) throws(TranscodingError) -> Bool {
    guard let source, let read = System.status(of: source.descriptor) else { return false }
    if old?.identity != read.identity {
      // The same name, but another file.
      guard case .file(let other, name, _) = try OutputPlace(source.path, as: "the input"),
        other.status?.identity == folder.status?.identity
      else { return false }
    }
    guard old?.isUnchanged(since: read) == true else { throw .changed(output) }
    return true
  }

  /// Makes sure that a file may be replaced.
  private func checkPlace(of old: FileStatus?, in folder: Folder, _ name: Path, _ output: String)
    throws(TranscodingError)
  {
    guard let old else { return }
    let (user, status) = (System.user, folder.status)
    if let status, status.isSticky, ![0, old.owner, status.owner].contains(user) {
      throw .cannotCreate(
        "\(output) belongs to another user, but a file of your own or nothing was expected, since only owners may replace files in"
          + " its directory; write to another place")
    }
    guard old.kind == .regular, force != true, !folder.mayWrite(name) || old.permissions & 0o222 == 0 else { return }
    let way: Fix = force == nil ? "make it writable" : "give \(.replacing) to replace it"
    throw .cannotCreate(
      "\(output) is write-protected, but a file that may be replaced was expected; \(way), or write to another place")
  }

  /// Makes one file appear, which was written; the others wait.
  ///
  /// - Throws: `inputOutput`; the old file is then as it was.
  func commit(_ destination: Destination) throws(TranscodingError) {
    guard let file = state.withLock({ $0.files.first { $0.destination === destination } }) else { return }
    try destination.settle(flushes: file.old != nil)
    Signals.pause()
    defer { Signals.resume() }
    try state.withLock { state throws(TranscodingError) in
      guard let index = state.files.firstIndex(where: { $0.destination === destination }) else { return }
      // What fails stays among the files that are discarded.
      try state.files[index].prepare()
      try state.files[index].appear(isRevocable: false)
      state.files.remove(at: index).finish()
      state.places.forget(file.identity)
    }
  }

  /// Makes every file appear; all were written.
  ///
  /// - Throws: `inputOutput`, `data`; every old file is then as it was.
  package func commit() throws(TranscodingError) {
    let (files, streams) = state.withLock { ($0.files, $0.streams) }
    // It can take long, and a second signal ends the process meanwhile.
    for stream in streams { try stream.settle(flushes: false) }
    for file in files { try file.destination.settle(flushes: file.old != nil) }
    // From here on it is a matter of names, and a signal waits until all have them.
    Signals.pause()
    defer { Signals.resume() }
    try state.withLock { state throws(TranscodingError) in
      do throws(TranscodingError) {
        for index in state.files.indices { try state.files[index].prepare() }
        for index in state.files.indices.reversed() { try state.files[index].appear(isRevocable: index > 0) }
      } catch {
        for file in state.files { file.disappear() }
        state.files = []
        throw error
      }
      for file in state.files { file.finish() }
      state.files = []
      state.streams = []
    }
  }

  /// Makes everything as it was before.
  package func discard() {
    state.withLock { state in
      for file in state.files { file.disappear() }
      state.files = []
    }
  }

  /// Writes all of one output.
  ///
  /// - Returns: Where it was written.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: Path, as role: String, reading files: [ReadFile] = [],
    _ control: RunControl
  ) throws(TranscodingError) -> Destination {
    let outputs = Outputs(reading: files, control)
    do {
      let destination = try outputs.open(path, as: role)
      try destination.write(bytes)
      try outputs.commit()
      return destination
    } catch {
      outputs.discard()
      throw error
    }
  }
}
