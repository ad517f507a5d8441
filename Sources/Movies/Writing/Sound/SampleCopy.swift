internal import CLibAV

/// Copied PCM in MP4 and MOV, whose samples the library's writer counts, without stating times: gaps get silence, and samples whose times
/// already have sound are left out.
struct SampleCopy: PacketSink {
  private var copy: TrackCopy
  let unit: AVRational
  private(set) var times: SoundTimes
  /// The number of packets that sound at other times, since a gap before them is too long for silence.
  private(set) var moved = 0
  /// The bytes of a sample of all channels.
  private let width: Int
  private let silence: UInt8

  /// The longest silence in seconds; longer gaps are damage.
  private static let longestGap = 3600

  /// Creates a copy; `nil` if the writer states the durations of packets, or does not take the track.
  init?(_ copy: TrackCopy, in muxer: Muxer) {
    let sound = unsafe muxer.context.pointee.streams[Int(copy.route.index)]!.pointee.codecpar!
    let (id, rate) = unsafe (sound.pointee.codec_id, sound.pointee.sample_rate)
    width = unsafe Int(av_get_bits_per_sample(id) / 8 * sound.pointee.ch_layout.nb_channels)
    guard muxer.isMOV, width > 0, rate > 0, unsafe sound.pointee.frame_size <= 1 else { return nil }
    (self.copy, unit, times) = (copy, AVRational(num: 1, den: rate), SoundTimes(rate: rate))
    silence = [AV_CODEC_ID_PCM_U8: 0x80, AV_CODEC_ID_PCM_ALAW: 0xD5, AV_CODEC_ID_PCM_MULAW: 0xFF][id] ?? 0
  }

  var route: TrackRoute { copy.route }
  func due(_ packet: Packet) -> Int64? { copy.due(packet) }
  mutating func end() -> [Packet] { copy.end() }

  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet] {
    guard let packet = copy.take(packet).first else { return [] }
    let (start, count) = (times.next, packet.count / width)
    let (time, skipped, gap) = times.add(packet.shownTime?.rescaled(from: from, to: unit), count: count)
    var packets: [Packet] = []
    if moved > 0 || gap > Self.longestGap * times.rate {
      moved += 1
    } else if gap > 0, let start {
      packets = try silence(from: start, count: Int(gap))
    }
    if skipped == count, count > 0 { return packets }
    unsafe packet.pointer.pointee.data += skipped * width
    unsafe packet.pointer.pointee.size -= Int32(skipped * width)
    packet.place(at: time + Int64(skipped), count - skipped)
    return packets + [packet]
  }

  /// Packets of silence, which share their bytes.
  private func silence(from start: Int64, count: Int) throws(MovieError) -> [Packet] {
    let step = max(1, min(count, (1 << 20) / width))
    let silent = try Packet(for: "sound")
    guard unsafe av_new_packet(silent.pointer, Int32(step * width)) >= 0 else { throw .noMemory("sound") }
    unsafe memset(silent.pointer.pointee.data, Int32(silence), step * width)
    unsafe silent.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    return try stride(from: 0, to: count, by: step).map { first throws(MovieError) in
      let packet = try Packet(for: "sound")
      guard unsafe av_packet_ref(packet.pointer, silent.pointer) >= 0 else { throw .noMemory("sound") }
      let length = min(step, count - first)
      unsafe packet.pointer.pointee.size = Int32(length * width)
      packet.place(at: start + Int64(first), length)
      return packet
    }
  }
}

extension Packet {
  fileprivate func place(at time: Int64, _ duration: Int) {
    unsafe (pointer.pointee.pts, pointer.pointee.dts, pointer.pointee.duration) = (time, time, Int64(duration))
  }
}
