internal import CLibAV

/// The way in which a track is added to the new movie.
struct TrackPlan: Sendable {
  enum Way: Sendable {
    case copy
    case text(TextCoding)
    case sound(SoundCoding)
  }

  let track: MovieTrack
  let way: Way
  /// The reason why it is not copied.
  var reason = ""

  var conversion: ConvertedTrack? {
    switch way {
    case .copy: nil
    case .text(let coding):
      ConvertedTrack(
        track: track, codec: unsafe String(cString: avcodec_get_name(coding.encoder.pointer.pointee.codec_id)),
        isLossless: nil, assumedLayout: nil, mixedLayouts: nil, reason: reason)
    case .sound(let coding):
      ConvertedTrack(
        track: track, codec: coding.codec, isLossless: coding.isLossless, assumedLayout: coding.assumedLayout,
        mixedLayouts: coding.mixedLayouts, reason: reason)
    }
  }

  func feed(_ route: TrackRoute, in muxer: Muxer) throws(MovieError) -> any PacketSink {
    switch way {
    case .copy:
      let copy = TrackCopy(track, route, holdsNegativeTimes: muxer.isMOV)
      return SampleCopy(copy, in: muxer) ?? copy
    case .text(let coding): return TextConversion(coding, route, joins: muxer.isMOV)
    case .sound(let coding): return try SoundConversion(coding, route)
    }
  }
}

/// The way of a track from the source to the new movie.
struct TrackRoute: Sendable {
  /// The index of the track in the new movie.
  let index: Int32
  /// The time base of the source's packets.
  let from: AVRational
  /// The part of the source that is in the new movie; `nil` for all.
  let span: TimeSpan?
}

/// The processing of a track other than the pictures: packets of the source go in, packets of the new movie come out.
protocol PacketSink: Sendable {
  var route: TrackRoute { get }
  /// The time base of the new movie's packets.
  var unit: AVRational { get }

  /// The time at which a packet is due in the new movie, in the source's unit; `nil` if it is due immediately.
  func due(_ packet: Packet) -> Int64?

  /// Processes the next packet of the source; returns the packets that are ready, with their times in the new movie.
  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet]
  mutating func end() throws(MovieError) -> [Packet]
}

extension PacketSink {
  var from: AVRational { route.from }
  var span: TimeSpan? { route.span }
  var unit: AVRational { from }

  func due(_ packet: Packet) -> Int64? { packet.decodingTime.map { $0.clamped - (span?.start(in: from) ?? 0) } }
}

extension Muxer {
  func addConversion(_ way: TrackPlan.Way, of source: UnsafePointer<AVStream>) throws(MovieError) {
    let stream = try unsafe addStream()
    try unsafe copyMetadata(of: source, to: stream)
    unsafe MetadataTags.removeStatistics(&stream.pointee.metadata)
    unsafe av_dict_set(&stream.pointee.metadata, "encoder", nil, 0)
    switch way {
    case .copy: return
    case .text(let coding):
      try unsafe check(avcodec_parameters_from_context(stream.pointee.codecpar, coding.encoder.pointer))
      unsafe stream.pointee.time_base = unsafe source.pointee.time_base
    case .sound(let coding):
      let encoder = unsafe coding.encoder.pointer
      try unsafe check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder))
      unsafe stream.pointee.time_base = AVRational(num: 1, den: encoder.pointee.sample_rate)
    }
  }

  /// The reason why players would not read a track that the library writes to MP4 or MOV; `nil` if they do.
  func doubt(of stream: UnsafePointer<AVStream>) -> String? {
    let id = unsafe stream.pointee.codecpar.pointee.codec_id
    guard isMOV, unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO else { return nil }
    let isRaw = container == "mp4" && av_get_bits_per_sample(id) > 0
    let isRare = [AV_CODEC_ID_FLAC, AV_CODEC_ID_TRUEHD, AV_CODEC_ID_MLP, AV_CODEC_ID_VORBIS].contains(id)
    return isRaw || isRare ? "few players read it in \(container)" : nil
  }
}
