#if FFmpeg
  internal import CLibAV
  public import HDRMetadata
  public import RawVideo
  internal import Synchronization
  internal import VideoFrames

  /// Writes a movie: its pictures are encoded, and the other tracks of another movie are copied bit for bit.
  ///
  ///     var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video)
  ///     let writer = try MovieWriter(
  ///       descriptor: output, name: "clip.mp4", container: "mp4", video: encoding, copying: reader)
  ///     var picture = try writer.makeFrame()
  ///     while try reader.read(into: &frame) {
  ///       try picture.withMutableView { view in try frame.withView { try converter.convert($0, into: &view) } }
  ///       picture.takeTimes(from: frame)
  ///       try writer.write(picture)
  ///     }
  ///     try writer.finish()
  ///
  /// Times are those of the frames and of the copied packets, in the time base of the source wherever the container can hold it.
  public final class MovieWriter: Sendable {
    /// The tracks that the container does not take, each with the reason and the container that would take it.
    public let leftOut: [(track: MovieTrack, reason: String)]
    /// The unit in which the container holds the times of the pictures.
    public let timeBase: Ratio

    private let encoding: VideoEncoding
    private let encoder: VideoEncoder
    private let muxer: Muxer
    private let pool: FramePool
    private let source: MovieReader?
    private let copies: [Int: TrackCopy]
    private let state: Mutex<State>

    /// A copied track in the new movie.
    private struct TrackCopy { let index: Int32, from, to: AVRational }

    private struct State {
      var packet: Packet
      /// How long pictures are shown, by time: encoders do not say.
      var durations: [Int64: Int64] = [:]
      var lastTime: Int64?
      /// When the last picture that was written ends, by its own times.
      var end: Int64 = .min
      /// The last decoding time of each track.
      var lastDecodingTimes: [Int32: Int64] = [:]
      var changedTimes = 0
      var roundedTimes = 0
      var isFinished = false

      /// The time at which a frame is encoded: its own, if that is after the one before.
      mutating func time(of frame: borrowing MovieFrame, _ encoding: VideoEncoding) -> Int64 {
        let step = encoding.frameRate.map { 1 / ($0.value * encoding.timeBase.value) } ?? 1
        let next = lastTime.map { $0 + max(1, Int64(exactly: step.rounded()) ?? 1) } ?? 0
        var time = frame.time ?? next
        if let lastTime, time <= lastTime { time = lastTime + 1 }
        if time != frame.time { changedTimes += 1 }
        lastTime = time
        return time
      }
    }

    /// Opens a movie, and writes what comes before the pictures.
    ///
    /// - Parameters:
    ///   - descriptor: An open file or pipe, written from its present position on. It stays open.
    ///   - name: What messages call the movie.
    ///   - container: The container by libavformat's short name: `mp4`, `mov`, `matroska`, `webm`, `hevc`, `ivf`, `avif`, `image2pipe`.
    ///   - encoding: How pictures are encoded.
    ///   - reader: The movie from which everything but the pictures is copied: other tracks, chapters, attachments, metadata, dispositions,
    ///     rotation, creation time. No picture has been read from it yet.
    /// - Throws: ``MovieError``: `.unknownContainer`, `.unknownEncoder`, `.unknownOption`, `.badOption`, `.formatNotTaken`, `.encoder`,
    ///   `.container`, `.cannotWrite`, `.closedPipe` or `.noMemory`.
    public init(
      descriptor: Int32, name: String, container: String, video encoding: VideoEncoding, copying reader: MovieReader?
    ) throws(MovieError) {
      let bytes = try MovieBytes(descriptor: descriptor, name: name, writes: true)
      let muxer = try Muxer(bytes, name: name, container: container)
      let encoder = try VideoEncoder(encoding, needsHeader: muxer.needsHeader)
      let picture = try unsafe muxer.addPicture(encoder, encoding)
      var leftOut: [(track: MovieTrack, reason: String)] = []
      var copied: [Int] = []
      if let reader {
        let demuxer = reader.demuxer
        try muxer.copyWhole(of: demuxer)
        try unsafe muxer.copyPicture(demuxer.stream(reader.video.index), to: picture)
        for track in reader.tracks where track.index != reader.video.index && !track.isOfChapters {
          let trial = unsafe TrackTrial(demuxer.stream(track.index), beside: encoder, encoding)
          if let reason = try trial.reason(against: container) {
            leftOut.append((track, reason))
          } else {
            try unsafe muxer.addCopy(of: demuxer.stream(track.index))
            copied.append(track.index)
          }
        }
      }
      let late = copied.compactMap { track in
        unsafe reader!.demuxer.stream(track).pointee.start_time > 0
          ? Ratio(reader!.demuxer.stream(track).pointee.time_base) : nil
      }
      muxer.setTimescales(encoding.timeBase, late: late)
      try muxer.begin()

      unsafe timeBase = Ratio(picture.pointee.time_base) ?? encoding.timeBase
      var copies: [Int: TrackCopy] = [:]
      for (position, track) in copied.enumerated() {
        let to = unsafe muxer.context.pointee.streams[position + 1]!
        if unsafe to.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT { continue }
        copies[track] = unsafe TrackCopy(
          index: Int32(position + 1), from: reader!.demuxer.stream(track).pointee.time_base, to: to.pointee.time_base)
      }
      pool = unsafe try FramePool(
        encoder.context.pointee.pix_fmt, width: encoder.context.pointee.width, height: encoder.context.pointee.height,
        name: name)
      reader?.queue.keep(Set(copies.keys))
      (self.leftOut, self.encoding, self.encoder, self.muxer) = (leftOut, encoding, encoder, muxer)
      (self.copies, source) = (copies, reader)
      state = Mutex(State(packet: try Packet(for: name)))
    }

    /// Makes a frame to fill and to write.
    ///
    /// - Throws: ``MovieError/noMemory(_:)``.
    public func makeFrame() throws(MovieError) -> MovieFrame {
      try MovieFrame(encoding.format, from: pool, for: muxer.name)
    }

    /// Encodes a frame and writes what is ready. The encoder may keep its memory: see ``MovieFrame/renew()``.
    ///
    /// - Parameter frame: A frame of the encoding's format and size. A time that is missing, or not after the one before, is made.
    /// - Throws: ``MovieError``: `.otherFrame`, `.encoder`, `.container`, `.cannotWrite`, `.closedPipe` or `.noMemory`.
    /// - Precondition: The movie is not finished.
    public func write(_ frame: borrowing MovieFrame) throws(MovieError) {
      guard frame.format == encoding.format, frame.width == encoding.width, frame.height == encoding.height else {
        throw .otherFrame(
          found: "\(frame.width)×\(frame.height) \(frame.formatName)",
          expected: "\(encoding.width)×\(encoding.height) \(encoding.format)")
      }
      let sent = try MovieFrame(for: muxer.name)
      guard unsafe av_frame_ref(sent.pointer, frame.pointer) >= 0 else { throw .noMemory(muxer.name) }
      unsafe sent.prepare(for: encoder.context)
      try state.withLock { state throws(MovieError) in
        precondition(!state.isFinished, "a movie that is finished takes no frames")
        let time = state.time(of: frame, encoding)
        unsafe sent.pointer.pointee.pts = time
        if let duration = frame.duration { state.durations[time] = duration }
        try unsafe encoder.send(sent.pointer)
        try drain(&state)
      }
    }

    /// Encodes what the encoder still holds, copies what is left of the other tracks and writes what comes after the packets.
    ///
    /// If pictures of the source are left, the other tracks end with the last picture.
    ///
    /// - Parameter metadata: What is known about light now, for a container that states it behind the packets, as MP4 and MOV do; `nil` leaves
    ///   what the encoding says. SDR states none.
    /// - Throws: ``MovieError``: `.encoder`, `.container`, `.cannotWrite`, `.closedPipe` or `.noMemory`.
    public func finish(stating metadata: StaticMetadata? = nil) throws(MovieError) {
      try state.withLock { state throws(MovieError) in
        guard !state.isFinished else { return }
        state.isFinished = true
        try unsafe encoder.send(nil)
        try drain(&state)
        try copy(until: source?.queue.isWhole ?? true ? nil : state.end, &state)
        if let metadata, encoding.color.isHDR {
          try unsafe muxer.state(metadata, on: muxer.context.pointee.streams[0]!)
        }
        try muxer.end()
      }
    }

    /// The number of times so far that had to be made or moved because they were missing, or not after the time before in their track.
    public var changedTimes: Int { state.withLock { $0.changedTimes } }

    /// The number of times so far that the container cannot hold exactly.
    public var roundedTimes: Int { state.withLock { $0.roundedTimes } }
  }

  extension MovieWriter {
    /// Writes the packets that the encoder has ready, each after what is earlier in the copied tracks.
    private func drain(_ state: inout State) throws(MovieError) {
      while try encoder.receive(into: state.packet) {
        let packet = unsafe state.packet.pointer
        let (shown, decoded) = unsafe (packet.pointee.pts, packet.pointee.dts)
        if let duration = state.durations.removeValue(forKey: shown) { unsafe packet.pointee.duration = duration }
        state.end = unsafe max(state.end, shown + max(packet.pointee.duration, 1))
        try copy(until: decoded, &state)
        unsafe packet.pointee.stream_index = 0
        try write(state.packet, from: encoding.timeBase.rational, to: timeBase.rational, &state)
      }
    }

    /// Writes copied packets that are decoded before a time of the pictures; all if it is `nil`.
    private func copy(until time: Int64?, _ state: inout State) throws(MovieError) {
      guard let source else { return }
      let base = encoding.timeBase.rational
      while let packet = source.queue.take(if: { packet in
        guard let time, let due = packet.decodingTime, let copy = copies[packet.track] else { return true }
        return av_compare_ts(due, copy.from, time, base) <= 0
      }) {
        guard let copy = copies[packet.track] else { continue }
        unsafe packet.pointer.pointee.stream_index = copy.index
        try write(packet, from: copy.from, to: copy.to, &state)
      }
    }

    /// Writes a packet with its times in the time base of the container.
    private func write(
      _ packet: Packet, from: AVRational, to: AVRational, _ state: inout State
    ) throws(MovieError) {
      let times = unsafe [packet.pointer.pointee.pts, packet.pointer.pointee.dts].filter { $0 != libav_no_time }
      unsafe av_packet_rescale_ts(packet.pointer, from, to)
      let rescaled = unsafe [packet.pointer.pointee.pts, packet.pointer.pointee.dts].filter { $0 != libav_no_time }
      if zip(times, rescaled).contains(where: { av_compare_ts($0, from, $1, to) != 0 }) { state.roundedTimes += 1 }
      let track = unsafe packet.pointer.pointee.stream_index
      if let decoded = packet.decodingTime {
        if let last = state.lastDecodingTimes[track], decoded <= last, decoded < .max {
          unsafe packet.pointer.pointee.dts = last + 1
          unsafe packet.pointer.pointee.pts = unsafe max(packet.pointer.pointee.pts, last + 1)
          state.changedTimes += 1
        }
        state.lastDecodingTimes[track] = packet.decodingTime
      }
      try muxer.write(packet)
    }
  }
#endif
