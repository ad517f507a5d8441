/// The supported kinds of files.
public enum MediaContainer: String, CaseIterable, Sendable {
  /// ISO base media and QuickTime: movies and images, `.mov`, `.mp4`, `.m4v`, `.heic`, `.avif`.
  case movie
  /// Matroska and WebM.
  case matroska
  /// A PNG picture.
  case png
  /// Another picture file, whose samples FFmpeg's libraries decode.
  case picture
  /// A bare H.265 stream with start codes.
  case hevcStream
  /// A bare H.264 stream with start codes.
  case avcStream
  /// IVF with AV1, VP8 or VP9.
  case ivf
  /// A bare AV1 stream whose units state their sizes.
  case obuStream
  /// A bare AV1 stream in the length-delimited format.
  case obuAnnexB
  /// Another container, read by FFmpeg's libraries instead of this module.
  case other
}

extension MediaContainer: CustomStringConvertible {
  public var description: String {
    switch self {
    case .movie: "ISO base media or QuickTime"
    case .matroska: "Matroska"
    case .png: "PNG"
    case .picture: "a picture"
    case .hevcStream: "bare H.265"
    case .avcStream: "bare H.264"
    case .ivf: "IVF"
    case .obuStream: "bare AV1"
    case .obuAnnexB: "bare AV1, length-delimited"
    case .other: "another container"
    }
  }
}

extension MediaContainer {
  /// The container of a file, by its first bytes.
  ///
  /// - Source: Rec. ITU-T H.264 and H.265, Annex B; AV1, clause 5.2 and Annex B.
  package init(of file: ByteWindow) throws(MediaFileError) {
    var file = file
    let start = try file.bytes(min(file.remaining, 16))
    let format = FileFormat(start: start)
    switch format?.content {
    case .unread(let remedy): throw .unreadPicture(UnreadPicture(format!.name, remedy))
    case .still(let still, _): self = still == .png ? .png : .picture
    case .movie(let container?): self = container
    case .items: self = .movie
    case .movie(nil), nil:
      guard let stream = Self.stream(start) else { throw .unknownContainer(start: start) }
      self = stream
    }
  }

  private static func stream(_ start: [UInt8]) -> MediaContainer? {
    // Both formats of AV1 begin with an empty temporal delimiter, OBU type 2, which states its size (0) in the first format.
    if start.starts(with: [0x12, 0x00]) { return .obuStream }
    // The sizes of a temporal unit and of a frame unit, as *leb128()*, come first in the second.
    let ends = start.indices.filter { start[$0] < 0x80 }
    if ends.count > 1, start.dropFirst(ends[1] + 1).starts(with: [0x01, 0x10]) { return .obuAnnexB }
    guard let one = start.prefix(8).firstIndex(of: 1), one >= 2, start[..<one].allSatisfy({ $0 == 0 }),
      start.count > one + 2
    else { return nil }
    let header = Array(start[(one + 1)...])
    // A stream of H.265 begins with a parameter set, a delimiter, a message or, if cut from a longer one, with a picture that needs no other picture,
    // all of layer 0 and the first sublayer. No message or first parameter set of H.264 has such a header.
    let isBase = header[0] & 1 == 0 && header[1] == 1
    // Parameter sets of another layer can come first, of the types 32 to 34 and layers below 32.
    let isSetOfLayer = [0x40, 0x42, 0x44].contains(header[0]) && header[1] & 7 == 1
    if isSetOfLayer { return .hevcStream }
    if isBase, [16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 39].contains(header[0] >> 1) { return .hevcStream }
    return header[0] < 0x80 && [1, 5, 6, 7, 8, 9].contains(header[0] & 0x1F) ? .avcStream : nil
  }
}
