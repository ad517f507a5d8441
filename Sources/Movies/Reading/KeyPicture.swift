#if FFmpeg
  internal import CLibAV
  internal import Synchronization
  internal import VideoFrames

  /// The coded data of a picture that is decoded without any other.
  package final class KeyPicture: Sendable {
    /// When it is shown, since the first picture of the movie.
    package let seconds: Seconds
    private let packet: Packet

    init(_ packet: Packet, seconds: Seconds) { (self.packet, self.seconds) = (packet, seconds) }

    /// Whether one has fewer bytes than another; of two that have as many, the later one counts as less.
    package static func isLess(_ a: KeyPicture, _ b: KeyPicture) -> Bool {
      (a.packet.count, b.seconds) < (b.packet.count, a.seconds)
    }

    /// Decodes it by a decoder of its own; `nil` if it is no whole picture by itself.
    func decode(from demuxer: Demuxer, track: Int, threads: Int) throws(MovieError) -> MovieFrame? {
      let name = demuxer.bytes.name
      let decoder = try unsafe Decoder(demuxer.stream(track), threads: threads, sharing: .parts, name: name)
      let frame = try MovieFrame(for: name)
      // Told that nothing follows, a decoder gives what it holds back for pictures that are shown earlier.
      guard decoder.send(packet) >= 0, decoder.send(nil) >= 0, decoder.receive(into: frame) >= 0, !frame.isDamaged
      else { return nil }
      return frame
    }
  }

  extension Demuxer {
    /// The next packet of a track with which decoding can begin; `nil` if there is none near.
    func keyPacket(_ track: Int) throws(MovieError) -> Packet? {
      let packet = try Packet(for: bytes.name)
      // Not all streams mark such pictures, and none needs so many tries.
      for _ in 0..<1000 {
        guard try read(track, into: packet).isThere else { return nil }
        if packet.isKey { return packet }
      }
      return nil
    }
  }

  extension MovieReader {
    /// The picture at or before a time with which decoding can begin; `nil` if there is none near it. What is read next lies elsewhere, so
    /// the reader has to be moved first.
    ///
    /// - Parameter seconds: The time since the first picture of the movie.
    /// - Throws: ``MovieError``: `.cannotSeek`, `.cannotRead` or `.noMemory`.
    package func keyPicture(at seconds: Seconds) throws(MovieError) -> KeyPicture? {
      try seekToKeyFrame(atOrBefore: seconds)
      guard let packet = try demuxer.keyPacket(video.index) else { return nil }
      return KeyPicture(packet, seconds: self.seconds(at: Ticks(packet.shownTime ?? libav_no_time)))
    }

    /// Decodes a key picture by itself; `nil` if it is no whole picture.
    ///
    /// - Parameters:
    ///   - key: The picture.
    ///   - threads: The number of threads that share it.
    /// - Throws: ``MovieError``: `.noMemory`, or `.otherPicture` if it is not as the movie's first.
    package func decode(_ key: KeyPicture, threads: Int) throws(MovieError) -> MovieFrame? {
      guard let frame = try key.decode(from: demuxer, track: video.index, threads: threads) else { return nil }
      return try accept(frame)
    }

    /// A picture of another decoder, if it is as the movie's first.
    func accept(_ frame: consuming MovieFrame) throws(MovieError) -> MovieFrame {
      try check(frame, rawFormat: state.withLock { $0.rawFormat })
      frame.format = video.format
      frame.statement = frame.stated.following(video.statement)
      return frame
    }

    /// A time of the track, in seconds since the first picture.
    package func seconds(at time: Ticks) -> Seconds {
      guard time.count != libav_no_time else { return 0 }
      let passed = time.count.subtractingReportingOverflow(video.start?.count ?? 0).partialValue
      return Ticks(passed).seconds(in: video.timeBase)
    }
  }
#endif
