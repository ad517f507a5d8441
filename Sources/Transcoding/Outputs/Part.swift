internal import HDRMetadata
internal import SystemCalls

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
