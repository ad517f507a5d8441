internal import Synchronization

// What became of the times and tracks of a movie that was written.
extension MovieWriter {
  /// The number of times so far that were generated or moved because they were missing, or not after the previous time in their track.
  public var changedTimes: Int {
    state.withLock { state in
      let moved = state.feeds.values.map { ($0 as? SampleCopy)?.moved ?? 0 }.reduce(0, +)
      return state.pictures.times.changed + state.movedTimes + moved
    }
  }

  /// The first few places so far where the times of the pictures jump, or those of another track go back.
  public var jumps: [TimeJump] { state.withLock { $0.jumps.reported } }

  /// The delay of all times, because a copied track starts before 0 and the container has no negative times; `nil` without a delay.
  public var lead: Seconds? { state.withLock { $0.lead } }

  /// The tracks that are missing in the finished movie although something of them was written, each with the reason; found by rereading the movie, so
  /// empty before the movie is finished, and for a pipe.
  public var lostTracks: [(track: MovieTrack, reason: String)] { state.withLock { $0.lost } }

  /// The tracks that are missing in the finished movie because the part that was copied has nothing of them.
  public var emptyTracks: [MovieTrack] { state.withLock { $0.empty } }

  /// The metadata of the source and its tracks that is missing in the finished movie, such as `the tags make and model`; found by rereading the
  /// movie, so empty before it is finished, and for a pipe.
  public var lostWords: [String] { state.withLock { $0.lostWords } }

  /// The converted tracks with packets that could not be decoded, and the number of these so far.
  public var faultyTracks: [(track: MovieTrack, packets: Int)] {
    counted { ($0 as? TextConversion)?.faults ?? ($0 as? SoundConversion)?.faults ?? 0 }
  }

  /// The copied tracks with damaged packets that the container does not take, and the number of these so far.
  public var refusedPackets: [(track: MovieTrack, packets: Int)] {
    let refused = state.withLock { $0.refused }
    return asked.compactMap { track in refused[track.index].map { (track, $0) } }
  }

  /// The converted text tracks with cues left out because they have drawings but no words, and the number of these so far.
  public var wordlessTracks: [(track: MovieTrack, packets: Int)] {
    counted { ($0 as? TextConversion)?.wordless ?? 0 }
  }

  /// The sound tracks with samples left out because their times already had sound, and the duration of these so far.
  public var overlappingTracks: [(track: MovieTrack, by: Seconds)] {
    state.withLock { state in
      asked.compactMap { track in
        let feed = state.feeds[track.index]
        guard let times = (feed as? SoundConversion)?.times ?? (feed as? SampleCopy)?.times, times.overlap > 0
        else { return nil }
        return (track, Seconds(Double(times.overlap) / Double(times.rate)))
      }
    }
  }

  /// The tracks with a nonzero count of packets, and that count.
  private func counted(_ count: (any PacketSink) -> Int) -> [(track: MovieTrack, packets: Int)] {
    state.withLock { state in
      asked.compactMap { track in
        let packets = state.feeds[track.index].map(count) ?? 0
        return packets > 0 ? (track, packets) : nil
      }
    }
  }

  /// The copied picture tracks that start later than the part of the movie, since a picture may depend on earlier ones.
  public var lateTracks: [(track: MovieTrack, by: Seconds)] {
    state.withLock { state in
      asked.compactMap { track in
        let late = (state.feeds[track.index] as? TrackCopy)?.lateness ?? 0
        return late > 0 ? (track, late) : nil
      }
    }
  }

  /// The number of pictures so far whose closed captions (CEA-608 or CEA-708) the encoder does not write.
  public var lostCaptions: Int { state.withLock { $0.pictures.lostCaptions } }

  /// The number of times so far that the container cannot hold exactly.
  public var roundedTimes: Int { state.withLock { $0.roundedTimes } }
}
