/// A place where the times of a track depart from its rate.
public struct TimeJump: Hashable, Sendable {
  /// The time of the last picture or packet before the jump, in seconds of the source's clock.
  public let at: Seconds
  /// The delay of the next one relative to its expected time; negative if it is early.
  public let by: Seconds
  /// Whether the new movie continues without the jump, because its container cannot hold it.
  public let isClosed: Bool
  /// The track; `nil` for the pictures that are encoded.
  public let track: MovieTrack?
}

/// The jumps of a movie, shared by all of its tracks, and the shift that each causes.
struct TimeJumps: Sendable {
  /// The maximum time between two pictures that the container can hold.
  let longest: Seconds
  /// The first few jumps.
  private(set) var reported: [TimeJump] = []
  /// The shift of all tracks after each closed jump.
  fileprivate var moves: [Seconds] = []

  init(longest: Seconds) { self.longest = longest }

  fileprivate mutating func report(_ jump: TimeJump) {
    if reported.count < 8 { reported.append(jump) }
  }
}

/// The times of one track without the jumps that the container cannot hold.
struct TrackClock: Sendable {
  private let track: MovieTrack?
  /// Whether its times are those of sound before it is converted or filled, which depends on them.
  var isOfSound: Bool { track?.kind == .audio }
  private let unit: Double
  /// Whether each picture or packet is expected to follow the previous one, unlike in text.
  private let isSteady: Bool
  /// The last time of the source, and the end of that picture or packet.
  private var last: (time: Int64, end: Int64)?
  private var taken = 0
  private(set) var move: Int64 = 0

  /// Thresholds in seconds: more than a variable rate causes, and less than an error does.
  private static let (forward, backward) = (10.0, 1.0)

  init(_ track: MovieTrack?, unit: Double, isSteady: Bool) {
    (self.track, self.unit, self.isSteady) = (track, unit, isSteady)
  }

  mutating func add(_ time: Int64, duration: Int64, _ jumps: inout TimeJumps) -> Int64 {
    // A duration can hide a jump, and be just as impossible.
    let isPossible = duration > 0 && Double(duration) * unit < jumps.longest.value
    defer { last = (time.clamped, time.clamped + (isPossible ? duration.clamped : 1)) }
    guard let last else { return move }
    let gap = Double(time.clamped - last.end) * unit
    let step = Double(time.clamped - last.time) * unit
    let isBack = step < -Self.backward
    let isClosed = isBack || step >= jumps.longest.value
    guard isBack || isSteady && gap > Self.forward || isClosed else { return move }
    if isClosed { close(gap, &jumps) }
    if isBack || track == nil {
      jumps.report(
        TimeJump(at: Seconds(Double(last.time) * unit), by: Seconds(gap), isClosed: isClosed, track: track))
    }
    return move
  }

  /// Shifts later times like the first track that reached the jump, or else so that they follow without a gap.
  private mutating func close(_ gap: Double, _ jumps: inout TimeJumps) {
    defer { taken += 1 }
    if taken == jumps.moves.count { jumps.moves.append(Seconds(-gap)) }
    let shared = jumps.moves[taken].value
    // Tracks end at slightly different times; a track that jumps elsewhere uses its own time.
    let own = abs(shared + gap) < Self.forward ? max(shared, -gap - Double(last!.end - last!.time) * unit) : -gap
    guard let ticks = Int64(exactly: (own / unit).rounded()) else { return }
    move = (move + ticks.clamped).clamped
  }
}
