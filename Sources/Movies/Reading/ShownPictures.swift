internal import CLibAV
internal import Synchronization

/// Decodes the pictures of a track that are shown at given times, found by the packets' times before anything is decoded, one after the other.
///
/// Decoding starts at the key picture before the first time, and covers only what these pictures need, once for all of them up to the next key
/// picture.
final class ShownPictures {
  /// The time of each picture, in the order of the given times; there may be fewer pictures than times.
  let times: [Int64]
  private let key: Int64
  private let demuxer: Demuxer
  private let track: Int
  private let decoder: Decoder
  private let packet: Packet
  /// Whether the decoder recognizes disposable pictures.
  private let canSkip: Bool
  /// The times of pictures whose packets were not sent yet, and of those not returned yet.
  private var unsent, rest: Set<Int64>
  private var hasBegun = false

  /// - Parameters:
  ///   - targets: Increasing times, at least one; those after the next key picture are left for another call.
  ///   - unit: The length of a unit in seconds.
  /// - Returns: `nil` if packets do not state exactly when their pictures are shown, or seeking fails.
  init?(
    _ demuxer: Demuxer, _ track: Int, shownAt targets: ArraySlice<Int64>, start: Int64, unit: Double, threads: Int
  ) throws(MovieError) {
    let (name, stream) = unsafe (demuxer.bytes.name, demuxer.stream(track))
    packet = try Packet(for: name)
    let second = Int64((1 / unit).rounded(.up))
    guard let (key, from, times) = try Self.find(demuxer, track, packet, targets, start: start, second: second),
      demuxer.seek(track, to: from)
    else { return nil }
    decoder = try unsafe Decoder(stream, threads: threads, sharesPictures: Set(times) == [key], name: name)
    canSkip = unsafe libav_marks_disposable(stream)
    (self.demuxer, self.track, self.key, self.times) = (demuxer, track, key, times)
    (unsent, rest) = (Set(times), Set(times))
  }

  /// Returns the time of the key picture, the time to which to seek for it, and the times of the pictures.
  private static func find(
    _ demuxer: Demuxer, _ track: Int, _ packet: Packet, _ targets: ArraySlice<Int64>, start: Int64, second: Int64
  ) throws(MovieError) -> (key: Int64, from: Int64, times: [Int64])? {
    // Containers that seek by decoding time may find a picture that is shown later.
    for early: Int64 in [0, 1, 4, 16] {
      let from = max(start - second, targets.first! - early * second)
      guard demuxer.seek(track, to: from), let (times, next) = try scan(demuxer, track, packet, targets) else {
        return nil
      }
      guard let key = times.first, key <= targets.first! else { continue }
      let sorted = times.sorted()
      // A time that occurs twice does not identify a picture.
      guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
      return (key, from, targets.prefix { $0 < next }.map { target in sorted.last { $0 <= target } ?? key })
    }
    return nil
  }

  /// Returns the times of pictures from the last key picture before the first target on, starting with its own, and the time of the next key picture.
  private static func scan(
    _ demuxer: Demuxer, _ track: Int, _ packet: Packet, _ targets: ArraySlice<Int64>
  ) throws(MovieError) -> (times: [Int64], next: Int64)? {
    var times: [Int64] = []
    var next = Int64.max
    let delay = unsafe Int(demuxer.stream(track).pointee.codecpar.pointee.video_delay)
    // Not all streams mark key pictures, and none needs so many attempts.
    var tries = 1000
    while tries > 0 {
      let read = try demuxer.read(track, into: packet)
      guard read.isThere else { return read.isOver && !times.isEmpty ? (times, next) : nil }
      guard let time = packet.shownTime, !packet.isCorrupt else { return nil }
      if packet.isDiscarded { continue }
      if packet.isKey, time <= targets.first! {
        times = []
      } else if packet.isKey, !times.isEmpty {
        next = min(next, time)
      }
      guard !times.isEmpty || packet.isKey else {
        tries -= 1
        continue
      }
      times.append(time)
      // No picture is shown before it is decoded; but some files state so, and their decoders still delay by as many pictures.
      let last = min(targets.last!, next)
      if let decoded = packet.decodingTime, decoded > last, times.count(where: { $0 > last }) > delay {
        return (times, next)
      }
    }
    return nil
  }

  /// Decodes the next picture; `nil` after the last, and on any error.
  func next() throws(MovieError) -> MovieFrame? {
    while !rest.isEmpty {
      let frame = try MovieFrame(for: demuxer.bytes.name)
      let received = decoder.receive(into: frame)
      if received >= 0 {
        guard let time = frame.time?.count, rest.remove(time) != nil else { continue }
        if frame.isDamaged { return nil }
        return frame
      } else if received != libav_again || unsent.isEmpty {
        return nil
      } else {
        guard try demuxer.read(track, into: packet).isThere, let time = packet.shownTime else { return nil }
        hasBegun = hasBegun || packet.isKey && time == key
        guard hasBegun else { continue }
        decoder.skipDisposable(canSkip && !unsent.contains(time))
        guard decoder.send(packet) >= 0 else { return nil }
        unsent.remove(time)
        // Later packets are not needed, so the decoder is drained.
        if unsent.isEmpty { guard decoder.send(nil) >= 0 else { return nil } }
      }
    }
    return nil
  }
}

extension MovieReader {
  /// Reads the picture shown at a time: the last one that starts at or before it. Afterwards the reader is positioned elsewhere, and has to be moved
  /// before further use.
  ///
  /// - Parameter seconds: The time since the first picture of the movie.
  /// - Returns: Whether there was a picture.
  /// - Throws: ``MovieError`` as ``seekToKeyFrame(atOrBefore:)`` and ``read(into:)`` do.
  package func read(into frame: inout MovieFrame, shownAt seconds: Seconds) throws(MovieError) -> Bool {
    let target = Self.time(at: seconds, from: video.start?.count ?? 0, unit: video.timeBase.value)
    let before = state.withLock { $0.counts }
    // Containers that seek by decoding time may find a picture that is shown later.
    for early in [0, 1, 4, 16, .infinity] {
      let from = max(0, seconds.value - early)
      // A time does not find the first packets of transport streams.
      if from > 0 { try seekToKeyFrame(atOrBefore: Seconds(from)) } else { try rewind() }
      var next = try makeFrame()
      guard try read(into: &next), next.time.map({ $0.count <= target }) ?? true || from == 0 else {
        if from == 0 { return false }
        continue
      }
      repeat { swap(&frame, &next) } while try read(into: &next) && next.time.map { $0.count <= target } ?? false
      count(only: frame, since: before)
      return true
    }
    return false
  }

  /// The last unit of time at or before a number of seconds.
  static func time(at seconds: Seconds, from start: Int64, unit: Double) -> Int64 {
    // Programs print times with six decimals, and numbers such as 0.1 have an error below a thousandth of a unit.
    let last = ((seconds.value + 1e-6) / unit + 0.001).rounded(.down)
    return Int64(exactly: last).map { $0.clamped + start } ?? .max
  }
}
