internal import CLibAV

/// A picture of a movie: either decoded, in the decoder's own memory, or to be encoded. ``MovieReader`` has an example.
@safe public struct MovieFrame: ~Copyable, Sendable {
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFrame>
  /// The source of its memory, if it is to be encoded.
  fileprivate var pool: FramePool?
  /// The layout of the samples; `nil` without a picture.
  public internal(set) var format: PixelFormat?
  /// The stream's statement about a decoded picture's color; `nil` without a picture.
  public internal(set) var statement: FrameTags?

  init(for name: String) throws(MovieError) {
    guard let made = unsafe av_frame_alloc() else { throw .noMemory(name) }
    unsafe pointer = unsafe made
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&pointer)
  }

  /// Replaces the memory of a frame to be encoded if an encoder still holds it. Its samples and times are then undefined.
  ///
  /// - Throws: ``MovieError/noMemory(_:)``.
  public mutating func renew() throws(MovieError) {
    guard let pool, unsafe av_frame_is_writable(pointer) == 0 else { return }
    try unsafe pool.fill(pointer)
  }

  // MARK: Times

  /// The presentation time in the time base of its track; `nil` if unknown.
  public var time: Ticks? {
    get { unsafe Self.known(pointer.pointee.pts) ?? Self.known(pointer.pointee.best_effort_timestamp) }
    set { unsafe pointer.pointee.pts = newValue?.count ?? libav_no_time }
  }

  /// The duration in the time base of its track; `nil` if unknown.
  public var duration: Ticks? {
    get { unsafe libav_duration(pointer).pointee > 0 ? Ticks(libav_duration(pointer).pointee) : nil }
    set { unsafe libav_duration(pointer).pointee = newValue?.count ?? 0 }
  }

  // The library's number for an unknown time, and times too large to add to, are treated as unknown.
  private static func known(_ time: Int64) -> Ticks? { time.magnitude < 1 << 62 ? Ticks(time) : nil }

  /// Whether the picture consists of two fields.
  public var isInterlaced: Bool { unsafe libav_is_interlaced(pointer) }

  /// Whether the picture carries closed captions (CEA-608 or CEA-708).
  var hasCaptions: Bool { unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_A53_CC) != nil }

  /// Whether parts of the picture were missing, so that the decoder concealed them.
  public var isDamaged: Bool {
    unsafe pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
  }

  /// The reason for the damage, in the library's words.
  var damage: String {
    unsafe MovieTrack.text("damage", in: pointer.pointee.metadata) ?? "parts of the picture are missing"
  }

  func markDamaged(_ reason: String) {
    unsafe pointer.pointee.decode_error_flags |= FF_DECODE_ERROR_INVALID_BITSTREAM
    unsafe av_dict_set(&pointer.pointee.metadata, "damage", reason, 0)
  }

  /// Removes the decoder's side data and metadata, which an encoder must not repeat, and sets the color of the encoding.
  func prepare(for encoder: UnsafePointer<AVCodecContext>) {
    var kept: Int32 = 0
    while unsafe kept < pointer.pointee.nb_side_data {
      guard let data = unsafe pointer.pointee.side_data[Int(kept)] else { break }
      if unsafe data.pointee.type == AV_FRAME_DATA_A53_CC {
        kept += 1
      } else {
        unsafe av_frame_remove_side_data(pointer, data.pointee.type)
      }
    }
    unsafe av_dict_free(&pointer.pointee.metadata)
    unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    unsafe pointer.pointee.color_primaries = unsafe encoder.pointee.color_primaries
    unsafe pointer.pointee.color_trc = unsafe encoder.pointee.color_trc
    unsafe pointer.pointee.colorspace = unsafe encoder.pointee.colorspace
    unsafe pointer.pointee.color_range = unsafe encoder.pointee.color_range
    unsafe pointer.pointee.chroma_location = unsafe encoder.pointee.chroma_sample_location
    unsafe pointer.pointee.sample_aspect_ratio = unsafe encoder.pointee.sample_aspect_ratio
  }

  /// Copies the time, duration, closed captions and Dolby Vision RPU of the picture from which this one is made.
  ///
  /// Ticks are copied unchanged, so the ``VideoTrack`` that was decoded and the ``VideoEncoding`` must have the same time base.
  public mutating func copyTimes(from other: borrowing MovieFrame, withDolbyVision: Bool = true) {
    (time, duration) = (other.time, other.duration)
    for kind in [AV_FRAME_DATA_A53_CC, AV_FRAME_DATA_DOVI_RPU_BUFFER] {
      unsafe av_frame_remove_side_data(pointer, kind)
      if kind == AV_FRAME_DATA_A53_CC || withDolbyVision,
        let data = unsafe av_frame_get_side_data(other.pointer, kind),
        let held = unsafe av_buffer_ref(data.pointee.buf),
        unsafe av_frame_new_side_data_from_buf(pointer, kind, held) == nil
      {
        var held: UnsafeMutablePointer<AVBufferRef>? = unsafe held
        unsafe av_buffer_unref(&held)
      }
    }
  }
}

extension FramePool {
  /// Makes a frame to be encoded.
  func makeFrame(_ format: PixelFormat, for name: String) throws(MovieError) -> MovieFrame {
    var frame = try MovieFrame(for: name)
    (frame.pool, frame.format) = (self, format)
    try unsafe fill(frame.pointer)
    return frame
  }
}
