internal import CLibAV

/// The processing of a track other than the pictures: packets of the source go in, packets of the new movie come out.
protocol PacketSink: Sendable {
  /// The track's index in the new movie.
  var index: Int32 { get }
  /// The time bases of the source's and the new movie's packets.
  var from: AVRational { get }
  var unit: AVRational { get }
  /// The part of the source that is in the new movie; `nil` for all.
  var span: TimeSpan? { get }

  /// The time at which a packet is due in the new movie, in the source's unit; `nil` if it is due immediately.
  func due(_ packet: Packet) -> Int64?

  /// Processes the next packet of the source.
  ///
  /// - Returns: The packets that are ready, with their times in the new movie.
  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet]

  /// Returns the remaining packets at the end.
  mutating func end() throws(MovieError) -> [Packet]
}

extension PacketSink {
  var unit: AVRational { from }

  func due(_ packet: Packet) -> Int64? { packet.decodingTime.map { $0.clamped - (span?.start(in: from) ?? 0) } }
}
