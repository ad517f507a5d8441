#if FFmpeg
  internal import CLibAV
  internal import RawVideo
  internal import Synchronization

  /// The coded data of a picture that is decoded without any other.
  package final class KeyPicture: Sendable {
    /// When it is shown, in seconds since the first picture of the movie.
    package let seconds: Double
    private let packet: Packet
    private let reader: MovieReader

    fileprivate init(_ packet: Packet, of reader: MovieReader) {
      (self.packet, self.reader) = (packet, reader)
      seconds = reader.seconds(at: unsafe packet.pointer.pointee.pts)
    }

    /// Decodes it by a decoder of its own, so that several can be decoded at once; `nil` if it is no whole picture by itself.
    ///
    /// - Throws: ``MovieError``: `.noMemory`, or `.otherPicture` if it is not as the movie's first.
    package func decode() throws(MovieError) -> MovieFrame? {
      let decoder = try unsafe Decoder(reader.demuxer.stream(reader.video.index), threads: 1, name: reader.name)
      var frame = try MovieFrame(for: reader.name)
      // Told that nothing follows, a decoder gives what it holds back for pictures that are shown earlier.
      guard decoder.send(packet) >= 0, decoder.send(nil) >= 0, decoder.receive(into: frame) >= 0, !frame.isDamaged
      else { return nil }
      try reader.check(frame, rawFormat: reader.state.withLock { $0.rawFormat })
      frame.format = reader.video.format
      return frame
    }
  }

  extension MovieReader {
    /// The picture at or before a time with which decoding can begin; `nil` if there is none near it. What is read next lies elsewhere, so
    /// the reader has to be moved first.
    ///
    /// - Parameter seconds: The time since the first picture of the movie.
    /// - Throws: ``MovieError``: `.cannotSeek`, `.cannotRead` or `.noMemory`.
    package func keyPicture(atSeconds seconds: Double) throws(MovieError) -> KeyPicture? {
      try seek(toSeconds: seconds)
      let packet = try Packet(for: name)
      // Not all streams mark such pictures, and none needs so many tries.
      for _ in 0..<1000 {
        let read = demuxer.read(into: packet)
        if read == libav_again { continue }
        if read < 0 {
          if let failure = demuxer.bytes.failure { throw .cannotRead(name, failure) }
          return nil
        }
        if packet.track == video.index, packet.isKey { return KeyPicture(packet, of: self) }
        packet.empty()
      }
      return nil
    }

    /// Reads the picture that is shown at a time: the last one that begins at or before it.
    ///
    /// - Parameters:
    ///   - frame: A frame of ``makeFrame()``; the picture that it had is let go.
    ///   - seconds: The time since the first picture of the movie.
    /// - Returns: Whether there was a picture.
    /// - Throws: ``MovieError`` as ``seek(toSeconds:)`` and ``read(into:)`` do.
    package func read(into frame: inout MovieFrame, shownAtSeconds seconds: Double) throws(MovieError) -> Bool {
      // A thousandth of a unit is the error of numbers such as 0.1.
      let last = (seconds / video.timeBase.value + 0.001).rounded(.down)
      let target = Int64(exactly: last).map { $0.addingReportingOverflow(video.start ?? 0).partialValue } ?? .max
      // Containers that find pictures by the time of decoding may find one that is shown later.
      for early in [0, 1, 4, 16, .infinity] {
        let from = max(0, seconds - early)
        try seek(toSeconds: from)
        var next = try makeFrame()
        guard try read(into: &next), next.time.map({ $0 <= target }) ?? true || from == 0 else {
          if from == 0 { return false }
          continue
        }
        repeat { swap(&frame, &next) } while try read(into: &next) && next.time.map { $0 <= target } ?? false
        return true
      }
      return false
    }

    /// A time of the track, in seconds since the first picture.
    package func seconds(at time: Int64) -> Double {
      guard time != libav_no_time else { return 0 }
      return Double(time.subtractingReportingOverflow(video.start ?? 0).partialValue) * video.timeBase.value
    }
  }
#endif
