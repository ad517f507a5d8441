internal import Synchronization

/// The rows of a picture, or of a rectangle of it, lent to several threads that write them concurrently.
///
///     view.withSharedRows { rows in
///       crew.perform(iterations: 34) { i in
///         let band = rows.band(i * 64..<min(i * 64 + 64, 2160))
///         fill(band.row(i * 64, of: 0))
///       }
///     }
///
/// It is `@unchecked Sendable` because the compiler cannot verify that two pointers into one buffer never overlap. They
/// do not:
///
/// 1. The view is borrowed exclusively while `withSharedRows` runs, so nothing else accesses its bytes.
/// 2. Bytes are accessible only through a band. A band has whole rows of every plane and begins and ends where chroma
///    rows do.
/// 3. Each row belongs to at most one band: it has a bit that is set atomically, and finding the bit set is a trap.
///
/// - Aliasing: Valid only within `withSharedRows`, like any unsafe pointer.
@safe package struct SharedRows: @unchecked Sendable {
  fileprivate let taken: UnsafeMutableBufferPointer<Atomic<UInt64>>
  fileprivate let planes: PlaneRows
  fileprivate let rows: Range<Int>
  fileprivate let format: PixelFormat
  fileprivate let endsPicture: Bool

  /// Reserves rows exclusively for the caller.
  ///
  /// - Domain: Rows of pixels that no band has reserved. If there are half as many rows of chroma, the range begins at
  ///   an even row or at the first, and ends at an even row or at the end.
  package func band(_ rows: Range<Int>) -> Band {
    let odd = (1 << format.chroma.log2Vertical) - 1
    precondition(self.rows.contains(rows), "rows \(rows) are outside the rows \(self.rows) of the picture")
    precondition(
      (rows.lowerBound & odd == 0 || rows.lowerBound == self.rows.lowerBound)
        && (rows.upperBound & odd == 0 || rows.upperBound == self.rows.upperBound),
      "rows \(rows) would share a row of chroma with their neighbors")
    var row = rows.lowerBound - self.rows.lowerBound
    let last = rows.upperBound - self.rows.lowerBound
    while row < last {
      let end = min(last, (row | 63) + 1)
      let bits = (UInt64.max >> UInt64(64 - (end - row))) << UInt64(row & 63)
      let before = unsafe taken[row >> 6].bitwiseOr(bits, ordering: .relaxed).oldValue
      precondition(before & bits == 0, "some of rows \(rows) belong to another band")
      row = end
    }
    return Band(rows: rows, endsPicture: endsPicture, planes: planes, format: format)
  }

  /// Rows of every plane that one thread may write.
  @safe package struct Band {
    /// The rows of pixels.
    package let rows: Range<Int>
    /// Whether the rows end where those of the picture end.
    package let endsPicture: Bool
    fileprivate let planes: PlaneRows
    fileprivate let format: PixelFormat

    /// The rows of one plane that belong to this band.
    package func rows(of plane: Int) -> Range<Int> {
      format.samples(ofPlane: plane, columns: 0..<1, rows: rows).rows
    }

    /// The first sample of one of those rows.
    ///
    /// - Aliasing: Shared with no other band; valid only within `withSharedRows`.
    package func row(_ y: Int, of plane: Int) -> UnsafeMutableRawPointer {
      precondition(rows(of: plane).contains(y), "row \(y) of plane \(plane) does not belong to this band")
      return unsafe UnsafeMutableRawPointer(mutating: planes.row(y, of: plane))
    }
  }
}

extension MutableFrameView {
  /// Lends the rows of this view to several threads.
  ///
  /// - Parameter first: The number of the first row, from which bands count; its number in the picture, if `nil`.
  @unsafe package mutating func withSharedRows<Result, Failure: Error>(
    from first: Int? = nil, _ body: (SharedRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (height + 63) / 64
    let first = first ?? rows.lowerBound
    let (planes, rows, format) = (own.numbered(from: first, of: format), first..<first + height, format)
    let endsPicture = columns.upperBound == pictureWidth
    return try unsafe withUnsafeTemporaryAllocation(of: Atomic<UInt64>.self, capacity: words) { taken throws(Failure) in
      for word in 0..<words { unsafe taken.initializeElement(at: word, to: Atomic(0)) }
      defer { for word in 0..<words { unsafe taken.deinitializeElement(at: word) } }
      return try unsafe body(
        SharedRows(taken: taken, planes: planes, rows: rows, format: format, endsPicture: endsPicture))
    }
  }
}
