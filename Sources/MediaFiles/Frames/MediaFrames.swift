internal import HDRMetadata

/// The frames of a movie, one after the other, with the dynamic metadata that each brings.
///
///     var frames = try MediaFrames(path: "in.mp4")
///     while let frame = try frames.next() { print(frame.index, frame.hdr10Plus != nil) }
///
/// Nothing is decoded, and pictures are passed by, so little of a movie is read. Damage is reported with its frame, and the frames after it follow
/// if they can be found. The frames of other containers than ISO base media and QuickTime are not found here.
public struct MediaFrames {
  /// What the headers state.
  public let media: MediaDescription
  /// The track whose frames these are: the first that shows pictures of its own.
  public let track: TrackDescription
  private let reader: FileReader
  private var stored: any StoredFrames
  private var index = 0

  /// The frames of the file with this name.
  ///
  /// - Throws: As ``MediaDescription/init(path:)``; ``MediaFileError/missing(part:container:)`` if the file has no track, or holds pictures.
  public init(path: String) throws(MediaFileError) { try self.init(FileReader(path: path)) }

  /// The frames of the open file with this descriptor, which stays open and keeps its position.
  ///
  /// - Throws: As ``init(path:)``.
  public init(descriptor: CInt) throws(MediaFileError) { try self.init(FileReader(descriptor: descriptor)) }

  /// The frames of the open file with this descriptor, which has been described.
  ///
  /// - Parameter stored: The frames of ``track``, where another library finds them.
  package init(
    of media: MediaDescription, descriptor: CInt, foundBy stored: (any StoredFrames)? = nil
  ) throws(MediaFileError) {
    try self.init(media, in: FileReader(descriptor: descriptor), stored)
  }

  /// The frames of a file with these bytes.
  ///
  /// - Throws: As ``init(path:)``.
  public init(bytes: [UInt8]) throws(MediaFileError) { try self.init(FileReader(bytes: bytes)) }

  private init(_ reader: FileReader) throws(MediaFileError) { try self.init(MediaDescription(reader), in: reader) }

  private init(
    _ media: MediaDescription, in reader: FileReader, _ found: (any StoredFrames)? = nil
  ) throws(MediaFileError) {
    self.media = media
    guard let track = media.shownTrack else {
      throw media.problems.first ?? .missing(part: "video track", container: media.container)
    }
    reader.lift()
    _ = reader.takeProblems()
    self.track = track
    self.reader = reader
    switch media.container {
    case .movie: stored = try MovieFrames(of: track, in: reader)
    case .png, .picture: throw .missing(part: "frames, only a picture", container: media.container)
    default:
      guard let found else { throw .missing(part: "table of its frames", container: media.container) }
      stored = found
    }
  }

  /// The next frame, or `nil` after the last one that can be found.
  ///
  /// - Throws: `MediaFileError.cannotRead` if the system fails to read the file.
  public mutating func next() throws(MediaFileError) -> FrameMetadata? {
    var found: StoredFrame?
    do throws(MediaFileError) { found = try stored.next() } catch {
      if case .cannotRead = error { throw error }
      reader.note(error)
    }
    try reader.checkReading()
    guard let found else { return nil }
    defer { index += 1 }
    return FrameMetadata(
      index: index, seconds: found.time.map { Seconds($0) }, byte: found.byte,
      statements: found.track.statements.filter(\.isOfFrames),
      unitTypes: found.track.facts.firstPictureTypes, problems: reader.takeProblems() + found.problems)
  }

  /// The types of all pictures of both layers of H.265 with alpha, read from the next frame on.
  package mutating func layerTypes() throws(MediaFileError) -> CodecFacts.LayerTypes {
    var types = CodecFacts.LayerTypes()
    while let frame = try stored.next() {
      let found = frame.track.facts.firstPictureTypes
      if found[0] != found[1] { types.unlike = types.unlike ?? types.pictures }
      types.pictures += 1
    }
    return types
  }

  /// Where the units begin that state a message of this type: in what the container says of the stream, and in all frames, which have been
  /// read then.
  ///
  /// - Throws: `MediaFileError.cannotRead` if the system fails to read the file.
  package mutating func places(ofMessage type: Int) throws(MediaFileError) -> Set<Int> {
    func places(in track: TrackDescription) -> [Int] {
      track.statements.filter { $0.carriedIn.path.hasSuffix("SEI \(type)") }.map(\.carriedIn.byte)
    }
    var found = Set(places(in: track))
    while let frame = try stored.next() { found.formUnion(places(in: frame.track)) }
    try reader.checkReading()
    return found
  }

  /// What was damaged after the last frame, so that others cannot be found.
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

/// A frame as it is found: where it begins, when it is shown, and what it states.
package struct StoredFrame {
  var byte: Int
  var time: Double?
  var track: TrackDescription
  var problems: [MediaFileError] = []
}

extension StoredFrame {
  /// A frame that another library found in a file.
  ///
  /// - Parameters:
  ///   - bytes: The coded picture.
  ///   - byte: Its offset in the file.
  ///   - time: The time at which it is shown, in seconds on the clock of its track; `nil` if the file does not say.
  ///   - additions: The payloads of ITU-T T.35 that the container holds beside it.
  package init(
    _ bytes: [UInt8], byte: Int, time: Double?, additions: [[UInt8]], of track: TrackDescription
  ) {
    self.init(byte: byte, time: time, track: track.unstated)
    let reader = FileReader(bytes: bytes)
    reader.lift()
    if track.hasPlainSamples { self.byte += self.track.readCodedPicture(in: reader) }
    problems = reader.problems
    for index in self.track.statements.indices { self.track.statements[index].carriedIn.byte += byte }
    for addition in additions where addition.isDynamicMetadata {
      self.track.state(.blockAddition(4), addition, in: Place(path: "BlockAdditions", byte: byte), by: .container)
    }
  }
}

/// The frames of a track in the order in which a file has them.
package protocol StoredFrames {
  /// The next frame, or `nil` after the last.
  ///
  /// - Throws: Why no other frame can be found.
  mutating func next() throws(MediaFileError) -> StoredFrame?
}

extension TrackDescription {
  /// A track like this one that has not stated anything yet: what a frame's own statements are read into.
  var unstated: TrackDescription {
    var track = TrackDescription(id: id, codecTag: codecTag)
    track.facts.codec = facts.codec
    track.unitLengthBytes = unitLengthBytes
    track.hasPlainSamples = hasPlainSamples
    return track
  }

  /// Reads a coded picture as the track stores it: units after their lengths, or after start codes.
  ///
  /// - Returns: The offset of the first unit.
  @discardableResult
  mutating func readCodedPicture(in reader: FileReader) -> Int {
    switch (facts.codec, unitLengthBytes) {
    case (.hevc?, nil): reader.note { () throws(MediaFileError) in try reader.readUnits(HEVCSyntax.self, into: &self) }
    case (.avc?, nil): reader.note { () throws(MediaFileError) in try reader.readUnits(AVCSyntax.self, into: &self) }
    default:
      reader.whole.readSample(into: &self)
      return 0
    }
    var scanner = StartCodeScanner(reader.whole)
    return (try? scanner.nextStart()) ?? 0
  }
}
