internal import CLibAV
internal import Synchronization
internal import SystemCalls

/// Writes a movie: pictures are encoded, and the other tracks of another movie are copied bit for bit.
///
///     let encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video)
///     let writer = try MovieWriter(path: "clip.mp4", container: "mp4", video: encoding, copying: reader)
///     var picture = try writer.makeFrame()
///     while try reader.read(into: &frame) {
///       try picture.withMutableView { view in try frame.withView { try converter.convert($0, into: &view) } }
///       picture.copyTimes(from: frame)
///       try writer.write(picture)
///     }
///     try writer.finish()
///
/// Times are those of the frames and of the copied packets, in the source's time base wherever the container can hold it.
public final class MovieWriter: Sendable {
  /// The tracks that the container does not support, each with the reason and a container that supports it.
  public let leftOut: [(track: MovieTrack, reason: String)]
  /// The tracks that are converted to a codec that the container supports.
  public let converted: [ConvertedTrack]
  /// The properties that the container does not state, apart from tracks, such as `the rotation of 90°`.
  public let unstated: [String]
  /// The container's time base of the pictures.
  public let timeBase: TimeBase
  /// Whether the container or the stream states the ambient viewing environment, if the encoding has one.
  public let statesAmbient: (container: Bool, stream: Bool)

  let encoding: VideoEncoding
  let muxer: Muxer
  private let pool: FramePool
  let source: MovieReader?
  /// The part of the source that is copied; `nil` if times do not change.
  let span: TimeSpan?
  /// Whether no two packets of a track have the same time: they may in subtitles and data, and in all tracks of some containers.
  private let isStrict: [Bool]
  /// The tracks besides the pictures that the movie should have, in order.
  let asked: [MovieTrack]
  /// The timecode tracks that the container's writer creates itself.
  let timecodes: [MovieTrack]
  let state: Mutex<State>

  struct State {
    var pictures: PictureStream
    /// Coded pictures that wait for the first packets of sound and of other pictures.
    var held: [Packet] = []
    /// The feeds of the other tracks, by their index in the source.
    var feeds: [Int: any PacketSink]
    var jumps: TimeJumps
    var clocks: [Int: TrackClock]
    /// The delay of all times in a container without negative ones.
    var lead: Seconds?
    /// The part of it that is added here, in the pictures' time base, since the container's writer knows its first packet only.
    var shift: Int64 = 0
    var hasPackets = false
    var lastDecodingTimes: [Int32: Int64] = [:]
    var movedTimes = 0
    var roundedTimes = 0
    /// Whether the pictures were encoded elsewhere.
    var isJoined = false
    var isFinished = false
    /// The tracks of which something is written, and the damaged packets that the container's writer did not take.
    var begun: Set<Int> = []
    var refused: [Int: Int] = [:]
    var lost: [(track: MovieTrack, reason: String)] = []
    var empty: [MovieTrack] = []
    var lostWords: [String] = []
  }

  /// Opens a movie, and writes its header.
  ///
  /// - Parameters:
  ///   - descriptor: An open file or pipe, written from its current position on. It stays open.
  ///   - name: The movie's name in messages.
  ///   - container: libavformat's short name of the container: `mp4`, `mov`, `matroska`, `webm`, `hevc`, `ivf`, `avif`, `image2pipe`.
  ///   - encoding: The settings for encoding pictures.
  ///   - reader: The movie from which everything except the pictures is copied: other tracks, chapters, attachments, metadata, dispositions,
  ///     rotation, creation time. No picture may have been read from it yet.
  ///   - choices: The treatment of sound and text tracks.
  ///   - span: The part that is copied, as times since the first picture of `reader`; its start is 0 in the new movie, also for frames. With
  ///     `-infinity` as its start, the part starts with the source, and times do not change, except that the start of a clock without an origin, such
  ///     as a broadcast's, is subtracted; `nil` copies everything in the same way.
  /// - Throws: ``MovieError``: `.unknownContainer`, `.unknownEncoder`, `.unknownOption`, `.badOption`, `.formatNotTaken`, `.encoder`, `.container`,
  ///   `.cannotWrite`, `.closedPipe` or `.noMemory`.
  public convenience init(
    descriptor: Int32, name: String, container: String, video encoding: VideoEncoding, copying reader: MovieReader?,
    _ choices: TrackChoices = TrackChoices(), only span: Range<Seconds>? = nil
  ) throws(MovieError) {
    try self.init(
      Descriptor(descriptor, isOurs: false), name: name, container: container, video: encoding, copying: reader,
      choices, only: span)
  }

