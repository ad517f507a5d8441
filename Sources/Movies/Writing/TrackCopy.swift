#if FFmpeg
  internal import CLibAV

  /// A track that is copied into the new movie.
  struct TrackCopy: Sendable {
    /// Its number in the new movie.
    let index: Int32
    /// The time bases of the source and of the new movie.
    let from, to: AVRational
    /// Whether it is a picture that stands for the whole, and has no time.
    let isCover: Bool
    /// The part that is copied; `nil` for all.
    let span: TimeSpan?

    /// When a packet is due in the new movie, in the source's unit; `nil` at once.
    func due(_ packet: Packet) -> Int64? {
      isCover ? nil : packet.decodingTime.map { $0.clamped - (span?.start(in: from) ?? 0) }
    }

    /// Gives a packet the times that it has in the new movie, still in the source's unit.
    ///
    /// - Returns: Whether the packet belongs to the part that is copied.
    func move(_ packet: Packet) -> Bool {
      let data = unsafe packet.pointer
      if isCover {
        unsafe (data.pointee.pts, data.pointee.dts) = (0, 0)
        return true
      }
      guard let span else { return true }
      let (shown, duration) = unsafe (data.pointee.pts, data.pointee.duration)
      let first = (shown == libav_no_time ? packet.decodingTime ?? 0 : shown).clamped
      guard span.has(first, first + duration.clamped, in: from) else { return false }
      let start = span.start(in: from)
      if shown != libav_no_time { unsafe data.pointee.pts = first - start }
      if let decoded = packet.decodingTime { unsafe data.pointee.dts = decoded.clamped - start }
      return true
    }
  }

  extension Int64 {
    /// The nearest time to which others can be added.
    var clamped: Int64 { Swift.min(Swift.max(self, -1 << 61), 1 << 61) }
  }
#endif
