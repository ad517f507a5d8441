internal import CLibAV

extension Muxer {
  /// Copies everything in a movie except its pictures; returns the tracks that were added, in order, the timecode tracks that the container's writer
  /// creates itself, and the tracks that the container does not support.
  func copyAll(
    of reader: MovieReader, _ choices: TrackChoices, span: TimeSpan?, beside encoder: VideoEncoder,
    _ encoding: VideoEncoding
  ) throws(MovieError) -> (
    copied: [TrackPlan], timecodes: [MovieTrack], leftOut: [(track: MovieTrack, reason: String)]
  ) {
    var (copied, timecodes): ([TrackPlan], [MovieTrack]) = ([], [])
    var leftOut: [(track: MovieTrack, reason: String)] = []
    let counting = MetadataTags(of: reader, from: span, at: encoding.frameRate)
    try copyMetadata(of: reader.demuxer, counting)
    if let title = choices.title { unsafe av_dict_set(&context.pointee.metadata, "title", title, 0) }
    try copyChapters(of: reader.demuxer, span: span)
    for track in reader.tracks where track.index != reader.video.index && !track.isOfChapters {
      let stream = unsafe reader.demuxer.stream(track.index)
      if isMOV || isMatroska, track.isTimecode, let stated = timecode(of: reader) {
        // The container's writer creates a track from the pictures' timecode, or states that timecode.
        if isMOV, counting.timecode(stated) != nil { timecodes.append(track) }
        continue
      }
      let way = choices.way(of: track)
      guard way != .drop else { continue }
      let trial = unsafe MuxerProbe(stream, beside: encoder, encoding)
      let doubt = way == .convert ? unsafe doubt(of: stream) : nil
      var reason = doubt
      if reason == nil { reason = try trial.reason(against: container) }
      guard let reason else {
        let copy = try unsafe addCopy(of: stream)
        unsafe counting.update(&copy.pointee.metadata, keepsRate: true)
        copied.append(TrackPlan(track: track, way: .copy))
        continue
      }
      if way == .convert, let way = try unsafe conversion(of: stream, choices), try trial.takes(way, in: container) {
        try unsafe addConversion(way, of: stream)
        copied.append(TrackPlan(track: track, way: way, reason: reason))
      } else if let refusal = try trial.reason(against: container) {
        leftOut.append((track, refusal))
      } else {
        try unsafe addCopy(of: stream)
        copied.append(TrackPlan(track: track, way: .copy))
      }
    }
    return (copied, timecodes, leftOut)
  }

  private func conversion(
    of stream: UnsafePointer<AVStream>, _ choices: TrackChoices
  ) throws(MovieError) -> TrackPlan.Way? {
    switch unsafe stream.pointee.codecpar.pointee.codec_type {
    case AVMEDIA_TYPE_SUBTITLE: try unsafe TextCoding(stream, container: container).map { .text($0) }
    case AVMEDIA_TYPE_AUDIO:
      try unsafe SoundCoding(
        stream, container: container, asked: choices.soundEncoder?.rawValue, needsHeader: needsHeader
      ).map { .sound($0) }
    default: nil
    }
  }

  /// The timecode that the pictures, or the movie, state for their first frame.
  private func timecode(of reader: MovieReader) -> String? {
    let picture = unsafe reader.demuxer.stream(reader.video.index)
    return unsafe MovieTrack.text("timecode", in: picture.pointee.metadata)
      ?? MovieTrack.text("timecode", in: reader.demuxer.context.pointee.metadata)
  }

