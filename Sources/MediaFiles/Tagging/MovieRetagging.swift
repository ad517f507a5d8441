/// A movie with new tags and static metadata in its container, as a list of bytes to copy and bytes to write.
///
///     let retagging = try MovieRetagging(path: "in.mov", tags: MovieTags(metadata: metadata))
///     for piece in retagging.pieces { … }
///
/// Media data stay unchanged, including the stream's own statements. If they move, every offset to them is updated: those of chunks, fragments,
/// indexes and items, and of auxiliary information of samples.
public struct MovieRetagging: Sendable {
  /// A part of the new file.
  public enum Piece: Hashable, Sendable {
    /// These bytes of the old file.
    case copy(Range<Int>)
    case bytes([UInt8])
  }

  /// The parts of the new file, in order.
  public let pieces: [Piece]
  /// The number of sample entries that were tagged.
  public let entries: Int
  /// The numbers of the tracks that were tagged.
  public let tracks: [Int]
  /// The boxes to remove that no tagged track has.
  public let absent: Set<FourCharacterCode>
  /// Whether a range was given that the file's color box, in QuickTime's form, cannot state.
  public let hasLostRange: Bool

  /// The movie of this file with these tags.
  ///
  /// - Parameters:
  ///   - path: The path of the movie.
  ///   - tags: The tags to write, and the boxes to remove.
  ///   - track: The number of the track to tag; `nil` for all video tracks.
  /// - Throws: As `MediaDescription(path:)`; `.notTaggable` for other containers; `.pictureNotTagged` if there are only items;
  ///   `.unsupported` if something in the file has a relative offset that cannot be updated; `.noVideoTrack`;
  ///   `.noSuchTrack` if no track has the number.
  public init(path: String, tags: MovieTags, track: Int? = nil) throws(MediaFileError) {
    try self.init(FileReader(path: path), tags, track)
  }

  /// The movie of the open file with this descriptor, whose position does not change, with these tags.
  ///
  /// - Throws: As `init(path:tags:track:)`.
  public init(descriptor: CInt, tags: MovieTags, track: Int? = nil) throws(MediaFileError) {
    try self.init(FileReader(descriptor: descriptor), tags, track)
  }

  /// The movie of these bytes with these tags.
  ///
  /// - Throws: As `init(path:tags:track:)`.
  public init(bytes: [UInt8], tags: MovieTags, track: Int? = nil) throws(MediaFileError) {
    try self.init(FileReader(bytes: bytes), tags, track)
  }

  private init(_ reader: FileReader, _ tags: MovieTags, _ track: Int?) throws(MediaFileError) {
    let container = try MediaContainer(of: reader.whole)
    guard container == .movie else { throw .notTaggable(container, edits: tags.edits(of: container, track)) }
    // The whole file is copied anyway, so reading all its boxes costs little.
    reader.lift()
    let (movie, isQuickTime) = try Self.movie(of: reader)
    var content = movie.content
    var header = try content.rest(limit: Self.headerLimit)
    var editor = MovieEditor(tags: tags, isQuickTime: isQuickTime, track: track)
    try editor.tag(movie)
    (entries, hasLostRange) = (editor.entries.count, editor.hasLostRange)
    tracks = editor.tracks.filter { track ?? $0 == $0 }
    absent = tags.removed.subtracting(editor.removed)
    if let track, !editor.tracks.isEmpty, tracks.isEmpty { throw .noSuchTrack(number: track, found: editor.tracks) }
    guard !editor.tracks.isEmpty else { throw .noVideoTrack }
    guard entries > 0 else { throw .missing(part: "sample entry in its video track", container: .movie) }
    var move = OffsetMove(editor.growths)
    if editor.growths.contains(where: { $0.count != 0 }) {
      for box in reader.whole.boxes { try move.follow(box) }
    }
    if let problem = reader.problems.first { throw problem }
    let old = movie.start..<movie.content.end
    let start = movie.content.start
    let sizes = editor.grown.values.map { $0.box.size(grownBy: $0.count) }
    for (place, bytes) in move.patches + sizes where old ~= place.lowerBound {
      header.replaceSubrange(place.lowerBound - start..<place.upperBound - start, with: bytes)
    }
    var (new, position) = ([UInt8](), start)
    for entry in editor.entries {
      new += header[(position - start)..<entry.place.lowerBound - start] + entry.boxes
      position = entry.place.upperBound
    }
    new = movie.type.box(new + header[(position - start)...], isLong: movie.isLong)
    let outside = move.patches.filter { !(old ~= $0.place.lowerBound) }
    pieces = Self.pieces(of: reader.size, replacing: outside + [(old, new)])
  }

