public import MediaFiles
internal import SystemCalls

/// A movie in MOV or MP4 with other tags and static metadata in its container. Its stream, and all else that no tag concerns, are unchanged.
///
///     let edit = try TagEdit(of: "in.mov", tags: MovieTags(color: .init(primaries: .bt2020, transfer: .pq)))
///     for finding in try edit.write(to: "out.mov") { print(finding) }  // where the stream disagrees now
public struct TagEdit: Sendable {
  public let input: MediaLocation
  public let tags: MovieTags
  /// The numbers of the tagged tracks.
  public let tracks: [Int]
  /// Findings for the user: tags that are not written, or that are written to several tracks.
  public let findings: [Finding]
  private let movie: MovieRetagging
  private let source: Descriptor
  private let control: RunControl

  /// Opens a movie, and plans the changes.
  ///
  /// - Parameters:
  ///   - input: The movie.
  ///   - tags: The tags to write, and the boxes to remove.
  ///   - track: The number of the track to tag; `nil` tags all video tracks.
  /// - Throws: ``TranscodingError`` for empty tags, an input that is not MOV or MP4, and a track that does not exist.
  public init(of input: MediaLocation, tags: MovieTags, track: Int? = nil) throws(TranscodingError) {
    try self.init(of: input, tags: tags, track: track, for: RunControl())
  }

  package init(
    of input: MediaLocation, tags: MovieTags, track: Int?, for control: RunControl
  ) throws(TranscodingError) {
    guard tags != MovieTags() else { throw .output(.noTags) }
    let both = tags.removed.intersection(tags.written)
    guard both.isEmpty else { throw .output(.contradictoryBoxes(both.map { "\($0)" }.sorted())) }
    source = try MediaInput(input).file()
    do {
      movie = try MovieRetagging(descriptor: source.number, tags: tags, track: track)
    } catch {
      throw .output(.tags(of: "\(input)", error))
    }
    (self.input, self.tags, tracks, self.control) = (input, tags, movie.tracks, control)
    findings = Self.findings(of: movie, in: input)
  }

  /// Writes the movie, which appears when it is complete; it may replace the input. Cancelling the task leaves no file.
  ///
  /// - Parameters:
  ///   - output: The file to write.
  ///   - replacesProtectedFiles: Whether a write-protected file is replaced too.
  /// - Returns: ``findings``, and the disagreements that now exist between container and stream.
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation, replacesProtectedFiles: Bool = false) async throws -> [Finding] {
    try await control.run { try written(to: output, force: replacesProtectedFiles) }
  }

  /// Writes the movie on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation, replacesProtectedFiles: Bool = false) throws -> [Finding] {
    try control.run { try written(to: output, force: replacesProtectedFiles) }
  }

  private static func findings(of movie: MovieRetagging, in input: Path) -> [Finding] {
    var findings: [Finding] = []
    if movie.tracks.count > 1 {
      findings.note(
        "several-tracks",
        "\(input) has \(movie.tracks.count) video tracks, \(movie.tracks.map(String.init).joined(separator: ", ")),"
          + " and all of them are given the same tags", fix: "use \(.track) to tag only one")
    }
    for box in movie.absent.map(\.description).sorted() {
      findings.note(
        "absent-box", "\(.remove) \(box) was given, but the tagged tracks of \(input) have no such box",
        consequence: "nothing is removed")
    }
    if movie.hasLostRange {
      findings.note(
        "range-unstated",
        "\(.range) was given, but the color box of \(input) is QuickTime's, which states no range and implies narrow",
        consequence: "the range is left out")
    }
    return findings
  }

  private func written(to output: Path, force: Bool) throws -> [Finding] {
    control.report(findings)
    let destination = try control.writing(force: force) { outputs in
      let destination = try outputs.open(output, as: "the output", over: (input, source.number))
      try checkSize(in: destination, named: output)
      for piece in movie.pieces {
        switch piece {
        case .bytes(let bytes): try destination.write(bytes)
        case .copy(let range): try copy(range, to: destination)
        }
      }
      return destination
    }
    report(conflictsIn: destination, named: output)
    return control.findings(after: findings)
  }

  /// Checks that the movie is not larger than its file system. A sparse file may claim any size, and its copy is not sparse.
  private func checkSize(in destination: Destination, named output: Path) throws(TranscodingError) {
    // Unsigned, because the file may have up to `Int.max` bytes, and its movie header grows.
    let size = movie.pieces.reduce(0 as UInt64) { $0 + UInt64($1.count) }
    guard destination.isFile, let room = System.fileSystemSize(of: destination.descriptor), size > room else { return }
    throw .output(.tooLarge("the output \(output)", bytes: size, fileSystem: room))
  }

  private func copy(_ range: Range<Int>, to destination: Destination) throws(TranscodingError) {
    var position = range.lowerBound
    while position < range.upperBound {
      try control.check()
      let bytes: [UInt8]
      do {
        bytes = try SystemCall.bytes(of: source.number, at: position, count: min(1 << 20, range.upperBound - position))
      } catch {
        throw .output(.tags(of: "\(input)", .cannotRead(byte: position, reason: "\(error)")))
      }
      guard !bytes.isEmpty else { throw .output(.changed("the input \(input)")) }
      try destination.write(bytes)
      position += bytes.count
    }
  }

  /// Reports disagreements between container and stream, or that they were not checked, since a pipe cannot be read again.
  private func report(conflictsIn destination: Destination, named output: Path) {
    let media: MediaDescription
    do {
      guard destination.isFile else { throw MediaFileError.notAFile(path: "\(output)") }
      media = try MediaDescription(descriptor: destination.descriptor)
    } catch {
      control.note(
        "tags-unchecked",
        "the movie is written, but its stream was not checked against its tags, since \(error)")
      return
    }
    let tracks = media.tracks.filter { movie.tracks.contains($0.id) }
    for track in tracks where track.isDolbyVisionOnly {
      control.note(
        "dolby-vision-only",
        "track \(track.id) is Dolby Vision without a compatible base layer, so the new tags do not describe its pictures; players and"
          + " tonemap convert still use its Dolby Vision")
    }
    for conflict in tracks.flatMap(\.conflicts) {
      control.note(conflict.code, "\(conflict.sentence)", consequence: "the stream itself is unchanged")
    }
  }
}
