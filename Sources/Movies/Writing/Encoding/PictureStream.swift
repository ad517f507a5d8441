internal import CLibAV

/// The encoded pictures of a movie: frames go in, packets come out with their times in the new movie, and with the units that are added to the stream.
struct PictureStream: Sendable {
  let encoder: VideoEncoder
  let units: StreamUnits?
  let encoding: VideoEncoding
  private(set) var times: PictureTimes
  /// The Dolby Vision RPUs of the pictures in the encoder, by their times.
  private var rpus: [Int64: [UInt8]] = [:]
  private(set) var lostCaptions = 0

  /// - Parameter isRereadable: Whether the finished stream can be changed.
  init(_ whole: VideoEncoding, in muxer: Muxer, isRereadable: Bool = true, span: TimeSpan?) throws(MovieError) {
    var encoding = whole
    encoding.streamLeavesOut = muxer.isMOV
    encoder = try VideoEncoder(encoding, needsHeader: muxer.needsHeader)
    units = unsafe StreamUnits(encoding, of: encoder.context, canReplace: encoding.replacesUnits && isRereadable)
    self.encoding = encoding
    times = PictureTimes(encoding, span: span)
  }

  /// Sends a frame of the encoding's format and size to the encoder.
  mutating func send(_ frame: borrowing MovieFrame, _ jumps: inout TimeJumps) throws(MovieError) {
    guard frame.format == encoding.format, frame.width == encoding.width, frame.height == encoding.height else {
      throw .otherFrame(
        found: "\(frame.width)×\(frame.height) \(frame.formatName)",
        expected: "\(encoding.width)×\(encoding.height) \(encoding.format)")
    }
    let sent = try encoder.frame(like: frame)
    lostCaptions += frame.hasCaptions && !encoder.writesCaptions ? 1 : 0
    let time = times.add(frame, &jumps)
    unsafe sent.pointer.pointee.pts = time
    if encoding.keepsDolbyVision, let rpu = frame.dolbyVisionRPU { rpus[time] = rpu }
    try unsafe encoder.send(sent.pointer)
  }

  func end() throws(MovieError) { try unsafe encoder.send(nil) }

  /// Receives the next packet that is ready, in the encoding's time base; returns whether there is one.
  mutating func receive(into packet: Packet) throws(MovieError) -> Bool {
    guard try encoder.receive(into: packet) else { return false }
    let data = unsafe packet.pointer
    let time = unsafe data.pointee.pts
    unsafe data.pointee.dts = times.decodingTime(data.pointee.dts, shown: time)
    if let duration = times.remove(time) { unsafe data.pointee.duration = duration }
    guard units?.add(to: packet, rpu: rpus.removeValue(forKey: time)) ?? true else {
      throw .noMemory(encoding.encoder)
    }
    return true
  }

  /// Notes a picture that was encoded elsewhere.
  mutating func note(_ time: Int64, duration: Int64?) { times.extend(to: time, duration: duration) }
}
