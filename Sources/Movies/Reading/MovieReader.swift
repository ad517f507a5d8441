internal import CLibAV
internal import Synchronization
package import SystemCalls

/// Reads the pictures of a movie in any container and codec that FFmpeg's libraries support.
///
///     let reader = try MovieReader(path: "clip.mov", threads: 4)
///     var frame = try reader.makeFrame()
///     while try reader.read(into: &frame) {
///       try frame.withView { view in try converter.convert(view, into: &output) }
///     }
///
/// A writer that copies the other tracks of the movie is made before the first picture is read, or between ``seekToKeyFrame(atOrBefore:)`` and the
/// next read; otherwise packets of the other tracks are dropped.
public final class MovieReader: Sendable {
  /// The movie's name in messages.
  public let name: String
  /// All tracks of the movie.
  public let tracks: [MovieTrack]
  /// The track whose pictures are read.
  public let video: VideoTrack

  /// Whether pictures whose color differs from the first one's are read; see ``MovieFrame/statement``.
  public let readsOtherColors: Bool

  /// The time of the picture at which the movie was opened, since the first; `nil` if it was opened at its start.
  package let openedAt: Seconds?

  /// The library's number of the pictures' layout.
  private let layout: Int32
  let source: PictureSource
  let state: Mutex<State>
  var demuxer: Demuxer { source.demuxer }
  var queue: PacketQueue { source.queue }

  struct State: ~Copyable {
    /// The first picture, which was decoded to find its properties.
    var first: MovieFrame?
    /// The statement about the last picture.
    var statement: FrameTags
    var counts = Counts()
    /// The decoding time of the last picture that was read but not decoded.
    var skimmed: Int64?
    var hasBegun = false
    var hasMoved = false
  }

  struct Counts {
    /// The number of packets that may still be skipped while waiting for one at which decoding can start.
    var packetsToKeyframe = 0
    var packets = 0
    var damagedPackets = 0
    var damagedFrames = 0
    /// The first damage: the time of its picture or packet, and the library's words.
    var firstDamage: (time: Ticks?, reason: String)?
    var interlacedFrames = 0
    /// The end of the packets read so far, of all tracks, in seconds of the container.
    var end = -Double.infinity
    /// Whether the end of the stream was sent to the decoder.
    var isDraining = false
    var endsEarly = false
    /// The tracks whose last packet so far is incomplete.
    var incomplete: Set<Int> = []
    var lastReason = "there are no packets"

    mutating func noteDamage(at time: Ticks?, _ reason: String) { firstDamage = firstDamage ?? (time, reason) }

    mutating func count(_ picture: borrowing MovieFrame) {
      guard picture.isDamaged else { return }
      damagedFrames += 1
      noteDamage(at: picture.time, picture.damage)
    }
  }

  /// Opens a movie by its path, and decodes its first picture. The file is closed with the reader.
  ///
  /// - Parameters: As in ``init(descriptor:name:threads:deinterlaces:readsOtherColors:readsHeadroomAdaptiveMetadata:)``.
  /// - Throws: ``MovieError/cannotOpen(_:_:)``; otherwise as there.
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
  ///   - descriptor: An open file or pipe, read from its current position on; a file's position does not change. It stays open, and nothing else is
  ///     opened: a playlist cannot open other files.
  ///   - name: The movie's name in messages.
  ///   - threads: The number of decoding threads.
  ///   - deinterlaces: Whether libavfilter's bwdif deinterlaces interlaced pictures, one picture from each.
  ///   - readsOtherColors: Whether pictures are read whose stated color differs from the first one's, so that the caller makes a plan for each
  ///     ``MovieFrame/statement``. By default such a change is an error, like a change of size.
  ///   - readsHeadroomAdaptiveMetadata: Whether all pictures are searched for ``MovieFrame/headroomAdaptiveMetadata``, which FFmpeg's decoders drop;
  ///     otherwise only the first and key pictures are.
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

