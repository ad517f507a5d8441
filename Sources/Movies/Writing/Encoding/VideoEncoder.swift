internal import CLibAV
internal import SystemCalls

@safe final class VideoEncoder: Sendable {
  let name: String
  private let codec: CodecContext
  var context: UnsafeMutablePointer<AVCodecContext> { unsafe codec.pointer }
  /// The library's number of the layout of the samples.
  let format: AVPixelFormat
  /// The conversion of samples to the encoder's layout, if it differs.
  let way: Repacking?
  /// The filter that writes the rate into the stream, if the encoder does not; set once that is open.
  nonisolated(unsafe) private(set) var rate: RateStatement?
  /// Memory for pictures in the encoder's layout, if it differs.
  private let pool: FramePool?
  private let alpha: AlphaEncoder?

  /// An encoder for pictures in a container; `needsHeader` if that container stores the stream's parameters outside of it.
  init(_ whole: VideoEncoding, needsHeader: Bool) throws(MovieError) {
    let encoding = whole.hasAlphaLayer ? whole.layer(ofAlpha: false) : whole
    alpha = whole.hasAlphaLayer ? try AlphaEncoder(whole, needsHeader: needsHeader) : nil
    name = encoding.encoder
    guard
      let codec = unsafe avcodec_find_encoder_by_name(encoding.encoder),
      unsafe codec.pointee.type == AVMEDIA_TYPE_VIDEO
    else { throw .unknownEncoder(encoding.encoder) }
    let (format, way) = try unsafe Self.layout(encoding, for: codec)
    (self.format, self.way) = (format, way)
    pool =
      way == nil
      ? nil
      : try FramePool(format, width: encoding.width, height: encoding.height, name: encoding.encoder)
    self.codec = try unsafe CodecContext(codec)
    let context = unsafe self.codec.pointer
    unsafe context.pointee.width = Int32(clamping: encoding.width)
    unsafe context.pointee.height = Int32(clamping: encoding.height)
    unsafe context.pointee.pix_fmt = format
    unsafe context.pointee.time_base = encoding.timeBase.rational
    if let rate = encoding.frameRate {
      unsafe context.pointee.framerate = rate.rational
      // Encoders of MPEG-1 and MPEG-2 derive the rate from the time base, and use times unchanged.
      if [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].contains(unsafe codec.pointee.id) {
        unsafe context.pointee.time_base = av_inv_q(rate.rational)
      }
    }
    if let aspect = encoding.pixelAspect { unsafe context.pointee.sample_aspect_ratio = aspect.rational }
    unsafe context.pointee.thread_count = Int32(clamping: max(1, encoding.threads))
    if needsHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    unsafe encoding.color.state(in: context)
    // SVT-AV1 prints to standard error unless the environment disables it.
    if name == "libsvtav1" { unsafe setenv("SVT_LOG", "0", 0) }
    if unsafe Self.hasNoRate(codec), let rate = encoding.options.first(where: { $0.name == "b" }) {
      throw .badOption("b", value: rate.value, encoder: name, reason: "its rate follows from the pictures")
    }
    for (option, value) in encoding.allOptions {
      let status = unsafe av_opt_set(context, option, value, AV_OPT_SEARCH_CHILDREN)
      if status == libav_unknown_option { throw .unknownOption(option, encoder: name) }
      guard status >= 0 else {
        throw unsafe .badOption(option, value: value, encoder: name, reason: LibraryLog.reason(status, context))
      }
    }
    let status = unsafe self.codec.open(codec)
    guard status >= 0 else { throw self.codec.error(status) }
    if let reason = unsafe LibraryLog.refusal(context) { throw .optionNotTaken(encoder: name, reason: reason) }
    unsafe rate = unsafe RateStatement(encoding, of: context)
    try alpha?.configure(self)
  }

  deinit {
    // SVT-AV1 hangs if it is freed before its stream ends, or ended without a picture.
    guard name == "libsvtav1" else { return }
    let (width, height) = unsafe (Int(context.pointee.width), Int(context.pointee.height))
    guard let packet = try? Packet(for: name), let picture = try? MovieFrame(for: name),
      let pool = try? FramePool(format, width: width, height: height, name: name),
      (try? unsafe pool.fill(picture.pointer)) != nil
    else { return }
    _ = unsafe avcodec_send_frame(context, picture.pointer)
    _ = unsafe avcodec_send_frame(context, nil)
    while unsafe avcodec_receive_packet(context, packet.pointer) >= 0 { packet.empty() }
  }

