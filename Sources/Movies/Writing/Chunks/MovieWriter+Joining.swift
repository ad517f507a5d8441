internal import CLibAV
internal import Synchronization
internal import SystemCalls

extension MovieWriter {
  /// Writes all pictures of the movie from chunks, beside the other tracks of the source. ``finish(stating:)`` comes next.
  ///
  /// The result depends on the chunks and the source alone. Decoding times follow from the presentation times: encoders of chunks do not know how the
  /// times continue.
  ///
  /// - Parameter progress: Called after each picture.
  /// - Throws: ``MovieError``: `.otherChunk` for a chunk of other settings or another version of the encoder, `.notAChunk`, `.cannotRead`, or as
  ///   ``write(_:)``.
  package func join(_ chunks: [ChunkFile], progress: () throws -> Void) throws {
    try state.withLock { state in
      state.isJoined = true
      let parameters = state.pictures.encoder.parameters
      for chunk in chunks where chunk.parameters != parameters {
        throw MovieError.otherChunk(chunk.name, encoder: encoding.encoder)
      }
      var decoding = JoinedTimes(chunks, reordered: state.pictures.encoder.reorderedPictures)
      for chunk in chunks {
        let file = try chunk.opened()
        var checksum = ChunkFile.Checksum()
        for picture in chunk.pictures {
          let packet = try Packet(picture, from: file, name: chunk.name)
          unsafe checksum.add(packet.bytes)
          unsafe packet.pointer.pointee.dts = min(decoding.next(), picture.time)
          // What is interleaved depends on times alone, not on how far the source was read.
          try source?.skim(past: sourceTime(packet.decodingTime), in: encoding.timeBase.rational)
          try writePicture(packet, &state)
          state.pictures.note(picture.time, duration: picture.duration >= 0 ? picture.duration : nil)
          try progress()
        }
        guard checksum == chunk.checksum else { throw MovieError.notAChunk(chunk.name) }
      }
      let end = span.flatMap { $0.end < 1 << 61 ? state.pictures.times.end : nil }
      try source?.skim(past: sourceTime(end), in: encoding.timeBase.rational)
    }
  }

  /// The time on the source's clock up to which packets are read before a time of the new movie: later by more than tracks are apart in a file.
  private func sourceTime(_ time: Int64?) -> Int64? {
    guard let time else { return nil }
    let lead = Int64((3 / encoding.timeBase.value).rounded())
    return time.clamped + lead + (span?.start(in: encoding.timeBase.rational) ?? 0)
  }
}

/// The decoding times of joined chunks: those of the pictures in presentation order, later by the number of pictures that are reordered.
private struct JoinedTimes {
  private let shown: [Int64]
  private let delay: Int
  private var count = 0

  init(_ chunks: [ChunkFile], reordered: Int) {
    var shown: [Int64] = []
    var delay = reordered
    for chunk in chunks {
      let sorted = chunk.pictures.enumerated().sorted { $0.element.time < $1.element.time }
      for (rank, picture) in sorted.enumerated() { delay = max(delay, picture.offset - rank) }
      shown += sorted.map(\.element.time)
    }
    (self.shown, self.delay) = (shown, delay)
  }

  /// The decoding time of the next packet. The first ones precede the first picture by the steps of the pictures that follow it.
  mutating func next() -> Int64 {
    defer { count += 1 }
    guard count < delay else { return shown[count - delay] }
    if delay < shown.count { return shown[count] - (shown[delay] - shown[0]) }
    let step = shown.count > 1 ? (shown[shown.count - 1] - shown[0]) / Int64(shown.count - 1) : 1
    return shown[0] - Int64(delay - count) * min(step, 1 << 54)
  }
}

extension Packet {
  /// A coded picture of a chunk, read from the file's position on.
  fileprivate convenience init(_ picture: ChunkFile.Picture, from file: Descriptor, name: String) throws(MovieError) {
    try self.init(for: name)
    guard unsafe av_new_packet(pointer, Int32(clamping: picture.size)) >= 0 else { throw .noMemory(name) }
    var bytes = unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: picture.size)
    while unsafe !bytes.isEmpty {
      let count: Int
      do { count = try unsafe file.read(bytes) } catch { throw .cannotRead(name, error) }
      guard count > 0 else { throw .notAChunk(name) }
      unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
    }
    unsafe pointer.pointee.pts = picture.time
    unsafe pointer.pointee.duration = max(0, picture.duration)
    if picture.isKey { unsafe pointer.pointee.flags |= AV_PKT_FLAG_KEY }
  }
}