  /// Opens a movie whose file is open and must stay so.
  ///
  /// - Parameters:
  ///   - container: FFmpeg's name of the demuxer, if the format is known; otherwise the library detects it.
  ///   - others: The container's numbers of tracks that are not shown as pictures, such as alpha.
  ///   - leavesOutOpaqueAlpha: Whether pictures have no alpha if that of the first one is opaque everywhere.
  package convenience init(
    _ file: Descriptor, name: String, threads: Int, as container: String? = nil, leavingOut others: Set<Int> = [],
    leavesOutOpaqueAlpha: Bool = false, deinterlaces: Bool = false,
    readsOtherColors: Bool = false, readsHeadroomAdaptiveMetadata: Bool = true
  ) throws(MovieError) {
    let demuxer = try Demuxer(MovieBytes(file, name: name), as: container)
    let stream = try unsafe demuxer.picture(leavingOut: others)
    let decoder = try unsafe Decoder(
      stream, threads: threads, deinterlaces: deinterlaces && !demuxer.isPictureFile,
      searchesAll: readsHeadroomAdaptiveMetadata, name: name)
    let source = try unsafe PictureSource(
      demuxer: demuxer, track: Int(stream.pointee.index), decoder: decoder, packet: Packet(for: name))
    let first = try MovieFrame(for: name)
    var counts = Counts()
    guard try source.decode(into: first, &counts) else {
      let reason = counts.packets > 0 ? decoder.reason(libav_end) : counts.lastReason
      throw unsafe .nothingDecoded(name, MovieTrack(stream), packets: counts.packets, reason: reason)
    }
    try self.init(
      source, first: first, counts: counts, leavesOutOpaqueAlpha: leavesOutOpaqueAlpha,
      readsOtherColors: readsOtherColors)
  }

  /// - Parameter start: The start of the movie, if it differs from the picture that is read first.
  init(
    _ source: PictureSource, first: consuming MovieFrame, start: Ticks? = nil, counts: Counts = Counts(),
    leavesOutOpaqueAlpha: Bool = false, readsOtherColors: Bool
  ) throws(MovieError) {
    let demuxer = source.demuxer
    let name = demuxer.bytes.name
    guard var format = PixelFormat(name: first.formatName) else {
      throw .unknownFormat(name, found: first.formatName)
    }
    do throws(FrameError) {
      let view = try first.view(of: format)
      // Alpha is the last plane, which views of the other format do not have.
      if leavesOutOpaqueAlpha, view.isOpaque { format = format.planar(hasAlpha: false) ?? format }
    } catch {
      throw .picture(name, error)
    }
    first.format = format
    first.statement = first.stated
    let video = unsafe VideoTrack(
      demuxer.stream(source.track), of: demuxer.context, first: first, format: format, start: start)
    tracks = demuxer.tracks
    let time = first.time
    openedAt = start.map { ((time ?? $0) - $0).seconds(in: video.timeBase) }
    (self.name, self.video, self.source) = (name, video, source)
    layout = unsafe first.pointer.pointee.format
    self.readsOtherColors = readsOtherColors
    state = Mutex(State(first: first, statement: video.statement, counts: counts, hasMoved: start != nil))
  }

  /// Makes a frame to read into.
  ///
  /// - Throws: ``MovieError/noMemory(_:)``.
  public func makeFrame() throws(MovieError) -> MovieFrame { try MovieFrame(for: name) }

  /// Decodes the next picture into the decoder's own memory, without a copy.
  ///
  /// Packets that the decoder cannot use are counted and skipped.
  ///
  /// - Parameter frame: A frame of ``makeFrame()``; its previous picture is released.
  /// - Returns: Whether there was another picture.
  /// - Throws: ``MovieError``: `.otherPicture` if the size or layout changes; `.otherColor` if the color does, unless ``readsOtherColors``;
  ///   `.cannotRead`.
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

