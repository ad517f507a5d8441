internal import CLibAV
internal import Synchronization

@safe final class Demuxer: Sendable {
  private let source: Mutex<MovieBytes>
  nonisolated(unsafe) private(set) var context: UnsafeMutablePointer<AVFormatContext>
  private let container: String?

  /// - Parameters:
  ///   - container: The library's name of the demuxer; by default it is detected from the first bytes.
  ///   - probes: Whether packets are examined for facts missing in the container.
  init(_ bytes: MovieBytes, as container: String? = nil, probes: Bool = true) throws(MovieError) {
    guard let made = unsafe avformat_alloc_context() else { throw .noMemory(bytes.name) }
    var movie: UnsafeMutablePointer<AVFormatContext>? = unsafe made
    unsafe made.pointee.pb = unsafe bytes.context
    // Playlists and references to other files cannot open anything else.
    unsafe made.pointee.io_open = { _, _, _, _, _ in libav_refused }
    unsafe av_opt_set(made, "protocol_whitelist", "none", 0)
    unsafe LibraryLog.follow(made)
    // On failure, the context is freed by this call.
    let opened = unsafe avformat_open_input(&movie, nil, container.flatMap { unsafe av_find_input_format($0) }, nil)
    guard opened >= 0 else {
      defer { unsafe LibraryLog.leave(made) }
      throw unsafe Self.error(opened, made, bytes)
    }
    source = Mutex(bytes)
    (unsafe context, self.container) = unsafe (made, container)
    guard probes else { return }
    let found = unsafe avformat_find_stream_info(made, nil)
    guard found >= 0 else { throw unsafe Self.error(found, made, bytes) }
    _ = consumeError()
  }

  /// Opens the movie a second time, at its start.
  ///
  /// - Throws: ``MovieError/cannotSeek(_:seconds:)`` for a pipe; otherwise as `init`.
  func reopened() throws(MovieError) -> Demuxer {
    guard let bytes = try bytes.reopened() else { throw .cannotSeek(bytes.name, seconds: 0) }
    return try Demuxer(bytes, as: container)
  }

  /// Moves to the first packet of the movie. A seek would lead to the first picture instead, after sound and text that start before it.
  ///
  /// - Throws: As ``reopened()``.
  func rewind() throws(MovieError) {
    let again = try reopened()
    // A track that appeared since opening, after the packets examined there, has no stream yet.
    guard again.trackCount >= trackCount else { throw .cannotSeek(bytes.name, seconds: 0) }
    source.withLock { own in again.source.withLock { swap(&own, &$0) } }
    unsafe swap(&context, &again.context)
  }

  /// The library's last error about the container since the previous call.
  func consumeError() -> String? { unsafe LibraryLog.consumeError(context) }

