internal import CLibAV

/// Sound converted to another codec. Times are sample-accurate: the part is cut at exact samples.
struct SoundConversion: PacketSink {
  let route: TrackRoute
  let unit: AVRational
  private let coding: SoundCoding
  private let buffer: SoundBuffer
  private(set) var times: SoundTimes
  /// The time of the first sample in the buffer.
  private var buffered: Int64 = 0
  private(set) var faults = 0

  init(_ coding: SoundCoding, _ route: TrackRoute) throws(MovieError) {
    (self.coding, self.route) = (coding, route)
    unit = AVRational(num: 1, den: unsafe coding.encoder.pointer.pointee.sample_rate)
    times = SoundTimes(rate: unit.den)
    buffer = try SoundBuffer(coding)
  }

  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet] {
    if unsafe avcodec_send_packet(coding.decoder.pointer, packet.pointer) < 0 { faults += 1 }
    return try decode()
  }

  mutating func end() throws(MovieError) -> [Packet] {
    _ = unsafe avcodec_send_packet(coding.decoder.pointer, nil)
    var packets = try decode()
    if times.next != nil {
      _ = try unsafe buffer.convert(nil)
      packets += try add(at: nil)
    }
    while buffer.count > 0 { packets += try encode(min(buffer.count, buffer.step)) }
    _ = unsafe avcodec_send_frame(coding.encoder.pointer, nil)
    return try packets + encoded()
  }

  private mutating func decode() throws(MovieError) -> [Packet] {
    var packets: [Packet] = []
    while true {
      let status = unsafe avcodec_receive_frame(coding.decoder.pointer, buffer.frame.pointer)
      if status == libav_again || status == libav_end { return packets }
      guard status >= 0 else {
        faults += 1
        return packets
      }
      let shown = unsafe buffer.frame.pointer.pointee.best_effort_timestamp
      let delay = try unsafe buffer.convert(buffer.frame.pointer)
      let own =
        shown == libav_no_time
        ? nil : (shown.clamped - (span?.start(in: from) ?? 0)).rescaled(from: from, to: unit)
      packets += try add(at: own.map { $0 - delay })
    }
  }

  /// Adds the samples that were converted last.
  ///
  /// - Parameter own: The time of the first in the source; `nil` for samples that follow the previous ones.
  private mutating func add(at own: Int64?) throws(MovieError) -> [Packet] {
    var packets: [Packet] = []
    let (time, skipped, gap) = times.add(own?.clamped, count: buffer.converted)
    // A gap is kept, after silence to the end of the packet.
    if gap > 0, buffer.count > 0 {
      try buffer.pad()
      packets += try encode(buffer.step)
    }
    var (first, last) = (time + Int64(skipped), time + Int64(buffer.converted))
    if let span {
      if !span.isFromStart { first = max(first, 0) }
      last = min(last, (span.end - span.start).rescaled(from: span.base, to: unit))
    }
    guard first < last else { return packets }
    if buffer.count == 0 { buffered = first }
    try buffer.keep(Int(first - time)..<Int(last - time))
    while buffer.count >= buffer.step { packets += try encode(buffer.step) }
    return packets
  }

  private mutating func encode(_ count: Int) throws(MovieError) -> [Packet] {
    let frame = try buffer.take(count)
    unsafe frame.pointer.pointee.pts = buffered
    buffered += Int64(count)
    let status = unsafe avcodec_send_frame(coding.encoder.pointer, frame.pointer)
    guard status >= 0 else { throw coding.encoder.error(status) }
    return try encoded()
  }

  private func encoded() throws(MovieError) -> [Packet] {
    var packets: [Packet] = []
    while true {
      let packet = try Packet(for: coding.codec)
      let status = unsafe avcodec_receive_packet(coding.encoder.pointer, packet.pointer)
      if status == libav_again || status == libav_end { return packets }
      guard status >= 0 else { throw coding.encoder.error(status) }
      packets.append(packet)
    }
  }
}

@safe final class SoundBuffer: Sendable {
  /// A frame for the decoder.
  let frame: MovieFrame
  /// Its samples in the encoder's format.
  private let samples: MovieFrame
  nonisolated(unsafe) private let fifo: OpaquePointer
  /// The resampler, created with the first samples, and again when their format changes.
  nonisolated(unsafe) private var resampler: OpaquePointer?
  private let coding: SoundCoding
  /// The number of samples that the encoder accepts at once.
  let step: Int

  init(_ coding: SoundCoding) throws(MovieError) {
    let encoder = unsafe coding.encoder.pointer
    let size = unsafe Int(encoder.pointee.frame_size)
    step = size > 0 ? size : 4096
    self.coding = coding
    frame = try MovieFrame(for: coding.codec)
    samples = try MovieFrame(for: coding.codec)
    guard
      let fifo = unsafe av_audio_fifo_alloc(
        encoder.pointee.sample_fmt, encoder.pointee.ch_layout.nb_channels, Int32(2 * step))
    else { throw .noMemory(coding.codec) }
    unsafe self.fifo = unsafe fifo
  }

  deinit {
    unsafe av_audio_fifo_free(fifo)
    unsafe swr_free(&resampler)
  }

  var count: Int { unsafe Int(av_audio_fifo_size(fifo)) }
  var converted: Int { unsafe Int(samples.pointer.pointee.nb_samples) }

  /// Converts the samples of a frame, or the remaining ones if it is `nil`; returns the number of samples by which the first of them precedes the
  /// frame.
  func convert(_ frame: UnsafePointer<AVFrame>?) throws(MovieError) -> Int64 {
    var delay: Int64 = 0
    let status = unsafe libav_convert_sound(
      &resampler, coding.encoder.pointer, coding.renamesChannels, frame, samples.pointer, &delay)
    guard status >= 0 else {
      if status == libav_no_memory { throw .noMemory("sound") }
      throw unsafe .encoder("the resampler", reason: LibraryLog.reason(status, nil))
    }
    return delay
  }

  func keep(_ range: Range<Int>) throws(MovieError) {
    try unsafe check(libav_keep_samples(fifo, samples.pointer, Int32(range.lowerBound), Int32(range.count)))
  }

  func pad() throws(MovieError) {
    let missing = step - count % step
    try unsafe check(libav_keep_silence(fifo, coding.encoder.pointer, Int32(missing % step)))
  }

  func take(_ count: Int) throws(MovieError) -> MovieFrame {
    let frame = try MovieFrame(for: "sound")
    try unsafe check(libav_take_samples(fifo, coding.encoder.pointer, frame.pointer, Int32(count)))
    return frame
  }

  private func check(_ status: Int32) throws(MovieError) {
    guard status >= 0 else { throw .noMemory("sound") }
  }
}