  /// Moves to the key frame at or before a time. Reading continues from there, so the first pictures are usually earlier.
  ///
  /// - Parameter seconds: The time since the first picture of the movie.
  /// - Throws: ``MovieError/cannotSeek(_:seconds:)``.
  public func seekToKeyFrame(atOrBefore seconds: Seconds) throws(MovieError) {
    if seconds <= 0 { return try rewind() }
    let time = (seconds.value / video.timeBase.value).rounded()
    guard time.magnitude < 0x1p62 else { throw .cannotSeek(name, seconds: seconds) }
    try state.withLock { state throws(MovieError) in
      guard demuxer.seek(video.index, to: Int64(time) + (video.start?.count ?? 0)) else {
        throw .cannotSeek(name, seconds: seconds)
      }
      restart(&state)
      // In transport streams decoding may start anywhere, and yields gray until a key picture. Not all streams mark key pictures, and none needs so
      // many packets.
      state.counts.packetsToKeyframe = 1000
    }
  }
}

extension MovieReader {
  /// Moves to the start of the movie, before the first packets of all tracks.
  ///
  /// - Throws: ``MovieError/cannotSeek(_:seconds:)`` for a pipe; otherwise as opening the movie does.
  func rewind() throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      try demuxer.rewind()
      restart(&state)
    }
  }

  /// Reads packets without decoding pictures until each of some tracks has one that is over, so that a writer gets what they store after the last
  /// picture that was read. It reads at most 10 min of pictures, of a pipe 10 s, because a track may have ended. Packets that are over are dropped.
  func readOn(_ tracks: Set<Int>, until isOver: (Packet) -> Bool) throws(MovieError) {
    let most = demuxer.bytes.isSeekable ? 600.0 : 10
    try state.withLock { state throws(MovieError) in
      var (rest, begin) = (tracks, Double?.none)
      while !rest.isEmpty {
        defer { source.packet.empty() }
        switch try source.next(&state.counts) {
        case .end: return
        case .other: if let track = queue.removeLast(if: isOver) { rest.remove(track) }
        case .picture:
          guard let end = demuxer.seconds(atEndOf: source.packet) else { continue }
          if end > (begin ?? end) + most { return }
          begin = begin ?? end
        }
      }
    }
  }

  private func restart(_ state: inout State) {
    source.decoder.flush()
    queue.restart()
    (state.statement, state.counts.packetsToKeyframe) = (video.statement, 0)
    state.first = nil
    (state.hasBegun, state.hasMoved) = (false, true)
    (state.counts.isDraining, state.counts.endsEarly, state.skimmed) = (false, false, nil)
  }

  /// Decodes the next picture, and keeps packets of the other tracks for a writer made later.
  func decodeNext() throws(MovieError) -> MovieFrame? {
    var next = try makeFrame()
    guard try state.withLock({ state throws(MovieError) in try decode(into: &next, &state) }) else { return nil }
    return next
  }

  /// Makes the last decoded picture the next one that is read. Earlier damage is not counted.
  func hold(_ picture: consuming MovieFrame) {
    count(only: picture)
    var picture = Optional(picture)
    state.withLock { $0.first = picture.take() }
  }

  /// Forgets the damage since some counts were taken, by default all, except that of one picture.
  func count(only picture: borrowing MovieFrame, since before: Counts = Counts()) {
    state.withLock { state in
      (state.counts.damagedPackets, state.counts.damagedFrames) = (before.damagedPackets, before.damagedFrames)
      state.counts.firstDamage = before.firstDamage
      state.counts.count(picture)
    }
  }

  private func decode(into frame: inout MovieFrame, _ state: inout State) throws(MovieError) -> Bool {
    guard try source.decode(into: frame, &state.counts) else { return false }
    try check(frame)
    frame.format = video.format
    state.statement = frame.stated.following(state.statement)
    frame.statement = state.statement
    return true
  }

  func check(_ frame: borrowing MovieFrame) throws(MovieError) {
    guard unsafe frame.pointer.pointee.format == layout, frame.width == video.width, frame.height == video.height
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
  var formatName: String {
    guard let name = unsafe av_get_pix_fmt_name(AVPixelFormat(rawValue: pointer.pointee.format)) else {
      return "unknown"
    }
    return unsafe String(cString: name)
  }
}
