/// The frames of a movie or a bare stream, one after the other, with the dynamic metadata of each.
///
///     var frames = try MediaFrames(path: "in.mp4")
///     while let frame = try frames.next() { print(frame.index, frame.hdr10Plus != nil) }
///
/// Nothing is decoded, and pictures are skipped, so little of a movie is read; a bare stream is searched from end to end. Damage is reported with its
/// frame, and later frames follow if they can be found.
public struct MediaFrames {
  /// The description of the file from its headers.
  public let media: MediaDescription
  /// The track of these frames: the first that shows pictures of its own.
  public let track: TrackDescription
  private let reader: FileReader
  private var stored: any StoredFrames
  private var index = 0

  /// The frames of the file with this name.
  ///
  /// - Throws: As ``MediaDescription/init(path:)``; ``MediaFileError/noVideoTrack``; ``MediaFileError/onlyPictures``.
  public init(path: String) throws(MediaFileError) { try self.init(FileReader(path: path)) }

  /// The frames of the open file with this descriptor, which stays open and keeps its position.
  ///
  /// - Throws: As ``init(path:)``.
  public init(descriptor: CInt) throws(MediaFileError) { try self.init(FileReader(descriptor: descriptor)) }

  /// The frames of the open file with this descriptor, described before.
  package init(of media: MediaDescription, descriptor: CInt) throws(MediaFileError) {
    try self.init(media, in: FileReader(descriptor: descriptor))
  }

  /// The frames of a file with these bytes.
  ///
  /// - Throws: As ``init(path:)``.
  public init(bytes: [UInt8]) throws(MediaFileError) { try self.init(FileReader(bytes: bytes)) }

  private init(_ reader: FileReader) throws(MediaFileError) { try self.init(MediaDescription(reader), in: reader) }

  private init(_ media: MediaDescription, in reader: FileReader) throws(MediaFileError) {
    self.media = media
    guard let track = media.tracks.first(where: { !$0.isAuxiliary }) else {
      throw media.problems.first ?? .noVideoTrack
    }
    reader.lift()
    _ = reader.consumeProblems()
    self.track = track
    self.reader = reader
    stored =
      switch media.container {
      case .movie: try MovieFrames(of: track, in: reader)
      case .matroska: try MatroskaFrames(of: track, in: reader)
      case .hevcStream: AnnexBFrames<HEVCSyntax>(of: track, in: reader)
      case .avcStream: AnnexBFrames<AVCSyntax>(of: track, in: reader)
      case .ivf: try IVFFrames(of: track, in: reader)
      case .obuStream: TemporalUnits(blank: track.unstated, content: reader.whole)
      case .obuAnnexB: LengthDelimitedUnits(blank: track.unstated, content: reader.whole)
      case .other:
        throw .unsupported(part: "the container", byte: 0, found: "one whose frames only FFmpeg's libraries read")
      case .png, .picture: throw .onlyPictures
      }
  }

  /// The next frame, or `nil` after the last one that can be found.
  ///
  /// - Throws: `MediaFileError.cannotRead` if the system fails to read the file.
  public mutating func next() throws(MediaFileError) -> FrameMetadata? {
    var found: StoredFrame?
    do throws(MediaFileError) { found = try stored.next() } catch { reader.note(error) }
    try reader.checkReading()
    guard let found else { return nil }
    defer { index += 1 }
    return FrameMetadata(
      index: index, seconds: found.time.map { Seconds($0) }, byte: found.byte,
      statements: found.track.statements.filter(\.isOfFrames),
      unitTypes: found.track.facts.firstPictureTypes, problems: reader.consumeProblems())
  }

  /// The offsets of the units with a message of this type, in the container's description of the stream and in all frames. This reads all frames.
  package mutating func places(ofMessage type: Int) throws(MediaFileError) -> Set<Int> {
    func places(in track: TrackDescription) -> [Int] {
      track.statements.filter { $0.carriedIn.path.hasSuffix("SEI \(type)") }.map(\.carriedIn.byte)
    }
    var found = Set(places(in: track))
    while let frame = try stored.next() { found.formUnion(places(in: frame.track)) }
    try reader.checkReading()
    return found
  }

  /// The damage after the last frame, beyond which no others can be found.
  public var problems: [MediaFileError] { reader.problems }
}

extension Statement {
  fileprivate var isOfFrames: Bool {
    switch value {
    case .dynamicMetadata, .dolbyVisionRPU: true
    case .unreadable(let kind, _, _): [.dynamicMetadata, .dolbyVision].contains(kind.topic)
    default: false
    }
  }
}

struct StoredFrame {
  var byte: Int
  var time: Double?
  var track: TrackDescription
}

protocol StoredFrames {
  /// The next frame, or `nil` after the last; throws the reason why no other frame can be found.
  mutating func next() throws(MediaFileError) -> StoredFrame?
}

extension TrackDescription {
  /// A copy of this track without statements, into which a frame's own statements are read.
  var unstated: TrackDescription {
    var track = TrackDescription(id: id, codecTag: codecTag)
    track.facts.codec = facts.codec
    track.unitLengthBytes = unitLengthBytes
    (track.hasPlainSamples, track.blockAdditions) = (hasPlainSamples, blockAdditions)
    return track
  }
}