  /// Creates or truncates the file of a movie, and writes its header. The file is closed with the writer.
  ///
  /// - Parameters: As in ``init(descriptor:name:container:video:copying:_:only:)``.
  /// - Throws: ``MovieError/cannotOpen(_:_:)``; otherwise as there.
  public convenience init(
    path: String, container: String, video encoding: VideoEncoding, copying reader: MovieReader?,
    _ choices: TrackChoices = TrackChoices(), only span: Range<Seconds>? = nil
  ) throws(MovieError) {
    try self.init(
      MovieBytes.opened(path, writes: true), name: path, container: container, video: encoding, copying: reader,
      choices, only: span)
  }

  private init(
    _ file: Descriptor, name: String, container: String, video encoding: VideoEncoding, copying reader: MovieReader?,
    _ choices: TrackChoices, only span: Range<Seconds>?
  ) throws(MovieError) {
    let bytes = try MovieBytes(file, name: name, writes: true)
    let muxer = try Muxer(bytes, name: name, container: container)
    let span = reader?.copiedSpan(span)
    let pictures = try PictureStream(encoding, in: muxer, isRereadable: bytes.isRereadable, span: span)
    let (encoding, encoder, units) = (pictures.encoding, pictures.encoder, pictures.units)
    let picture = try unsafe muxer.addPicture(encoder, encoding, units)
    statesAmbient = (muxer.statesAmbient, units != nil)
    if let orientation = encoding.orientation {
      try unsafe muxer.state(orientation, of: encoding, on: picture)
    }
    var copied: [TrackPlan] = []
    if let reader {
      (copied, timecodes, leftOut) = try muxer.copyAll(
        of: reader, choices, span: span, beside: encoder, encoding)
      try unsafe muxer.copyPicture(of: reader, to: picture, span: span, encoding)
    } else {
      (timecodes, leftOut) = ([], [])
    }
    let late = copied.compactMap { plan in
      unsafe (span?.isFromStart ?? true) && reader!.demuxer.stream(plan.track.index).pointee.start_time > 0
        ? TimeBase(reader!.demuxer.stream(plan.track.index).pointee.time_base) : nil
    }
    unstated = muxer.unstated(encoding, of: reader, span: span)
    muxer.setTimescales(encoding.timeBase, late: late)
    muxer.setFastStart()
    try muxer.begin()

    unsafe timeBase = Ratio(picture.pointee.time_base) ?? encoding.timeBase
    var (feeds, clocks): ([Int: any PacketSink], [Int: TrackClock]) = ([:], [:])
    for (position, plan) in copied.enumerated() {
      let (track, to) = unsafe (plan.track, muxer.context.pointee.streams[position + 1]!)
      if unsafe to.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT { continue }
      let base = unsafe reader!.demuxer.stream(track.index).pointee.time_base
      let feed = try plan.feed(TrackRoute(index: Int32(position + 1), from: base, span: span), in: muxer)
      feeds[track.index] = feed
      if track.isCover { continue }
      clocks[track.index] = TrackClock(
        track, unit: Double(feed.from.num) / Double(max(1, feed.from.den)),
        isSteady: [.video, .audio].contains(track.kind))
    }
    pool = try FramePool(for: encoding, encoder, name: name)
    reader?.queue.keep(Set(feeds.keys))
    isStrict = [true] + copied.map { !muxer.repeatsTimes && [.video, .audio].contains($0.track.kind) }
    (asked, converted) = (copied.map(\.track), copied.compactMap(\.conversion))
    (self.encoding, self.muxer, source, self.span) = (encoding, muxer, reader, span)
    replacedUnit = units.flatMap { $0.isReplaceable ? $0.statement : nil }
    state = Mutex(
      State(
        pictures: pictures, feeds: feeds, jumps: TimeJumps(longest: muxer.longestStep), clocks: clocks))
  }

  /// Makes a frame to fill and write.
  ///
  /// - Throws: ``MovieError/noMemory(_:)``.
  public func makeFrame() throws(MovieError) -> MovieFrame {
    try pool.makeFrame(encoding.format, for: muxer.name)
  }

