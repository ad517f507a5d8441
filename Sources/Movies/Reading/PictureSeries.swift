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

  /// The pictures at increasing times since the first picture of the movie. The reader has to be moved before it is used again.
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
    let isFound = try demuxer.readOnly(track) { () throws(MovieError) in try find(demuxer, track, into: &frame) }
    if isFound { return true }
    (times, decoding, last) = ([], nil, nil)
    return try reader.read(into: &frame, shownAt: seconds[count])
  }

  /// Finds the next picture by its time; `false` if it has to be found in another way.
  private func find(_ demuxer: Demuxer, _ track: Int, into frame: inout MovieFrame) throws(MovieError) -> Bool {
    if times.isEmpty, let start = reader.video.start?.count {
      decoding = nil
      decoding = try ShownPictures(
        demuxer, track, shownAt: targets[count...], start: start, unit: reader.video.timeBase.value, threads: threads)
      times = decoding?.times[...] ?? []
    }
    guard let decoding, let time = times.popFirst() else { return false }
    if time == last { return true }
    guard let picture = try decoding.next(), picture.time?.count == time else { return false }
    last = time
    frame = try reader.accept(picture)
    return true
  }
}
