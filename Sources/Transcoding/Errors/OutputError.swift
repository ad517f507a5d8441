public import HDRMetadata
public import MediaFiles

/// An error of an output: its name, its place and its bytes. Files are named with their role: `the output a.mp4`.
public enum OutputError: JobError {
  // MARK: Names
  case emptyName(role: String)
  case previewIsNoPNG(String)
  /// A job of a program that names no output.
  case noOutput
  /// A file that is read, or is written already.
  case sameFile(String, other: String)

  // MARK: Places
  case noDirectory(String, of: String)
  case directory(String)
  case symbolicLink(String)
  case device(String)
  /// A file in a directory whose files only their owners replace.
  case otherOwner(String)
  /// A write-protected file; `canForce` is whether a setting lets it be replaced.
  case protected(String, canForce: Bool)
  /// A file to be edited in place that is no longer the one that was read.
  case changed(String)
  case cannotCreate(String, reason: String)
  /// A descriptor that is not open.
  case notOpen(String)
  case tooLarge(String, bytes: UInt64, fileSystem: UInt64)

  // MARK: Bytes
  case cannotWrite(String, reason: String)
  /// A file whose parts are written, but which cannot be finished or put in its place.
  case cannotComplete(String, reason: String)
  case noFileInMemory(reason: String)
  /// A movie that gets no tags.
  case noTags
  /// A movie whose tags cannot be changed.
  case tags(of: String, MediaFileError)

  // MARK: Pictures
}

extension OutputError {
  public var kind: JobErrorKind {
    switch self {
    case .emptyName, .previewIsNoPNG, .noOutput, .sameFile, .noTags, .tags(_, .noSuchTrack): .settings
    case .noDirectory, .directory, .symbolicLink, .device, .otherOwner, .protected, .cannotCreate: .cannotCreate
    case .notOpen, .tooLarge, .cannotWrite, .cannotComplete, .tags(_, .cannotRead): .inputOutput
    case .changed, .tags: .data
    case .noFileInMemory: .system
    }
  }

  public var sentence: Fix {
    switch self {
    case .emptyName(let role): "\(role) has an empty name, but the name of a file was expected; name one"
    case .previewIsNoPNG(let name): "\(.preview) is \(name), but the preview is a PNG; name it .png"
    case .noOutput: "the conversion has no output, but a file to write was expected; name one"
    case .sameFile(let output, let other):
      "\(output) is the same file as \(other), but different files were expected, since one would overwrite the other;"
        + " name another file"

    case .noDirectory(let directory, let output):
      "the directory \(directory) of \(output) does not exist; create it first, or name another"
    case .directory(let output): "\(output) is a directory, but a file was expected; name a file in it"
    case .symbolicLink(let output):
      "\(output) is a symbolic link, but a file or nothing was expected, since the name was not given and no link is followed"
        + " there; remove it, or name another output"
    case .device(let output):
      "\(output) is a device or a pipe, but a file or nothing was expected; remove it, or name another output"
    case .otherOwner(let output):
      "\(output) belongs to another user, but a file of your own or nothing was expected, since only owners may replace files in"
        + " its directory; write to another place"
    case .protected(let output, canForce: false):
      "\(output) is write-protected, but a file that may be replaced was expected; make it writable, or write to another place"
    case .protected(let output, canForce: true):
      "\(output) is write-protected, but a file that may be replaced was expected; give \(.force) to replace it, or write to"
        + " another place"
    case .changed(let file):
      "\(file) was replaced or changed while it was read, but the movie that was read was expected there; nothing is written,"
        + " so try again"
    case .cannotCreate(let output, let reason): "\(output) cannot be created (\(reason)); write to another place"
    case .notOpen(let output): "\(output) cannot be written, since it is not open; write to another place"
    case .tooLarge(let output, let bytes, let room):
      "\(output) needs \(bytes) bytes, but its whole file system has \(room); write to another place"

    case .cannotWrite(let output, let reason):
      "\(output) cannot be written (\(reason)); free space, or write to another place"
    case .cannotComplete(let output, let reason):
      "\(output) cannot be completed (\(reason)); free space, or write to another place"
    case .noFileInMemory(let reason):
      "the system grants no file for a picture in memory (\(reason)); close other programs"
    case .noTags: "no tag was given, but at least one was expected; give one, such as \(.transfer)"
    case .tags(let movie, let error): "\(movie): \(error)"
    }
  }
}
