internal import CLibAV
public import HDRMetadata
internal import Synchronization
package import SystemCalls
internal import VideoFrames

/// Reads the pictures of a movie, in whatever container and codec FFmpeg's libraries read.
///
///     let reader = try MovieReader(path: "clip.mov", threads: 4)
///     var frame = try reader.makeFrame()
///     while try reader.read(into: &frame) {
///       try frame.withView { view in try converter.convert(view, into: &output) }
///     }
///
/// A writer that copies the other tracks of the movie is made before the first picture is read, or between ``seekToKeyFrame(atOrBefore:)`` and
/// the next; otherwise what belongs to the other tracks is let go.
public final class MovieReader: Sendable {
  /// What messages call the movie.
  public let name: String
  /// All tracks of the movie.
  public let tracks: [MovieTrack]
  /// The track whose pictures are read.
  public let video: VideoTrack

  /// Whether pictures are read whose color is not that of the first; see ``MovieFrame/statement``.
  public let readsOtherColors: Bool

  /// When the picture is shown at which the movie was opened, since the first; `nil` if it was opened at its beginning.
  package let openedAt: Seconds?

  let demuxer: Demuxer
  let decoder: Decoder
  /// Packets of the other tracks, for a writer.
  let queue: PacketQueue
  let state: Mutex<State>

  /// What changes while the movie is read.
  struct State: ~Copyable {
    /// The first picture, which was decoded to know what it is.
    var first: MovieFrame?
    var packet: Packet
    /// The layout of pictures by the library's number, if they have been checked.
    var rawFormat: Int32
    /// What was stated of the last picture.
    var statement: PictureStatement
    /// The number of packets that may be passed over until one comes with which decoding can begin.
    var untilKey = 0
    var counts = Counts()
    var hasBegun = false
    /// Whether the reader was moved away from the start.
    var hasMoved = false

    var nextHDR10Plus: HDR10PlusMetadata? {
      switch first {
      case .some(let first): first.hdr10Plus
      case nil: nil
      }
    }

    var nextHeadroomAdaptiveMetadata: [UInt8]? {
      switch first {
      case .some(let first): first.headroomAdaptiveMetadata
      case nil: nil
      }
    }

    var nextDolbyVisionRPU: [UInt8]? {
      switch first {
      case .some(let first): first.dolbyVisionRPU
      case nil: nil
      }
    }
  }

  struct Counts {
    var packets = 0
    var damagedPackets = 0
    var damagedFrames = 0
    /// The first damage: the time of its picture or packet, and the library's words.
    var firstDamage: (time: Ticks?, reason: String)?
    var interlacedFrames = 0
    /// When the packets that were read end, of all tracks, in seconds of the container.
    var end = -Double.infinity
    /// Whether the decoder has been told that no packet follows.
    var isDraining = false
    var endsEarly = false
    /// The tracks whose last packet so far is incomplete.
    var incomplete: Set<Int> = []
    var lastReason = "there are no packets"

    mutating func noteDamage(at time: Ticks?, _ reason: String) { firstDamage = firstDamage ?? (time, reason) }

    /// Counts a picture if it is damaged.
    mutating func count(_ picture: borrowing MovieFrame) {
      guard picture.isDamaged else { return }
      damagedFrames += 1
      noteDamage(at: picture.time, picture.damage)
    }

    /// Forgets what was damaged after some counts were taken, by default all.
    mutating func forgetDamage(since before: Counts = Counts()) {
      (damagedPackets, damagedFrames, firstDamage) = (before.damagedPackets, before.damagedFrames, before.firstDamage)
    }
  }

  /// Opens a movie by its name, and decodes its first picture. The file is closed with the reader.
  ///
  /// - Parameters: As in ``init(descriptor:name:threads:deinterlaces:readsOtherColors:readsHeadroomAdaptiveMetadata:)``.
  /// - Throws: ``MovieError/cannotOpen(_:_:)``; else as there.
  public convenience init(
    path: String, threads: Int, deinterlaces: Bool = false, readsOtherColors: Bool = false,
    readsHeadroomAdaptiveMetadata: Bool = true
  ) throws(MovieError) {
    try self.init(
      MovieBytes.opened(path), name: path, threads: threads, deinterlaces: deinterlaces,
      readsOtherColors: readsOtherColors, readsHeadroomAdaptiveMetadata: readsHeadroomAdaptiveMetadata)
  }

