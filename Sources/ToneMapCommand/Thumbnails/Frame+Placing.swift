internal import ToneMapping

extension Frame {
  /// Puts another picture of this format here, with its top left corner at a place.
  ///
  /// - Precondition: The samples have 16 bits and lie in planes of the picture's size, and the other picture is within this one.
  mutating func put(_ picture: borrowing Frame, x: Int, y: Int) throws {
    precondition(format == .gbrp16 && picture.format == .gbrp16)
    let (columns, rows) = (picture.width, picture.height)
    precondition(x >= 0 && y >= 0 && x + columns <= width && y + rows <= height)
    for plane in 0..<3 {
      let (from, to) = (picture.planes[plane].stride, planes[plane].stride)
      try unsafe picture.withUnsafePlane(plane) { source in
        try unsafe withUnsafeMutablePlane(plane) { target in
          for row in 0..<rows {
            let line = unsafe UnsafeRawBufferPointer(rebasing: source[row * from..<row * from + 2 * columns])
            let begin = (y + row) * to + 2 * x
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[begin..<begin + 2 * columns]).copyMemory(from: line)
          }
        }
      }
    }
  }
}
