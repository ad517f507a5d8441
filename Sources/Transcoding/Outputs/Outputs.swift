internal import SystemCalls

/// All outputs of a run. Each name is checked and opened before the first frame; the files appear together or not at all. The files of a series
/// appear one by one. A file that is read may not be written, and no file may be written twice, under any name.
///
///     let outputs = Outputs(reading: choices.files(with: "in.y4m"), control)
///     let output = try outputs.open("out.y4m", as: "the output")
///     try outputs.commit()
///
/// Devices, pipes and open descriptors are written directly, without a temporary file.
package final class Outputs {
  /// The files that are read or written, with their roles in messages.
  private var taken: [FileIdentity: String] = [:]
  private var destinations: [Destination] = []
  /// The directories already cleared of files that interrupted runs left.
  private var cleared: Set<FileIdentity> = []
  /// Whether write-protected files are replaced; `nil` if the user has no such option.
  private let force: Bool?
  private let control: RunControl

  package init(reading files: [ReadFile] = [], force: Bool? = nil, _ control: RunControl) {
    (self.force, self.control) = (force, control)
    for case (let role, let path?) in files {
      // Pipes, devices and missing files cannot be overwritten.
      let status = path == .standardStream ? System.status(of: System.standardInput) : System.status(of: path)
      if let identity = status?.regularIdentity { taken[identity] = "\(role) \(path)" }
    }
  }

  /// Opens an output; `-` is standard output. The output opened first appears last.
  ///
  /// - Parameters:
  ///   - role: The role of the output, as the subject of a sentence.
  ///   - source: The name and descriptor of the file that is read and may be replaced.
  /// - Throws: `settings`, `cannotCreate`, `inputOutput`; `data` if the source changed since it was opened.
  func open(
    _ path: Path, as role: String, isGiven: Bool = true, over source: (path: Path, descriptor: Int32)? = nil
  ) throws(TranscodingError) -> Destination {
    let place = try OutputPlace(path, as: role, isGiven: isGiven, force: force == true)
    let output = path == .standardStream ? "standard output" : "\(role) \(path)"
    do {
      switch place {
      case .descriptor(let number):
        guard System.isLentForWriting(number) else { throw TranscodingError.output(.notOpen(output)) }
        return try record(Destination(number, name: output, isFile: false, isOurs: false))
      case .stream(let stream):
        let opened = try System.openFile(stream, O_WRONLY | O_APPEND | O_NOCTTY)
        return try record(Destination(opened, name: output, isFile: false))
      case .file(let place):
        try check(place, output)
        let isEdited = try place.isFile(of: source, output)
        if let directory = place.folder.status?.identity, cleared.insert(directory).inserted {
          place.folder.removeLeftovers()
        }
        let part = try Part(of: output, in: place, isEdited: isEdited, control)
        let destination = try record(Destination(part))
        try part.copyAttributes()
        return destination
      }
    } catch {
      throw error as? TranscodingError ?? .output(.cannotCreate(output, reason: "\(error)"))
    }
  }

  /// Makes sure that a file, by default with a derived name, can be opened later; returns its place unless it is none of files.
  @discardableResult
  func check(_ path: Path, as role: String, isGiven: Bool = false) throws(TranscodingError) -> FilePlace? {
    let place = try OutputPlace(path, as: role, isGiven: isGiven, force: force == true)
    guard case .file(let file) = place else { return nil }
    try check(file, "\(role) \(path)")
    return file
  }

  private func record(_ destination: Destination) throws(TranscodingError) -> Destination {
    let identity = destination.part.map(\.place.identity) ?? System.status(of: destination.descriptor)?.regularIdentity
    try check(identity, destination.name)
    if let identity { taken[identity] = destination.name }
    destinations.append(destination)
    return destination
  }

  /// Makes sure that a file is neither read nor already written.
  private func check(_ identity: FileIdentity?, _ output: String) throws(TranscodingError) {
    guard let identity, identity != control.replaced, let other = taken[identity] else { return }
    throw .output(.sameFile(output, other: other))
  }

  /// Makes sure that a file may be replaced.
  private func check(_ place: FilePlace, _ output: String) throws(TranscodingError) {
    try check(place.identity, output)
    guard let old = place.old else { return }
    if let directory = place.folder.status, directory.isSticky, ![0, old.owner, directory.owner].contains(geteuid()) {
      throw .output(.otherOwner(output))
    }
    let isProtected = !place.folder.mayWrite(place.name) || old.permissions & 0o222 == 0
    guard old.kind == .regular, force != true, isProtected else { return }
    throw .output(.protected(output, canForce: force != nil))
  }

  /// Makes every file appear, or only one while the others wait. All must have been written.
  ///
  /// - Throws: `inputOutput`, `data`; every old file is then restored.
  package func commit(_ one: Destination? = nil) throws(TranscodingError) {
    let written = one.map { [$0] } ?? destinations
    let parts = written.compactMap(\.part)
    // This can take long; a second signal ends the process meanwhile.
    for destination in written { try destination.settle() }
    for part in parts { try control.complete(control, part.file.number) }
    // Only renames follow, and signals wait until all are done.
    Signals.pause()
    defer { Signals.resume() }
    var moved: [(part: Part, aside: Folder.SecondName?)] = []
    do throws(TranscodingError) {
      for (index, part) in parts.enumerated().reversed() {
        // The first output moves last and needs no backup: if its rename fails, the old file is still there.
        moved.append((part, index > 0 ? try part.setAside() : nil))
        try part.appear()
      }
    } catch {
      for (part, aside) in moved { part.disappear(for: aside) }
      throw error
    }
    for (part, aside) in moved { part.finish(replacing: aside) }
    destinations.removeAll { destination in written.contains { $0 === destination } }
    for identity in parts.compactMap(\.place.identity) { taken[identity] = nil }
  }

  package func discard() {
    for destination in destinations { destination.part?.discard() }
    destinations = []
  }

  deinit { discard() }

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

extension RunControl {
  /// Writes files: all of them or none.
  package func writing<Result>(
    reading files: [ReadFile] = [], force: Bool? = nil, _ body: (Outputs) throws -> Result
  ) throws -> Result {
    let outputs = Outputs(reading: files, force: force, self)
    start()
    let result = try body(outputs)
    try outputs.commit()
    return result
  }
}

/// The destination of an output name.
package enum OutputPlace {
  /// A descriptor of this process, which stays open: `-`, `/dev/stdout`, `/dev/fd/3`. Bytes are written at its current offset.
  case descriptor(Int32)
  /// A device, a named pipe or another process's descriptor. Bytes are appended.
  case stream(Path)
  case file(FilePlace)

  /// - Parameters:
  ///   - role: The role of the output, as the subject of a sentence.
  ///   - isGiven: Whether the user gave the name; a derived name may only be a file or unused, and no link is followed.
  ///   - force: Whether a link at a derived name is replaced.
  package init(_ given: Path, as role: String, isGiven: Bool = true, force: Bool = false) throws(TranscodingError) {
    try given.check()
    guard !given.bytes.isEmpty else { throw .output(.emptyName(role: role)) }
    let output = "\(role) \(given)"
    guard given != .standardStream else {
      self = .descriptor(System.standardOutput)
      return
    }
    var path = given
    do {
      // Linux follows the same number of links.
      for _ in 0...40 {
        let (place, name) = path.split
        if let descriptor = Self.descriptor(named: name, in: place) {
          self = descriptor
          return
        }
        let folder: Folder
        do { folder = try Folder(place) } catch {
          guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
          throw TranscodingError.output(.noDirectory("\(place)", of: output))
        }
        let old = try folder.status(of: name == "" ? "." : name)
        switch old?.kind {
        case .directory: throw TranscodingError.output(.directory(output))
        case .link where isGiven:
          let destination = try folder.destination(ofLink: name)
          path = destination.isAbsolute ? destination : place / destination
          continue
        case .link where !force: throw TranscodingError.output(.symbolicLink(output))
        case .other where isGiven: self = .stream(path)
        case .other: throw TranscodingError.output(.device(output))
        case nil, .nothing, .regular, .link: self = .file(FilePlace(folder: folder, name: name, old: old))
        }
        return
      }
      throw SystemError(code: ELOOP)
    } catch {
      throw error as? TranscodingError ?? .output(.cannotCreate(output, reason: "\(error)"))
    }
  }

  /// Whether it is standard output, under any name.
  package var isStandardOutput: Bool { if case .descriptor(System.standardOutput) = self { true } else { false } }

  /// Resolves a name in a directory of descriptors: `/dev/fd`, or `/proc/self/fd`, which is one of `/proc/PID/fd`.
  private static func descriptor(named name: Path, in folder: Path) -> OutputPlace? {
    let text = String(decoding: name.bytes, as: UTF8.self)
    guard let number = Int32(text), "\(number)" == text, number >= 0 else { return nil }
    if folder == "/dev/fd" || folder == "/proc/self/fd" { return .descriptor(number) }
    let names = System.resolved(folder).names.map { String(decoding: $0, as: UTF8.self) }
    guard names == ["dev", "fd"] || names.first == "proc" && names.last == "fd" else { return nil }
    return names.first == "dev" || names[1] == "\(getpid())" ? .descriptor(number) : .stream(folder / name)
  }
}

/// A file to replace or create.
package struct FilePlace: Sendable {
  let folder: Folder
  let name: Path
  /// The status of the file at the start; `nil` if there was none.
  let old: FileStatus?

  /// The identity of the file at the start, or of the unused name.
  var identity: FileIdentity? { old?.identity ?? (folder.status?.identity).map { .place(folder: $0, name: name) } }

  /// Whether it is the file that is being read, by any name. It must then be unchanged since it was opened.
  func isFile(of source: (path: Path, descriptor: Int32)?, _ output: String) throws(TranscodingError) -> Bool {
    guard let source, let old, let read = System.status(of: source.descriptor) else { return false }
    guard [read.identity, System.status(of: source.path)?.regularIdentity].contains(old.identity) else { return false }
    guard old.isUnchanged(since: read) else { throw .output(.changed(output)) }
    return true
  }
}