  /// Whether an encoder would ignore a bit rate: it is lossless, or its profile fixes the rate.
  private static func hasNoRate(_ codec: UnsafePointer<AVCodec>) -> Bool {
    let id = unsafe codec.pointee.id
    guard let about = unsafe avcodec_descriptor_get(id) else { return false }
    return unsafe about.pointee.props & AV_CODEC_PROP_LOSSY == 0 || id == AV_CODEC_ID_PRORES
  }

  /// The layout in which the encoder accepts pictures of a format, and the conversion to it.
  private static func layout(
    _ encoding: VideoEncoding, for codec: UnsafePointer<AVCodec>
  ) throws(MovieError) -> (AVPixelFormat, Repacking?) {
    let own = unsafe av_get_pix_fmt(encoding.format.name)
    guard let taken = unsafe libav_formats(codec) else { return (own, nil) }
    var names: [String] = []
    var index = 0
    while unsafe taken[index] != AV_PIX_FMT_NONE {
      let format = unsafe taken[index]
      if format == own, own != AV_PIX_FMT_NONE { return (own, nil) }
      if let name = unsafe av_get_pix_fmt_name(format) { unsafe names.append(String(cString: name)) }
      index += 1
    }
    // Old JPEG encoders require the name that also states full range.
    let isFull = encoding.color.range == .full
    if isFull,
      let name = names.first(where: { name in
        PixelFormat.Spelling(name).map { $0.format == encoding.format && $0.isFullRange == true } ?? false
      })
    {
      return (unsafe av_get_pix_fmt(name), nil)
    }
    if let twin = Repacking.twin(of: encoding.format), names.contains(twin.name) {
      return (unsafe av_get_pix_fmt(twin.name), twin.way)
    }
    throw .formatNotTaken(encoding.format, encoder: encoding.encoder, takes: names)
  }

  var writesCaptions: Bool {
    var isOn: Int64 = 0
    return unsafe av_opt_get_int(context, "a53cc", AV_OPT_SEARCH_CHILDREN, &isOn) >= 0 && isOn != 0
  }

  /// The picture of a frame for the encoder: the same memory, unless samples have to be converted.
  func frame(like frame: borrowing MovieFrame) throws(MovieError) -> MovieFrame {
    let sent = try MovieFrame(for: name)
    if let way, let pool {
      try unsafe pool.fill(sent.pointer)
      frame.withView { view in unsafe way.copy(view, to: sent.pointer) }
    } else {
      guard unsafe av_frame_ref(sent.pointer, frame.pointer) >= 0 else { throw .noMemory(name) }
      unsafe sent.pointer.pointee.format = format.rawValue
    }
    unsafe sent.prepare(for: context)
    return sent
  }

  func send(_ frame: UnsafePointer<AVFrame>?) throws(MovieError) {
    try unsafe alpha?.send(alphaOf: frame)
    let status = unsafe avcodec_send_frame(context, frame)
    guard status >= 0 else { throw codec.error(status) }
  }

  func receive(into packet: Packet) throws(MovieError) -> Bool {
    guard let alpha else { return try receiveLayer(into: packet) }
    return try alpha.receive(into: packet, beside: self)
  }

  func receiveLayer(into packet: Packet) throws(MovieError) -> Bool {
    var status = unsafe avcodec_receive_packet(context, packet.pointer)
    if status >= 0, let rate = unsafe rate { status = rate.state(in: packet) }
    if status == libav_again || status == libav_end { return false }
    guard status >= 0 else { throw codec.error(status) }
    return true
  }
}

extension ColorDescription {
  fileprivate func state(in context: UnsafeMutablePointer<AVCodecContext>) {
    // The number of *unspecified* in H.273's tables.
    let unstated = 2
    unsafe context.pointee.color_primaries = AVColorPrimaries(UInt32(primaries?.rawValue ?? unstated))
    unsafe context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(transfer?.rawValue ?? unstated))
    unsafe context.pointee.colorspace = AVColorSpace(UInt32(matrix?.rawValue ?? unstated))
    unsafe context.pointee.color_range =
      switch range {
      case .full: AVCOL_RANGE_JPEG
      case .narrow: AVCOL_RANGE_MPEG
      case nil: AVCOL_RANGE_UNSPECIFIED
      }
    // The library counts from 1; 0 means unspecified.
    unsafe context.pointee.chroma_sample_location = AVChromaLocation(UInt32((chromaLocation?.rawValue ?? -1) + 1))
  }
}
