internal import CLibAV
package import SystemCalls

/// The coded data of a picture that is decoded without any other.
package final class KeyPicture: Sendable {
  /// The presentation time since the first picture of the movie.
  package let seconds: Seconds
  private let packet: Packet

  init(_ packet: Packet, seconds: Seconds) { (self.packet, self.seconds) = (packet, seconds) }

  /// Whether one has fewer bytes than another; of two with equally many, the later one is less.
  package static func isLess(_ a: KeyPicture, _ b: KeyPicture) -> Bool {
    (a.packet.count, b.seconds) < (b.packet.count, a.seconds)
  }

  /// Decodes the picture with a separate decoder; `nil` if it is not complete by itself.
  func decode(from demuxer: Demuxer, track: Int, threads: Int) throws(MovieError) -> MovieFrame? {
    let name = demuxer.bytes.name
    let decoder = try unsafe Decoder(demuxer.stream(track), threads: threads, sharesPictures: true, name: name)
    let frame = try MovieFrame(for: name)
    // Draining makes the decoder return pictures that it holds back for earlier ones.
    guard decoder.send(packet) >= 0, decoder.send(nil) >= 0, decoder.receive(into: frame) >= 0, !frame.isDamaged
    else { return nil }
    return frame
  }
}

extension Demuxer {
  /// Returns the next packet of a track at which decoding can start; `nil` if none is nearby.
  func keyPacket(_ track: Int) throws(MovieError) -> Packet? {
    let packet = try Packet(for: bytes.name)
    // Not all streams mark such pictures, and none needs so many attempts.
    for _ in 0..<1000 {
      guard try read(track, into: packet).isThere else { return nil }
      if packet.isKey { return packet }
    }
    return nil
  }
}

extension MovieReader {
  /// Returns the picture at or before a time at which decoding can start; `nil` if none is nearby. Afterwards the reader is positioned elsewhere, and
  /// has to be moved before it is read.
  ///
  /// - Parameter seconds: The time since the first picture of the movie.
  /// - Throws: ``MovieError``: `.cannotSeek`, `.cannotRead` or `.noMemory`.
  package func keyPicture(at seconds: Seconds) throws(MovieError) -> KeyPicture? {
    try seekToKeyFrame(atOrBefore: seconds)
    guard let packet = try demuxer.keyPacket(video.index) else { return nil }
    return KeyPicture(packet, seconds: self.seconds(at: Ticks(packet.shownTime ?? libav_no_time)))
  }

  /// Decodes a key picture by itself; `nil` if it is not complete.
  ///
  /// - Parameter threads: The number of threads that share it.
  /// - Throws: ``MovieError``: `.noMemory`, or `.otherPicture` if it differs from the movie's first.
  package func decode(_ key: KeyPicture, threads: Int) throws(MovieError) -> MovieFrame? {
    guard let frame = try key.decode(from: demuxer, track: video.index, threads: threads) else { return nil }
    return try accept(frame)
  }

  /// Returns a picture of another decoder if it matches the movie's first.
  func accept(_ frame: consuming MovieFrame) throws(MovieError) -> MovieFrame {
    try check(frame)
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

/// The first bytes of coded pictures at which decoding can start: they show where the color of a movie changes.
///
/// They include all such pictures within the first mebibytes, and others at equal intervals.
package struct KeySamples {
  /// The container's number of the track.
  package let track: Int
  /// The bytes, and each picture's presentation time in seconds since the first; `nil` if unknown.
  package private(set) var samples: [(seconds: Double?, bytes: [UInt8])] = []

  /// The number of samples at equal intervals: enough for one per minute of an hour.
  private static let count = 64
  /// The maximum number of bytes read from the start, and of key pictures found there.
  private static let limits = (bytes: 16 << 20, pictures: 1024)
  /// Parameter sets and messages come first, and are smaller.
  private static let bytesKept = 64 << 10

  /// - Parameter others: The container's numbers of tracks that are not shown as pictures, such as alpha.
  /// - Throws: ``MovieError`` if the movie cannot be opened or read.
  package init(
    _ file: Descriptor, name: String, as container: String?, leavingOut others: Set<Int>
  ) throws(MovieError) {
    let demuxer = try Demuxer(MovieBytes(file, name: name), as: container)
    let stream = try unsafe demuxer.picture(leavingOut: others)
    track = unsafe Int(stream.pointee.id)
    let index = unsafe Int(stream.pointee.index)
    let (first, unit) = unsafe (stream.pointee.start_time, TimeBase(stream.pointee.time_base))
    let duration = unsafe VideoTrack.duration(of: stream, in: demuxer.context)
    samples = try demuxer.readOnly(index) { () throws(MovieError) in
      var samples: [(seconds: Double?, bytes: [UInt8])] = []
      func keep(_ packet: Packet) {
        let time = first == libav_no_time ? nil : packet.shownTime
        let seconds = time.flatMap { time in unit.map { Double(time.clamped - first.clamped) * $0.value } }
        guard seconds == nil || samples.last?.seconds != seconds else { return }
        samples.append((seconds, unsafe Array(packet.bytes.prefix(Self.bytesKept))))
      }
      var left = Self.limits.bytes
      let packet = try Packet(for: name)
      while left > 0, samples.count < Self.limits.pictures {
        guard try demuxer.read(index, into: packet).isThere else { return samples }
        left -= packet.count
        if packet.isKey { keep(packet) }
      }
      guard let duration, let unit, first != libav_no_time else { return samples }
      for share in 1..<Self.count {
        let ticks = duration.value * Double(share) / Double(Self.count - 1) / unit.value
        guard ticks.magnitude < 0x1p61, demuxer.seek(index, to: Int64(ticks) + first.clamped) else { break }
        if let packet = try demuxer.keyPacket(index) { keep(packet) }
      }
      return samples
    }
  }
}
