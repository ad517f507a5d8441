internal import CLibAV

/// The decoding times of copied pictures, including those for which the source states none.
///
/// Matroska states only presentation times. The library derives decoding times from the reordering depth, except for the first pictures. A picture is
/// decoded before the next one in the file, and never after it is shown, so missing times are counted back from the next known one. Presentation
/// times do not change.
struct DecodingTimes: Sendable {
  /// Packets whose decoding time is not known yet, in order.
  private var waiting: [Packet] = []
  private var last: Int64?
  /// More pictures than any codec reorders.
  private static let limit = 64

  /// Adds the next packet; returns the packets whose decoding times are now known, with these times.
  mutating func add(_ packet: Packet) -> [Packet] {
    waiting.append(packet)
    guard let time = packet.decodingTime, packet.shownTime.map({ time <= $0 }) ?? true else {
      return waiting.count < Self.limit ? [] : end()
    }
    return settle(before: waiting.removeLast(), at: time)
  }

  /// Returns the packets that no known time follows.
  mutating func end() -> [Packet] {
    guard let final = waiting.popLast() else { return [] }
    let steps = Int64(waiting.count) * Self.step(of: final)
    let shown = (waiting + [final]).compactMap(\.shownTime)
    let first = last ?? shown.min().map { $0.clamped - steps } ?? 0
    let time = min(max(shown.max() ?? first, first + 1).clamped, first + steps + 1, final.shownTime ?? .max)
    return settle(before: final, at: time)
  }

  /// Sets decoding times before that of the next packet on the waiting ones.
  private mutating func settle(before next: Packet, at time: Int64) -> [Packet] {
    let ready = waiting + [next]
    waiting = []
    var bound = time
    unsafe next.pointer.pointee.dts = time
    for packet in ready.dropLast().reversed() {
      var step = Self.step(of: packet)
      // The waiting packets must fit between two known times.
      if let last { step = min(step, max(1, (time - last) / Int64(ready.count))) }
      bound = min(bound.clamped - step, packet.shownTime ?? .max)
      unsafe packet.pointer.pointee.dts = bound
    }
    last = time
    return ready
  }

  private static func step(of packet: Packet) -> Int64 { unsafe max(1, packet.pointer.pointee.duration.clamped) }
}