  /// The properties that the library's writer of this container does not state.
  func unstated(_ encoding: VideoEncoding, of reader: MovieReader?, span: TimeSpan?) -> [String] {
    let isMovie = isMOV && !holdsPicturesOnly
    var unstated: [String] = []
    if let reader {
      let count = unsafe reader.demuxer.context.pointee.nb_chapters
      if count > 0 && !isMovie && !isMatroska { unstated.append("the \(count) chapters") }
      let late = unsafe chapters(of: reader.demuxer, span: span).late
      if late > 0 {
        unstated.append("the parts of \(late == 1 ? "a chapter" : "\(late) chapters") after the end of the movie")
      }
      let counting = MetadataTags(of: reader, from: span, at: encoding.frameRate)
      if isMovie || isMatroska, let stated = timecode(of: reader), counting.timecode(stated) == nil {
        let rate = encoding.frameRate.map { "\($0.numerator)/\($0.denominator)" } ?? "unknown"
        unstated.append("the timecode \(stated), which has no equal at a rate of \(rate)")
      }
      unstated += reader.shapes.filter { !states($0) }.map { "that the pictures are \($0.name)" }
      let turns = isMovie || isMatroska && libav_matroska_turns
      let orientation = encoding.orientation ?? reader.video.displayMatrix?.orientation ?? .upright
      if !orientation.isUpright && !turns { unstated.append("that pictures are shown \(orientation)") }
    }
    return unstated
  }

  private func copyMetadata(of movie: Demuxer, _ counting: MetadataTags) throws(MovieError) {
    try unsafe check(av_dict_copy(&context.pointee.metadata, movie.context.pointee.metadata, 0))
    unsafe counting.update(&context.pointee.metadata)
    for key in ["major_brand", "minor_version", "compatible_brands", "encoder"] {
      unsafe av_dict_set(&context.pointee.metadata, key, nil, 0)
    }
    var keys = unsafe MetadataTags.keys(of: context.pointee.metadata)
    // MP4 cannot hold a phone's tags next to the tags of films; Apple's names are used instead.
    let ofPhones: Set = ["make", "model", "location", "location-eng", "creation_time", "date"]
    if container == "mp4", ofPhones.isSuperset(of: keys.map { $0.lowercased() }) {
      for key in keys where ["make", "model"].contains(key.lowercased()) {
        let value = unsafe MovieTrack.text(key, in: context.pointee.metadata)
        unsafe av_dict_set(&context.pointee.metadata, key, nil, 0)
        unsafe av_dict_set(&context.pointee.metadata, "com.apple.quicktime.\(key.lowercased())", value, 0)
      }
      keys = unsafe MetadataTags.keys(of: context.pointee.metadata)
    }
    // This is the only way for MP4 and MOV to hold names such as those of Apple's phones.
    if keys.contains(where: { $0.contains(".") }) { set("movflags", to: "+use_metadata_tags") }
  }

  /// The chapters of a part of a movie: each chapter of the source with its times in the new movie.
  ///
  /// In MP4 and MOV, which have a chapter track, they end with the movie.
  ///
  /// - Returns: The chapters, and the number of those that start after the end of the movie, or end more than a second after it.
  private func chapters(
    of movie: Demuxer, span: TimeSpan?
  ) -> (kept: [(source: UnsafeMutablePointer<AVChapter>, first: Int64, last: Int64)], late: Int) {
    var (kept, late): ([(UnsafeMutablePointer<AVChapter>, Int64, Int64)], Int) = unsafe ([], 0)
    let end = isMOV ? movie.lastTrackEnd : nil
    for index in 0..<Int(unsafe movie.context.pointee.nb_chapters) {
      let chapter = unsafe movie.context.pointee.chapters[index]!
      let base = unsafe chapter.pointee.time_base
      var (first, last) = unsafe (chapter.pointee.start.clamped, chapter.pointee.end.clamped)
      // The text before the first chapter: see `copyChapters`.
      if index == 0, first <= 0, unsafe MovieTrack.text("title", in: chapter.pointee.metadata) == "" { continue }
      guard span?.has(first, last, in: base) ?? true else { continue }
      if let end, let unit = TimeBase(base)?.value, let end = Int64(exactly: (end / unit).rounded())?.clamped {
        if first >= end || Double(last - end) * unit > 1 { late += 1 }
        guard first < end else { continue }
        last = min(last, end)
      }
      unsafe kept.append((chapter, first, last))
      if let span { unsafe (kept[kept.count - 1].1, kept[kept.count - 1].2) = span.part(of: first, last, in: base) }
    }
    return unsafe (kept, late)
  }

