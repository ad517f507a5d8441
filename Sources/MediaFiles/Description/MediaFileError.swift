/// The reason why a file or a part of it cannot be read: the value found, the value expected, and the fix.
///
///     do throws(MediaFileError) {
///       print(try MediaDescription(path: "holiday.txt"))
///     } catch {
///       print(error)  // the file begins with 48 65 6c 6c …, but a movie, an image, … was expected; …
///     }
public enum MediaFileError: Error, Hashable, Sendable {
  case cannotOpen(path: String, reason: String)
  case cannotRead(byte: Int, reason: String)
  /// A folder, a pipe or a device, which does not allow random access.
  case notAFile(path: String)
  /// A file whose first bytes match no supported container.
  case unknownContainer(start: [UInt8])
  /// A picture that is refused by name.
  case unreadPicture(UnreadPicture)
  /// A part that is shorter than it states.
  case truncated(part: String, byte: Int, needed: Int, found: Int)
  /// A value that is not allowed in its place.
  case malformed(part: String, byte: Int, found: String, expected: String)
  /// A container without an essential part.
  case missing(part: String, container: MediaContainer)
  case noVideoTrack
  /// A picture, where frames are asked for.
  case onlyPictures
  /// A part in a known form that is not supported.
  case unsupported(part: String, byte: Int, found: String)
  /// A picture instead of a movie to tag; its tags are item properties.
  case pictureNotTagged(part: String, byte: Int)
  /// A container whose tags cannot be rewritten here, and what writes them: for Matroska the arguments of mkvpropedit, for bare H.264 and H.265 the
  /// options of FFmpeg's filter.
  case notTaggable(MediaContainer, edits: [String])
  case noSuchTrack(number: Int, found: [Int])
  /// A part whose bytes do not match its kind.
  case unreadable(part: String, byte: Int, MetadataError)
  /// A count or size beyond that of any valid file.
  case overLimit(part: String, byte: Int, limit: Int, of: String)
}

extension MediaFileError: CustomStringConvertible {
  public var description: String { [clause, fix].compactMap(\.self).joined(separator: "; ") }

  /// The value found and the value expected, without the fix.
  package var clause: String {
    switch self {
    case .cannotOpen(let path, let reason): "\(path) cannot be opened (\(reason)), but a readable file was expected"
    case .cannotRead(let byte, let reason):
      "byte \(byte) cannot be read (\(reason)), but a readable file was expected"
    case .notAFile(let path):
      "\(path) is not a regular file, but one was expected, because it is read in random order"
    case .unknownContainer(let start):
      "the file \(start.isEmpty ? "is empty" : "begins with \(hexadecimal(start))"), but a movie (.mov, .mp4, .m4v), an image "
        + "(.heic, .avif, .png), Matroska (.mkv, .webm) or a bare stream (.hevc, .h264, .ivf, .obu) was expected"
    case .unreadPicture(let picture):
      "the file is \(picture.name), which is not supported"
    case .truncated(let part, let byte, let needed, let found):
      "\(part) ends at byte \(byte + found), but \(needed == 1 ? "1 byte was" : "\(needed) bytes were") expected from byte \(byte) on"
    case .malformed(let part, let byte, let found, let expected):
      "\(part) at byte \(byte) has \(found), but \(expected) was expected"
    case .missing(let part, let container): "this \(container) file has no \(part), but one was expected"
    case .noVideoTrack: "the file has no video track, but one was expected"
    case .onlyPictures: "the file has only pictures, but frames of a movie or a bare stream were expected"
    case .unsupported(let part, let byte, let found):
      "\(part) at byte \(byte) is \(found), but a supported form was expected"
    case .pictureNotTagged(let part, let byte):
      "\(part) at byte \(byte) has the tags of a picture, but only the tracks of movies can be tagged, so a movie was expected"
    case .notTaggable(let container, _): "the file is \(container), but only .mov and .mp4 can be tagged"
    case .noSuchTrack(let number, let found):
      "the file has no video track \(number), but one of its video tracks was expected, "
        + found.map(String.init).joined(separator: ", ")
    case .unreadable(let part, let byte, let error):
      "\(part) at byte \(byte) cannot be read: \(error)"
    case .overLimit(let part, let byte, let limit, let of):
      "\(part) at byte \(byte) has more than \(limit) \(of), but at most as many were expected"
    }
  }

  private static func remedy(filter: String, _ options: [String], file: String) -> String {
    let encoding = "encode it again with these tags, as tonemap convert does"
    guard !options.isEmpty else { return encoding }
    let command = "ffmpeg -i FILE -c copy -bsf:v \(filter)=\(options.joined(separator: ":")) \(file)"
    return "state colors in the stream, as in \(command), or \(encoding)"
  }

  /// The fix; `nil` where the clause ends with another error that includes it.
  package var fix: String? {
    switch self {
    case .cannotOpen: "check its name and permissions"
    case .cannotRead: "check that the disk is healthy, or copy the file again"
    case .notAFile: "save the data to a file first"
    case .unknownContainer:
      "name such a file, or make one: of a movie with ffmpeg -i FILE -c copy out.mkv, of a picture with ffmpeg -i FILE out.png"
    case .unreadPicture(let picture): picture.fix(for: "FILE")
    case .truncated: "the file is truncated or damaged: copy or export it again"
    case .malformed: "write the file again with another tool"
    case .missing: "the recording was not finished or is truncated: export it again"
    case .noVideoTrack: "give a movie with pictures"
    case .onlyPictures: "describe it without frames, as tonemap info FILE does"
    case .unsupported: "rewrap the file without it"
    case .pictureNotTagged: "encode the picture again with its tags, as avifenc --cicp and heif-enc do"
    case .notTaggable(.matroska, let edits) where !edits.isEmpty: "use mkvpropedit FILE \(edits.joined(separator: " "))"
    case .notTaggable(.png, _), .notTaggable(.picture, _):
      "encode the picture again with its tags, as tonemap convert does"
    // Such a stream states no times, and those that FFmpeg copies it with are wrong if it has B pictures.
    case .notTaggable(.hevcStream, let edits): Self.remedy(filter: "hevc_metadata", edits, file: "out.hevc")
    case .notTaggable(.avcStream, let edits): Self.remedy(filter: "h264_metadata", edits, file: "out.h264")
    case .notTaggable: "rewrap it first, as in ffmpeg -i FILE -c copy out.mp4"
    case .noSuchTrack: "choose one of them"
    case .unreadable: nil
    case .overLimit: "the rest was not read: check the file with the tool that wrote it"
    }
  }
}

/// Bytes in hexadecimal: `48 65 6c 6c`.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