  deinit {
    unsafe LibraryLog.leave(context)
    var movie: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&movie)
  }

  private static func error(
    _ status: Int32, _ context: UnsafeMutablePointer<AVFormatContext>, _ bytes: MovieBytes
  ) -> MovieError {
    bytes.failure.map { .cannotRead(bytes.name, $0) }
      ?? .notAMovie(bytes.name, reason: unsafe LibraryLog.reason(status, context))
  }

  var bytes: MovieBytes { source.withLock(\.self) }

  var containerName: String {
    unsafe String(String(cString: context.pointee.iformat.pointee.name).prefix { $0 != "," })
  }

  /// Whether the container is a single picture, which has no fields and no time.
  var isPictureFile: Bool { containerName.hasSuffix("_pipe") }
  var trackCount: Int { unsafe Int(context.pointee.nb_streams) }
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { unsafe context.pointee.streams[index]! }

  /// The track whose pictures are read: the choice of FFmpeg's programs, but neither a cover nor an excluded track. If they choose an excluded one,
  /// it is the first that remains.
  ///
  /// - Parameter others: The container's numbers of tracks that are not shown as pictures, such as alpha.
  func picture(leavingOut others: Set<Int> = []) throws(MovieError) -> UnsafeMutablePointer<AVStream> {
    func isShown(_ track: Int) -> Bool {
      let stream = unsafe stream(track).pointee
      return unsafe stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 && !others.contains(Int(stream.id))
    }
    let best = unsafe Int(av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
    let isLeftOut = unsafe best >= 0 && others.contains(Int(stream(best).pointee.id))
    guard let chosen = isLeftOut ? (0..<trackCount).first(where: isShown) : best, chosen >= 0, isShown(chosen) else {
      throw .noPicture(bytes.name, tracks: tracks)
    }
    return unsafe stream(chosen)
  }

  var tracks: [MovieTrack] { (0..<trackCount).map { unsafe MovieTrack(stream($0)) } }

  /// The stated end of the movie, in seconds of the container; `nil` if absent.
  ///
  /// Movies that start late state one of two durations: MP4, MOV, NUT and FFmpeg's Matroska the time from 0 to the end, other containers and
  /// mkvmerge's Matroska the time from the start to the end. A duration not longer than the start is the second kind; any other is taken as the first
  /// kind, whose end is earlier, so that no complete movie is reported as cut short.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.2.2, with the empty edits of clause 8.6.6; the output of FFmpeg 5.1 (`matroskaenc.c`, `nutenc.c`) and
  ///   mkvmerge 74.
  var statedEnd: Double? {
    let (start, duration) = unsafe (context.pointee.start_time, context.pointee.duration)
    let isGuessed = unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    guard duration > 0, !isGuessed else { return nil }
    let begin = start == libav_no_time ? 0 : start.clamped
    return Double(duration > begin ? duration.clamped : begin + duration.clamped) / Double(AV_TIME_BASE)
  }

  /// The end of the last video, audio or text track, in seconds of the container; ``statedEnd`` if a track does not state it.
  var lastTrackEnd: Double? {
    let shown = tracks.filter { [.video, .audio, .subtitle].contains($0.kind) && !$0.isCover && !$0.isOfChapters }
    let ends = shown.map { track -> Double? in
      let stream = unsafe stream(track.index).pointee
      let (start, length) = unsafe (stream.start_time, stream.duration)
      guard let unit = unsafe TimeBase(stream.time_base), length > 0 else { return nil }
      return (Double(start == libav_no_time ? 0 : start) + Double(length)) * unit.value
    }
    return ends.contains(nil) ? statedEnd : ends.compactMap(\.self).max()
  }

  var statesLength: Bool { unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM }

  /// Whether a transport stream ends within one of its packets.
  ///
  /// - Source: ITU-T H.222.0, clause 2.4.3.2; also with 4-byte time stamps before packets, as in M2TS, and with 16 bytes of parity after them.
  var endsWithinPacket: Bool {
    guard containerName == "mpegts" else { return false }
    let end = bytes.last(1024)
    var isFound = false
    for (length, rest) in [(188, 188), (192, 188), (204, 204)] {
      for start in 0..<length {
        let marks = stride(from: start, to: end.count, by: length)
        guard end.count - start > 4 * length, marks.allSatisfy({ end[$0] == 0x47 }) else { continue }
        if (end.count - start) % length == rest % length { return false }
        isFound = true
      }
    }
    return isFound
  }

  /// The end of a packet's content, in seconds of the container.
  func seconds(atEndOf packet: Packet) -> Double? {
    guard let time = packet.shownTime ?? packet.decodingTime, packet.track < trackCount else { return nil }
    let base = unsafe stream(packet.track).pointee.time_base
    guard base.den > 0 else { return nil }
    let length = unsafe packet.pointer.pointee.duration
    return Double(time.clamped + length.clamped) * Double(base.num) / Double(base.den)
  }

  /// Discards the packets of other tracks while `body` runs: some demuxers then do not even read them. `body` must not rewind.
  func readOnly<Result: ~Copyable>(
    _ track: Int, _ body: () throws(MovieError) -> Result
  ) throws(MovieError) -> Result {
    let others = (0..<trackCount).filter { $0 != track }
    let discards = others.map { unsafe stream($0).pointee.discard }
    for other in others { unsafe stream(other).pointee.discard = AVDISCARD_ALL }
    defer { for (other, discard) in zip(others, discards) { unsafe stream(other).pointee.discard = discard } }
    return try body()
  }

  /// Seeks to the key picture of a track at or before a time; returns whether it succeeded.
  func seek(_ track: Int, to time: Int64) -> Bool {
    unsafe bytes.isSeekable && avformat_seek_file(context, Int32(track), .min, time, time, 0) >= 0
  }

  /// Reads the next packet of one track; returns whether there is one, and if not, whether the movie is complete rather than cut short.
  func read(_ track: Int, into packet: Packet) throws(MovieError) -> (isThere: Bool, isOver: Bool) {
    while true {
      packet.empty()
      let status = read(into: packet)
      if status >= 0, packet.track == track { return (true, false) }
      if status >= 0 || status == libav_again { continue }
      if let failure = bytes.failure { throw .cannotRead(bytes.name, failure) }
      return (false, status == libav_end)
    }
  }

  /// Reads the next packet of any track, with times and a duration that can be added to others; returns a negative number at the end, and where the
  /// movie is cut short.
  func read(into packet: Packet) -> Int32 {
    let status = unsafe av_read_frame(context, packet.pointer)
    packet.limit()
    return status
  }
}