  /// Opens a movie, and decodes its first picture.
  ///
  /// - Parameters:
  ///   - descriptor: An open file or pipe, read from its present position on; that of a file does not change. It stays open, and nothing else is
  ///     opened: a playlist gets no other file.
  ///   - name: What messages call the movie.
  ///   - threads: The number of threads that decode.
  ///   - deinterlaces: Whether interlaced pictures are made whole by libavfilter's bwdif, one of each.
  ///   - readsOtherColors: Whether pictures are read of which the stream states another color than of the first, so that the caller gives each
  ///     part its own plan by ``MovieFrame/statement``. By default, such a change is an error like that of the size.
  ///   - readsHeadroomAdaptiveMetadata: Whether all pictures are searched for ``MovieFrame/headroomAdaptiveMetadata``, which FFmpeg's decoders
  ///     leave out; else only the first and key pictures are.
  /// - Throws: ``MovieError``: `.notAMovie`, `.noPicture`, `.noDecoder`, `.nothingDecoded`, `.unknownFormat`, `.picture`, `.cannotRead` or
  ///   `.noMemory`.
  public convenience init(
    descriptor: Int32, name: String, threads: Int, deinterlaces: Bool = false, readsOtherColors: Bool = false,
    readsHeadroomAdaptiveMetadata: Bool = true
  ) throws(MovieError) {
    try self.init(
      Descriptor(descriptor, isOurs: false), name: name, threads: threads, deinterlaces: deinterlaces,
      readsOtherColors: readsOtherColors, readsHeadroomAdaptiveMetadata: readsHeadroomAdaptiveMetadata)
  }

  /// Opens a movie whose file is open, as long as this is there.
  ///
  /// - Parameters:
  ///   - container: FFmpeg's name of the demuxer, if the content is known to be of a format; otherwise the library guesses.
  ///   - others: The container's numbers of tracks that are no pictures to show, such as alpha.
  package convenience init(
    _ file: Descriptor, name: String, threads: Int, as container: String? = nil, leavingOut others: Set<Int> = [],
    deinterlaces: Bool = false,
    readsOtherColors: Bool = false, readsHeadroomAdaptiveMetadata: Bool = true
  ) throws(MovieError) {
    let demuxer = try Demuxer(MovieBytes(file, name: name, writes: false), as: container)
    let stream = try unsafe demuxer.picture(leavingOut: others)
    let decoder = try unsafe Decoder(
      stream, threads: threads, deinterlaces: deinterlaces && !demuxer.isPictureFile,
      searchesAll: readsHeadroomAdaptiveMetadata, name: name)
    let queue = PacketQueue()
    let packet = try Packet(for: name)
    let first = try MovieFrame(for: name)
    var (counts, untilKey) = (Counts(), 0)
    let index = unsafe Int(stream.pointee.index)
    guard
      try Self.decode(
        index, into: first, by: decoder, from: demuxer, keeping: queue, packet: packet, counts: &counts,
        untilKey: &untilKey)
    else {
      let reason = counts.packets > 0 ? decoder.reason(libav_end) : counts.lastReason
      throw unsafe .nothingDecoded(name, MovieTrack(stream), packets: counts.packets, reason: reason)
    }
    try self.init(
      demuxer, index, decoder, queue, first: first, packet: packet, counts: counts, readsOtherColors: readsOtherColors
    )
  }

  /// - Parameters:
  ///   - first: The picture that is read first.
  ///   - start: When the movie begins, if not with that picture.
  init(
    _ demuxer: Demuxer, _ index: Int, _ decoder: Decoder, _ queue: PacketQueue, first: consuming MovieFrame,
    start: Ticks? = nil, packet: Packet, counts: Counts = Counts(), readsOtherColors: Bool
  ) throws(MovieError) {
    let name = demuxer.bytes.name
    let format = try first.checkedFormat(name)
    first.format = format
    first.statement = first.stated
    let video = unsafe VideoTrack(
      demuxer.stream(index), of: demuxer.context, first: first, format: format, start: start)
    tracks = demuxer.tracks
    let time = first.time
    openedAt = start.map { ((time ?? $0) - $0).seconds(in: video.timeBase) }
    (self.name, self.video, self.demuxer, self.decoder, self.queue) = (name, video, demuxer, decoder, queue)
    let rawFormat = unsafe first.pointer.pointee.format
    self.readsOtherColors = readsOtherColors
    state = Mutex(
      State(first: first, packet: packet, rawFormat: rawFormat, statement: video.statement, counts: counts))
  }

