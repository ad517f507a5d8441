internal import SystemCalls

/// An opened output. Its descriptor is closed with the last reference.
package final class Destination: Sendable {
  /// The role and name in messages.
  let name: String
  /// Whether it is a file, which appears when complete, not a pipe or device.
  let isFile: Bool
  /// The file until it is complete; `nil` for outputs written in place.
  let part: Part?
  private let file: Descriptor
  private let isOurs: Bool

  init(_ descriptor: Int32, name: String, isFile: Bool, isOurs: Bool = true) {
    (self.name, self.isFile, self.isOurs, part) = (name, isFile, isOurs, nil)
    file = Descriptor(descriptor, isOurs: isOurs)
  }

  init(_ part: Part) { (name, isFile, isOurs, self.part, file) = (part.output, true, true, part, part.file) }

  /// The descriptor to write to; a file's can also be read.
  var descriptor: Int32 { file.number }

  /// Whether it is standard output, under any name.
  package var isStandardOutput: Bool { descriptor == System.standardOutput }

  var sink: ByteSink { ByteSink(descriptor: descriptor, name: name, isOurs: false).onProgress(Signals.progressed) }

  func write(_ bytes: some Collection<UInt8>) throws(TranscodingError) {
    do { try System.write(bytes, to: descriptor) } catch { throw failure(error) }
  }

  func bytes() throws(TranscodingError) -> [UInt8] {
    do { return try SystemCall.bytes(of: descriptor, at: 0, count: System.length(of: descriptor)) } catch {
      throw failure(error)
    }
  }

  /// Makes sure that everything was written, since a full disk may be reported only now. A file that replaces another is then on the disk.
  func settle() throws(TranscodingError) {
    guard isOurs else { return }
    do { try System.settle(descriptor, flushes: part?.place.old != nil) } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> TranscodingError {
    guard error != .brokenPipe else { return .closedPipe }
    return .output(.cannotWrite(name, reason: "\(error)"))
  }
}

// A movie file written by FFmpeg, to which the data is added that FFmpeg does not write.
extension Destination {
  /// Replaces every occurrence of a unit by another of the same length.
  func replace(_ old: [UInt8], by new: [UInt8]) throws(TranscodingError) {
    guard old != new, System.length(of: descriptor) > 0 else { return }
    do {
      var frames = try MediaFrames(descriptor: descriptor)
      var count = 0
      for place in try frames.places(ofMessage: 144).sorted()
      where try SystemCall.bytes(of: descriptor, at: place, count: old.count) == old {
        try write(new, at: place)
        count += 1
      }
      if count == 0 { throw TranscodingError.encoding(.unstatedLight(in: name)) }
    } catch {
      throw error as? TranscodingError ?? .output(.cannotComplete(name, reason: "\(error)"))
    }
  }

  /// Adds boxes to the description of the pictures, and moves the data that follows.
  func add(_ tags: MovieTags, _ control: RunControl) throws(TranscodingError) {
    do {
      let pieces = try MovieRetagging(descriptor: descriptor, tags: tags, track: 1).pieces
      var place = pieces.reduce(0) { $0 + $1.count }
      // Pieces only grow, so data that is still to be moved lies before the written position.
      for piece in pieces.reversed() {
        place -= piece.count
        switch piece {
        case .bytes(let bytes): try write(bytes, at: place)
        case .copy(let range) where range.lowerBound < place:
          var end = range.upperBound
          while end > range.lowerBound {
            try control.check()
            let start = max(range.lowerBound, end - 1 << 20)
            let bytes = try SystemCall.bytes(of: descriptor, at: start, count: end - start)
            try write(bytes, at: place + start - range.lowerBound)
            end = start
          }
        case .copy: break
        }
      }
    } catch {
      throw error as? TranscodingError ?? .output(.cannotComplete(name, reason: "\(error)"))
    }
  }

  private func write(_ bytes: [UInt8], at place: Int) throws(SystemError) {
    _ = try Descriptor(descriptor, isOurs: false).seek(place, from: SEEK_SET)
    try System.write(bytes, to: descriptor)
  }
}

extension MovieRetagging.Piece {
  var count: Int {
    switch self {
    case .copy(let range): range.count
    case .bytes(let bytes): bytes.count
    }
  }
}

/// A file that is written beside its final place, and renamed when complete.
struct Part: Sendable {
  let file: Descriptor
  /// The role and name of the output in messages.
  let output: String
  let place: FilePlace
  /// Whether the new file is made from the old one, so that no other file may be replaced.
  private let isEdited: Bool
  private let control: RunControl
  private let name: Path
  /// The temporary file, which a signal removes.
  private let held: HeldFile

  /// Creates the file with the permissions of the old one.
  init(of output: String, in place: FilePlace, isEdited: Bool, _ control: RunControl) throws(SystemError) {
    (self.output, self.place, self.isEdited, self.control) = (output, place, isEdited, control)
    // Until it has the old file's permissions, no other user may read it.
    (name, file) = try place.folder.makePart(place.old?.kind == .regular ? 0o600 : 0o666)
    held = HeldFile(place.folder.path / name)
  }

  /// Copies the old file's permissions, as far as the process may, and, for an edited file, all other attributes that the file system keeps.
  func copyAttributes() throws(SystemError) {
    guard let old = place.old, old.kind == .regular else { return }
    let lost = try old.copyAttributes(of: place.folder.openAnyhow(place.name), to: file.number, keepsAll: isEdited)
    for (what, error) in lost {
      control.note("attribute-lost", "\(what) of \(output) was lost (\(error))", fix: "set it again")
    }
  }

  /// Renames the existing file so that it can be restored; `nil` if it does not exist.
  func setAside() throws(TranscodingError) -> Folder.SecondName? {
    do { return try place.folder.setAside(place.name) } catch {
      throw .output(.cannotComplete(output, reason: "\(error)"))
    }
  }

  /// Moves the complete file to its place.
  func appear() throws(TranscodingError) {
    do {
      if isEdited, let old = place.old, try place.folder.status(of: place.name)?.isUnchanged(since: old) != true {
        throw TranscodingError.output(.changed(output))
      }
      try place.folder.rename(name, to: place.name)
    } catch {
      throw error as? TranscodingError ?? .output(.cannotComplete(output, reason: "\(error)"))
    }
    held.release()
  }

  /// Restores the previous state.
  func disappear(for aside: Folder.SecondName?) {
    if let aside {
      // A failure is retried once, since nothing else restores the file.
      guard (1...2).contains(where: { _ in (try? place.folder.rename(aside.name, to: place.name)) != nil }) else {
        return control.note(
          "old-file-aside", "the previous \(output) could not be restored; it is now \(place.folder.path / aside.name)")
      }
      // Renaming between two names of one file does nothing, so the second name remains.
      remove(aside.name)
    } else if let now = try? place.folder.status(of: place.name),
      now.identity == System.status(of: file.number)?.identity
    {
      remove(place.name)
    }
  }

  func discard() {
    remove(name)
    held.release()
  }

  func finish(replacing aside: Folder.SecondName?) {
    if let aside { remove(aside.name) }
    guard place.old != nil else { return }
    do { try place.folder.flush() } catch {
      // The new file is in place, so this is not a failure of the run.
      control.note(
        "not-flushed", "\(output) is complete, but its name may not be on the disk yet (\(error))",
        fix: "run sync to make sure")
    }
  }

  private func remove(_ name: Path) {
    if !place.folder.remove(name) {
      control.note("file-remains", "\(place.folder.path / name) could not be removed", fix: "remove it")
    }
  }
}
