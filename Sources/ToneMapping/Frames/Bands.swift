package import Synchronization
internal import SystemCalls
package import VideoFrames

/// What looks at pictures while a converter writes them: at each band while it is in the cache, by the thread that has written it.
///
/// It keeps what each thread finds apart, so that threads share it without a lock.
package protocol BandObserver: AnyObject {
  /// Begins a picture that a plan writes.
  func begin(by plan: ConversionPlan) throws(ConversionError)
  /// Looks at the rows of a band, of which those that need rows of other bands are left for later.
  func observe(_ band: Range<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch)
  /// Looks at rows that were left until none is; the whole picture is written now.
  ///
  /// - Parameter next: The next row to be taken by a thread.
  func observeRest(_ next: borrowing Atomic<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch)
  /// Ends a picture, all of whose rows were looked at.
  func end()
}

/// How the rows of a frame are divided among threads: in bands, each taken by whichever thread is free.
///
/// A band is a share of the remaining rows, so the first bands are large and the last small: all threads finish within the time
/// of one small band, whether there are 2 or 64 of them, and even if one was delayed.
package struct Bands {
  /// The number of threads worth waking for these rows, at most the number given.
  let threads: Int
  private let end: Int
  /// The fewest rows in a band but the last: few, but enough that taking a band costs next to nothing, and that the extra rows that
  /// bands with reach encode do not matter.
  private let minimum: Int

  /// The bands of some rows of this width.
  ///
  /// - Parameter reach: Whether adjacent bands both encode the rows at their boundary.
  package init(_ rows: Range<Int>, width: Int, threads: Int, reach: Bool) {
    self.threads = Self.threads(width: width, height: rows.count, atMost: threads)
    end = rows.upperBound
    minimum = max(Self.minimumPixelsPerThread / 2 / width, reach ? 8 : 2)
  }

  /// The end of the band that begins at a row. All but the first begin at an even row, so that chroma rows are whole.
  package func end(from first: Int) -> Int {
    let rows = threads == 1 ? end - first : max(minimum, (end - first) / (2 * threads))
    return min((first + rows + 1) & ~1, end)
  }
}

extension Bands {
  /// The fewest pixels worth a thread: a pixel takes 1.8 ns or more, and waking a sleeping thread takes about 10 µs.
  private static let minimumPixelsPerThread = 8192

  /// The number of threads that have enough work.
  package static func threads(width: Int, height: Int, atMost threads: Int) -> Int {
    max(1, min(threads, width * height / minimumPixelsPerThread))
  }

  /// The workers for frames of this size.
  ///
  /// - Throws: `ConversionError.threads(_:)` if there may be none, `.frame(_:)` for a side that no frame has.
  static func workers(width: Int, height: Int, atMost threads: Int) throws(ConversionError) -> Workers {
    guard threads > 0 else { throw .threads(threads) }
    let sides = 1...Frame.longestSide
    guard sides.contains(width), sides.contains(height) else { throw .frame(.side(width: width, height: height)) }
    return Workers(atMost: Self.threads(width: width, height: height, atMost: threads))
  }
}
