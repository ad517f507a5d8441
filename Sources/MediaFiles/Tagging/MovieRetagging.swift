public import HDRMetadata

/// A movie with other tags and static metadata in its container: what to copy, and what to write instead.
///
///     let retagging = try MovieRetagging(path: "in.mov", tags: MovieTags(metadata: metadata))
///     for piece in retagging.pieces { … }
///
/// Media data stay as they are, and so does what the stream says in itself. Where they move, every offset to them follows: of
/// chunks, fragments, indexes and items, and of what belongs to samples.
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
  /// The numbers of the tracks that were tagged.
  public let tracks: [Int]
  /// The boxes that were to be taken out, and that no tagged track has.
  public let absent: Set<FourCharacterCode>
  /// Whether a range was given that the file's form of the color box, QuickTime's, cannot say.
  public let hasLostRange: Bool

  /// The movie of this file with these tags.
  ///
  /// - Parameter track: The number of the track to tag; where it is left out, all tracks of pictures are tagged.
  /// - Throws: As `MediaDescription(path:)`; `.notTaggable` for other containers; `.pictureNotTagged` where there are items alone; `.unsupported` where something
  ///   in the file keeps a distance that cannot be followed; `.missing` without a track of pictures; `.noSuchTrack` where
  ///   none has the number.
  public init(path: String, tags: MovieTags, track: Int? = nil) throws(MediaFileError) {
    try self.init(FileReader(path: path), tags, track)
  }

  /// The movie of these bytes with these tags.
  ///
  /// - Throws: As `init(path:tags:track:)`.
  public init(bytes: [UInt8], tags: MovieTags, track: Int? = nil) throws(MediaFileError) {
    try self.init(FileReader(bytes: bytes), tags, track)
  }

  private init(_ reader: FileReader, _ tags: MovieTags, _ track: Int?) throws(MediaFileError) {
    let container = try MediaContainer(of: reader.whole)
    guard container == .movie else {
      throw .notTaggable(container, edits: MatroskaColor(tags.color, tags.metadata).mkvpropedit)
    }
    // All of the file is copied, so that looking at all its boxes costs little.
    reader.lift(forBytes: 4 * reader.size)
    let boxes = Array(reader.whole.boxes)
    if let problem = reader.problems.first { throw problem }
    let movies = boxes.filter { $0.type == "moov" }
    guard let movie = movies.first else {
      if let picture = boxes.first(where: { $0.type == "meta" }) {
        let start = try picture.versioned().content
        let properties = Box(type: "meta", start: picture.start, content: start).child("iprp")
        throw .pictureNotTagged(part: "/meta/iprp", byte: properties?.start ?? picture.start)
      }
      throw .missing(part: "movie header (moov)", container: .movie)
    }
    guard movies.count == 1 else {
      throw .unsupported(part: "/moov", byte: movies[1].start, found: "a second movie header")
    }
    let old = movie.start..<movie.content.end
    let isQuickTime = try Self.isQuickTime(boxes.first)
    var window = movie.content
    let isLong = movie.content.start - movie.start == 16
    var header = BoxBytes(
      type: "moov", content: try window.rest(limit: Self.headerLimit), start: movie.content.start, isLong: isLong)
    var editor = MovieEditor(tags: tags, isQuickTime: isQuickTime, track: track)
    _ = try editor.tagged(header)
    entries = editor.growths.count
    tracks = editor.tracks.filter { track ?? $0 == $0 }
    absent = tags.removed.subtracting(editor.removed)
    if let track, !editor.tracks.isEmpty, tracks.isEmpty { throw .noSuchTrack(number: track, found: editor.tracks) }
    guard entries > 0 else { throw .missing(part: "track of pictures", container: .movie) }
    var move = OffsetMove(editor.growths)
    if editor.growths.contains(where: { $0.count != 0 }) { for box in boxes { try move.follow(box) } }
    if let problem = reader.problems.first { throw problem }
    // Offsets in the header first, where they still are; what is put in and taken out then does not depend on them.
    for patch in move.patches where old ~= patch.byte { header.replace(patch.bytes, at: patch.byte - header.start) }
    editor = MovieEditor(tags: tags, isQuickTime: isQuickTime, track: track)
    let new = try editor.tagged(header).bytes
    hasLostRange = editor.hasLostRange
    let outside = move.patches.filter { !(old ~= $0.byte) }.map { ($0.range, $0.bytes) }
    pieces = Self.pieces(of: reader.size, replacing: outside + [(old, new)])
  }

  /// The whole file, with these parts of it replaced.
  private static func pieces(of size: Int, replacing parts: [(Range<Int>, [UInt8])]) -> [Piece] {
    var pieces: [Piece] = []
    var position = 0
    for (range, bytes) in parts.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      if position < range.lowerBound { pieces.append(.copy(position..<range.lowerBound)) }
      pieces.append(.bytes(bytes))
      position = range.upperBound
    }
    return pieces + (position < size ? [.copy(position..<size)] : [])
  }

  /// How long a movie header may be: ten hours have some 20 MB.
  private static let headerLimit = 256 << 20

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
