internal import Synchronization

/// How the rows of a frame are divided among threads: in bands, each taken by whichever thread is free.
///
/// A band is a share of the remaining rows, so the first bands are large and the last small: all threads finish within the time
/// of one small band, whether there are 2 or 64 of them, and even if one was delayed.
@safe struct Bands {
  /// The number of threads worth waking for a frame, at most the number given.
  let threads: Int
  /// The first row of each band, then the height.
  private let cuts: UnsafeMutableBufferPointer<Int>
  /// The index of the next band, in a cache line of its own.
  private let nextBand: UnsafeMutablePointer<Atomic<Int>>

  /// The bands for frames of this size.
  ///
  /// - Parameter reach: Whether adjacent bands both encode the rows at their boundary.
  init(width: Int, height: Int, threads: Int, reach: Bool) {
    let cuts = Self.cuts(width: width, height: height, threads: threads, reach: reach)
    self.threads = Self.threads(width: width, height: height, atMost: threads)
    unsafe self.cuts = .allocate(capacity: cuts.count)
    _ = unsafe self.cuts.initialize(fromContentsOf: cuts)
    let line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    unsafe nextBand = line.bindMemory(to: Atomic<Int>.self, capacity: 1)
    unsafe nextBand.initialize(to: Atomic(0))
  }

  /// Frees the memory.
  func free() {
    unsafe nextBand.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(nextBand).deallocate()
    unsafe cuts.deallocate()
  }

  /// Starts a new frame; no thread may be working.
  func restart() { unsafe nextBand.pointee.store(0, ordering: .relaxed) }

  /// The rows of the next band of this frame; `nil` when no band is left.
  func next() -> Range<Int>? {
    let band = unsafe nextBand.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    guard unsafe band < cuts.count - 1 else { return nil }
    return unsafe cuts[band]..<cuts[band + 1]
  }
}

extension Bands {
  /// The fewest pixels worth a thread: a pixel takes 1.8 ns or more, and waking a sleeping thread takes about 10 µs.
  private static let leastPixelsPerThread = 8192

  /// The number of threads that have enough work.
  static func threads(width: Int, height: Int, atMost threads: Int) -> Int {
    max(1, min(threads, width * height / leastPixelsPerThread))
  }

  /// The rows at which bands begin, ascending from 0, then the height; all but the last are even, so that chroma rows are whole.
  static func cuts(width: Int, height: Int, threads: Int, reach: Bool) -> [Int] {
    let threads = Self.threads(width: width, height: height, atMost: threads)
    guard threads > 1 else { return [0, height] }
    // Small, but large enough that taking a band costs next to nothing, and that the extra rows that bands with reach encode
    // do not matter.
    let least = max(leastPixelsPerThread / 2 / width, reach ? 8 : 2)
    var cuts = [0]
    while let last = cuts.last, last < height {
      let rows = max(least, (height - last) / (2 * threads))
      cuts.append(min(last + (rows + 1) & ~1, height))
    }
    return cuts
  }
}
