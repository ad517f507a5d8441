internal import CLibAV
package import SystemCalls

extension MovieReader {
  /// The picture at which a movie is opened.
  package enum Opening: Hashable, Sendable {
    /// The key picture with the most coded data among those near these fractions of the duration.
    case fullest(nearShares: [Double])
    /// The picture shown at a time since the first picture.
    case time(Seconds)
    /// The picture shown at a fraction of the duration.
    case share(Double)
  }

  /// Opens a movie at a given picture, and decodes only what that picture needs.
  ///
  /// That picture is read first and determines the properties of all pictures. The reader then has to be moved before it reads more; packets of the
  /// other tracks are dropped.
  ///
  /// - Parameter file: An open file, read from its current position on, which does not change; a pipe cannot be opened so.
  /// - Returns: `nil` if the movie has to be opened at its start, because its pictures lack times or something is wrong with it.
  /// - Throws: ``MovieError`` as ``init(descriptor:name:threads:)`` does.
  package convenience init?(
    _ file: Descriptor, name: String, threads: Int, at opening: Opening, leavingOut others: Set<Int> = [],
    readsOtherColors: Bool = false, readsHeadroomAdaptiveMetadata: Bool = true
  ) throws(MovieError) {
    let bytes = try MovieBytes(file, name: name)
    guard bytes.isSeekable else { return nil }
    let demuxer = try Demuxer(bytes)
    let index = try unsafe Int(demuxer.picture(leavingOut: others).pointee.index)
    guard let clock = try Clock(demuxer, index) else { return nil }
    let found = try demuxer.readOnly(index) { () throws(MovieError) in
      switch opening {
      case .fullest(let shares): try demuxer.fullest(index, near: shares, by: clock, threads: threads)
      case .time(let seconds): try demuxer.shown(index, at: seconds, by: clock, threads: threads)
      case .share(let share): try demuxer.shown(index, at: clock.seconds(at: share), by: clock, threads: threads)
      }
    }
    guard let found else { return nil }
    let decoder = try unsafe Decoder(
      demuxer.stream(index), threads: threads, searchesAll: readsHeadroomAdaptiveMetadata, name: name)
    let source = PictureSource(demuxer: demuxer, track: index, decoder: decoder, packet: try Packet(for: name))
    source.queue.settle()
    try self.init(source, first: found, start: Ticks(clock.start), readsOtherColors: readsOtherColors)
  }
}

/// The times of a track that states all of them.
private struct Clock {
  /// The presentation time of the first picture.
  let start: Int64
  let unit: Double
  let duration: Seconds

  /// - Returns: `nil` if the first picture shown is not the one decoded first.
  init?(_ demuxer: Demuxer, _ track: Int) throws(MovieError) {
    let stream = unsafe demuxer.stream(track)
    let stated = unsafe stream.pointee.start_time
    guard stated.magnitude < 1 << 62, let unit = unsafe TimeBase(stream.pointee.time_base),
      let duration = unsafe VideoTrack.duration(of: stream, in: demuxer.context)
    else { return nil }
    let packet = try Packet(for: demuxer.bytes.name)
    guard try demuxer.read(track, into: packet).isThere, packet.isKey, !packet.isDiscarded, packet.shownTime == stated
    else { return nil }
    (start, self.unit, self.duration) = (stated, unit.value, duration)
  }

  func seconds(at share: Double) -> Seconds { Seconds(share * duration.value) }

  func time(_ seconds: Seconds) -> Int64 { MovieReader.time(at: seconds, from: start, unit: unit) }
}

extension Demuxer {
  fileprivate func fullest(
    _ track: Int, near shares: [Double], by clock: Clock, threads: Int
  ) throws(MovieError) -> MovieFrame? {
    var keys: [Int64: KeyPicture] = [:]
    for share in shares {
      guard seek(track, to: clock.time(clock.seconds(at: share))) else { return nil }
      guard let packet = try keyPacket(track), let time = packet.shownTime, !packet.isDiscarded else { continue }
      keys[time] = KeyPicture(packet, seconds: Seconds(Double(time - clock.start) * clock.unit))
    }
    guard let fullest = keys.values.max(by: KeyPicture.isLess) else { return nil }
    return try fullest.decode(from: self, track: track, threads: threads)
  }

  fileprivate func shown(
    _ track: Int, at seconds: Seconds, by clock: Clock, threads: Int
  ) throws(MovieError) -> MovieFrame? {
    guard seconds <= clock.duration else { return nil }
    return try ShownPictures(
      self, track, shownAt: [clock.time(seconds)], start: clock.start, unit: clock.unit, threads: threads)?.next()
  }
}
