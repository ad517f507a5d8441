internal import SystemCalls

/// The division of a frame's rows among threads into bands, each processed by the next free thread.
///
/// A band is a fraction of the remaining rows, so the first bands are large and the last small: all threads finish within the time of one small band,
/// whether there are 2 or 64 threads, and even if one was delayed.
package struct Bands {
  /// The number of threads worth waking for these rows, at most the given number.
  let threads: Int
  private let end: Int
  /// The minimum number of rows in a band except the last: small, but large enough that the cost of starting a band, and the extra rows that bands
  /// with reach encode, are negligible.
  private let minimum: Int

  /// The bands of some rows of this width.
  ///
  /// - Parameter reach: Whether adjacent bands both encode the rows at their boundary.
  package init(_ rows: Range<Int>, width: Int, threads: Int, reach: Bool) {
    self.threads = Self.threads(width: width, height: rows.count, atMost: threads)
    end = rows.upperBound
    minimum = max(Self.minimumPixelsPerThread / 2 / width, reach ? 8 : 2)
  }

  /// The end of the band that starts at a row. All but the first start at an even row, so that chroma rows are whole.
  package func end(from first: Int) -> Int {
    let rows = threads == 1 ? end - first : max(minimum, (end - first) / (2 * threads))
    return min((first + rows + 1) & ~1, end)
  }
}

extension Bands {
  /// The minimum number of pixels worth a thread: a pixel takes 1.8 ns or more, and waking a sleeping thread takes about 10 µs.
  private static let minimumPixelsPerThread = 8192

  /// The number of threads that have enough work.
  package static func threads(width: Int, height: Int, atMost threads: Int) -> Int {
    max(1, min(threads, width * height / minimumPixelsPerThread))
  }

  /// The workers for frames of this size.
  ///
  /// - Throws: `ConversionError.threads(_:)` for fewer than one thread, `.frame(_:)` for an invalid size.
  static func workers(width: Int, height: Int, atMost threads: Int) throws(ConversionError) -> Workers {
    guard threads > 0 else { throw .threads(threads) }
    let sides = 1...Frame.longestSide
    guard sides.contains(width), sides.contains(height) else { throw .frame(.side(width: width, height: height)) }
    return Workers(atMost: Self.threads(width: width, height: height, atMost: threads))
  }
}
