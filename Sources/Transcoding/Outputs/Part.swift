internal import HDRMetadata
internal import SystemCalls

/// A file that is written beside its place, and gets its name when it is complete.
struct Part: Sendable {
  let file: Descriptor
  /// What it is, and its name, in messages.
  let output: String
  let place: FilePlace
  /// Whether the old file is what the new one is made from, so that no other may be replaced.
  private let isEdited: Bool
  private let control: RunControl
  /// The name until the file is complete.
  private let name: Path
  /// That name, which a signal removes.
  private let held: HeldFile

  /// Creates the file with the rights of the old one.
  init(of output: String, in place: FilePlace, isEdited: Bool, _ control: RunControl) throws(Errno) {
    (self.output, self.place, self.isEdited, self.control) = (output, place, isEdited, control)
    // Until it has the rights of the old file, nobody else may read it.
    (name, file) = try place.folder.makePart(place.old?.kind == .regular ? 0o600 : 0o666)
    held = HeldFile(place.folder.path / name)
  }

  /// Gives the file the rights of the old one, as far as the process may, and, if that is edited, whatever else the file system keeps with it.
  func copyAttributes() throws(Errno) {
    guard let old = place.old, old.kind == .regular else { return }
    let lost = try old.copyAttributes(
      of: place.folder.openAnyhow(place.name), to: file.number, keepsAll: isEdited)
    for (what, error) in lost {
      control.note("attribute-lost", "\(what) of \(output) is lost (\(error))", fix: "set it again")
    }
  }

  /// Gives what has the place now another name, under which it can come back; `nil` if nothing is there.
  func setAside() throws(TranscodingError) -> Folder.SecondName? {
    do { return try place.folder.setAside(place.name) } catch { throw incompletion(error) }
  }

  /// Moves the complete file to its place.
  func appear() throws(TranscodingError) {
    do {
      if isEdited, let old = place.old, try place.folder.status(of: place.name)?.isUnchanged(since: old) != true {
        throw TranscodingError.changed(output)
      }
      try place.folder.rename(name, to: place.name)
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw incompletion(error)
    }
    held.release()
  }

  private func incompletion(_ error: any Error) -> TranscodingError {
    .inputOutput("\(output) cannot be completed (\(error)); free space, or write to another place")
  }

  /// Makes the place as it was.
  func disappear(for aside: Folder.SecondName?) {
    if let aside {
      // Once more if it fails, since nobody else will do it.
      guard (1...2).contains(where: { _ in (try? place.folder.rename(aside.name, to: place.name)) != nil }) else {
        return control.note(
          "old-file-aside",
          "what \(output) was before could not be put back; it is \(place.folder.path / aside.name) now")
      }
      // Two names of one file are not renamed.
      remove(aside.name)
    } else if let now = try? place.folder.status(of: place.name),
      now.identity == System.status(of: file.number)?.identity
    {
      remove(place.name)
    }
  }

  /// Removes the file that is not complete.
  func discard() {
    remove(name)
    held.release()
  }

  /// Removes what was replaced.
  func finish(replacing aside: Folder.SecondName?) {
    if let aside { remove(aside.name) }
    guard place.old != nil else { return }
    do { try place.folder.flush() } catch {
      // The old file is gone, so this is no failure of the run.
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

extension TranscodingError {
  /// A movie that was edited in place is no longer the one that was read.
  static func changed(_ file: String) -> TranscodingError {
    .data(
      "\(file) was replaced or changed while it was read, but the movie that was read was expected there; nothing is written,"
        + " so try again")
  }
}