  /// Makes a frame to read into.
  ///
  /// - Throws: ``MovieError/noMemory(_:)``.
  public func makeFrame() throws(MovieError) -> MovieFrame { try MovieFrame(for: name) }

  /// Decodes the next picture: its memory is the decoder's own, and nothing is copied.
  ///
  /// Packets that the decoder cannot use are counted and passed over.
  ///
  /// - Parameter frame: A frame of ``makeFrame()``; the picture that it had is let go.
  /// - Returns: Whether there was a picture left.
  /// - Throws: ``MovieError``: `.otherPicture` where size or layout change; `.otherColor` where color does, unless
  ///   ``readsOtherColors``; `.cannotRead`.
  public func read(into frame: inout MovieFrame) throws(MovieError) -> Bool {
    try state.withLock { state throws(MovieError) in
      if !state.hasBegun {
        queue.settle()
        state.hasBegun = true
      }
      if state.first != nil {
        frame = state.first.take()!
        return true
      }
      return try decode(into: &frame, &state)
    }
  }

  /// Moves to the key frame at or before a time. The pictures from there on are read next, so the first ones are mostly earlier.
  ///
  /// - Parameter seconds: The time since the first picture of the movie.
  /// - Throws: ``MovieError/cannotSeek(_:seconds:)``.
  public func seekToKeyFrame(atOrBefore seconds: Seconds) throws(MovieError) {
    let time = (seconds.value / video.timeBase.value).rounded()
    guard time.magnitude < 0x1p62 else { throw .cannotSeek(name, seconds: seconds) }
    try state.withLock { state throws(MovieError) in
      guard demuxer.seek(video.index, to: Int64(time) + (video.start?.count ?? 0)) else {
        throw .cannotSeek(name, seconds: seconds)
      }
      state.hasMoved = true
      restart(&state)
      // Transport streams are entered anywhere, and what cannot be decoded there comes out gray. Not all streams mark key pictures, and none needs
      // so many packets.
      state.untilKey = 1000
    }
  }
}

extension MovieReader {
  /// Begins anew, wherever the demuxer is now.
  func restart() { state.withLock { restart(&$0) } }

  private func restart(_ state: inout State) {
    decoder.flush()
    queue.restart()
    (state.statement, state.untilKey) = (video.statement, 0)
    state.first = nil
    state.hasBegun = false
    (state.counts.isDraining, state.counts.endsEarly) = (false, false)
  }

  /// Decodes the next picture, and keeps packets of the other tracks for a writer that may yet be made.
  func decodeNext() throws(MovieError) -> MovieFrame? {
    var next = try makeFrame()
    guard try state.withLock({ state throws(MovieError) in try decode(into: &next, &state) }) else { return nil }
    return next
  }

  /// Makes the picture that was decoded last the one that is read next. Damage before it is no matter of those that are read.
  func hold(_ picture: consuming MovieFrame) {
    count(only: picture)
    var picture = Optional(picture)
    state.withLock { $0.first = picture.take() }
  }

  /// Forgets the damage since some counts were taken, by default all, but for that of one picture.
  func count(only picture: borrowing MovieFrame, since before: Counts = Counts()) {
    state.withLock { state in
      state.counts.forgetDamage(since: before)
      state.counts.count(picture)
    }
  }

  private func decode(into frame: inout MovieFrame, _ state: inout State) throws(MovieError) -> Bool {
    guard
      try Self.decode(
        video.index, into: frame, by: decoder, from: demuxer, keeping: queue, packet: state.packet,
        counts: &state.counts, untilKey: &state.untilKey)
    else { return false }
    try check(frame, rawFormat: state.rawFormat)
    frame.format = video.format
    state.statement = frame.stated.following(state.statement)
    frame.statement = state.statement
    return true
  }

