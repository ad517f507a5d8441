internal import CLibAV

extension MovieWriter {
  /// Returns the tracks and the metadata that are missing in the finished movie.
  func lostTracks(
    _ written: [Int32: Int64]
  ) throws(MovieError) -> (tracks: [(track: MovieTrack, reason: String)], words: [String]) {
    let asked = asked + timecodes
    guard let source, let movie = try muxer.written() else { return ([], []) }
    var words = KeptWords()
    words.compareMovies(source.demuxer, movie)
    let tracks = movie.tracks
    let attachments = { (track: MovieTrack) in track.kind == .attachment || track.isCover }
    var found = tracks.map { ($0.kind, $0.isCover, $0.codec, $0.index) }
    if let picture = found.firstIndex(where: { $0.0 == .video && !$0.1 }) {
      unsafe words.compare(source.demuxer.stream(source.video.index), movie.stream(found[picture].3))
      found.remove(at: picture)
    }
    var lost: [Int] = []
    // Tracks with the same codec are matched first; some containers name the codecs of the others differently.
    for comparesCodec in [true, false] {
      let open = comparesCodec ? Array(asked.indices) : lost
      lost = open.filter { index in
        let track = asked[index]
        guard
          let place = found.firstIndex(where: { kind, isCover, codec, _ in
            kind == track.kind && isCover == track.isCover && (!comparesCodec || codec == track.codec)
          })
        else { return true }
        unsafe words.compare(source.demuxer.stream(track.index), movie.stream(found[place].3))
        found.remove(at: place)
        return false
      }
    }
    let missing: [(track: MovieTrack, reason: String)] = lost.map { index in
      let track = asked[index]
      let isEmpty = index < self.asked.count && !attachments(track) && written[Int32(index + 1)] == nil
      return (
        track,
        isEmpty
          ? "nothing of it is in this part of the movie"
          : "\(muxer.container), as this FFmpeg writes it, has no place for it"
      )
    }
    return (missing, words.lost)
  }
}
