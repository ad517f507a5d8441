internal import CLibAV

/// Writes the average picture rate into H.264; unless the rate is fixed, x264 writes the time base instead.
///
/// - Source: Rec. ITU-T H.264, clause E.2.1, *num_units_in_tick*: a frame lasts two ticks.
@safe final class RateStatement: Sendable {
  nonisolated(unsafe) private let filter: UnsafeMutablePointer<AVBSFContext>

  /// Returns `nil` for other codecs, and if the library does not support it.
  init?(_ encoding: VideoEncoding, of encoder: UnsafePointer<AVCodecContext>) {
    guard unsafe encoder.pointee.codec_id == AV_CODEC_ID_H264, !encoding.isRateFixed, let rate = encoding.frameRate,
      let ticks = FrameRate(counted: 2 * rate.numerator, rate.denominator)?.rational
    else { return nil }
    var made: UnsafeMutablePointer<AVBSFContext>?
    let words = "h264_metadata=tick_rate=\(ticks.num)/\(ticks.den)"
    guard unsafe av_bsf_list_parse_str(words, &made) >= 0, let filter = unsafe made else { return nil }
    unsafe filter.pointee.time_base_in = encoder.pointee.time_base
    guard unsafe avcodec_parameters_from_context(filter.pointee.par_in, encoder) >= 0,
      unsafe av_bsf_init(filter) >= 0
    else {
      unsafe av_bsf_free(&made)
      return nil
    }
    unsafe self.filter = unsafe filter
  }

  deinit {
    var filter: UnsafeMutablePointer<AVBSFContext>? = unsafe filter
    unsafe av_bsf_free(&filter)
  }

  var parameters: UnsafePointer<AVCodecParameters> { unsafe UnsafePointer(filter.pointee.par_out) }

  func state(in packet: Packet) -> Int32 {
    let sent = unsafe av_bsf_send_packet(filter, packet.pointer)
    return sent < 0 ? sent : unsafe av_bsf_receive_packet(filter, packet.pointer)
  }
}
