internal import Synchronization

/// The rows of a picture, or of a rectangle of it, lent to several threads that write them concurrently.
///
///     view.withSharedRows { rows in
///       workers.perform { _ in
///         while let band = rows.take({ min($0 + 64, 2160) }) { fill(band) }
///       }
///     }
///
/// No two threads write the same byte:
///
/// 1. The view is borrowed exclusively while `withSharedRows` runs, so nothing else accesses its bytes.
/// 2. Bytes are accessible only through a band. A band has whole rows of every plane, and starts and ends at chroma row boundaries.
/// 3. Bands are handed out one after the other, from the first row to the last, so no row is in two.
///
/// - Aliasing: Valid only within `withSharedRows`, like any unsafe pointer.
@safe package struct SharedRows: ~Copyable, Sendable {
  private let all: Band
  /// The first row not yet in a band.
  private let next: Atomic<Int>

  fileprivate init(_ all: Band) {
    self.all = all
    next = Atomic(all.rows.lowerBound)
  }

  /// Takes the next rows exclusively for the caller; `nil` when no rows are left.
  ///
  /// - Parameter end: Returns the end of a band from its first row: a greater row, at most the picture's end. With half as many rows of chroma, it is
  ///   even or the picture's end.
  package func take(_ end: (_ first: Int) -> Int) -> Band? {
    let rows = all.rows
    var first = next.load(ordering: .relaxed)
    while first < rows.upperBound {
      let last = end(first)
      precondition(first < last && last <= rows.upperBound, "rows \(first)..<\(last) are no band of the rows \(rows)")
      precondition(
        last & ((1 << all.format.chroma.log2Vertical) - 1) == 0 || last == rows.upperBound,
        "rows \(first)..<\(last) would share a row of chroma with their neighbors")
      let (isTaken, found) = next.weakCompareExchange(expected: first, desired: last, ordering: .relaxed)
      if isTaken {
        var band = all
        band.rows = first..<last
        return band
      }
      first = found
    }
    return nil
  }

  /// Rows of every plane that one thread may write.
  @safe package struct Band {
    /// The rows of pixels.
    package fileprivate(set) var rows: Range<Int>
    /// Whether the rows extend to the right edge of the picture.
    package let endsPicture: Bool
    fileprivate let planes: PlaneRows
    fileprivate let format: PixelFormat

    /// Row `y` of this band in planes of their own, from which it is written to this band later.
    package func replacing(_ y: Int, by planes: PlaneRows) -> Band {
      Band(rows: y..<y + 1, endsPicture: endsPicture, planes: planes, format: format.unpacked)
    }

    /// The rows of one plane that belong to this band.
    package func rows(of plane: Int) -> Range<Int> { format.samples(ofPlane: plane, columns: 0..<1, rows: rows).rows }

    package func length(of plane: Int) -> Int { planes.length(of: plane) }

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
  /// - Parameter first: The number of the first row, from which bands count; `nil` for its number in the picture.
  @unsafe package mutating func withSharedRows<Result, Failure: Error>(
    from first: Int? = nil, _ body: (borrowing SharedRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let first = first ?? rows.lowerBound
    return try body(
      SharedRows(
        SharedRows.Band(
          rows: first..<first + height, endsPicture: columns.upperBound == pictureWidth,
          planes: own.numbered(from: first, of: format), format: format)))
  }
}
