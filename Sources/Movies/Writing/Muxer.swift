internal import CLibAV
internal import Synchronization

/// A movie open for writing; without bytes, one that is only tested.
@safe final class Muxer: Sendable {
  let name: String
  let container: String
  nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>
  private let bytes: MovieBytes?
  /// A second reader of the bytes, while the library reads its own output.
  private let reread = Mutex<MovieBytes?>(nil)

  init(_ bytes: MovieBytes?, name: String, container: String) throws(MovieError) {
    LibraryLog.take()
    var movie: UnsafeMutablePointer<AVFormatContext>?
    guard unsafe avformat_alloc_output_context2(&movie, nil, container, nil) >= 0, let made = unsafe movie else {
      throw .unknownContainer(name, container: container)
    }
    (self.name, self.container, self.bytes) = (name, container, bytes)
    unsafe context = unsafe made
    unsafe LibraryLog.follow(made)
    unsafe allowRereading(made)
    // Otherwise Matroska gets random numbers, so that no two files are equal.
    if isMatroska { unsafe made.pointee.flags |= AVFMT_FLAG_BITEXACT }
    if let bytes {
      unsafe made.pointee.pb = unsafe bytes.context
    } else {
      guard unsafe avio_open_dyn_buf(&made.pointee.pb) >= 0 else { throw .noMemory(name) }
    }
  }

  deinit {
    unsafe LibraryLog.leave(context)
    let tried = unsafe bytes == nil ? context.pointee.pb : nil
    unsafe avformat_free_context(context)
    if let tried = unsafe tried {
      var buffer: UnsafeMutablePointer<UInt8>?
      unsafe avio_close_dyn_buf(tried, &buffer)
      unsafe av_free(buffer)
    }
  }

  /// Lets the library open only its own output, for reading.
  private func allowRereading(_ movie: UnsafeMutablePointer<AVFormatContext>) {
    unsafe movie.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    unsafe movie.pointee.io_open = { movie, opened, _, flags, _ in
      guard flags & AVIO_FLAG_WRITE == 0, let movie = unsafe movie, let opened = unsafe opened,
        let owner = unsafe movie.pointee.opaque,
        let bytes = try? unsafe Unmanaged<Muxer>.fromOpaque(owner).takeUnretainedValue().reopen()
      else { return libav_refused }
      unsafe opened.pointee = unsafe bytes.context
      return 0
    }
    unsafe movie.pointee.io_close2 = { movie, _ in
      if let owner = unsafe movie?.pointee.opaque {
        unsafe Unmanaged<Muxer>.fromOpaque(owner).takeUnretainedValue().reread.withLock { $0 = nil }
      }
      return 0
    }
  }

  private func reopen() throws(MovieError) -> MovieBytes? {
    let bytes = try bytes?.reopened()
    reread.withLock { $0 = bytes }
    return bytes
  }

  /// Moves the index of MP4 and MOV to the start, if the file can be read again.
  func setFastStart() {
    if isMOV, !holdsPicturesOnly, bytes?.isRereadable ?? false { set("movflags", to: "+faststart") }
  }

  /// The codec delay of a track, which Matroska states so that readers subtract it from the times; in the track's unit.
  func codecDelay(_ track: Int32) -> Int64 {
    let stream = unsafe context.pointee.streams[Int(track)]!
    let parameters = unsafe stream.pointee.codecpar!
    let (padding, codec) = unsafe (parameters.pointee.initial_padding, parameters.pointee.codec_id)
    let isOpus = codec == AV_CODEC_ID_OPUS
    guard isMatroska, padding > 0, isOpus || libav_adds_codec_delay() else { return 0 }
    let rate = unsafe isOpus ? 48_000 : max(1, parameters.pointee.sample_rate)
    return unsafe av_rescale_q(
      Int64(padding), AVRational(num: 1, den: rate), stream.pointee.time_base)
  }

