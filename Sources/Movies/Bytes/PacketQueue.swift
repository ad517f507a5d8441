internal import Synchronization

/// The packets of copied tracks, passed from the reader's thread to the writer's: only those between the last picture read and the last picture
/// written.
final class PacketQueue: Sendable {
  private struct State {
    /// The tracks whose packets are kept; `nil` for all, until ``keep(_:)`` or ``settle()`` is called.
    var kept: Set<Int>?
    var packets: [Packet?] = []
    /// The number of packets taken from the front of `packets`.
    var taken = 0
    /// Whether all packets of the movie have arrived.
    var isWhole = false
  }

  private let state = Mutex(State())

  var isWhole: Bool { state.withLock { $0.isWhole } }

  /// Keeps only the packets of these tracks; all others are dropped.
  func keep(_ tracks: Set<Int>) {
    state.withLock { state in
      state.kept = tracks
      state.packets = state.packets[state.taken...].filter { $0.map { tracks.contains($0.track) } ?? false }
      state.taken = 0
    }
  }

  /// Whether packets of all these tracks are waiting.
  func has(_ tracks: [Int]) -> Bool {
    state.withLock { state in tracks.allSatisfy { track in state.packets.contains { $0?.track == track } } }
  }

  /// The least of the times that a function finds in the waiting packets.
  func earliest(_ time: (Packet) -> Int64?) -> Int64? {
    state.withLock { state in state.packets.compactMap { $0.flatMap(time) }.min() }
  }

  /// Removes the last packet if it satisfies a condition; returns its track.
  func removeLast(if isMatch: (Packet) -> Bool) -> Int? {
    state.withLock { state in
      guard let packet = state.packets.last.flatMap(\.self), isMatch(packet) else { return nil }
      state.packets.removeLast()
      return packet.track
    }
  }

  func keeps(_ track: Int) -> Bool { state.withLock { $0.kept?.contains(track) ?? true } }

  /// Keeps no packets, unless ``keep(_:)`` was called before.
  func settle() {
    state.withLock { state in
      if state.kept == nil { (state.kept, state.packets, state.taken) = ([], [], 0) }
    }
  }

  func append(_ packet: Packet) { state.withLock { $0.packets.append(packet) } }
  func end() { state.withLock { $0.isWhole = true } }

  /// Drops all packets after a seek. A writer that is made later gets those that follow.
  func restart() {
    state.withLock { state in
      (state.packets, state.taken, state.isWhole) = ([], 0, false)
      if state.kept == [] { state.kept = nil }
    }
  }

  /// Takes the first packet, if it is due.
  func take(if isDue: (Packet) -> Bool) -> Packet? {
    state.withLock { state in
      guard state.taken < state.packets.count, let packet = state.packets[state.taken], isDue(packet) else {
        return nil
      }
      // The caller now owns the packet's memory.
      state.packets[state.taken] = nil
      state.taken += 1
      if state.taken == state.packets.count || state.taken > 1000 {
        state.packets.removeFirst(state.taken)
        state.taken = 0
      }
      return packet
    }
  }
}