  private func copyChapters(of movie: Demuxer, span: TimeSpan?) throws(MovieError) {
    let chapters = unsafe chapters(of: movie, span: span).kept
    guard let opening = unsafe chapters.first else { return }
    try unsafe check(libav_make_chapters(context, UInt32(chapters.count + 1)))
    // The library starts the chapter track at 0, even if the first chapter starts later.
    if isMOV, unsafe opening.first > 0 {
      try unsafe check(libav_add_chapter(context, opening.source, 0, opening.first))
      unsafe context.pointee.chapters[0]!.pointee.id = Self.leadingChapter
      unsafe av_dict_set(&context.pointee.chapters[0]!.pointee.metadata, "title", "", 0)
    }
    for index in unsafe chapters.indices {
      let chapter = unsafe chapters[index]
      try unsafe check(libav_add_chapter(context, chapter.source, chapter.first, chapter.last))
      guard isMOV else { continue }
      // The library leaves out chapters without a title.
      let made = unsafe context.pointee.chapters[Int(context.pointee.nb_chapters) - 1]!
      unsafe av_dict_set(&made.pointee.metadata, "title", "", AV_DICT_DONT_OVERWRITE)
    }
  }

  static var leadingChapter: Int64 { -1 }

  /// Copies the metadata of the source's picture track, except what depends on the encoding; the Dolby Vision configuration only in Matroska.
  func copyPicture(
    of reader: MovieReader, to stream: UnsafeMutablePointer<AVStream>, span: TimeSpan?, _ encoding: VideoEncoding
  ) throws(MovieError) {
    let source = unsafe reader.demuxer.stream(reader.video.index)
    try unsafe copyMetadata(of: source, to: stream)
    for key in ["encoder", "vendor_id"] { unsafe av_dict_set(&stream.pointee.metadata, key, nil, 0) }
    unsafe MetadataTags.removeStatistics(&stream.pointee.metadata)
    unsafe MetadataTags(of: reader, from: span, at: encoding.frameRate).update(&stream.pointee.metadata)
    var size = 0
    if encoding.orientation == nil, let data = unsafe libav_track_data(source, AV_PKT_DATA_DISPLAYMATRIX, &size) {
      try unsafe check(libav_add_track_data(stream, AV_PKT_DATA_DISPLAYMATRIX, data, size))
    }
    for shape in reader.shapes where states(shape) {
      try unsafe check(libav_add_track_data(stream, shape.type, shape.bytes, shape.bytes.count))
      // Without this, the library writes neither the shape nor the Dolby Vision of copied tracks.
      if isMOV { unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL }
    }
    if isMatroska, encoding.keepsDolbyVision,
      let data = unsafe libav_track_data(source, AV_PKT_DATA_DOVI_CONF, &size)
    {
      var record = unsafe Array(UnsafeBufferPointer(start: data, count: size))
      if let rate = encoding.frameRate {
        let level = MemoryLayout<AVDOVIDecoderConfigurationRecord>.offset(of: \.dv_level)!
        record[level] = max(
          record[level],
          DolbyVisionConfiguration.level(width: encoding.width, height: encoding.height, rate: rate))
      }
      try unsafe check(libav_add_track_data(stream, AV_PKT_DATA_DOVI_CONF, record, size))
    }
  }

  /// Whether the library's writer of the container states a shape.
  private func states(_ shape: PictureShape) -> Bool { isMatroska || container == "mp4" && shape.isPlain }

