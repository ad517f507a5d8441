internal import CLibAV
internal import MediaFiles
internal import Synchronization

@safe final class Decoder: Sendable {
  private let codec: CodecContext
  private var context: UnsafeMutablePointer<AVCodecContext> { unsafe codec.pointer }
  private var number: Int { codec.number }
  private let state: Mutex<State>
  /// The decoder of the alpha layer, if H.265 has one.
  let alpha: AlphaLayer?

  private struct State {
    /// The messages in coded pictures that the library does not pass on.
    var messages: HeadroomAdaptiveMessages
    let deinterlaces: Bool
    var deinterlacer: Deinterlacer?
    /// Whether the end of the stream was sent to the filter.
    var isDraining = false
    /// The library's number of the last picture's layout.
    var layout: Int32?
    var unpacking: Unpacking?
  }

  /// - Parameters:
  ///   - sharesPictures: Whether each thread decodes a part of the same picture, where it has parts; otherwise each decodes its own picture, so the
  ///     first one comes after several packets.
  ///   - searchesAll: Whether every coded picture is searched for ST 2094-50 messages, not only the first and key pictures.
  ///   - layer: The parameter sets of the one layer to decode; all layers by default.
  init(
    _ stream: UnsafePointer<AVStream>, threads: Int, sharesPictures: Bool = false, deinterlaces: Bool = false,
    searchesAll: Bool = true, layer: [UInt8]? = nil, name: String
  ) throws(MovieError) {
    if deinterlaces { try MovieLibraries.loadFilters() }
    let track = unsafe MovieTrack(stream)
    guard let codec = unsafe Self.codec(of: stream) else { throw .noDecoder(name, track) }
    let parameters = unsafe stream.pointee.codecpar.pointee
    let setup = unsafe UnsafeRawBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size))
    let layers =
      unsafe layer == nil && parameters.codec_id == AV_CODEC_ID_HEVC
      ? HEVCAlphaLayer(configuration: Array(setup)) : nil
    alpha = layers.flatMap {
      unsafe try? AlphaLayer($0, of: stream, threads: threads, sharesPictures: sharesPictures, name: name)
    }
    self.codec = try unsafe CodecContext(codec)
    let context = unsafe self.codec.pointer
    let messages = unsafe HeadroomAdaptiveMessages(
      parameters.codec_id, setup: Array(setup), searchesAll: searchesAll)
    state = Mutex(State(messages: messages, deinterlaces: deinterlaces))
    guard unsafe avcodec_parameters_to_context(context, stream.pointee.codecpar) >= 0 else { throw .noMemory(name) }
    if let own = layer ?? alpha?.layers.setup.base {
      guard
        unsafe libav_set_bytes(
          &context.pointee.extradata, &context.pointee.extradata_size, own, Int32(clamping: own.count))
      else { throw .noMemory(name) }
    }
    unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe context.pointee.thread_count = Int32(clamping: max(1, threads))
    if sharesPictures { unsafe context.pointee.thread_type = FF_THREAD_SLICE }
    // Pictures are cropped as the stream states, not as the decoder's vector code prefers.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED | libav_numbers
    let status = unsafe self.codec.open(codec)
    guard status >= 0 else {
      throw .nothingDecoded(name, track, packets: 0, reason: unsafe LibraryLog.reason(status, context))
    }
  }

  /// Returns the library's default decoder, or one that also decodes WebM's alpha.
  private static func codec(of stream: UnsafePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    let id = unsafe stream.pointee.codecpar.pointee.codec_id
    if unsafe MovieTrack.text("alpha_mode", in: stream.pointee.metadata) == "1" {
      let name = id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : id == AV_CODEC_ID_VP8 ? "libvpx" : ""
      if let codec = unsafe avcodec_find_decoder_by_name(name) { return unsafe codec }
    }
    return unsafe avcodec_find_decoder(id)
  }

  /// Sends a packet, or `nil` at the end.
  func send(_ packet: Packet?) -> Int32 {
    guard let packet else {
      alpha?.end()
      return unsafe avcodec_send_packet(context, nil)
    }
    func sendBase(_ base: Packet) -> (number: Int64, status: Int32) {
      let sent = state.withLock { unsafe $0.messages.take(packet.bytes, isKey: packet.isKey) }
      return (sent, send(base, as: sent))
    }
    return alpha?.send(packet, sendBase) ?? sendBase(packet).status
  }

  func send(_ packet: Packet, as sent: Int64) -> Int32 {
    unsafe libav_send(context, packet.pointer, sent, LibraryLog.mark(decoder: number, packet: sent))
  }

  func receive(into frame: borrowing MovieFrame) -> Int32 {
    state.withLock { state in
      let status = state.deinterlaces ? deinterlace(into: frame, &state) : decode(into: frame)
      guard status >= 0 else { return status }
      let unpacked = unpack(frame, &state)
      guard unpacked >= 0 else { return unpacked }
      guard let message = unsafe state.messages.message(of: libav_number(frame.pointer)) else { return status }
      return unsafe libav_keep(frame.pointer, message, message.count) ? status : libav_no_memory
    }
  }

  private func decode(into frame: borrowing MovieFrame) -> Int32 {
    alpha?.receive(into: frame, besides: self) ?? decodeLayer(into: frame)
  }

  /// Returns the decoder's next picture, marked as damaged if the decoder logged an error about its packet.
  func decodeLayer(into frame: borrowing MovieFrame) -> Int32 {
    let status = unsafe avcodec_receive_frame(context, frame.pointer)
    guard status >= 0 else { return status }
    if let error = LibraryLog.consumeError(
      of: LibraryLog.mark(decoder: number, packet: unsafe libav_number(frame.pointer)))
    {
      frame.markDamaged(error)
    }
    return status
  }

  /// Makes a picture planar if its layout cannot be lent.
  private func unpack(_ frame: borrowing MovieFrame, _ state: inout State) -> Int32 {
    let layout = unsafe frame.pointer.pointee.format
    // Any picture may add alpha to a palette.
    if state.layout != layout || layout == AV_PIX_FMT_PAL8.rawValue {
      state.unpacking = unsafe Unpacking(of: frame.pointer, hadAlpha: state.unpacking?.hasAlpha ?? false)
      state.layout = layout
    }
    return unsafe state.unpacking?.unpack(frame.pointer) ?? 0
  }

  /// Returns the next picture after the filter.
  private func deinterlace(into frame: borrowing MovieFrame, _ state: inout State) -> Int32 {
    while true {
      if let deinterlacer = state.deinterlacer {
        let status = deinterlacer.receive(into: frame)
        if status != libav_again || state.isDraining { return status }
      }
      let status = decode(into: frame)
      if status == libav_end, let deinterlacer = state.deinterlacer {
        state.isDraining = true
        guard unsafe deinterlacer.send(nil) >= 0 else { return libav_end }
        continue
      }
      // The reader rejects a picture that differs from the first.
      guard status >= 0, state.deinterlacer?.takes(frame) ?? true, !isField(frame) else { return status }
      if state.deinterlacer == nil {
        let base = unsafe context.pointee.pkt_timebase
        // Pictures that the filter rejects stay interlaced, which the caller sees.
        guard let made = Deinterlacer(like: frame, timeBase: base) else { return status }
        state.deinterlacer = made
      }
      unsafe frame.pointer.pointee.pts = frame.time?.count ?? libav_no_time
      guard let sent = unsafe state.deinterlacer?.send(frame.pointer), sent >= 0 else { return libav_no_memory }
    }
  }

  /// Whether a picture is a single field, which the filter would take for a frame: the library pairs the fields of all codecs except H.265, where
  /// only single fields are marked as interlaced.
  ///
  /// - Source: FFmpeg, `hevc_refs.c`; Rec. ITU-T H.265, clause D.3.3, *pic_struct* 1, 2 and 9 to 12.
  private func isField(_ frame: borrowing MovieFrame) -> Bool {
    unsafe frame.isInterlaced && context.pointee.codec_id == AV_CODEC_ID_HEVC
  }

  /// Skips packets whose pictures are not references, or stops skipping them.
  func skipDisposable(_ skips: Bool) {
    unsafe context.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    alpha?.decoder.skipDisposable(skips)
  }

  /// Whether a picture belongs to the last packet sent.
  func isLast(_ frame: borrowing MovieFrame) -> Bool {
    let number = unsafe libav_number(frame.pointer)
    return state.withLock { $0.messages.count == number }
  }

  /// Resets the decoder after a seek.
  func flush() {
    unsafe avcodec_flush_buffers(context)
    alpha?.flush()
    LibraryLog.forgetPackets(of: number)
    state.withLock { state in
      (state.deinterlacer, state.isDraining) = (nil, false)
      state.messages.restart()
    }
  }

  func reason(_ status: Int32) -> String {
    LibraryLog.firstError(of: number) ?? (unsafe LibraryLog.reason(status, context))
  }
}
