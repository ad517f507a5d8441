public import HDRMetadata

/// A movie with other tags and static metadata in its container: what to copy, and what to write instead.
///
///     let retagging = try MovieRetagging(path: "in.mov", tags: MovieTags(metadata: metadata))
///     for piece in retagging.pieces { … }
///
/// Media data stay as they are, and so does what the stream says in itself; chunk offsets follow where media data move.
public struct MovieRetagging: Sendable {
  /// A part of the new file.
  public enum Piece: Hashable, Sendable {
    /// These bytes of the old file.
    case copy(Range<Int>)
    /// These bytes.
    case bytes([UInt8])
  }

  /// The parts of the new file in order.
  public let pieces: [Piece]
  /// How many sample entries were tagged.
  public let entries: Int
  /// Whether a range was given that the file's form of the color box, QuickTime's, cannot say.
  public let hasLostRange: Bool

  /// The movie of this file with these tags.
  ///
  /// - Throws: As `MediaDescription(path:)`; `.unsupported` where something in the file keeps offsets that are not followed;
  ///   `.missing` without a track of pictures.
  public init(path: String, tags: MovieTags) throws(MediaFileError) { try self.init(FileReader(path: path), tags) }

  /// The movie of these bytes with these tags.
  ///
  /// - Throws: As `init(path:tags:)`.
  public init(bytes: [UInt8], tags: MovieTags) throws(MediaFileError) {
    try self.init(FileReader(bytes: bytes), tags)
  }

  private init(_ reader: FileReader, _ tags: MovieTags) throws(MediaFileError) {
    guard try MediaContainer(of: reader.whole) == .movie else {
      throw .unsupported(part: "the container", byte: 0, found: "no ISO base media or QuickTime")
    }
    let boxes = Array(reader.whole.boxes)
    if let problem = reader.problems.first { throw problem }
    let movies = boxes.filter { $0.type == "moov" }
    guard let movie = movies.first else { throw .missing(part: "movie header (moov)", container: .movie) }
    guard movies.count == 1 else {
      throw .unsupported(part: "/moov", byte: movies[1].start, found: "a second movie header")
    }
    let old = movie.start..<movie.content.end
    var editor = MovieEditor(tags: tags, isQuickTime: try Self.isQuickTime(boxes.first), old: old)
    var window = movie.content
    let edited = try editor.tagged(BoxBytes(type: "moov", content: try window.bytes(window.remaining)))
    guard editor.entries > 0 else { throw .missing(part: "track of pictures", container: .movie) }
    let shift = edited.bytes.count - old.count
    if shift != 0, let other = boxes.first(where: { Self.offsetKeepers.contains($0.type) }) {
      throw .unsupported(
        part: other.place.path, byte: other.start,
        found: "a table of offsets of fragments or items, which are not followed")
    }
    entries = editor.entries
    hasLostRange = editor.hasLostRange
    pieces = [
      .copy(0..<old.lowerBound), .bytes(try editor.moved(edited, by: shift).bytes), .copy(old.upperBound..<reader.size),
    ]
  }

  /// Boxes beside the movie header that may hold offsets from the beginning of the file.
  private static let offsetKeepers: Set<FourCharacterCode> = ["moof", "mfra", "sidx", "meta"]

  /// - Source: QuickTime File Format, *The file type compatibility atom*; without one, it is QuickTime.
  private static func isQuickTime(_ first: Box?) throws(MediaFileError) -> Bool {
    guard let first, first.type == "ftyp" else { return true }
    var brand = first.content
    return FourCharacterCode(rawValue: try brand.integer()) == "qt  "
  }
}

/// What to write into the sample entries of a movie.
public struct MovieTags: Hashable, Sendable {
  /// The tags to write; what is `nil` stays as it is.
  public var color: ColorDescription
  /// The metadata to write; what is `nil` stays as it is.
  public var metadata: StaticMetadata
  /// The boxes to take out: `mdcv`, `clli`, `amve`.
  public var removed: Set<FourCharacterCode>

  /// These tags.
  public init(
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata(),
    removed: Set<FourCharacterCode> = []
  ) {
    self.color = color
    self.metadata = metadata
    self.removed = removed
  }
}
