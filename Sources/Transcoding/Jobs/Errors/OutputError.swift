public import HDRMetadata
public import MediaFiles

/// An error of an output: its name, its place and its bytes. Files are named with their role: `the output a.mp4`.
public enum OutputError: JobError {
  // MARK: Names
  case emptyName(role: String)
  case previewIsNoPNG(String)
  case noOutput
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
  case notOpen(String)
  case tooLarge(String, bytes: UInt64, fileSystem: UInt64)

  // MARK: Bytes
  case cannotWrite(String, reason: String)
  /// A file whose parts are written, but which cannot be finished or put in its place.
  case cannotComplete(String, reason: String)
  case noFileInMemory(reason: String)
  case noTags
  /// Boxes that are to be both written and removed.
  case contradictoryBoxes([String])
  case tags(of: String, MediaFileError)

  // MARK: Pictures
  /// The name selects no kind of file; the last value is the kind for a name without an extension.
  case unknownEnding(String, plain: OutputKind)
  case unknownPictureEnding(String)
  case missingPictureEncoder([String], PictureKind)
  case notSequential(PictureKind, String)
  case pictureTooLarge(PictureKind, PictureSize, chosenBy: [SettingName])
  case formatNotHeld(PictureKind, PixelFormat, expected: [PixelFormat])
  case colorNotStated(PictureKind)
  /// Readers of the kind assume sRGB, but the output has this transfer and these primaries.
  case otherThanSRGB(PictureKind, [String])
  /// Readers of the kind assume another matrix, range or chroma location.
  case otherThanAssumed(PictureKind)
  case premultipliedPicture(PictureKind)
  case unknownPercent(String)
  /// One name for several frames; `nil` if their number is unknown.
  case onePictureOnly(String, frames: Int?, pattern: String)
  case unreadableFolder(String, reason: String)
  case noMemoryForPNG
  case failedPNG(reason: String)

  public var kind: JobErrorKind {
    switch self {
    case .noDirectory, .directory, .symbolicLink, .device, .otherOwner, .protected, .cannotCreate, .unreadableFolder:
      .cannotCreate
    case .notOpen, .tooLarge, .cannotWrite, .cannotComplete, .tags(_, .cannotRead): .inputOutput
    case .tags(_, .noSuchTrack): .settings
    case .changed, .tags: .data
    case .noFileInMemory, .noMemoryForPNG: .system
    case .failedPNG: .fault
    default: .settings
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
      "\(output) is a symbolic link, but a file or nothing was expected, since links are followed only in names that you give"
        + "; remove it, or name another output"
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
      "\(file) was replaced or changed while it was read, but the same movie was expected; nothing was written,"
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
      "the system cannot create a file in memory for the picture (\(reason)); close other programs"
    case .contradictoryBoxes(let boxes):
      "\(.remove) \(boxes.joined(separator: ",")) was given beside a value for it, but one of both was expected; leave one out"
    case .noTags: "no tag was given, but at least one was expected; give one, such as \(.transfer)"
    case .tags(let file, .unknownContainer(let start)) where !start.isEmpty:
      "\(file) is not .mov or .mp4, but only these can be tagged; rewrap a movie, as in ffmpeg -i FILE -c copy out.mp4, or convert"
        + " frames or a bare stream with these tags and \(.to, "source")"
    case .tags(let file, .unreadPicture(let picture)):
      "\(file) is \(picture.name), but only .mov and .mp4 can be tagged; \(picture.fix(for: "FILE"))"
        + (picture.remedy.makesLinearLight ? "" : ", then convert that with these tags and \(.to, "source")")
    case .tags(let movie, let error): "\(movie): \(error)"
    case .unknownEnding(let name, let plain):
      "the extension of \(name) selects no output format, but \(OutputKind.endingsInWords) was expected; choose one of them,"
        + " or add \(.format, plain.rawValue) to keep that name"
    case .unknownPictureEnding(let name):
      "the extension of \(name) selects no picture format, but \(PictureKind.endingsInWords) was expected; choose one of them, or"
        + " give \(.format)"
    case .missingPictureEncoder(let names, let kind):
      "FFmpeg's libraries on this system have no encoder \(names.joined(separator: " or ")) for \(kind.rawValue); write a png, or"
        + " install an FFmpeg that has it"
    case .notSequential(let kind, let destination):
      "\(destination) is written sequentially, but \(kind.phrase) needs random access; name a file, or give \(.format, "jpg") or png"
    case .pictureTooLarge(let kind, let size, let settings):
      "\(kind.phrase) of \(size) pixels was requested, but FFmpeg's encoders take at most about 268 million pixels, and sides of up to"
        + " \(PictureSize.sides.upperBound);"
        + " \(settings.isEmpty ? "write a png, or smaller pictures" : "give a smaller \(list(settings, "or"))" as Fix)"
    case .formatNotHeld(let kind, let format, let expected):
      "\(kind.phrase) cannot store \(format.name), but one of \(expected.map(\.name).joined(separator: ", "))"
        + " was expected; choose it with \(.outPixelFormat), or leave that out"
    case .colorNotStated(let kind):
      "\(kind.phrase) cannot state a color, but \(.to, "source") keeps the source's; write .png or .avif, or choose \(.to, "srgb")"
    case .otherThanSRGB(let kind, let found):
      "readers assume that \(kind.phrase) is sRGB, but the output is \(found.joined(separator: " with "));"
        + " write .png or .avif, or leave \(.to, "srgb")"
    case .otherThanAssumed(let kind):
      "readers of \(kind.phrase) assume \(.outMatrix) \(kind.assumedDisplay.matrix.ffmpegName), \(.outRange) full and"
        + " \(.outChromaLocation) center, but another was given; leave it out"
    case .premultipliedPicture(let kind):
      "\(kind.phrase) stores straight color beside alpha, but \(.outAlpha) is premultiplied; leave it out"
    case .unknownPercent(let name):
      "the name \(name) has an invalid %, but at most one %d or %05d, the frame number of a picture, was"
        + " expected; write %% for a percent sign"
    case .onePictureOnly(let name, let frames, let pattern):
      "\(name) takes one picture, but there are \(frames.map(String.init) ?? "more") frames\(frames == nil ? " than one" : "") to convert;"
        + " name a pattern such as \(pattern), or convert one with \(.frames) 1"
    case .unreadableFolder(let folder, let reason):
      "the directory \(folder) cannot be read (\(reason)), but its pictures must be listed;"
        + " make it readable, or write to another place"
    case .noMemoryForPNG: "there is no memory for a PNG; close other programs, or raise this program's memory limit"
    case .failedPNG(let reason): "libpng could not make the PNG (\(reason)); choose another kind of output"
    }
  }
}
