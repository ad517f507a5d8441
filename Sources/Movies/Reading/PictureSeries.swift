/// The pictures of a movie that are shown at increasing times, one after the other.
///
/// Pictures between two of them are decoded only where no key picture lies between.
package final class PictureSeries {
  private let reader: MovieReader
  private let seconds: [Seconds]
  private let targets: [Int64]
  private let threads: Int
  private var count = 0
  /// The times of the pictures that are decoded together and not yet read.
  private var times: ArraySlice<Int64> = []
  private var decoding: ShownPictures?
  /// The time of the last picture, if it was found by its time.
  private var last: Int64?

  /// - Parameters:
  ///   - seconds: Increasing times since the first picture of the movie.
  ///   - reader: The reader, which has to be moved before it is used again.
  ///   - threads: The number of decoding threads.
  package init(at seconds: [Seconds], of reader: MovieReader, threads: Int) {
    (self.reader, self.seconds, self.threads) = (reader, seconds, threads)
    let (start, unit) = (reader.video.start?.count ?? 0, reader.video.timeBase.value)
    targets = seconds.map { MovieReader.time(at: $0, from: start, unit: unit) }
  }

  /// Reads the next picture.
  ///
  /// - Parameter frame: The same frame in each call; it keeps a picture that is shown at two of the times.
  /// - Returns: Whether there was one.
  /// - Throws: ``MovieError`` as ``MovieReader/read(into:shownAt:)`` does.
  /// - Precondition: There are times left.
  package func next(into frame: inout MovieFrame) throws(MovieError) -> Bool {
    let (demuxer, track) = (reader.demuxer, reader.video.index)
    defer { count += 1 }
    if let found = try demuxer.readOnly(track, { () throws(MovieError) in try next(demuxer, track) }) {
      guard case .new(let picture) = consume found else { return true }
      frame = try reader.accept(picture)
      return true
    }
    (times, decoding, last) = ([], nil, nil)
    return try reader.read(into: &frame, shownAt: seconds[count])
  }

  private enum Found: ~Copyable {
    case new(MovieFrame)
    case same
  }

  /// Returns the next picture, found by its time; `nil` if it has to be found in another way.
  private func next(_ demuxer: Demuxer, _ track: Int) throws(MovieError) -> Found? {
    if times.isEmpty, let start = reader.video.start?.count {
      decoding = nil
      decoding = try ShownPictures(
        demuxer, track, shownAt: targets[count...], start: start, unit: reader.video.timeBase.value, threads: threads)
      times = decoding?.times[...] ?? []
    }
    guard let decoding, let time = times.popFirst() else { return nil }
    if time == last { return .same }
    guard let picture = try decoding.next(), picture.time?.count == time else { return nil }
    last = time
    return .new(picture)
  }
}
