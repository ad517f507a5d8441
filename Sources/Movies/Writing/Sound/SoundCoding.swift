internal import CLibAV

struct SoundCoding: Sendable {
  let decoder, encoder: CodecContext
  let isLossless: Bool
  /// Whether the encoder's channels differ only in name, so that nothing is mixed.
  let renamesChannels: Bool
  /// The layout under which channels are coded that the source does not name; `nil` if it names them, or they stay without names.
  let assumedLayout: String?
  /// The layouts from and to which channels are mixed; `nil` if each stays what it is.
  let mixedLayouts: [String]?

  /// The coding of a track for a container; `nil` if the library lacks the codecs.
  ///
  /// - Parameter asked: The encoder for MP4 and MOV, `alac` or `aac`; `nil` for ALAC where that is lossless, and otherwise AAC.
  init?(
    _ stream: UnsafePointer<AVStream>, container: String, asked: String?, needsHeader: Bool
  ) throws(MovieError) {
    guard let decoder = try unsafe CodecContext.decoder(of: stream) else { return nil }
    let bits = unsafe Self.exactBits(stream.pointee.codecpar)
    var layout = unsafe AVChannelLayout()
    let twin = unsafe libav_twin_layout(&decoder.pointer.pointee.ch_layout, &layout)
    let exact = bits == nil || !twin ? [] : [container == "matroska" ? "flac" : "alac"]
    // Channels without names are not mixed, and none is coded as one of low frequencies, of which lossy codecs keep little.
    let isUnnamed = unsafe libav_is_unnamed(&decoder.pointer.pointee.ch_layout)
    let names =
      switch container {
      case "webm": isUnnamed ? ["libopus"] : ["libopus", "libvorbis"]
      case "matroska": exact + ["aac"]
      default: asked.map { [$0] } ?? exact + ["aac"]
      }
    for name in names {
      guard let codec = unsafe avcodec_find_encoder_by_name(name) else { continue }
      let layouts =
        !isUnnamed
        ? [LIBAV_LAYOUT_TWIN, LIBAV_LAYOUT_OWN, LIBAV_LAYOUT_DEFAULT, LIBAV_LAYOUT_STEREO]
        : name == "aac" ? [LIBAV_LAYOUT_FULL] : name == "libopus" ? [LIBAV_LAYOUT_OWN] : [LIBAV_LAYOUT_TWIN]
      for layout in layouts {
        let encoder = try unsafe CodecContext(codec)
        let context = unsafe encoder.pointer
        guard unsafe libav_prepare_sound(context, codec, decoder.pointer, Int32(bits ?? 0), layout) >= 0 else {
          continue
        }
        if needsHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        // More than the library's default for stereo, so that no difference is audible.
        let perChannel: Int64 = name == "aac" ? 96_000 : 64_000
        if !["alac", "flac"].contains(name) {
          unsafe context.pointee.bit_rate = perChannel * Int64(context.pointee.ch_layout.nb_channels)
        }
        // RFC 7845, clause 5.1.1.3: channels without meaning, each coded alone.
        if isUnnamed, name == "libopus" { unsafe av_opt_set(context.pointee.priv_data, "mapping_family", "255", 0) }
        guard unsafe encoder.open(codec) >= 0 else { continue }
        (self.decoder, self.encoder) = (decoder, encoder)
        renamesChannels = isUnnamed || layout == LIBAV_LAYOUT_TWIN
        assumedLayout = unsafe isUnnamed && layout != LIBAV_LAYOUT_OWN ? Self.words(&context.pointee.ch_layout) : nil
        let isMixed = [LIBAV_LAYOUT_DEFAULT, LIBAV_LAYOUT_STEREO].contains(layout)
        let layouts = [decoder, encoder].map { unsafe Self.words(&$0.pointer.pointee.ch_layout) }
        mixedLayouts = isMixed ? layouts : nil
        isLossless = bits != nil && ["alac", "flac"].contains(name) && layout == LIBAV_LAYOUT_TWIN
        return
      }
    }
    return nil
  }

  /// The bit depth of the samples, 16 or 24, if a lossless codec can hold them; `nil` if they have more bits, or were coded with loss.
  private static func exactBits(_ parameters: UnsafePointer<AVCodecParameters>) -> Int? {
    let id = unsafe parameters.pointee.codec_id
    guard let about = unsafe avcodec_descriptor_get(id) else { return nil }
    let props = unsafe about.pointee.props
    let isMaster = unsafe id == AV_CODEC_ID_DTS && parameters.pointee.profile == libav_dts_master
    guard props & AV_CODEC_PROP_LOSSLESS != 0, props & AV_CODEC_PROP_LOSSY == 0 || isMaster else { return nil }
    switch unsafe AVSampleFormat(parameters.pointee.format) {
    case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: return 16
    case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
      let bits = unsafe max(parameters.pointee.bits_per_raw_sample, av_get_bits_per_sample(id))
      return (1...24).contains(bits) ? 24 : nil
    default: return nil
    }
  }

  private static func words(_ layout: UnsafePointer<AVChannelLayout>) -> String {
    var words = [CChar](repeating: 0, count: 128)
    _ = unsafe av_channel_layout_describe(layout, &words, words.count)
    return LibraryLog.text(words)
  }

  var codec: String { unsafe String(cString: avcodec_get_name(encoder.pointer.pointee.codec_id)) }
}
