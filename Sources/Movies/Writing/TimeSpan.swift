#if FFmpeg
  internal import CLibAV
  internal import VideoFrames

  /// The part of the source that is in the new movie, in units of the pictures' time base.
  struct TimeSpan: Sendable {
    /// What is 0 in the new movie, and where the part ends.
    let start, end: Int64
    let base: AVRational

    /// The part between two times since the first picture.
    init(_ seconds: Range<Seconds>, of video: VideoTrack) {
      base = video.timeBase.rational
      let first = video.start?.count ?? 0
      func time(_ seconds: Seconds) -> Int64 {
        let units = Int64(exactly: (seconds.value / video.timeBase.value).rounded())
        return first + (units.map { min(max($0, 0), 1 << 61) } ?? 1 << 61)
      }
      start = time(seconds.lowerBound)
      end = max(start, time(seconds.upperBound))
    }

    /// What is 0 in the new movie, in another unit.
    func start(in base: AVRational) -> Int64 { av_rescale_q(start, self.base, base).clamped }

    /// Whether something that lasts from one time to another is in the part; it begins there, or goes on.
    func has(_ first: Int64, _ last: Int64, in base: AVRational) -> Bool {
      let begins = av_compare_ts(first, base, start, self.base) >= 0
      return (begins || av_compare_ts(last, base, start, self.base) > 0)
        && av_compare_ts(first, base, end, self.base) < 0
    }
  }
#endif
