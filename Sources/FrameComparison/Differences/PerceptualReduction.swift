internal import SystemCalls
package import VideoFrames

/// Reduces pictures in ``PerceptualCodes`` to a smaller size: each pixel is the mean of the area that it covers.
package struct PerceptualReduction: Sendable {
  /// The weight of each input sample in an output sample, along one side.
  private typealias Taps = (first: Int, weights: [Float])

  private let columns, rows: [Taps]

  /// - Precondition: The output is not larger than the input.
  package init(fromWidth: Int, height fromHeight: Int, toWidth: Int, height toHeight: Int) {
    precondition(toWidth <= fromWidth && toHeight <= fromHeight, "pictures are reduced, not enlarged")
    (columns, rows) = (Self.taps(from: fromWidth, to: toWidth), Self.taps(from: fromHeight, to: toHeight))
  }

  private static func taps(from input: Int, to output: Int) -> [Taps] {
    let scale = Double(input) / Double(output)
    return (0..<output).map { index in
      let (start, end) = (Double(index) * scale, Double(index + 1) * scale)
      let first = Int(start)
      let last = min(Int(end.rounded(.up)), input)
      let weights = (first..<max(last, first + 1)).map { sample in
        Float((min(end, Double(sample + 1)) - max(start, Double(sample))) / scale)
      }
      return (first, weights)
    }
  }

  package func reduce(_ input: borrowing FrameView, into output: inout Frame) throws(FrameError) {
    let source = input.perceptualRows
    let (columns, rows) = (columns, rows)
    try output.makeUnique()
    var line = [Float](repeating: 0, count: columns.count)
    for plane in 0..<3 {
      for (y, taps) in rows.enumerated() {
        for x in line.indices { line[x] = 0 }
        for (offset, weight) in taps.weights.enumerated() {
          let row = unsafe source.codes(taps.first + offset, of: plane)
          for (x, tap) in columns.enumerated() {
            var sum: Float = 0
            for (index, share) in tap.weights.enumerated() { unsafe sum += share * Float(row[tap.first + index]) }
            line[x] += weight * sum
          }
        }
        let start = y * output.planes[plane].stride
        unsafe output.withOwnPlane(plane) { bytes in
          for x in line.indices {
            let code = UInt16(min(max(line[x].rounded(), 0), 65535))
            unsafe bytes.storeBytes(of: code, toByteOffset: start + 2 * x, as: UInt16.self)
          }
        }
      }
    }
  }
}
