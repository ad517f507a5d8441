internal import CLibAV

/// Coded data of one track, with its times.
@safe final class Packet: Sendable {
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVPacket>

  /// A packet without data.
  init(for name: String) throws(MovieError) {
    guard let made = unsafe av_packet_alloc() else { throw .noMemory(name) }
    unsafe pointer = unsafe made
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&pointer)
  }

  var track: Int { unsafe Int(pointer.pointee.stream_index) }

  /// The decoding time in the track's time base; `nil` if unknown.
  var decodingTime: Int64? { unsafe pointer.pointee.dts == libav_no_time ? nil : pointer.pointee.dts }

  /// The presentation time in the track's time base; `nil` if unknown.
  var shownTime: Int64? { unsafe pointer.pointee.pts == libav_no_time ? nil : pointer.pointee.pts }

  /// Whether its picture is decoded but not shown because an edit list excludes it.
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  var count: Int { unsafe Int(pointer.pointee.size) }

  /// Whether the container knows that the data are damaged.
  var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Whether decoding can start with it.
  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Moves the data of another packet into this one; the other is then empty.
  func take(_ other: Packet) { unsafe av_packet_move_ref(pointer, other.pointer) }
  func empty() { unsafe av_packet_unref(pointer) }
}

extension Packet {
  /// Limits the times and the duration to those that can be added to others.
  func limit() {
    shift(by: 0)
    unsafe pointer.pointee.duration = min(pointer.pointee.duration, 1 << 54)
  }

  /// Converts the times to another time base; returns whether a time had to be rounded.
  func rescale(_ from: AVRational, _ to: AVRational) -> Bool {
    let times = unsafe [pointer.pointee.pts, pointer.pointee.dts]
    unsafe av_packet_rescale_ts(pointer, from, to)
    let rescaled = unsafe [pointer.pointee.pts, pointer.pointee.dts]
    return zip(times, rescaled).contains { $0 != libav_no_time && av_compare_ts($0, from, $1, to) != 0 }
  }

  /// Fills in missing times and makes the decoding time follow the track's last one by at least a step. The presentation time changes only if it is
  /// earlier than that; returns whether one was made or moved.
  func follow(_ last: Int64?, by step: Int64) -> Bool {
    let (shown, decoded) = (shownTime, decodingTime)
    let next = last.map { $0.clamped + step }
    let wanted = min((decoded ?? shown ?? next ?? 0).clamped, (shown ?? .max).clamped)
    let time = max(wanted, next ?? wanted)
    unsafe pointer.pointee.dts = time
    unsafe pointer.pointee.pts = max(shown ?? time, time)
    return shown.map { $0 < time } ?? (decoded != time)
  }
}
