internal import HDRMetadata
internal import SystemCalls

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
    guard [read.identity, System.identity(at: source.path)].contains(old.identity) else { return false }
    guard old.isUnchanged(since: read) else { throw .output(.changed(output)) }
    return true
  }
}
