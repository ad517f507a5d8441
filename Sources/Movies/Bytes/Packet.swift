#if FFmpeg
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

    /// The number of its track.
    var track: Int { unsafe Int(pointer.pointee.stream_index) }

    /// When it is decoded, in its track's time base; `nil` if it does not say.
    var decodingTime: Int64? { unsafe pointer.pointee.dts == libav_no_time ? nil : pointer.pointee.dts }

    /// When it is shown, in its track's time base; `nil` if it does not say.
    var shownTime: Int64? { unsafe pointer.pointee.pts == libav_no_time ? nil : pointer.pointee.pts }

    /// Whether its picture is decoded but not shown, since an edit list leaves it out.
    var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// Its bytes.
    var bytes: UnsafeRawBufferPointer {
      unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
    }

    /// The number of its bytes.
    var count: Int { unsafe Int(pointer.pointee.size) }

    /// Whether the container knows that the data are damaged.
    var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Whether decoding can begin with it.
    var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Gives this packet the data of another, which has none afterwards.
    func take(_ other: Packet) { unsafe av_packet_move_ref(pointer, other.pointer) }

    /// Lets the data go.
    func empty() { unsafe av_packet_unref(pointer) }
  }
#endif