  /// Decodes the next picture of a track.
  private static func decode(
    _ track: Int, into frame: borrowing MovieFrame, by decoder: Decoder, from demuxer: Demuxer,
    keeping queue: PacketQueue, packet: Packet, counts: inout Counts, untilKey: inout Int
  ) throws(MovieError) -> Bool {
    while true {
      let received = decoder.receive(into: frame)
      if received >= 0 {
        counts.count(frame)
        if frame.isDamaged, counts.isDraining, !demuxer.statesLength, decoder.isLast(frame) {
          counts.endsEarly = true
        }
        if frame.isInterlaced { counts.interlacedFrames += 1 }
        return true
      }
      if received == libav_end { return false }
      if received != libav_again {
        counts.damagedPackets += 1
        counts.lastReason = decoder.reason(received)
        counts.noteDamage(at: nil, counts.lastReason)
        continue
      }
      let read = demuxer.read(into: packet)
      defer { packet.empty() }
      if read == libav_again { continue }
      if read >= 0 {
        if let end = demuxer.seconds(atEndOf: packet) { counts.end = max(counts.end, end) }
        if packet.isCorrupt { counts.incomplete.insert(packet.track) } else { counts.incomplete.remove(packet.track) }
      }
      if read < 0 {
        if let failure = demuxer.bytes.failure { throw .cannotRead(demuxer.bytes.name, failure) }
        counts.endsEarly = read != libav_end || !counts.incomplete.isEmpty || demuxer.endsWithinPacket
        counts.isDraining = true
        queue.end()
        _ = decoder.send(nil)
      } else if packet.track == track {
        counts.packets += 1
        if untilKey > 0, !packet.isKey {
          untilKey -= 1
          continue
        }
        untilKey = 0
        let fault = demuxer.takeError() ?? (packet.isCorrupt ? "the container marks it as damaged" : nil)
        let sent = decoder.send(packet)
        if sent < 0 { counts.lastReason = decoder.reason(sent) }
        if sent < 0 || fault != nil {
          counts.damagedPackets += 1
          counts.noteDamage(at: packet.shownTime.map { Ticks($0) }, fault ?? counts.lastReason)
        }
      } else if queue.keeps(packet.track) {
        let kept = try Packet(for: demuxer.bytes.name)
        kept.take(packet)
        queue.append(kept)
      }
    }
  }

  /// Refuses a picture that is not as the first.
  func check(_ frame: borrowing MovieFrame, rawFormat: Int32) throws(MovieError) {
    guard unsafe frame.pointer.pointee.format == rawFormat, frame.width == video.width, frame.height == video.height
    else {
      throw .otherPicture(
        name, seconds: frame.time.map { seconds(at: $0) },
        found: "\(frame.width)×\(frame.height) \(frame.formatName)",
        expected: "\(video.width)×\(video.height) \(video.format)")
    }
    let stream = unsafe demuxer.stream(video.index)
    let aspect = unsafe PixelAspect(av_guess_sample_aspect_ratio(demuxer.context, stream, frame.pointer))
    let matrix = unsafe VideoTrack.displayMatrix(of: stream, frame.pointer)
    guard (aspect?.value ?? 1) == (video.pixelAspect?.value ?? 1), matrix == video.displayMatrix else {
      func words(_ aspect: PixelAspect?, _ matrix: DisplayMatrix?) -> String {
        "pixels of \(aspect?.text ?? "1:1"), shown \(matrix?.orientation ?? .upright)"
      }
      throw .otherPicture(
        name, seconds: frame.time.map { seconds(at: $0) }, found: words(aspect, matrix),
        expected: words(video.pixelAspect, video.displayMatrix))
    }
    do { _ = try frame.view(of: video.format) } catch { throw .picture(name, error) }
    guard !readsOtherColors else { return }
    let (stated, first) = (frame.stated.following(video.statement), video.statement)
    guard stated == first else {
      throw .otherColor(
        name, seconds: frame.time.map { seconds(at: $0) }, found: stated.words(unlike: first),
        expected: first.words(unlike: stated))
    }
  }
}

extension MovieFrame {
  /// The library's name of the layout.
  var formatName: String {
    guard let name = unsafe av_get_pix_fmt_name(AVPixelFormat(rawValue: pointer.pointee.format)) else {
      return "unknown"
    }
    return unsafe String(cString: name)
  }

  /// The layout of a picture that can be lent.
  func checkedFormat(_ name: String) throws(MovieError) -> PixelFormat {
    guard let format = PixelFormat(name: formatName) else { throw .unknownFormat(name, found: formatName) }
    do { _ = try view(of: format) } catch { throw .picture(name, error) }
    return format
  }
}