  /// Encodes a frame and writes the packets that are ready. The encoder may keep its memory: see ``MovieFrame/renew()``.
  ///
  /// - Parameter frame: A frame of the encoding's format and size. A time that is missing, or not after the previous one, is generated.
  /// - Throws: ``MovieError``: `.otherFrame`, `.encoder`, `.container`, `.cannotWrite`, `.closedPipe` or `.noMemory`.
  /// - Precondition: The movie is not finished.
  public func write(_ frame: borrowing MovieFrame) throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      precondition(!state.isFinished, "a movie that is finished takes no frames")
      try state.pictures.send(frame, &state.jumps)
      try drain(&state)
    }
  }

  /// Encodes the remaining pictures, copies the rest of the other tracks and writes the trailer.
  ///
  /// If the source was not read to its end, the other tracks end with the last picture. The source may store their last sound after that picture, so
  /// up to 10 min of it, of a pipe 10 s, are read without decoding: seek in it before reading more pictures.
  ///
  /// - Parameter metadata: The final light metadata, for a container that states it after the packets, as MP4 and MOV do; `nil` keeps the encoding's.
  ///   SDR states none.
  /// - Throws: ``MovieError``: `.encoder`, `.container`, `.cannotRead`, `.cannotWrite`, `.closedPipe` or `.noMemory`.
  public func finish(stating metadata: StaticMetadata? = nil) throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      guard !state.isFinished else { return }
      if !state.isJoined {
        try state.pictures.end()
        try drain(&state, waits: false)
      }
      let end = source?.queue.isWhole ?? true ? nil : state.pictures.times.end
      // Sound can follow the last picture in the file.
      let sound = Set(asked.filter { $0.kind == .audio }.map(\.index))
      if let end { try source?.readOn(sound) { !isDue($0, by: end, state) } }
      try copy(until: end, isLast: true, &state)
      for track in state.feeds.keys.sorted() { try write(state.feeds[track]!.end(), of: track, &state) }
      if let metadata, encoding.color.isHDR {
        try unsafe muxer.state(metadata, on: muxer.context.pointee.streams[0]!)
      }
      try muxer.end()
      let missing = try lostTracks(state.lastDecodingTimes)
      let reason = "\(muxer.container), as this FFmpeg writes it, has no place for it"
      (state.lost, state.empty, state.lostWords) = (missing.lost.map { ($0, reason) }, missing.empty, missing.words)
      state.isFinished = true
    }
  }

  /// Whether light can be stated at the end: by the container, or in a stream that can be changed.
  public var statesLightAtTheEnd: Bool { muxer.isMOV || replacedUnit != nil }

  /// The unit in the stream, and in the container's parameters of it, that the caller replaces in the finished file by the final light,
  /// `StaticMetadata.replaceableUnit`; `nil` if the stream has no such unit.
  package let replacedUnit: [UInt8]?
}

extension MovieWriter {
  /// Writes the encoder's packets that are ready, each after earlier packets of the copied tracks.
  ///
  /// - Parameter waits: Whether the first may wait for tracks that start before it but follow it in the source, so that all times are shifted alike.
  private func drain(_ state: inout State, waits: Bool = true) throws(MovieError) {
    var packet = try Packet(for: muxer.name)
    while try state.pictures.receive(into: packet) {
      state.held.append(packet)
      packet = try Packet(for: muxer.name)
    }
    let steady = asked.filter { [.video, .audio].contains($0.kind) && !$0.isCover }.map(\.index)
    if waits, shiftsFirst(state), state.held.count < 100, source?.queue.has(steady) == false { return }
    for packet in state.held { try writePicture(packet, &state) }
    state.held = []
  }

  /// Whether the next packet is the first of a container without negative times, by which the library shifts all times.
  private func shiftsFirst(_ state: State) -> Bool { muxer.isMatroska && !state.hasPackets }

  /// The delay with which neither the first picture nor a packet that waits starts before 0, in the pictures' time base.
  private func shift(with first: Packet, _ state: State) -> Int64 {
    guard span?.isFromStart ?? true else { return 0 }
    let to = timeBase.rational
    let earliest = source?.queue.earliest { packet in
      guard let feed = state.feeds[packet.track], feed.due(packet) != nil, let time = packet.shownTime else {
        return nil
      }
      let shifted = time.clamped - (span?.start(in: feed.from) ?? 0)
      return shifted.rescaled(from: feed.from, to: to) + muxer.codecDelay(feed.route.index)
    }
    let own = first.shownTime?.rescaled(from: encoding.timeBase.rational, to: to)
    return max(0, -(earliest ?? 0), -(own ?? 0))
  }

