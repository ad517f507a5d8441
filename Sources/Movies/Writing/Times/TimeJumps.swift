public import HDRMetadata

/// A place where the times of a track do not go on as its rate says.
public struct TimeJump: Hashable, Sendable {
  /// When the last picture or packet before the jump is shown, in seconds of the source's clock.
  public let at: Seconds
  /// By how much the next one is later than expected; negative if it is earlier.
  public let by: Seconds
  /// Whether what follows goes on without the jump in the new movie, since its container cannot hold it.
  public let isClosed: Bool
  /// The track; `nil` for the pictures that are encoded.
  public let track: MovieTrack?
}

/// The jumps of a movie, which all of its tracks make, and by how much each moves what follows.
struct TimeJumps: Sendable {
  /// The longest time from one picture to the next that the container holds.
  let longest: Seconds
  /// What is reported: the first of them, and the number of all.
  private(set) var reported: [TimeJump] = []
  private(set) var count = 0
  /// By how much all tracks move after each jump that is closed.
  fileprivate var moves: [Seconds] = []

  init(longest: Seconds) { self.longest = longest }

  fileprivate mutating func report(_ jump: TimeJump) {
    count += 1
    if reported.count < 8 { reported.append(jump) }
  }
}

/// The times of one track without the jumps that the container cannot hold.
struct TrackClock: Sendable {
  private let track: MovieTrack?
  private let unit: Double
  /// Whether each picture or packet is expected to follow the one before, as those of text are not.
  private let isSteady: Bool
  /// The last time of the source, and when what is shown then ends.
  private var last: (time: Int64, end: Int64)?
  private var taken = 0
  private(set) var move: Int64 = 0

  /// More than a rate that varies, and less than what is a mistake.
  private static let (forward, backward) = (10.0, 1.0)

  init(_ track: MovieTrack?, unit: Double, isSteady: Bool) {
    (self.track, self.unit, self.isSteady) = (track, unit, isSteady)
  }

  /// How far a time has to be moved.
  mutating func add(_ time: Int64, duration: Int64, _ jumps: inout TimeJumps) -> Int64 {
    // A duration can hide a jump, and be as impossible.
    let isPossible = duration > 0 && Double(duration) * unit < jumps.longest.value
    defer { last = (time.clamped, time.clamped + (isPossible ? duration : 1)) }
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

  /// Moves what follows as the track did that came to the jump first, or else so that it follows.
  private mutating func close(_ gap: Double, _ jumps: inout TimeJumps) {
    defer { taken += 1 }
    if taken == jumps.moves.count { jumps.moves.append(Seconds(-gap)) }
    let shared = jumps.moves[taken].value
    // Tracks end at slightly different times; of one that jumps elsewhere, only its own time is right.
    let own = abs(shared + gap) < Self.forward ? max(shared, -gap - Double(last!.end - last!.time) * unit) : -gap
    // Times at both ends of Int64 are further apart than that.
    guard let ticks = Int64(exactly: (own / unit).rounded()) else { return }
    let (moved, overflows) = move.addingReportingOverflow(ticks)
    if !overflows { move = moved }
  }
}