  /// The maximum time between two packets that the container can hold: the library's MP4 writer uses 31 bits. Valid once the header is written.
  var longestStep: Seconds {
    guard isMOV else { return Seconds(.infinity) }
    let units = unsafe streams.compactMap { unsafe TimeBase($0.pointee.time_base)?.value }
    return Seconds(Double(Int32.max) * (units.min() ?? 1))
  }

  /// Whether the container stores stream parameters outside of the streams.
  var needsHeader: Bool { unsafe context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

  var holdsPicturesOnly: Bool {
    unsafe context.pointee.oformat.pointee.audio_codec == AV_CODEC_ID_NONE
      && context.pointee.oformat.pointee.subtitle_codec == AV_CODEC_ID_NONE
  }

  var isMatroska: Bool { container == "matroska" || container == "webm" }
  /// Whether it is MP4 or a related format.
  var isMOV: Bool { hasOption("movie_timescale") || hasOption("video_track_timescale") }

  /// Whether the library's writer of the container states an ambient viewing environment.
  var statesAmbient: Bool { isMOV && !holdsPicturesOnly && libav_knows_ambient }

  /// Whether several packets of one track may have the same time.
  var repeatsTimes: Bool { unsafe context.pointee.oformat.pointee.flags & AVFMT_TS_NONSTRICT != 0 }

  /// Whether the container has an option. Without an option class, as in IVF, a container's private data does not start with options.
  private func hasOption(_ option: String) -> Bool {
    unsafe context.pointee.oformat.pointee.priv_class != nil && context.pointee.priv_data != nil
      && av_opt_find(context.pointee.priv_data, option, nil, 0, 0) != nil
  }

  func set(_ option: String, to value: String) {
    if hasOption(option) { unsafe av_opt_set(context.pointee.priv_data, option, value, 0) }
  }

  /// Makes the timescales of MP4 and its relatives fine enough for exact times of the pictures, and for exact starts of tracks that start after 0.
  func setTimescales(_ timeBase: TimeBase, late: [TimeBase]) {
    set("video_track_timescale", to: "\(timeBase.denominator)")
    let common = late.reduce(timeBase.denominator) { common, base in
      let product = common / Int(av_gcd(Int64(common), Int64(base.denominator))) * base.denominator
      return product <= Int32.max ? product : common
    }
    set("movie_timescale", to: "\(common)")
  }

  private var streams: [UnsafeMutablePointer<AVStream>] {
    unsafe (0..<Int(context.pointee.nb_streams)).map { unsafe context.pointee.streams[$0]! }
  }

  func addStream() throws(MovieError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = unsafe avformat_new_stream(context, nil) else { throw .noMemory(name) }
    return unsafe stream
  }

  func addPicture(
    _ encoder: VideoEncoder, _ encoding: VideoEncoding, _ units: StreamUnits? = nil
  ) throws(MovieError) -> UnsafeMutablePointer<AVStream> {
    let stream = try unsafe addStream()
    try unsafe check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
    if let rate = unsafe encoder.rate {
      try unsafe check(avcodec_parameters_copy(stream.pointee.codecpar, rate.parameters))
    }
    unsafe stream.pointee.time_base = encoding.timeBase.rational
    if let rate = encoding.frameRate { unsafe stream.pointee.avg_frame_rate = rate.rational }
    unsafe stream.pointee.sample_aspect_ratio = unsafe encoder.context.pointee.sample_aspect_ratio
    // Apple's players show HEVC only under this tag.
    if isMOV, unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC {
      unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668  // "hvc1", the first letter lowest
    }
    // The box of VP9 has two locations, and the library writes top-left for others than left.
    if isMOV, unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VP9,
      unsafe stream.pointee.codecpar.pointee.chroma_location != AVCHROMA_LOC_TOPLEFT
    {
      unsafe stream.pointee.codecpar.pointee.chroma_location = AVCHROMA_LOC_LEFT
    }
    if let units, unsafe !units.add(to: stream.pointee.codecpar) { throw .noMemory(name) }
    // Only MP4 and MOV can restate at the end what is then replaced in the stream.
    let isLeftToStream = units?.isReplaceable == true && !isMOV
    try unsafe state(isLeftToStream ? encoding.certainMetadata : encoding.statedMetadata, on: stream)
    return unsafe stream
  }

  /// States light, replacing earlier statements.
  func state(_ stated: StaticMetadata, on stream: UnsafeMutablePointer<AVStream>) throws(MovieError) {
    if let display = stated.mastering {
      let points = [display.red, display.green, display.blue, display.white].flatMap { [$0.x, $0.y] }
      let units = points.map { UInt32($0.units) } + [display.maximumUnits.units, display.minimumUnits.units]
      try unsafe check(libav_add_mastering(stream, units))
    }
    if let light = stated.contentLight {
      try unsafe check(libav_add_light(stream, UInt32(light.maxCLL?.units ?? 0), UInt32(light.maxFALL?.units ?? 0)))
    }
    if let ambient = stated.ambient {
      let light = ambient.lightChromaticity
      let units = [ambient.illuminanceUnits.units, UInt32(light.x.units), UInt32(light.y.units)]
      try unsafe check(libav_add_ambient(stream, units))
    }
  }

  /// States the mirror and rotation for display, if the container supports it.
  func state(
    _ orientation: PictureOrientation, of encoding: VideoEncoding, on stream: UnsafeMutablePointer<AVStream>
  ) throws(MovieError) {
    guard !orientation.isUpright else { return }
    let (right, down) = orientation.axes
    let (width, height) = (encoding.width, encoding.height)
    // The corner from which both axes point into the shown picture, at whole pixels.
    let x = (right.x < 0 ? width : 0) + (down.x < 0 ? height : 0)
    let y = (right.y < 0 ? width : 0) + (down.y < 0 ? height : 0)
    let one = 1 << 16
    let matrix = [right.x * one, right.y * one, 0, down.x * one, down.y * one, 0, x * one, y * one, 1 << 30]
      .map { Int32(truncatingIfNeeded: $0) }
    try unsafe check(
      libav_add_track_data(stream, AV_PKT_DATA_DISPLAYMATRIX, matrix, matrix.count * MemoryLayout<Int32>.size))
  }

  func begin() throws(MovieError) {
    try unsafe check(avformat_write_header(context, nil))
    // The chapter track now has the text before the first chapter, which the list of chapters must not contain.
    if unsafe context.pointee.nb_chapters > 0, unsafe context.pointee.chapters[0]!.pointee.id == Self.leadingChapter {
      unsafe libav_remove_first_chapter(context)
    }
  }

  func write(_ packet: Packet) throws(MovieError) { try unsafe check(av_write_frame(context, packet.pointer)) }

  func end() throws(MovieError) {
    // The library resets its options with the trailer.
    let isMOV = isMOV
    try unsafe check(av_write_trailer(context))
    let texts = unsafe streams.filter { unsafe $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE }
    let areHidden = unsafe texts.allSatisfy { unsafe $0.pointee.disposition & AV_DISPOSITION_DEFAULT == 0 }
    // If no text track is a default, the library still marks the first one as shown.
    if isMOV, areHidden, let first = unsafe texts.first { bytes?.hideTrack(Int(unsafe first.pointee.index) + 1) }
  }

  /// The finished movie; `nil` if it cannot be read again.
  func written() throws(MovieError) -> Demuxer? {
    guard let reopened = try bytes?.reopened() else { return nil }
    // A movie that the library cannot read, such as one with pictures only, has no list of tracks.
    do { return try Demuxer(reopened, probes: false) } catch {
      if case .noMemory = error { throw error }
      return nil
    }
  }

  func check(_ status: Int32) throws(MovieError) {
    if let failure = bytes?.failure {
      throw failure == .brokenPipe ? .closedPipe(name) : .cannotWrite(name, failure)
    }
    guard status < 0 else { return }
    if status == libav_no_memory { throw .noMemory(name) }
    throw unsafe .container(name, container: container, reason: LibraryLog.reason(status, context))
  }
}
