internal import HDRMetadata
internal import Synchronization
internal import SystemCalls

/// A file that is read: what it is in messages, and its name if there is one.
package typealias ReadFile = (role: String, path: Path?)

/// Everything that a run writes. Each name is checked and opened before the first frame; the files appear together, or none does: what is
/// not complete goes with the last reference. Of a series of files, each appears by itself. No file that is read may be written, and no file
/// may be written twice, under any name.
///
///     let outputs = Outputs(reading: choices.files(with: "in.y4m"), control)
///     let output = try outputs.open("out.y4m", as: "the output")
///     try outputs.commit()
///
/// Devices, pipes and open descriptors are written in place, at once.
package final class Outputs: Sendable {
  private struct State {
    /// The files that are read or written, and what they are in messages.
    var taken: [FileIdentity: String] = [:]
    /// What is opened, and not complete.
    var destinations: [Destination] = []
    /// The directories in which nothing is left of dead writers.
    var cleared: Set<FileIdentity> = []
  }

  private let state = Mutex(State())
  /// Whether write-protected files are replaced too; `nil` if the user cannot ask for it.
  private let force: Bool?
  private let control: RunControl

  /// - Parameter files: The files that are read, by what they are in messages; none of them may be written.
  package init(reading files: [ReadFile] = [], force: Bool? = nil, _ control: RunControl) {
    (self.force, self.control) = (force, control)
    for case (let role, let path?) in files { read(path, as: role) }
  }

  /// Records one more file that is read, and may not be written. Pipes, devices and missing files cannot be overwritten.
  package func read(_ path: Path, as role: String) {
    let identity = path == .standardStream ? System.identity(of: System.standardInput) : System.identity(at: path)
    if let identity { state.withLock { $0.taken[identity] = "\(role) \(path)" } }
  }

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
      case .file(let place):
        try check(place, output)
        let isEdited = try place.isFile(of: source, output)
        if let directory = place.folder.status?.identity, state.withLock({ $0.cleared.insert(directory).inserted }) {
          place.folder.removeLeftovers()
        }
        let part = try Part(of: output, in: place, isEdited: isEdited, control)
        let destination = try record(Destination(part))
        try part.copyAttributes()
        return destination
      }
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .cannotCreate("\(output) cannot be created (\(error)); write to another place")
    }
  }

  /// Makes sure that a file of a name that nobody gave can be opened later.
  func check(_ path: Path, as role: String) throws(TranscodingError) {
    let place = try OutputPlace(path, as: role, isGiven: false, force: force == true)
    if case .file(let file) = place { try check(file, "\(role) \(path)") }
  }

  private func record(_ destination: Destination) throws(TranscodingError) -> Destination {
    let identity = destination.part.map(\.place.identity) ?? System.identity(of: destination.descriptor)
    try check(identity, destination.name)
    state.withLock { state in
      if let identity { state.taken[identity] = destination.name }
      state.destinations.append(destination)
    }
    return destination
  }

  /// Makes sure that a file is not read, and not written yet.
  private func check(_ identity: FileIdentity?, _ output: String) throws(TranscodingError) {
    guard let identity, let other = state.withLock({ $0.taken[identity] }) else { return }
    throw .settings(
      "\(output) is the same file as \(other), but different files were expected, since one would overwrite the other;"
        + " name another file")
  }

  /// Makes sure that a file may be replaced.
  private func check(_ place: FilePlace, _ output: String) throws(TranscodingError) {
    try check(place.identity, output)
    guard let old = place.old else { return }
    if let directory = place.folder.status, directory.isSticky, ![0, old.owner, directory.owner].contains(System.user) {
      throw .cannotCreate(
        "\(output) belongs to another user, but a file of your own or nothing was expected, since only owners may replace files in"
          + " its directory; write to another place")
    }
    let isProtected = !place.folder.mayWrite(place.name) || old.permissions & 0o222 == 0
    guard old.kind == .regular, force != true, isProtected else { return }
    let way: Fix = force == nil ? "make it writable" : "give \(.force) to replace it"
    throw .cannotCreate(
      "\(output) is write-protected, but a file that may be replaced was expected; \(way), or write to another place")
  }

  /// Makes every file appear, or one, while the others wait. All were written.
  ///
  /// - Throws: `inputOutput`, `data`; every old file is then as it was.
  package func commit(_ one: Destination? = nil) throws(TranscodingError) {
    let destinations = one.map { [$0] } ?? state.withLock(\.destinations)
    // It can take long, and a second signal ends the process meanwhile.
    for destination in destinations { try destination.settle() }
    // From here on it is a matter of names, and a signal waits until all have them.
    Signals.pause()
    defer { Signals.resume() }
    let parts = destinations.compactMap(\.part)
    var moved: [(part: Part, aside: Folder.SecondName?)] = []
    do throws(TranscodingError) {
      for (index, part) in parts.enumerated().reversed() {
        // If the last step fails, the old file is still there.
        moved.append((part, index > 0 ? try part.setAside() : nil))
        try part.appear()
      }
    } catch {
      for (part, aside) in moved { part.disappear(for: aside) }
      throw error
    }
    for (part, aside) in moved { part.finish(replacing: aside) }
    state.withLock { state in
      state.destinations.removeAll { destination in destinations.contains { $0 === destination } }
      for identity in parts.compactMap(\.place.identity) { state.taken[identity] = nil }
    }
  }

  /// Makes everything as it was before, as the last reference does.
  package func discard() {
    let destinations = state.withLock { state in
      defer { state.destinations = [] }
      return state.destinations
    }
    for destination in destinations { destination.part?.discard() }
  }

  deinit { discard() }

  /// Writes all of one output.
  ///
  /// - Returns: Where it was written.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: Path, as role: String, reading files: [ReadFile] = [],
    _ control: RunControl
  ) throws(TranscodingError) -> Destination {
    let outputs = Outputs(reading: files, control)
    let destination = try outputs.open(path, as: role)
    try destination.write(bytes)
    try outputs.commit()
    return destination
  }
}