  /// Writes a coded picture, after earlier packets of the copied tracks.
  func writePicture(_ packet: Packet, _ state: inout State) throws(MovieError) {
    if shiftsFirst(state) {
      state.shift = shift(with: packet, state)
      if state.shift > 0 { state.lead = Ticks(state.shift).seconds(in: timeBase) }
    }
    try copy(until: shiftsFirst(state) ? packet.shownTime : packet.decodingTime, &state)
    unsafe packet.pointer.pointee.stream_index = 0
    try write(packet, from: encoding.timeBase.rational, to: timeBase.rational, &state)
  }

  /// Writes packets of the other tracks that are due before a time of the pictures; all if it is `nil`.
  ///
  /// - Parameter isLast: Whether later packets are dropped; otherwise they wait, with all that follow them.
  private func copy(until time: Int64?, isLast: Bool = false, _ state: inout State) throws(MovieError) {
    guard let source else { return }
    while let packet = source.queue.take(if: { isLast || isDue($0, by: time, state) }) {
      if isLast, !isDue(packet, by: time, state) { continue }
      let track = packet.track
      if state.clocks[track]?.isOfSound == true { moveByJumps(packet, of: track, &state) }
      guard let ready = try state.feeds[track]?.take(packet) else { continue }
      try write(ready, of: track, &state)
    }
  }

  /// Whether a packet of another track is due by a time of the pictures.
  private func isDue(_ packet: Packet, by time: Int64?, _ state: State) -> Bool {
    guard let time, let feed = state.feeds[packet.track], let due = feed.due(packet) else { return true }
    return av_compare_ts(due, feed.from, time, encoding.timeBase.rational) <= 0
  }

  /// Moves the times of a packet by the jumps before it that the container cannot hold.
  private func moveByJumps(_ packet: Packet, of track: Int, _ state: inout State) {
    guard let time = packet.decodingTime ?? packet.shownTime else { return }
    let length = unsafe packet.pointer.pointee.duration
    let move = state.clocks[track]?.add(time, duration: length, &state.jumps) ?? 0
    if move != 0 {
      packet.shift(by: -move)
      state.movedTimes += 1
    }
  }

  private func write(_ packets: [Packet], of track: Int, _ state: inout State) throws(MovieError) {
    guard let feed = state.feeds[track] else { return }
    for packet in packets {
      unsafe packet.pointer.pointee.stream_index = feed.route.index
      if state.clocks[track]?.isOfSound != true { moveByJumps(packet, of: track, &state) }
      let to = unsafe muxer.context.pointee.streams[Int(feed.route.index)]!.pointee.time_base
      do {
        try write(packet, from: feed.unit, to: to, &state)
        state.begun.insert(track)
      } catch {
        // Damage of one packet, as of AAC in a transport stream, ends no movie; a track that is refused from its first packet on does.
        guard case .container = error, state.begun.contains(track) else { throw error }
        state.refused[track, default: 0] += 1
      }
    }
  }

  /// Writes a packet with its times in the time base of the container.
  private func write(
    _ packet: Packet, from: AVRational, to: AVRational, _ state: inout State
  ) throws(MovieError) {
    if packet.rescale(from, to) { state.roundedTimes += 1 }
    let track = unsafe packet.pointer.pointee.stream_index
    if packet.follow(state.lastDecodingTimes[track], by: isStrict[Int(track)] ? 1 : 0) { state.movedTimes += 1 }
    state.lastDecodingTimes[track] = packet.decodingTime
    let delay = muxer.codecDelay(track)
    packet.shift(by: -state.shift - (libav_adds_codec_delay() ? 0 : delay))
    let minimum = libav_adds_codec_delay() ? -delay : 0
    if !muxer.isMOV, let time = packet.shownTime, time < minimum {
      if state.hasPackets {
        state.movedTimes += state.lead == nil ? 1 : 0
      } else {
        state.lead = Seconds(Double(minimum - time) * Double(to.num) / Double(to.den))
      }
    }
    state.hasPackets = true
    if muxer.isMOV, unsafe packet.pointer.pointee.duration >= Int32.max { unsafe packet.pointer.pointee.duration = 0 }
    try muxer.write(packet)
  }
}
