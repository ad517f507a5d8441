internal import Synchronization

/// The rows of one picture, lent to several threads that write them concurrently.
///
///     frame.withSharedRows { rows in
///       crew.perform(iterations: 34) { i in
///         let band = rows.band(i * 64..<min(i * 64 + 64, 2160))
///         fill(band.bytes(of: 0))
///       }
///     }
///
/// It is `@unchecked Sendable` because the compiler cannot verify that two pointers into one buffer never overlap. They
/// do not:
///
/// 1. The frame is borrowed exclusively while `withSharedRows` runs, so nothing else accesses its bytes.
/// 2. Bytes are accessible only through a band. A band has whole rows of every plane and begins and ends where chroma
///    rows do.
/// 3. Each row belongs to at most one band: it has a bit that is set atomically, and finding the bit set is a trap.
///
/// - Aliasing: Valid only within `withSharedRows`, like any unsafe pointer.
@safe package struct SharedRows: @unchecked Sendable {
  fileprivate let start: UnsafeMutableRawPointer
  fileprivate let taken: UnsafeMutableBufferPointer<Atomic<UInt64>>
  fileprivate let planes: PlaneRows
  fileprivate let height: Int
  fileprivate let log2Vertical: Int

  /// Reserves rows exclusively for the caller.
  ///
  /// - Domain: Rows of pixels that no band has reserved. If there are half as many rows of chroma, the range begins at
  ///   an even row and ends at an even row or at the end.
  package func band(_ rows: Range<Int>) -> Band {
    let odd = (1 << log2Vertical) - 1
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= height, "rows \(rows) are outside the \(height) rows of the picture")
    precondition(
      rows.lowerBound & odd == 0 && (rows.upperBound & odd == 0 || rows.upperBound == height),
      "rows \(rows) would share a row of chroma with their neighbors")
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(rows.upperBound, (row | 63) + 1)
      let bits = (UInt64.max >> UInt64(64 - (end - row))) << UInt64(row & 63)
      let before = unsafe taken[row >> 6].bitwiseOr(bits, ordering: .relaxed).oldValue
      precondition(before & bits == 0, "some of rows \(rows) belong to another band")
      row = end
    }
    return unsafe Band(rows: rows, start: start, planes: planes, log2Vertical: log2Vertical)
  }

  /// Rows of every plane that one thread may write.
  @safe package struct Band {
    /// The rows of pixels.
    package let rows: Range<Int>
    fileprivate let start: UnsafeMutableRawPointer
    fileprivate let planes: PlaneRows
    fileprivate let log2Vertical: Int

    /// The rows of one plane that belong to this band.
    package func rows(of plane: Int) -> Range<Int> {
      let shift = planes.height(of: plane) == planes.height(of: 0) ? 0 : log2Vertical
      return rows.lowerBound >> shift..<(rows.upperBound + (1 << shift) - 1) >> shift
    }

    /// The distance from one row of a plane to the next, in bytes.
    package func stride(of plane: Int) -> Int { planes.stride(of: plane) }

    /// The bytes of those rows.
    ///
    /// - Shape: `[rows(of: plane).count][stride]`; the first byte is 64-byte aligned.
    /// - Aliasing: Shared with no other band; valid only within `withSharedRows`.
    package func bytes(of plane: Int) -> UnsafeMutableRawBufferPointer {
      let rows = rows(of: plane)
      return unsafe UnsafeMutableRawBufferPointer(
        start: start + planes.offset(ofRow: rows.lowerBound, of: plane), count: rows.count * planes.stride(of: plane))
    }

    /// The first byte of one of those rows.
    ///
    /// - Shape: `[stride]` bytes, 64-byte aligned.
    /// - Aliasing: As `bytes(of:)`.
    package func row(_ y: Int, of plane: Int) -> UnsafeMutableRawPointer {
      precondition(rows(of: plane).contains(y), "row \(y) of plane \(plane) does not belong to this band")
      return unsafe start + planes.offset(ofRow: y, of: plane)
    }
  }
}

extension Frame {
  /// Lends the rows of this frame to several threads, after copying the storage if it is shared.
  @unsafe package mutating func withSharedRows<Result, Failure: Error>(
    _ body: (SharedRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (height + 63) / 64
    // Read these before borrowing the storage: a copy of the frame would share the storage and cause it to be copied.
    let (planes, height, log2Vertical) = (PlaneRows(planes), height, format.chroma.log2Vertical)
    return try unsafe storage.withUnsafeMutableBytes { bytes throws(Failure) in
      try unsafe withUnsafeTemporaryAllocation(of: Atomic<UInt64>.self, capacity: words) { taken throws(Failure) in
        for word in 0..<words { unsafe taken.initializeElement(at: word, to: Atomic(0)) }
        defer { for word in 0..<words { unsafe taken.deinitializeElement(at: word) } }
        return try unsafe body(
          SharedRows(
            start: bytes.baseAddress!, taken: taken, planes: planes, height: height,
            log2Vertical: log2Vertical))
      }
    }
  }
}