  @discardableResult
  func addCopy(of source: UnsafePointer<AVStream>) throws(MovieError) -> UnsafeMutablePointer<AVStream> {
    let stream = try unsafe addStream()
    try unsafe check(avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar))
    try unsafe check(libav_copy_track_data(source, stream))
    try unsafe copyMetadata(of: source, to: stream)
    unsafe stream.pointee.time_base = unsafe source.pointee.time_base
    unsafe stream.pointee.avg_frame_rate = unsafe source.pointee.avg_frame_rate
    unsafe stream.pointee.r_frame_rate = unsafe source.pointee.r_frame_rate
    unsafe stream.pointee.sample_aspect_ratio = unsafe source.pointee.sample_aspect_ratio
    // Another container may use the tag for another codec.
    unsafe stream.pointee.codecpar.pointee.codec_tag = unsafe tag(of: source.pointee.codecpar)
    if container == "matroska", unsafe MovieTrack(source).isCover {
      try unsafe makeAttachment(of: source, to: stream)
    }
    return unsafe stream
  }

  func copyMetadata(of source: UnsafePointer<AVStream>, to stream: UnsafeMutablePointer<AVStream>)
    throws(MovieError)
  {
    try unsafe check(av_dict_copy(&stream.pointee.metadata, source.pointee.metadata, 0))
    if let language = unsafe MovieTrack.text("language", in: stream.pointee.metadata) {
      unsafe av_dict_set(&stream.pointee.metadata, "language", TrackLanguage.code(language, in: container), 0)
    }
    // Most readers of MP4 and MOV find only the handler's name as the name of a track.
    if isMOV, let title = unsafe MovieTrack.text("title", in: stream.pointee.metadata) {
      unsafe av_dict_set(&stream.pointee.metadata, "handler_name", title, 0)
    }
    unsafe stream.pointee.disposition = unsafe source.pointee.disposition
  }

  /// The tag of a copied track: the source's, unless the container uses it for another codec.
  private func tag(of parameters: UnsafePointer<AVCodecParameters>) -> UInt32 {
    let (codec, tag) = unsafe (parameters.pointee.codec_id, parameters.pointee.codec_tag)
    guard let tags = unsafe context.pointee.oformat.pointee.codec_tag else { return tag }
    var other: UInt32 = 0
    let isIts = unsafe av_codec_get_id(tags, tag) == codec
    return unsafe isIts || av_codec_get_tag2(tags, codec, &other) == 0 ? tag : 0
  }

  /// Whether the container has no tag of its own for a codec of sound.
  func lacksName(of parameters: UnsafePointer<AVCodecParameters>) -> Bool {
    guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO,
      let tags = unsafe context.pointee.oformat.pointee.codec_tag
    else { return false }
    var tag: UInt32 = 0
    return unsafe av_codec_get_tag2(tags, parameters.pointee.codec_id, &tag) == 0
  }

  /// Converts a cover to an attachment, as Matroska stores it.
  private func makeAttachment(
    of source: UnsafePointer<AVStream>, to stream: UnsafeMutablePointer<AVStream>
  ) throws(MovieError) {
    let (size, bytes) = unsafe (source.pointee.attached_pic.size, source.pointee.attached_pic.data)
    guard size > 0, let bytes = unsafe bytes else {
      throw .container(name, container: container, reason: "the cover is empty")
    }
    let parameters = unsafe stream.pointee.codecpar!
    guard unsafe libav_set_bytes(&parameters.pointee.extradata, &parameters.pointee.extradata_size, bytes, size)
    else { throw .noMemory(name) }
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    // Names of Matroska's own covers, which state their purpose, are kept.
    let codec = unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id))
    let (ending, type) = ["png", "gif", "bmp", "tiff", "webp"].contains(codec) ? (codec, codec) : ("jpg", "jpeg")
    unsafe av_dict_set(&stream.pointee.metadata, "filename", "cover.\(ending)", AV_DICT_DONT_OVERWRITE)
    unsafe av_dict_set(&stream.pointee.metadata, "mimetype", "image/\(type)", AV_DICT_DONT_OVERWRITE)
  }
}
