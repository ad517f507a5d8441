package import VideoFrames

/// Whether the rows of one parity come from other rows, or from another frame.
package struct FieldEvidence: Sendable {
  /// For even and for odd rows, the squared difference per pixel from the same rows of the same frame, from the rows of the other field (that above for odd rows,
  /// that below for even ones), and from the same rows of the frame before and after.
  private(set) var squares = [[Double]](repeating: [0, 0, 0, 0], count: 2)
  private(set) var pictures = 0

  package init() {}

  package static func += (sum: inout FieldEvidence, other: FieldEvidence) {
    for parity in 0..<2 {
      for origin in 0..<4 { sum.squares[parity][origin] += other.squares[parity][origin] }
    }
    sum.pictures += other.pictures
  }

  /// Adds two pictures in ``PerceptualCodes``, which those before them precede.
  package mutating func add(
    _ first: borrowing FrameView, _ second: borrowing FrameView, firstBefore: borrowing FrameView,
    secondBefore: borrowing FrameView
  ) {
    let (a, b) = unsafe (PerceptualRows(first), PerceptualRows(second))
    let (oldA, oldB) = unsafe (PerceptualRows(firstBefore), PerceptualRows(secondBefore))
    let height = unsafe a.height & ~1
    guard height >= 4 else { return }
    let step = unsafe max(1, a.height / 540)
    pictures += 1
    for pair in stride(from: 0, to: height / 2, by: step) {
      for parity in 0..<2 {
        let y = 2 * pair + parity
        unsafe squares[parity][0] += Self.squares(a.row(y, of: 0), b.row(y, of: 0), a.width)
        unsafe squares[parity][1] += Self.squares(a.row(y ^ 1, of: 0), b.row(y, of: 0), a.width)
        unsafe squares[parity][2] += Self.squares(oldA.row(y, of: 0), b.row(y, of: 0), a.width)
        // What the second picture had before the first shows now.
        unsafe squares[parity][3] += Self.squares(a.row(y, of: 0), oldB.row(y, of: 0), a.width)
      }
    }
  }

  @unsafe private static func squares(
    _ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, _ width: Int
  ) -> Double {
    var sum: Float = 0
    for x in 0..<width {
      let difference = unsafe Float(Int32(a[x]) &- Int32(b[x]))
      sum += difference * difference
    }
    return Double(sum) / Double(width)
  }
}
