internal import HDRMetadata
internal import SystemCalls

/// A file that is written, and appears under its name when it is complete.
struct NewFile: Sendable {
  let destination: Destination
  /// What it is, and its name, in messages.
  let output: String
  let folder: Folder
  let name: Path
  /// What had the name at the start.
  let old: FileStatus?
  /// Whether the old file is what the new one was made from, so that no other may be replaced.
  let isEdited: Bool
  private let control: RunControl
  /// The name that the new file has until it is complete, if it has one.
  private var part: Path?
  /// The name that the old file has until all outputs are complete.
  private var aside: Path?
  /// What keeps that name from other runs while it is needed.
  private var asideLock: Int32?
  private var hasAppeared = false
  /// The part while it has a name, which a signal removes.
  private var held: HeldFile?

  /// Creates the file, which no one may read who may not read the old one.
  init(
    _ output: String, in folder: Folder, name: Path, replacing old: FileStatus?, isEdited: Bool, _ control: RunControl
  ) throws(Errno) {
    (self.output, self.folder, self.name, self.old, self.isEdited) = (output, folder, name, old, isEdited)
    self.control = control
    let made = try folder.makePart(old?.kind == .regular ? 0o600 : 0o666)
    part = made.name
    held = made.name.map { HeldFile(folder.path / $0) }
    destination = Destination(made.descriptor, name: output, isFile: true)
  }

  /// Gives the file the rights of the old one, and, if that is edited, whatever else the file system keeps with it.
  func takeAfter(_ edited: Int32?) throws(Errno) {
    guard let old, old.kind == .regular else { return }
    for (what, error) in try System.copyAttributes(old, folder, name, edited, to: destination.descriptor) {
      control.note("attribute-lost", "\(what) of \(output) is lost (\(error))", fix: "set it again")
    }
  }

  /// Gives the file a name to move it from.
  mutating func prepare() throws(TranscodingError) {
    guard part == nil else { return }
    do {
      let name = try folder.namePart(destination.descriptor)
      held = HeldFile(folder.path / name)
      part = name
    } catch {
      throw incompletion(error)
    }
  }

  /// Moves the complete file to its place.
  ///
  /// - Parameter isRevocable: Whether the old file can still come back.
  mutating func appear(isRevocable: Bool) throws(TranscodingError) {
    guard let part else { return }
    do {
      let now = try folder.status(of: name)
      if isEdited, let old, now?.isUnchanged(since: old) != true { throw TranscodingError.changed(output) }
      if isRevocable, now != nil {
        let second = try folder.setAside(name)
        (aside, asideLock) = (second.name, second.lock)
      }
      try folder.rename(part, to: name)
    } catch let error as TranscodingError {
      throw error
    } catch {
      throw incompletion(error)
    }
    self.part = nil
    held?.release()
    held = nil
    hasAppeared = true
  }

  private func incompletion(_ error: any Error) -> TranscodingError {
    .inputOutput("\(output) cannot be completed (\(error)); free space, or write to another place")
  }

  /// What the name stood for at the start, or where nothing was.
  var identity: FileIdentity? { Self.identity(of: old, in: folder, name) }

  static func identity(of old: FileStatus?, in folder: Folder, _ name: Path) -> FileIdentity? {
    old?.identity ?? (folder.status?.identity).map { .place(folder: $0, name: name) }
  }

  /// Makes everything as it was.
  func disappear() {
    defer { unlock() }
    if let aside {
      // Once more if it fails, since nobody else will do it.
      guard (1...2).contains(where: { _ in (try? folder.rename(aside, to: name)) != nil }) else {
        return control.note(
          "old-file-aside", "what \(output) was before could not be put back; it is \(folder.path / aside) now")
      }
      // Two names of one file are not renamed.
      remove(aside)
    } else if hasAppeared {
      remove(name)
    }
    if let part { remove(part) }
    held?.release()
  }

  /// Removes what the file replaced.
  func finish() {
    if let aside { remove(aside) }
    unlock()
    guard old != nil else { return }
    do { try folder.flush() } catch {
      // The old file is gone, so this is no failure of the run.
      control.note(
        "not-flushed", "\(output) is complete, but its name may not be on the disk yet (\(error))",
        fix: "run sync to make sure")
    }
  }

  private func unlock() {
    if let asideLock { try? SystemCall.closeFile(asideLock) }
  }

  private func remove(_ name: Path) {
    if !folder.remove(name) {
      control.note("file-remains", "\(folder.path / name) could not be removed", fix: "remove it")
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
