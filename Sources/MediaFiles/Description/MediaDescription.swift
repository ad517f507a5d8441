/// What a movie, an image or a bare stream says of its color, read from its headers alone.
///
///     let file = try MediaDescription(path: "IMG_0042.MOV")
///     for track in file.tracks {
///       print(track.codecTag, track.resolved.color)
///     }
///
/// Nothing is decoded, and no more is read than headers and the units before the first picture need: 16 MiB at most, a few
/// kilobytes of most files, wherever in the file they lie.
public struct MediaDescription: Hashable, Sendable {
  /// The kind of file.
  public var container: MediaContainer
  /// Its tracks of pictures, or its pictures.
  public var tracks: [TrackDescription] = []
  /// What could not be read, of files of which enough could be read.
  public var problems: [MediaFileError] = []
  /// How many bytes of the file were read.
  public var bytesRead = 0

  /// What the file of this name says.
  ///
  /// - Throws: `MediaFileError.cannotOpen`, `.notAFile`, `.cannotRead`; `.unknownContainer` for other kinds of files;
  ///   `.missing` or `.truncated` where nothing can be said.
  public init(path: String) throws(MediaFileError) { try self.init(FileReader(path: path)) }

  /// What the open file of this descriptor says, whose position stays where it is.
  ///
  /// - Throws: As `init(path:)`.
  public init(descriptor: CInt) throws(MediaFileError) { try self.init(FileReader(descriptor: descriptor)) }

  /// What a file of these bytes says.
  ///
  /// - Throws: As `init(path:)`.
  public init(bytes: [UInt8]) throws(MediaFileError) { try self.init(FileReader(bytes: bytes)) }

  package init(_ reader: FileReader) throws(MediaFileError) {
    container = try MediaContainer(of: reader.whole)
    switch container {
    case .movie: tracks = try reader.movieTracks()
    case .matroska: tracks = try reader.matroskaTracks()
    case .hevcStream: tracks = [reader.annexBTrack(HEVCSyntax.self)]
    case .avcStream: tracks = [reader.annexBTrack(AVCSyntax.self)]
    case .ivf: tracks = [try reader.ivfTrack()]
    case .obuStream: tracks = [reader.obuTrack(isAnnexB: false)]
    case .obuAnnexB: tracks = [reader.obuTrack(isAnnexB: true)]
    }
    problems = reader.problems
    bytesRead = reader.bytesRead
  }
}
