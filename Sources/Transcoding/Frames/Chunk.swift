package import Movies

/// A part of a movie's pictures, decoded from its nearest key picture and encoded by an encoder of its own.
package struct Chunk: Hashable, Sendable {
  /// The number of its first frame in the movie, and the number of its frames.
  package let first, frames: Int
  /// The time of its first frame, in units of the track.
  package let time: Ticks
  /// The time of the first frame of the next chunk; `nil` for the last.
  package let end: Ticks?

  var range: FrameRange { FrameRange(first: first, count: frames, expected: frames, isEstimated: false) }
}

extension [Chunk] {
  /// The grid of a movie's chunks, which depends on the movie and the minimum length alone.
  ///
  /// A chunk ends before the first key picture at or after `length` frames, and after twice as many frames if there is none. The last one has at least
  /// half of `length`, unless it is the only one.
  ///
  /// - Parameter first: The number of the first one in the movie.
  package init(of pictures: [MovieReader.CodedPicture], from first: Int, length: Int) {
    let length = Swift.min(length, pictures.count)
    var starts = [0]
    while let start = starts.last, pictures.count - start >= length + Swift.max(1, length / 2) {
      let most = Swift.min(start + 2 * length, pictures.count)
      let next = (start + length..<most).first { pictures[$0].isKey } ?? most
      guard pictures.count - next >= Swift.max(1, length / 2) else { break }
      starts.append(next)
    }
    self = starts.enumerated().map { place, start in
      let next = place + 1 < starts.count ? starts[place + 1] : nil
      return Chunk(
        first: first + start, frames: (next ?? pictures.count) - start, time: pictures[start].time,
        end: next.map { pictures[$0].time })
    }
  }
}
