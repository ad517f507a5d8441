internal import CLibAV
internal import Synchronization
internal import SystemCalls

/// Encodes a chunk of a movie's pictures with an encoder of its own. ``MovieWriter/join(_:progress:)`` writes chunks as one movie.
package final class ChunkWriter: Sendable {
  private let format: PixelFormat
  private let pool: FramePool
  private let file: Descriptor
  private let name: String
  private let state: Mutex<State>

  private struct State {
    var packet: Packet
    var pictures: PictureStream
    var coded: [ChunkFile.Picture] = []
    var checksum = ChunkFile.Checksum()
    // The pictures of a chunk have no jumps: `MovieReader.codedPictures()` shows them before.
    var jumps = TimeJumps(longest: Seconds(.infinity))
  }

  /// Opens the encoder for an open file, which is written from its current position on and stays open; the other arguments are those of the
  /// ``MovieWriter`` that gets the chunk.
  ///
  /// - Throws: ``MovieError`` as ``MovieWriter`` does.
  package init(
    descriptor: Int32, name: String, container: String, video encoding: VideoEncoding, of reader: MovieReader,
    only span: Range<Seconds>?
  ) throws(MovieError) {
    let muxer = try Muxer(nil, name: name, container: container)
    let pictures = try PictureStream(encoding, in: muxer, span: reader.copiedSpan(span))
    pool = try FramePool(for: encoding, pictures.encoder, name: name)
    file = Descriptor(descriptor, isOurs: false)
    (format, self.name) = (encoding.format, name)
    state = Mutex(State(packet: try Packet(for: name), pictures: pictures))
  }

  package func makeFrame() throws(MovieError) -> MovieFrame { try pool.makeFrame(format, for: name) }

  package func write(_ frame: borrowing MovieFrame) throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      try state.pictures.send(frame, &state.jumps)
      try drain(&state)
    }
  }

  /// Encodes the remaining pictures, and writes the index with a note.
  package func finish(_ note: [UInt8]) throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      try state.pictures.end()
      try drain(&state)
      try write(ChunkFile.index(state.coded, state.pictures.encoder.parameters, note, state.checksum))
    }
  }

  /// The number of pictures so far whose closed captions the encoder does not write.
  package var lostCaptions: Int { state.withLock(\.pictures.lostCaptions) }

  private func drain(_ state: inout State) throws(MovieError) {
    while try state.pictures.receive(into: state.packet) {
      let packet = state.packet
      let duration = unsafe packet.pointer.pointee.duration
      state.coded.append(
        ChunkFile.Picture(
          time: packet.shownTime ?? 0, duration: duration > 0 ? duration : -1, size: packet.count, isKey: packet.isKey))
      unsafe state.checksum.add(packet.bytes)
      do { try unsafe file.write(packet.bytes) } catch { throw .cannotWrite(name, error) }
    }
  }

  private func write(_ bytes: [UInt8]) throws(MovieError) {
    do throws(SystemError) {
      try unsafe bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
        try unsafe file.write(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      throw .cannotWrite(name, error)
    }
  }
}

extension VideoEncoder {
  /// The parameters of the stream outside of packets.
  var parameters: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
  }

  /// The maximum number of pictures that precede another one in decoding order and follow it in presentation order, as the encoder states it.
  var reorderedPictures: Int { unsafe Int(max(0, context.pointee.has_b_frames)) }
}

extension FramePool {
  convenience init(for encoding: VideoEncoding, _ encoder: VideoEncoder, name: String) throws(MovieError) {
    try self.init(
      encoder.way == nil && !encoding.hasAlphaLayer ? encoder.format : unsafe av_get_pix_fmt(encoding.format.name),
      width: encoding.width, height: encoding.height, name: name)
  }
}
