public import HDRMetadata

/// Why a file, or a part of it, could not be read: what was found, what was expected, and how to mend it.
///
///     do throws(MediaFileError) {
///       print(try MediaDescription(path: "holiday.txt"))
///     } catch {
///       print(error)  // the file begins with 48 65 6c 6c …, where a movie, an image, … was expected; …
///     }
public enum MediaFileError: Error, Hashable, Sendable {
  /// The system does not open the file.
  case cannotOpen(path: String, reason: String)
  /// The system does not read the file at this byte.
  case cannotRead(byte: Int, reason: String)
  /// A folder, a pipe, a device: nothing in which one can look at any byte.
  case notAFile(path: String)
  /// A file that begins like none of the containers that are read.
  case unknownContainer(start: [UInt8])
  /// A part that ends before what it announces.
  case truncated(part: String, byte: Int, needed: Int, found: Int)
  /// A value that its place cannot have.
  case malformed(part: String, byte: Int, found: String, expected: String)
  /// A container without the part that says everything.
  case missing(part: String, container: MediaContainer)
  /// A part whose form is known and not read.
  case unsupported(part: String, byte: Int, found: String)
  /// A picture, whose tags are properties of items, where a movie's track was to be tagged.
  case pictureNotTagged(part: String, byte: Int)
  /// A container whose tags cannot be rewritten here, and the arguments with which mkvpropedit writes them into Matroska.
  case notTaggable(MediaContainer, edits: [String])
  /// A track of pictures of a number that none has.
  case noSuchTrack(number: Int, found: [Int])
  /// A part whose bytes do not say what their kind says.
  case unreadable(part: String, byte: Int, MetadataError)
  /// More of something than any honest file has.
  case overLimit(part: String, byte: Int, limit: Int, of: String)
}

extension MediaFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "\(path) cannot be opened (\(reason)), where a readable file was expected; check its name and your rights to it"
    case .cannotRead(let byte, let reason):
      "byte \(byte) cannot be read (\(reason)), where a readable file was expected; check the disk, or copy the file again"
    case .notAFile(let path):
      "\(path) is not a regular file, where one was expected whose bytes can be read in any order; save it to a file first"
    case .unknownContainer(let start):
      "the file begins with \(start.isEmpty ? "nothing" : hexadecimal(start)), where a movie (.mov, .mp4, .m4v), an image "
        + "(.heic, .avif), Matroska (.mkv, .webm) or a bare stream (.hevc, .h264, .ivf, .obu) was expected; "
        + "hand over such a file, or rewrap it into one"
    case .truncated(let part, let byte, let needed, let found):
      "\(part) ends at byte \(byte + found), where \(needed) more bytes were expected from byte \(byte) on; "
        + "the file is cut short or damaged: copy or export it again"
    case .malformed(let part, let byte, let found, let expected):
      "\(part) at byte \(byte) says \(found), where \(expected) was expected; write the file again with another tool"
    case .missing(let part, let container):
      "no \(part) was found in this \(container) file, where one was expected; "
        + "the recording was not finished or is cut short: export it again"
    case .unsupported(let part, let byte, let found):
      "\(part) at byte \(byte) is \(found), where a form that is read here was expected; rewrap the file without it"
    case .pictureNotTagged(let part, let byte):
      "\(part) at byte \(byte) keeps the tags of a picture, where a movie's track was expected, which alone is rewritten; "
        + "encode the picture again with its tags, as avifenc --cicp and heif-enc do"
    case .notTaggable(.matroska, let edits):
      "the file is Matroska, but only .mov and .mp4 can be tagged; use mkvpropedit FILE --edit track:v1 "
        + (edits.isEmpty ? "--delete NAME, with a name that mkvpropedit -l lists" : edits.joined(separator: " "))
    case .notTaggable(let container, _):
      "the file is \(container), but only .mov and .mp4 can be tagged; rewrap it first, as in ffmpeg -i FILE -c copy out.mp4"
    case .noSuchTrack(let number, let found):
      "track \(number) was given, where one of the tracks of pictures was expected, "
        + "\(found.map(String.init).joined(separator: ", ")); choose one of them"
    case .unreadable(let part, let byte, let error):
      "\(part) at byte \(byte) was found where such a part was expected that can be read: \(error)"
    case .overLimit(let part, let byte, let limit, let of):
      "\(part) at byte \(byte) has more than \(limit) \(of), where no more was expected; "
        + "what comes after was not read: check the file with the tool that wrote it"
    }
  }
}

/// Bytes as people write them: `48 65 6c 6c`.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
