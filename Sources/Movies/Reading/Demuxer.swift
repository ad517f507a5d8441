internal import CLibAV
internal import VideoFrames

/// A movie that is open for reading.
@safe final class Demuxer: Sendable {
  let bytes: MovieBytes
  nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>

  /// - Parameters:
  ///   - container: The library's name of the demuxer; by default, the library guesses from the first bytes.
  ///   - probes: Whether to look into packets for what the container does not say.
  init(_ bytes: MovieBytes, as container: String? = nil, probes: Bool = true) throws(MovieError) {
    guard let made = unsafe avformat_alloc_context() else { throw .noMemory(bytes.name) }
    var movie: UnsafeMutablePointer<AVFormatContext>? = unsafe made
    unsafe made.pointee.pb = unsafe bytes.context
    // A playlist, or a movie that refers to others, gets nothing but its own bytes.
    unsafe made.pointee.io_open = { _, _, _, _, _ in libav_refused }
    unsafe av_opt_set(made, "protocol_whitelist", "none", 0)
    unsafe LibraryLog.follow(made)
    // This frees the context when it fails.
    let opened = unsafe avformat_open_input(&movie, nil, container.flatMap { unsafe av_find_input_format($0) }, nil)
    guard opened >= 0 else {
      let reason = unsafe LibraryLog.reason(opened, made)
      unsafe LibraryLog.leave(made)
      throw bytes.failure.map { .cannotRead(bytes.name, $0) } ?? .notAMovie(bytes.name, reason: reason)
    }
    (self.bytes, unsafe context) = unsafe (bytes, made)
    guard probes else { return }
    let found = unsafe avformat_find_stream_info(made, nil)
    guard found >= 0 else { throw error(found) }
    _ = takeError()
  }

  /// The library's last error about the container since the previous call.
  func takeError() -> String? { unsafe LibraryLog.takeError(context) }

  deinit {
    unsafe LibraryLog.leave(context)
    var movie: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&movie)
  }

  /// Why a call failed.
  func error(_ status: Int32) -> MovieError {
    bytes.failure.map { .cannotRead(bytes.name, $0) }
      ?? .notAMovie(bytes.name, reason: unsafe LibraryLog.reason(status, context))
  }

  /// The library's name of the container.
  var containerName: String {
    unsafe String(String(cString: context.pointee.iformat.pointee.name).prefix { $0 != "," })
  }

  /// Whether it is a file of one picture, which has no fields, and no time.
  var isPictureFile: Bool { containerName.hasSuffix("_pipe") }

  /// The number of tracks.
  var trackCount: Int { unsafe Int(context.pointee.nb_streams) }

  /// A track.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { unsafe context.pointee.streams[index]! }

  /// The track whose pictures are read: the one that FFmpeg's programs choose, but no cover, and none of those left out; the first that remains,
  /// where they choose one of those.
  ///
  /// - Parameter others: The container's numbers of tracks that are no pictures to show, such as alpha.
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

  /// All tracks.
  var tracks: [MovieTrack] { (0..<trackCount).map { unsafe MovieTrack(stream($0)) } }

  /// When the movie ends according to its own words, in seconds of the container; `nil` if it says nothing.
  ///
  /// Movies that begin late state one of two durations: MP4, MOV, NUT and FFmpeg's Matroska the time from 0 to the end, other containers and
  /// mkvmerge's Matroska the time from the start to the end. One that is not longer than the start is the second; else the first is taken, whose
  /// end is earlier, so that no movie is called cut short that is not.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.2.2, with the empty edits of clause 8.6.6; FFmpeg 5.1, `matroskaenc.c` and `nutenc.c`, and mkvmerge 74
  ///   as they write.
  var statedEnd: Double? {
    let (start, duration) = unsafe (context.pointee.start_time, context.pointee.duration)
    let isGuessed = unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    guard duration > 0, !isGuessed else { return nil }
    let begin = start == libav_no_time ? 0 : start.clamped
    return Double(duration > begin ? duration.clamped : begin + duration.clamped) / Double(AV_TIME_BASE)
  }

  /// When the last track of pictures, sound or text ends, in seconds of the container; ``statedEnd`` if a track does not say.
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

  /// Whether the container states how long the movie is.
  var statesLength: Bool { unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM }

  /// Whether a transport stream ends within one of its packets.
  ///
  /// - Source: ITU-T H.222.0, clause 2.4.3.2; with time stamps of 4 bytes before packets, as in M2TS, and with 16 bytes of parity after them.
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

  /// When a packet's content ends, in seconds of the container.
  func seconds(atEndOf packet: Packet) -> Double? {
    guard let time = packet.shownTime ?? packet.decodingTime, packet.track < trackCount else { return nil }
    let base = unsafe stream(packet.track).pointee.time_base
    guard base.den > 0 else { return nil }
    let length = unsafe packet.pointer.pointee.duration
    return Double(time.clamped + length.clamped) * Double(base.num) / Double(base.den)
  }

  /// Reads no packets of the other tracks meanwhile: some demuxers need not even read what nobody wants.
  func readOnly<Result: ~Copyable>(
    _ track: Int, _ body: () throws(MovieError) -> Result
  ) throws(MovieError) -> Result {
    let others = (0..<trackCount).filter { $0 != track }
    let discards = others.map { unsafe stream($0).pointee.discard }
    for other in others { unsafe stream(other).pointee.discard = AVDISCARD_ALL }
    defer { for (other, discard) in zip(others, discards) { unsafe stream(other).pointee.discard = discard } }
    return try body()
  }

  /// Moves to the key picture of a track at or before a time.
  ///
  /// - Returns: Whether there is a way to it.
  func seek(_ track: Int, to time: Int64) -> Bool {
    unsafe bytes.isSeekable && avformat_seek_file(context, Int32(track), .min, time, time, 0) >= 0
  }

  /// Reads the next packet of one track.
  ///
  /// - Returns: Whether there is one, and if not, whether the movie is over rather than cut short.
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

  /// Reads the next packet of any track; the number is negative at the end, and where the movie is cut short.
  func read(into packet: Packet) -> Int32 { unsafe av_read_frame(context, packet.pointer) }
}
