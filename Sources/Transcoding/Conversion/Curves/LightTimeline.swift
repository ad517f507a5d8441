internal import LightStatistics
internal import ToneMapping

/// The basis of each frame's curve, known before the first frame: runs of frames with equal entries, sorted by first frame.
///
/// It is filled from statistics, HDR10+ JSON or lines of light. Light that the frames of a movie carry, or that is measured a few frames ahead, is
/// known only as they are read: ``CurveSource``.
struct LightTimeline: Sendable {
  /// A curve, or the error for a frame without one.
  typealias Entry = Result<FrameCurve, TranscodingError>

  private struct Run: Sendable {
    let first: Int
    /// The entry of the frames; `nil` if they have no entry.
    let entry: Entry?
  }

  private var runs: [Run] = []
  /// The index after the last frame.
  private(set) var end = 0
  /// Returns the error for a frame without an entry.
  private let missing: @Sendable (_ frame: Int, _ end: Int) -> TranscodingError

  init(missing: @escaping @Sendable (_ frame: Int, _ end: Int) -> TranscodingError) { self.missing = missing }

  /// Adds the next frame, or a later one.
  mutating func append(_ entry: Entry, for frame: Int) {
    if frame > end { runs.append(Run(first: end, entry: nil)) }
    if runs.last?.entry != entry || frame > end { runs.append(Run(first: frame, entry: entry)) }
    end = frame + 1
  }

  /// Adds a frame with the same entry as the last one.
  mutating func repeatLast() { end += 1 }

  func curve(of frame: Int) throws(TranscodingError) -> FrameCurve {
    let place = count(upTo: frame)
    guard frame < end, place > 0, let entry = runs[place - 1].entry else { throw missing(frame, end) }
    return try entry.get()
  }

  /// Returns a first frame, and the later frames at which another run starts.
  ///
  /// - Parameter count: The number of frames; `nil` if unknown.
  func starts(from first: Int, count: Int?) -> [Int] {
    [first] + runs[self.count(upTo: first)...].map(\.first).prefix { $0 - first < count ?? .max }
  }

  /// Returns the number of runs that start at or before a frame.
  private func count(upTo frame: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: Statistics

extension LightTimeline {
  init(_ light: DynamicLight) {
    let first = light.firstFrame
    let measured = first..<first + light.lights.count
    self.init { frame, _ in .light(.notMeasured(frame...frame, measured: measured)) }
    for (place, levels) in light.lights.enumerated() { append(.success(.light(levels)), for: first + place) }
  }
}
