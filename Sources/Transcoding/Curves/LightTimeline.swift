internal import HDRMetadata
internal import LightStatistics
internal import ToneMapping

/// What the curve of each frame is made from, which is known before the first: runs of frames with the same, sorted by the first.
///
/// Statistics, HDR10+ JSON and lines of light fill it. What the frames of a movie carry, and what is measured a few frames ahead, is known as they are
/// read: ``CurveSource``.
struct LightTimeline: Sendable {
  /// A curve, or why there is none.
  typealias Entry = Result<FrameCurve, TranscodingError>

  private struct Run: Sendable {
    let first: Int
    /// `nil` for frames of which nothing is known.
    let entry: Entry?
  }

  private var runs: [Run] = []
  /// The number after the last frame.
  private(set) var end = 0
  /// What to say of a frame of which nothing is known.
  private let missing: @Sendable (_ frame: Int, _ end: Int) -> TranscodingError

  init(missing: @escaping @Sendable (_ frame: Int, _ end: Int) -> TranscodingError) { self.missing = missing }

  /// Adds the next frame, or a later one.
  mutating func append(_ entry: Entry, for frame: Int) {
    if frame > end { runs.append(Run(first: end, entry: nil)) }
    if runs.last?.entry != entry || frame > end { runs.append(Run(first: frame, entry: entry)) }
    end = frame + 1
  }

  /// Adds a frame that has what the last one has.
  mutating func repeatLast() { end += 1 }

  /// The curve of a frame.
  func curve(of frame: Int) throws(TranscodingError) -> FrameCurve {
    let place = count(upTo: frame)
    guard frame < end, place > 0, let entry = runs[place - 1].entry else { throw missing(frame, end) }
    return try entry.get()
  }

  /// The frames at which another run begins, from one frame on, itself included.
  ///
  /// - Parameter count: How many frames there are; `nil` if that is unknown.
  func starts(from first: Int, count: Int?) -> [Int] {
    [first] + runs[self.count(upTo: first)...].map(\.first).prefix { $0 - first < count ?? .max }
  }

  /// The number of runs that begin up to a frame.
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
  /// The light that was measured.
  init(_ light: DynamicLight) {
    let (first, last) = (light.firstFrame, light.firstFrame + light.lights.count - 1)
    self.init { frame, _ in
      .data(
        "the statistics have frames \(first) to \(last), but frame \(frame) is to be converted; measure it too")
    }
    for (place, levels) in light.lights.enumerated() { append(.success(.light(levels)), for: first + place) }
  }
}