  /// The only movie header of a file, and whether the file is QuickTime. Other boxes, which can be many, are not kept.
  private static func movie(of reader: FileReader) throws(MediaFileError) -> (header: Box, isQuickTime: Bool) {
    var movie, picture: Box?
    var isQuickTime: Bool?
    for box in reader.whole.boxes {
      if isQuickTime == nil { isQuickTime = try self.isQuickTime(box) }
      switch box.type {
      case "moov" where movie != nil:
        throw .unsupported(part: "/moov", byte: box.start, found: "a second movie header")
      case "moov": movie = box
      case "meta": picture = picture ?? box
      default: break
      }
    }
    if let problem = reader.problems.first { throw problem }
    if let movie { return (movie, isQuickTime ?? true) }
    guard let picture else { throw .missing(part: "movie header (moov)", container: .movie) }
    let content = try picture.versioned().content
    let properties = content.boxes.first { $0.type == "iprp" }
    throw .pictureNotTagged(part: "/meta/iprp", byte: properties?.start ?? picture.start)
  }

  private static func pieces(of size: Int, replacing parts: [(place: Range<Int>, bytes: [UInt8])]) -> [Piece] {
    var pieces: [Piece] = []
    var position = 0
    for (range, bytes) in parts.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
      if position < range.lowerBound { pieces.append(.copy(position..<range.lowerBound)) }
      pieces.append(.bytes(bytes))
      position = range.upperBound
    }
    return pieces + (position < size ? [.copy(position..<size)] : [])
  }

  /// The maximum length of a movie header; that of a ten-hour movie has some 20 MB.
  private static let headerLimit = 256 << 20

  /// - Source: QuickTime File Format, *The file type compatibility atom*; without one, it is QuickTime.
  private static func isQuickTime(_ first: Box) throws(MediaFileError) -> Bool {
    guard first.type == "ftyp" else { return true }
    var brand = first.content
    return FourCharacterCode(rawValue: try brand.integer()) == "qt  "
  }
}

/// The tags to write into the sample entries of a movie.
public struct MovieTags: Hashable, Sendable {
  /// The color tags to write; `nil` leaves a tag unchanged.
  public var color: ColorDescription
  /// The metadata to write; `nil` leaves a message unchanged.
  public var metadata: StaticMetadata
  /// The boxes to remove: `mdcv`, `clli`, `amve`.
  public var removed: Set<FourCharacterCode>
  /// The configuration of Dolby Vision to write; `nil` leaves it unchanged.
  package var dolbyVision: DolbyVisionConfiguration?

  public init(
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata(),
    removed: Set<FourCharacterCode> = []
  ) {
    self.color = color
    self.metadata = metadata
    self.removed = removed
  }

  /// The boxes of the metadata.
  package var written: Set<FourCharacterCode> {
    let boxes: [(FourCharacterCode, Bool)] = [
      ("mdcv", metadata.mastering != nil), ("clli", metadata.contentLight != nil), ("amve", metadata.ambient != nil),
    ]
    return Set(boxes.filter(\.1).map(\.0))
  }

  /// What another program takes to write these tags into a file of a kind: see ``MediaFileError/notTaggable(_:edits:)``. Matroska has no ambient
  /// viewing environment.
  ///
  /// - Source: `mkvpropedit --list-property-names`; FFmpeg, *Bitstream Filters*, `h264_metadata`, `hevc_metadata`.
  fileprivate func edits(of container: MediaContainer, _ track: Int?) -> [String] {
    switch container {
    case .matroska where metadata.ambient == nil && removed.isSubset(of: ["mdcv", "clli"]):
      ["--edit", track.map { "track:@\($0)" } ?? "track:v1"] + MatroskaColor(color, metadata).mkvpropedit
        + MatroskaColor.mkvpropedit(removingLevels: removed.contains("clli"), mastering: removed.contains("mdcv"))
    case .avcStream, .hevcStream:
      [
        ("colour_primaries", color.primaries?.rawValue), ("transfer_characteristics", color.transfer?.rawValue),
        ("matrix_coefficients", color.matrix?.rawValue), ("chroma_sample_loc_type", color.chromaLocation?.rawValue),
        ("video_full_range_flag", color.range.map { $0 == .full ? 1 : 0 }),
      ].compactMap { name, value in value.map { "\(name)=\($0)" } }
    default: []
    }
  }
}
