/// The color statements of a movie, an image or a bare stream, read from its headers only.
///
///     let file = try MediaDescription(path: "IMG_0042.MOV")
///     for track in file.tracks {
///       print(track.codecTag, track.resolved.color)
///     }
///
/// Nothing is decoded. Only headers and the units before the first picture are read, anywhere in the file: at most 16 MiB, and a few kilobytes of
/// most files.
public struct MediaDescription: Hashable, Sendable {
  /// The kind of file.
  public var container: MediaContainer
  /// The name of the format of a picture, or FFmpeg's name of another kind of file; `nil` for others.
  package var containerName: String?
  /// Its video tracks, or its pictures.
  public var tracks: [TrackDescription] = []
  /// The title of the movie if the file also has others, such as that of a collection.
  package internal(set) var title: String?
  /// The BCP 47 language of each track, in the order of all tracks; `nil` if the container has no such tag, or if the tag adds nothing to an ISO
  /// 639-2 language.
  package internal(set) var languages: [String?] = []
  /// The parts that could not be read, if enough of the file could be read.
  public var problems: [MediaFileError] = []
  /// The number of bytes of the file that were read.
  public var bytesRead = 0
  package private(set) var isCutShort = false

  /// The description of the file with this name.
  ///
  /// - Throws: `MediaFileError.cannotOpen`, `.notAFile`; `.cannotRead` if the system fails to read any part; `.unknownContainer`
  ///   for other kinds of files;
  ///   `.missing` or `.truncated` if the file has nothing to describe.
  public init(path: String) throws(MediaFileError) { try self.init(FileReader(path: path)) }

  /// The description of the open file with this descriptor, whose position does not change.
  ///
  /// - Throws: As `init(path:)`.
  public init(descriptor: CInt) throws(MediaFileError) { try self.init(FileReader(descriptor: descriptor)) }

  /// The description of a file with these bytes.
  ///
  /// - Throws: As `init(path:)`.
  public init(bytes: [UInt8]) throws(MediaFileError) { try self.init(FileReader(bytes: bytes)) }

  package init(_ reader: FileReader) throws(MediaFileError) {
    container = try MediaContainer(of: reader.whole)
    switch container {
    case .movie: (tracks, languages) = try reader.movieTracks()
    case .matroska: (tracks, languages, title) = try reader.matroskaTracks()
    case .png, .picture:
      var start = reader.whole
      let format = FileFormat(start: try start.bytes(min(16, start.remaining)))
      guard case .still(let still, let read) = format?.content else { break }
      tracks = [try reader.stillTrack(still, by: read)]
      containerName = still.rawValue
    case .hevcStream: tracks = [reader.annexBTrack(HEVCSyntax.self)]
    case .avcStream: tracks = [reader.annexBTrack(AVCSyntax.self)]
    case .ivf: tracks = [try reader.ivfTrack()]
    case .obuStream, .obuAnnexB: tracks = [reader.obuTrack(isAnnexB: container == .obuAnnexB)]
    case .other: break
    }
    try reader.checkReading()
    (problems, isCutShort) = (reader.problems, reader.isCutShort)
    bytesRead = reader.bytesRead
  }

  package init(otherContainer name: String, _ track: TrackDescription) {
    (container, containerName, tracks) = (.other, name, [track])
  }

  /// The maximum number of languages: more than movies have tracks.
  static let languagesLimit = 256

  /// A BCP 47 tag with more than a language; `nil` for others.
  static func language(_ tag: String) -> String? { tag.contains("-") ? tag : nil }

  /// Whether it describes items of a `meta` box, as in HEIC and AVIF.
  package var isOfPictures: Bool { tracks.contains(where: \.isStill) }
}

extension MediaDescription {
  /// The findings about the file: `damaged-file`, one for each unreadable part.
  ///
  /// The statements of such a part are missing from the description.
  public var findings: [Finding] {
    problems.map { problem in
      Finding(
        code: "damaged-file", found: problem.clause, consequence: "that part is ignored",
        fix: problem.fix.map { "\($0)" })
    }
  }
}
