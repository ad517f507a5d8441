internal import CLibAV
internal import MediaFiles
internal import Synchronization

/// The decoder of one track.
@safe final class Decoder: Sendable {
  nonisolated(unsafe) private let context: UnsafeMutablePointer<AVCodecContext>
  /// What coded pictures say of themselves that the library does not hand on.
  private let messages: Mutex<HeadroomAdaptiveMessages>
  private let layouts = Mutex(Layouts())

  /// How the pictures' layout is unpacked.
  private struct Layouts {
    /// The library's number of the layout that was seen last.
    var last: Int32?
    var unpacking: Unpacking?
  }

  private let state: Mutex<Fields>
  /// The decoder of the alpha layer, if H.265 has one.
  let alpha: AlphaLayer?
  /// The number of this decoder in the log.
  private let number = LibraryLog.newDecoder()

  /// What becomes of interlaced pictures.
  private struct Fields: ~Copyable {
    /// Whether they are made whole.
    let areJoined: Bool
    var deinterlacer: Deinterlacer?
    /// Whether the filter was told that no picture follows.
    var isDraining = false
  }

  /// What threads share.
  enum Sharing {
    /// Each decodes a picture of its own, so the first comes after several packets.
    case pictures
    /// Each decodes a part of the one picture, where it has parts.
    case parts
  }

