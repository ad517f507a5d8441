internal import CLibAV

/// What becomes of the packets of a track beside the pictures: packets of the source go in, packets of the new movie come out.
protocol TrackFeed: Sendable {
  /// Its number in the new movie.
  var index: Int32 { get }
  /// The unit of time of the packets that go in, and of those that come out.
  var from: AVRational { get }
  var unit: AVRational { get }

  /// When a packet is due in the new movie, in the source's unit; `nil` at once.
  func due(_ packet: Packet) -> Int64?

  /// Takes the next packet of the source.
  ///
  /// - Returns: The packets that are ready, with the times that they have in the new movie.
  mutating func take(_ packet: Packet) throws(MovieError) -> [Packet]

  /// What is ready when no packet follows.
  mutating func end() throws(MovieError) -> [Packet]
}
