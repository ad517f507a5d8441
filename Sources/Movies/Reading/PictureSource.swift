internal import CLibAV

/// The track of pictures with its decoder, and the packets of the other tracks.
struct PictureSource: Sendable {
  let demuxer: Demuxer
  /// The index of the track.
  let track: Int
  let decoder: Decoder
  /// The packet that was read last.
  let packet: Packet
  /// Packets of the other tracks, for a writer.
  let queue = PacketQueue()

  /// Decodes the next picture; returns whether there was one.
  func decode(into frame: borrowing MovieFrame, _ counts: inout MovieReader.Counts) throws(MovieError) -> Bool {
    while true {
      let received = decoder.receive(into: frame)
      if received >= 0 {
        counts.count(frame)
        if frame.isDamaged, counts.isDraining, !demuxer.statesLength, decoder.isLast(frame) {
          counts.endsEarly = true
        }
        if frame.isInterlaced { counts.interlacedFrames += 1 }
        return true
      }
      if received == libav_end { return false }
      if received != libav_again {
        counts.damagedPackets += 1
        counts.lastReason = decoder.reason(received)
        counts.noteDamage(at: nil, counts.lastReason)
        continue
      }
      defer { packet.empty() }
      switch try next(&counts) {
      case .other: break
      case .end: _ = decoder.send(nil)
      case .picture:
        counts.packets += 1
        if counts.packetsToKeyframe > 0, !packet.isKey {
          counts.packetsToKeyframe -= 1
          continue
        }
        counts.packetsToKeyframe = 0
        let fault = demuxer.consumeError() ?? (packet.isCorrupt ? "the container marks it as damaged" : nil)
        let sent = decoder.send(packet)
        if sent < 0 { counts.lastReason = decoder.reason(sent) }
        if sent < 0 || fault != nil {
          counts.damagedPackets += 1
          counts.noteDamage(at: packet.shownTime.map { Ticks($0) }, fault ?? counts.lastReason)
        }
      }
    }
  }

  /// What was read from the container: a packet of the pictures, another, or its end.
  enum Read { case picture, other, end }

  /// Reads the next packet; one of another track is passed on to a writer.
  func next(_ counts: inout MovieReader.Counts) throws(MovieError) -> Read {
    let read = demuxer.read(into: packet)
    if read == libav_again { return .other }
    guard read >= 0 else {
      if let failure = demuxer.bytes.failure { throw .cannotRead(demuxer.bytes.name, failure) }
      counts.endsEarly = read != libav_end || !counts.incomplete.isEmpty || demuxer.endsWithinPacket
      counts.isDraining = true
      queue.end()
      return .end
    }
    if let end = demuxer.seconds(atEndOf: packet) { counts.end = max(counts.end, end) }
    if packet.isCorrupt { counts.incomplete.insert(packet.track) } else { counts.incomplete.remove(packet.track) }
    if packet.track == track { return .picture }
    if queue.keeps(packet.track) {
      let kept = try Packet(for: demuxer.bytes.name)
      kept.take(packet)
      queue.append(kept)
    }
    return .other
  }
}
