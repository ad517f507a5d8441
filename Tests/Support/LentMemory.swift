package import VideoFrames

/// A picture in memory that no frame owns, laid out as no frame is: planes and rows begin at odd addresses, rows have gaps between
/// them, and may follow each other upward.
@safe package final class LentMemory {
  package let format: PixelFormat
  package let width, height: Int
  /// Where the planes are.
  package let planes: [FrameView.Plane]
  private let bytes: UnsafeMutableRawBufferPointer

  /// The value of every byte that nobody has written.
  package static let untouched: UInt8 = 0x99

  /// Memory for a picture.
  ///
  /// - Parameter upward: Whether the first row is the last in memory.
  package init(_ format: PixelFormat, width: Int, height: Int, upward: Bool) {
    (self.format, self.width, self.height) = (format, width, height)
    let shapes = format.planes(width: width, height: height)
    // Odd and even distances, so that rows of wider samples lie both ways.
    let strides = shapes.indices.map { shapes[$0].bytesPerRow + 12 + $0 }
    let offsets = shapes.indices.map { index in
      1 + (0..<index).reduce(0) { $0 + (strides[$1] * shapes[$1].height + 64) & ~63 }
    }
    let count = 64 + shapes.indices.reduce(0) { $0 + (strides[$1] * shapes[$1].height + 64) & ~63 }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: Self.untouched)
    unsafe self.bytes = unsafe bytes
    planes = shapes.indices.map { index in
      let first = unsafe bytes.baseAddress! + offsets[index]
      let last = (shapes[index].height - 1) * strides[index]
      return unsafe FrameView.Plane(
        start: upward ? first + last : first, stride: upward ? -strides[index] : strides[index],
        width: shapes[index].width, height: shapes[index].height)
    }
  }

  /// A copy of a frame.
  package convenience init(_ frame: Frame, upward: Bool) {
    self.init(frame.format, width: frame.width, height: frame.height, upward: upward)
    for (index, plane) in frame.planes.enumerated() {
      unsafe frame.withUnsafePlane(index) { rows in
        for y in 0..<plane.shape.height {
          unsafe row(y, of: index).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: rows[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow]))
        }
      }
    }
  }

  deinit { unsafe bytes.deallocate() }

  /// The bytes of a row.
  package func row(_ y: Int, of index: Int) -> UnsafeMutableRawBufferPointer {
    let plane = planes[index]
    let length = format.planes(width: width, height: height)[index].bytesPerRow
    return unsafe UnsafeMutableRawBufferPointer(start: plane.mutableStart! + y * plane.stride, count: length)
  }

  /// A view of the picture.
  package func view() throws(FrameError) -> FrameView {
    try unsafe FrameView(format, width: width, height: height, planes: planes)
  }

  /// A view of the picture for writing.
  package func mutableView() throws(FrameError) -> MutableFrameView {
    try unsafe MutableFrameView(format, width: width, height: height, planes: planes)
  }

  /// The samples, without what lies between the rows.
  package var packedBytes: [UInt8] {
    planes.indices.flatMap { index in (0..<planes[index].height).flatMap { y in unsafe Array(row(y, of: index)) } }
  }

  /// Whether no byte between the rows has been written.
  package var isPaddingWhole: Bool {
    var marks = unsafe Array(bytes)
    for index in planes.indices {
      for y in 0..<planes[index].height {
        let row = unsafe row(y, of: index)
        let start = unsafe UnsafeRawPointer(row.baseAddress!) - UnsafeRawPointer(bytes.baseAddress!)
        for at in start..<start + row.count { marks[at] = Self.untouched }
      }
    }
    return marks.allSatisfy { $0 == Self.untouched }
  }
}
