/// The frames of a track of a movie: those of its own tables, then those of the fragments after the movie header.
struct MovieFrames: StoredFrames {
  private let reader: FileReader
  private let blank: TrackDescription
  /// The ticks of the track's clock per second.
  private var timescale: UInt64 = 0
  private var table: SampleTable?
  private var fragments: FragmentSamples

  init(of track: TrackDescription, in reader: FileReader) throws(MediaFileError) {
    (self.reader, blank) = (reader, track.unstated)
    guard let movie = reader.whole.boxes.first(where: { $0.type == "moov" }) else {
      throw .onlyPictures
    }
    for box in movie.content.boxes where box.type == "trak" {
      guard try box.trackNumber() == track.id, let media = box.child("mdia") else { continue }
      timescale = try media.timescale()
      if let table = media.descendant("minf", "stbl") { self.table = try SampleTable(table) }
      break
    }
    fragments = FragmentSamples(of: track.id, after: movie, in: reader)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    // The samples of fragments can still be found after a truncated table.
    do throws(MediaFileError) {
      if let sample = try table?.next() {
        // All that follow it may begin there, and their number may be any.
        guard (0..<reader.size).contains(sample.start) else {
          throw .truncated(part: "sample", byte: sample.start, needed: sample.length, found: 0)
        }
        return frame(sample)
      }
    } catch {
      reader.note(error)
    }
    table = nil
    return try fragments.next().map(frame)
  }

  private func frame(_ sample: MovieSample) -> StoredFrame {
    var frame = StoredFrame(byte: sample.start, track: blank)
    if timescale > 0 { frame.time = sample.time.map { Double($0) / Double(timescale) } }
    guard blank.hasPlainSamples else { return frame }
    reader.noting(
      errorOf: try reader.readSample(at: sample.start, length: sample.length, path: "sample", into: &frame.track))
    return frame
  }
}

struct MovieSample {
  var start, length: Int
  /// The time, in ticks of the track's clock.
  var time: Int?
}

extension Box {
  /// The number of a `trak` box.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.3.2.
  package func trackNumber() throws(MediaFileError) -> Int? {
    guard var header = try child("tkhd")?.versioned() else { return nil }
    try header.content.skip(header.version == 1 ? 16 : 8)
    return Int(try header.content.integer(bytes: 4))
  }

  /// The ticks per second of an `mdia` box.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.4.2.
  func timescale() throws(MediaFileError) -> UInt64 {
    guard var header = try child("mdhd")?.versioned() else { return 0 }
    try header.content.skip(header.version == 1 ? 16 : 8)
    return try header.content.integer(bytes: 4)
  }
}
