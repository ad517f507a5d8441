package import VideoFrames

/// The evidence on whether the rows of one parity come from other rows or from another frame.
package struct FieldEvidence: Sendable {
  /// For even and for odd rows, the squared difference per pixel from the same rows of the same frame, from the rows of the other field (the row
  /// above for odd rows, the row below for even ones), and from the same rows of the frame before and after.
  private(set) var squares = [SIMD4<Double>.zero, .zero]

  package init() {}

  package static func += (sum: inout FieldEvidence, other: FieldEvidence) {
    for parity in 0..<2 { sum.squares[parity] += other.squares[parity] }
  }

  /// The evidence of two pictures and their predecessors, in ``PerceptualCodes``.
  package init(
    _ first: borrowing FrameView, _ second: borrowing FrameView, firstBefore: borrowing FrameView,
    secondBefore: borrowing FrameView
  ) {
    let (a, b) = (first.perceptualRows, second.perceptualRows)
    let (oldA, oldB) = (firstBefore.perceptualRows, secondBefore.perceptualRows)
    let (width, height) = (first.width, first.height & ~1)
    guard height >= 4 else { return }
    func squares(_ one: PlaneRows, _ y: Int, _ other: PlaneRows, _ z: Int) -> Double {
      let (a, b) = unsafe (one.codes(y, of: 0), other.codes(z, of: 0))
      var sum: Float = 0
      for x in 0..<width {
        let difference = unsafe Float(Int32(a[x]) &- Int32(b[x]))
        sum += difference * difference
      }
      return Double(sum) / Double(width)
    }
    for pair in stride(from: 0, to: height / 2, by: max(1, first.height / 540)) {
      for parity in 0..<2 {
        let y = 2 * pair + parity
        // The last element compares the first's current frame with the second's previous one.
        self.squares[parity] += SIMD4(
          squares(a, y, b, y), squares(a, y ^ 1, b, y), squares(oldA, y, b, y), squares(a, y, oldB, y))
      }
    }
  }
}
