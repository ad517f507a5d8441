internal import HDRMetadata
package import MediaFiles
internal import SystemCalls

/// One run of `tag`: plans the new movie, writes it under a temporary name, and moves it to its place when it is complete.
package struct Retagging {
  let input, output: Path
  let tags: MovieTags
  /// The number of the track to tag, or `nil` for all.
  let track: Int?
  let replacesProtectedFiles: Bool
  let control: RunControl

  package init(
    input: Path, output: Path, tags: MovieTags, track: Int?, replacesProtectedFiles: Bool, control: RunControl
  ) {
    (self.input, self.output, self.tags, self.track) = (input, output, tags, track)
    (self.replacesProtectedFiles, self.control) = (replacesProtectedFiles, control)
  }

  package func run() throws {
    // Opened once: what is planned with is what is copied, even if another file gets the name meanwhile.
    let source = try MediaInput.open(input)
    defer { try? SystemCall.closeFile(source) }
    let movie: MovieRetagging
    do {
      movie = try MovieRetagging(descriptor: source, tags: tags, track: track)
    } catch {
      switch error {
      case .cannotRead: throw TranscodingError.inputOutput("\(error)")
      case .noSuchTrack: throw TranscodingError.settings("\(input): \(error)")
      default: throw TranscodingError.data("\(input): \(error)")
      }
    }
    tell(of: movie)
    let outputs = Outputs(force: replacesProtectedFiles, control)
    control.start()
    let destination: Destination
    do {
      destination = try outputs.open(output, as: "the output", over: (input, source))
      try checkSize(of: movie, in: destination)
      for piece in movie.pieces {
        switch piece {
        case .bytes(let bytes): try destination.write(bytes)
        case .copy(let range): try copy(range, of: source, to: destination)
        }
      }
      try outputs.commit()
    } catch {
      outputs.discard()
      throw error
    }
    tellConflicts(in: movie.tracks, of: destination)
  }

  /// Makes sure that the movie is not larger than its file system. One with holes may claim any size, and its copy has none.
  private func checkSize(of movie: MovieRetagging, in destination: Destination) throws(TranscodingError) {
    // Unsigned, because the file may have as many bytes as fit in an Int, and its movie header grows.
    let size = movie.pieces.reduce(0 as UInt64) { size, piece in
      switch piece {
      case .bytes(let bytes): size + UInt64(bytes.count)
      case .copy(let range): size + UInt64(range.count)
      }
    }
    guard destination.isFile, let room = System.fileSystemSize(of: destination.descriptor), size > room else { return }
    throw .inputOutput(
      "the output \(output) needs \(size) bytes, but its whole file system has \(room); write to another place")
  }

  /// Reports tags that were not written, or that were written to several tracks.
  private func tell(of movie: MovieRetagging) {
    if movie.tracks.count > 1 {
      control.note(
        "several-tracks",
        "\(input) has \(movie.tracks.count) video tracks, \(movie.tracks.map(String.init).joined(separator: ", ")),"
          + " and all of them get the same tags", fix: "use \(.track) to tag only one")
    }
    for box in movie.absent.map(\.description).sorted() {
      control.note(
        "absent-box", "\(.removed) \(box) was given, but the tagged tracks of \(input) have no such box",
        consequence: "nothing is removed")
    }
    if movie.hasLostRange {
      control.note(
        "range-unstated",
        "\(.stated(.range)) was given, but the color box of \(input) is QuickTime's, which states no range and implies narrow",
        consequence: "the range is left out")
    }
  }

  /// Copies bytes of the input, up to 1 MiB at a time.
  private func copy(_ range: Range<Int>, of source: Int32, to destination: Destination) throws(TranscodingError) {
    var position = range.lowerBound
    while position < range.upperBound {
      try control.check()
      let bytes: [UInt8]
      do {
        bytes = try SystemCall.bytes(of: source, at: position, count: min(1 << 20, range.upperBound - position))
      } catch {
        throw .inputOutput("the input \(input) cannot be read at byte \(position) (\(error)); check the disk")
      }
      guard !bytes.isEmpty else {
        throw .data(
          "the input \(input) ends at byte \(position), but had \(range.upperBound) bytes before; try again")
      }
      try destination.write(bytes)
      position += bytes.count
    }
  }

  /// Reports where container and stream now disagree, or that this was not checked, since a pipe cannot be read again.
  private func tellConflicts(in tagged: [Int], of destination: Destination) {
    let media: MediaDescription
    do {
      guard destination.isFile else { throw MediaFileError.notAFile(path: "\(output)") }
      media = try MediaDescription(descriptor: destination.descriptor)
    } catch {
      control.note(
        "tags-unchecked",
        "the movie is written, but whether its stream agrees with its tags was not checked, since \(error)")
      return
    }
    let tracks = media.tracks.filter { tagged.contains($0.id) }
    for track in tracks where track.isDolbyVisionOnly {
      control.note(
        "dolby-vision-only",
        "track \(track.id) is Dolby Vision without a compatible base layer, so its pictures are not what the new tags say; players and"
          + " tonemap convert still go by its Dolby Vision")
    }
    for conflict in tracks.flatMap(\.conflicts) {
      control.note(conflict.code, "\(conflict.sentence)", consequence: "the stream itself is unchanged")
    }
  }
}
