internal import HDRMetadata
internal import SystemCalls

/// What the name of an output leads to.
package enum OutputPlace {
  /// A descriptor of this process, which stays open: `-`, `/dev/stdout`, `/dev/fd/3`. Bytes are added where it stands.
  case descriptor(Int32)
  /// A device, a named pipe or another process's descriptor. Bytes are added to it.
  case stream(Path)
  case file(FilePlace)

  /// - Parameters:
  ///   - role: What the output is, as the subject of a sentence.
  ///   - isGiven: Whether the user gave the name; otherwise it may name only a file or nothing, and no link is followed.
  ///   - force: Whether a link at a name that nobody gave is replaced.
  package init(_ given: Path, as role: String, isGiven: Bool = true, force: Bool = false) throws(TranscodingError) {
    try given.check()
    guard !given.bytes.isEmpty else {
      throw .settings("\(role) has an empty name, but the name of a file was expected; name one")
    }
    let output = "\(role) \(given)"
    guard given != .standardStream else {
      self = .descriptor(System.standardOutput)
      return
    }
    var path = given
    do {
      // As many links as Linux follows.
      for _ in 0...40 {
        let (place, name) = path.split
        if let descriptor = Self.descriptor(named: name, in: place) {
          self = descriptor
          return
        }
        let folder: Folder
        do { folder = try Folder(place) } catch {
          guard error == .noSuchFile || error == .notADirectory else { throw error }
          throw TranscodingError.cannotCreate(
            "the directory \(place) of \(output) does not exist; create it first, or name another")
        }
        let old = try folder.status(of: name == "" ? "." : name)
        switch old?.kind {
        case .directory:
          throw TranscodingError.cannotCreate("\(output) is a directory, but a file was expected; name a file in it")
        case .link where isGiven:
          let destination = try folder.destination(ofLink: name)
          path = destination.isAbsolute ? destination : place / destination
          continue
        case .link where !force:
          throw TranscodingError.cannotCreate(
            "\(output) is a symbolic link, but a file or nothing was expected, since the name was not given and no link is followed"
              + " there; remove it, or name another output")
        case .other where isGiven: self = .stream(path)
        case .other:
          throw TranscodingError.cannotCreate(
            "\(output) is a device or a pipe, but a file or nothing was expected; remove it, or name another output")
        case nil, .nothing, .regular, .link: self = .file(FilePlace(folder: folder, name: name, old: old))
        }
        return
      }
      throw Errno.tooManyLinks
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw .cannotCreate("\(output) cannot be created (\(error)); write to another place")
    }
  }

  /// Whether it is standard output, under any name.
  package var isStandardOutput: Bool { if case .descriptor(System.standardOutput) = self { true } else { false } }

  /// What a name in a directory of descriptors leads to: `/dev/fd`, or `/proc/self/fd`, which is one of `/proc/PID/fd`.
  private static func descriptor(named name: Path, in folder: Path) -> OutputPlace? {
    let text = String(decoding: name.bytes, as: UTF8.self)
    guard let number = Int32(text), "\(number)" == text, number >= 0 else { return nil }
    if folder == "/dev/fd" || folder == "/proc/self/fd" { return .descriptor(number) }
    let names = System.resolved(folder).names.map { String(decoding: $0, as: UTF8.self) }
    guard names == ["dev", "fd"] || names.first == "proc" && names.last == "fd" else { return nil }
    return names.first == "dev" || names[1] == "\(System.processIdentifier)"
      ? .descriptor(number) : .stream(folder / name)
  }
}

/// A file, which is replaced by a new one, or nothing yet.
package struct FilePlace: Sendable {
  let folder: Folder
  let name: Path
  /// What had the name at the start.
  let old: FileStatus?

  /// What the name stood for at the start, or where nothing was.
  var identity: FileIdentity? {
    old?.identity ?? (folder.status?.identity).map { .place(folder: $0, name: name) }
  }

  /// Whether it is the file that is read, by its name or by another; only the file that was opened may then be there.
  func isFile(of source: (path: Path, descriptor: Int32)?, _ output: String) throws(TranscodingError) -> Bool {
    guard let source, let old, let read = System.status(of: source.descriptor) else { return false }
    guard [read.identity, System.identity(at: source.path)].contains(old.identity) else { return false }
    guard old.isUnchanged(since: read) else { throw .changed(output) }
    return true
  }
}
