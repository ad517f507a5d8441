/// Where the rows of a picture lie in its storage: plain numbers, with no reference that threads would have to count.
///
/// An array of planes is shared by its references, and its count of them by all threads: two threads that asked it for every
/// row spent a tenth of their time waiting for that count.
struct PlaneRows: BitwiseCopyable, Sendable {
  private let offsets, strides, heights: SIMD4<Int>

  /// The rows of planes, 1…4 of them.
  init(_ planes: [Frame.Plane]) {
    var (offsets, strides, heights) = (SIMD4<Int>(), SIMD4<Int>(), SIMD4<Int>())
    for index in planes.indices {
      (offsets[index], strides[index]) = (planes[index].offset, planes[index].stride)
      heights[index] = planes[index].shape.height
    }
    (self.offsets, self.strides, self.heights) = (offsets, strides, heights)
  }

  /// The rows of a plane; 0 where there is no such plane.
  func height(of plane: Int) -> Int { heights[plane] }

  /// The bytes from one row of a plane to the next.
  func stride(of plane: Int) -> Int { strides[plane] }

  /// The bytes from the start of the storage to row `y` of a plane.
  func offset(ofRow y: Int, of plane: Int) -> Int { offsets[plane] + y * strides[plane] }
}
