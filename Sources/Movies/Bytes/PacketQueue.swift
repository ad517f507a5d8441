internal import Synchronization

/// The packets of tracks that are copied: the reader's thread brings them, the writer's takes them.
///
/// It holds what lies between the picture that was read last and the one that was written last, and no more.
final class PacketQueue: Sendable {
  private struct State {
    /// The tracks whose packets are kept; `nil` for all, as long as nobody has said.
    var kept: Set<Int>?
    var packets: [Packet?] = []
    /// The number of those that were taken from the front of `packets`.
    var taken = 0
    /// Whether all packets of the movie have come.
    var isWhole = false
  }

  private let state = Mutex(State())

  /// Whether all packets of the movie have come.
  var isWhole: Bool { state.withLock { $0.isWhole } }

  /// States whose packets are taken; all others are let go.
  func keep(_ tracks: Set<Int>) {
    state.withLock { state in
      state.kept = tracks
      state.packets = state.packets[state.taken...].filter { $0.map { tracks.contains($0.track) } ?? false }
      state.taken = 0
    }
  }

  /// Whether packets of this track are to be brought.
  func keeps(_ track: Int) -> Bool { state.withLock { $0.kept?.contains(track) ?? true } }

  /// States that nobody takes packets, unless somebody has said so.
  func settle() {
    state.withLock { state in
      if state.kept == nil { (state.kept, state.packets, state.taken) = ([], [], 0) }
    }
  }

  func append(_ packet: Packet) { state.withLock { $0.packets.append(packet) } }

  /// All packets have come.
  func end() { state.withLock { $0.isWhole = true } }

  /// The movie goes on elsewhere: what came before is let go.
  func restart() {
    state.withLock { state in (state.packets, state.taken, state.isWhole) = ([], 0, false) }
  }

  /// Takes the first packet, if it is due.
  func take(if isDue: (Packet) -> Bool) -> Packet? {
    state.withLock { state in
      guard state.taken < state.packets.count, let packet = state.packets[state.taken], isDue(packet) else {
        return nil
      }
      // Its memory goes with whoever takes it.
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
