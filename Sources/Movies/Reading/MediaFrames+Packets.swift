internal import CLibAV
internal import HDRMetadata
package import MediaFiles
package import SystemCalls
internal import VideoFrames

extension MediaFrames {
  /// The frames of a file that has been described: those of ISO base media by its tables, others by the packets that libavformat finds.
  ///
  /// - Parameters:
  ///   - file: The open file, which keeps its position.
  ///   - name: The name of the file in messages.
  /// - Throws: `MediaFileError`; ``MovieError`` if the libraries cannot open the file.
  package init(of media: MediaDescription, in file: Descriptor, name: String) throws {
    guard media.container != .movie, let track = media.shownTrack, !track.isPictureFile else {
      self = try MediaFrames(of: media, descriptor: file.number)
      return
    }
    let demuxer = try Demuxer(MovieBytes(file, name: name, writes: false), as: media.container.demuxer)
    self = try MediaFrames(of: media, descriptor: file.number, foundBy: TrackPackets(of: track, demuxer))
  }
}

/// The packets of one track.
private struct TrackPackets: StoredFrames {
  private let described: TrackDescription
  private let demuxer: Demuxer
  private let track: Int
  /// The unit of times; `nil` if the container states none.
  private let unit: TimeBase?
  private let packet: Packet
  /// The end of the last packet in the file.
  private var end = 0

  /// - Parameter described: The track; where the container has no track of its number, the one that is shown.
  init(of described: TrackDescription, _ demuxer: Demuxer) throws(MovieError) {
    (self.described, self.demuxer) = (described, demuxer)
    let known = demuxer.tracks.first { $0.kind == .video && $0.id == described.id }
    let shown = try unsafe demuxer.picture()
    let stream = unsafe known.map { unsafe demuxer.stream($0.index) } ?? shown
    track = unsafe Int(stream.pointee.index)
    unit = unsafe VideoTrack.statesTimes(demuxer.context) ? unsafe TimeBase(stream.pointee.time_base) : nil
    packet = try Packet(for: demuxer.bytes.name)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    let found: (isThere: Bool, isOver: Bool)
    do throws(MovieError) { found = try demuxer.read(track, into: packet) } catch {
      throw .cannotRead(byte: end, reason: "\(error)")
    }
    guard found.isThere else {
      guard !found.isOver else { return nil }
      throw .malformed(part: "the last packet", byte: end, found: "an end before its length", expected: "all of it")
    }
    let place = unsafe packet.pointer.pointee.pos
    let byte = place < 0 ? end : Int(place)
    end = byte + packet.count
    return StoredFrame(
      unsafe Array(packet.bytes), byte: byte,
      time: packet.shownTime.flatMap { time in unit.map { Double(time) * $0.value } }, additions: additions,
      of: described)
  }

  /// The messages that Matroska holds beside the packet's block.
  ///
  /// FFmpeg hands additions on after their numbers, of which 1 is alpha; since version 6, it parses those of HDR10+ and leaves other messages out.
  private var additions: [[UInt8]] {
    if let bytes = unsafe packet.bytes(of: AV_PKT_DATA_DYNAMIC_HDR10_PLUS)?.baseAddress {
      let message = unsafe RegisteredUserData.hdr10Plus(HDR10PlusMetadata(parsed: bytes))
      return [try? message.payload()].compactMap(\.self)
    }
    guard let addition = unsafe packet.bytes(of: AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL), addition.count > 8,
      unsafe addition[7] != 1
    else { return [] }
    return unsafe [Array(addition[8...])]
  }
}