  /// - Parameters:
  ///   - searchesAll: Whether each coded picture is searched for messages of ST 2094-50, not only key pictures and the first.
  ///   - layer: The parameter sets of the one layer to decode; by default, all layers are.
  init(
    _ stream: UnsafePointer<AVStream>, threads: Int, sharing: Sharing = .pictures, deinterlaces: Bool = false,
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
      unsafe try? AlphaLayer($0, of: stream, threads: threads, sharing: sharing, name: name)
    }
    guard let context = unsafe avcodec_alloc_context3(codec) else { throw .noMemory(name) }
    unsafe self.context = unsafe context
    state = Mutex(Fields(areJoined: deinterlaces))
    messages = unsafe Mutex(
      HeadroomAdaptiveMessages(parameters.codec_id, setup: Array(setup), searchesAll: searchesAll))
    unsafe libav_number_pictures(context)
    unsafe LibraryLog.follow(context)
    guard unsafe avcodec_parameters_to_context(context, stream.pointee.codecpar) >= 0 else { throw .noMemory(name) }
    if let own = layer ?? alpha?.layers.setup.base {
      guard unsafe libav_set_setup(context, own, Int32(clamping: own.count)) else { throw .noMemory(name) }
    }
    unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe context.pointee.thread_count = Int32(clamping: max(1, threads))
    if sharing == .parts { unsafe context.pointee.thread_type = FF_THREAD_SLICE }
    // Pictures are cropped where the stream says, not where it suits a decoder's vectors.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    let status = unsafe avcodec_open2(context, codec, nil)
    guard status >= 0 else {
      throw .nothingDecoded(name, track, packets: 0, reason: unsafe LibraryLog.reason(status, context))
    }
  }

  /// The library's first choice, but one that also decodes alpha where WebM has it.
  private static func codec(of stream: UnsafePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    let id = unsafe stream.pointee.codecpar.pointee.codec_id
    if unsafe MovieTrack.text("alpha_mode", in: stream.pointee.metadata) == "1" {
      let name = id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : id == AV_CODEC_ID_VP8 ? "libvpx" : ""
      if let codec = unsafe avcodec_find_decoder_by_name(name) { return unsafe codec }
    }
    return unsafe avcodec_find_decoder(id)
  }

  deinit {
    unsafe LibraryLog.leave(context)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
    LibraryLog.forgetPackets(of: number)
  }

  /// Takes a packet, or none at the end.
  func send(_ packet: Packet?) -> Int32 {
    guard let packet else {
      alpha?.end()
      return unsafe avcodec_send_packet(context, nil)
    }
    func sendBase(_ base: Packet) -> (number: Int64, status: Int32) {
      let sent = messages.withLock { unsafe $0.take(packet.bytes, isKey: packet.isKey) }
      return (sent, send(base, as: sent))
    }
    return alpha?.send(packet, sendBase) ?? sendBase(packet).status
  }

  /// Takes a packet whose picture has this number.
  func send(_ packet: Packet, as sent: Int64) -> Int32 {
    unsafe libav_send(context, packet.pointer, sent, LibraryLog.Mark(decoder: number, packet: sent).bits)
  }

  /// Gives the next picture.
  func receive(into frame: borrowing MovieFrame) -> Int32 {
    let status = state.withLock { fields in
      fields.areJoined ? receive(into: frame, &fields) : decode(into: frame)
    }
    guard status >= 0 else { return status }
    let unpacked = unpack(frame)
    guard unpacked >= 0 else { return unpacked }
    let number = unsafe libav_number(frame.pointer)
    guard let message = messages.withLock({ $0.message(of: number) }) else { return status }
    return unsafe libav_keep(frame.pointer, message, message.count) ? status : libav_no_memory
  }

  /// Gives the next picture of all layers.
  private func decode(into frame: borrowing MovieFrame) -> Int32 {
    alpha?.receive(into: frame, besides: self) ?? decodeLayer(into: frame)
  }

  /// Gives the decoder's next picture, damaged if the decoder logged an error about its packet.
  func decodeLayer(into frame: borrowing MovieFrame) -> Int32 {
    let status = unsafe avcodec_receive_frame(context, frame.pointer)
    guard status >= 0 else { return status }
    if let error = LibraryLog.takeError(of: .init(decoder: number, packet: unsafe libav_number(frame.pointer))) {
      unsafe libav_set_damaged(frame.pointer, error)
    }
    return status
  }

  /// Makes a picture planar if its layout is none that can be lent.
  private func unpack(_ frame: borrowing MovieFrame) -> Int32 {
    layouts.withLock { layouts in
      let raw = unsafe frame.pointer.pointee.format
      // A palette may get alpha with any picture.
      if layouts.last != raw || raw == AV_PIX_FMT_PAL8.rawValue {
        layouts.unpacking = unsafe Unpacking(of: frame.pointer, hadAlpha: layouts.unpacking?.hasAlpha ?? false)
        layouts.last = raw
      }
      return unsafe layouts.unpacking?.unpack(frame.pointer) ?? 0
    }
  }

  /// Gives the next picture after the filter.
  private func receive(into frame: borrowing MovieFrame, _ fields: inout Fields) -> Int32 {
    while true {
      if let deinterlacer = fields.deinterlacer {
        let status = deinterlacer.receive(into: frame)
        if status != libav_again || fields.isDraining { return status }
      }
      let status = decode(into: frame)
      if status == libav_end, let deinterlacer = fields.deinterlacer {
        fields.isDraining = true
        guard unsafe deinterlacer.send(nil) >= 0 else { return libav_end }
        continue
      }
      // One that is not as the first is refused by the reader.
      guard status >= 0, fields.deinterlacer?.takes(frame) ?? true, !isField(frame) else { return status }
      if fields.deinterlacer == nil {
        let base = unsafe context.pointee.pkt_timebase
        // What the filter does not take stays interlaced, which the caller sees.
        guard let made = Deinterlacer(like: frame, timeBase: base) else { return status }
        fields.deinterlacer = made
      }
      unsafe frame.pointer.pointee.pts = frame.time?.count ?? libav_no_time
      guard let sent = unsafe fields.deinterlacer?.send(frame.pointer), sent >= 0 else { return libav_no_memory }
    }
  }

  /// Whether a picture is one field of a frame, which the filter takes for a frame: the library pairs those of all codecs but H.265, of which it
  /// marks no other pictures as interlaced.
  ///
  /// - Source: FFmpeg, `hevc_refs.c`; Rec. ITU-T H.265, clause D.3.3, *pic_struct* 1, 2 and 9 to 12.
  private func isField(_ frame: borrowing MovieFrame) -> Bool {
    unsafe frame.isInterlaced && context.pointee.codec_id == AV_CODEC_ID_HEVC
  }

  /// Whether to pass over packets whose pictures no other needs.
  func skipDisposable(_ skips: Bool) {
    unsafe context.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    alpha?.decoder.skipDisposable(skips)
  }

  /// Whether a picture is that of the packet that was sent last.
  func isLast(_ frame: borrowing MovieFrame) -> Bool {
    let number = unsafe libav_number(frame.pointer)
    return messages.withLock { $0.count == number }
  }

  /// Begins anew, elsewhere in the movie.
  func flush() {
    unsafe avcodec_flush_buffers(context)
    alpha?.flush()
    LibraryLog.forgetPackets(of: number)
    state.withLock { fields in (fields.deinterlacer, fields.isDraining) = (nil, false) }
    messages.withLock { $0.restart() }
  }

  /// Why a call failed.
  func reason(_ status: Int32) -> String {
    LibraryLog.firstError(of: number) ?? (unsafe LibraryLog.reason(status, context))
  }
}
