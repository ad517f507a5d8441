internal import Synchronization

/// How the rows of a frame are dealt to threads: in bands, each taken by whichever thread is free.
///
/// A band is a share of the rows that are left, so the first are large and the last small: all threads end within the time of
/// a small one, whether they are 2 or 64, and whether one of them was held up or not.
@safe struct Bands {
  /// How many threads are worth waking for a frame: no more than were given.
  let threads: Int
  /// The first rows of the bands, and the height.
  private let cuts: UnsafeMutableBufferPointer<Int>
  /// The band that is next, on a line of the cache of its own.
  private let nextBand: UnsafeMutablePointer<Atomic<Int>>

  /// The bands for frames of this size.
  ///
  /// - Parameter reach: Whether two bands that meet both encode the row between them.
  init(width: Int, height: Int, threads: Int, reach: Bool) {
    let cuts = Self.cuts(width: width, height: height, threads: threads, reach: reach)
    self.threads = Self.threads(width: width, height: height, atMost: threads)
    unsafe self.cuts = .allocate(capacity: cuts.count)
    _ = unsafe self.cuts.initialize(fromContentsOf: cuts)
    let line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    unsafe nextBand = line.bindMemory(to: Atomic<Int>.self, capacity: 1)
    unsafe nextBand.initialize(to: Atomic(0))
  }

  /// Gives the memory back.
  func free() {
    unsafe nextBand.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(nextBand).deallocate()
    unsafe cuts.deallocate()
  }

  /// Begins a frame; no thread may be at work.
  func restart() { unsafe nextBand.pointee.store(0, ordering: .relaxed) }

  /// The rows of a band that nobody has had in this frame; `nil` when there are none left.
  func next() -> Range<Int>? {
    let band = unsafe nextBand.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    guard unsafe band < cuts.count - 1 else { return nil }
    return unsafe cuts[band]..<cuts[band + 1]
  }
}

extension Bands {
  /// A pixel takes 1.8 ns or more, and a thread that sleeps some 10 µs to wake.
  private static let leastPixelsPerThread = 8192

  /// How many threads have enough to do.
  static func threads(width: Int, height: Int, atMost threads: Int) -> Int {
    max(1, min(threads, width * height / leastPixelsPerThread))
  }

  /// Where bands begin, ascending from 0, and the height last; all but the last even, so that chroma rows are whole.
  static func cuts(width: Int, height: Int, threads: Int, reach: Bool) -> [Int] {
    let threads = Self.threads(width: width, height: height, atMost: threads)
    guard threads > 1 else { return [0, height] }
    // As small as taking a band costs nothing beside it; where each costs a row more, not so small that these rows count.
    let least = max(leastPixelsPerThread / 2 / width, reach ? 8 : 2)
    var cuts = [0]
    while let last = cuts.last, last < height {
      let rows = max(least, (height - last) / (2 * threads))
      cuts.append(min(last + (rows + 1) & ~1, height))
    }
    return cuts
  }
}
