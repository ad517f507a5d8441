/// The positions of a picture's rows in its storage, as plain numbers without reference counting.
///
/// An array of planes has a reference count that all threads share: two threads that accessed it for every row spent a tenth of
/// their time waiting for that count.
struct PlaneRows: BitwiseCopyable, Sendable {
  private let offsets, strides, heights: SIMD4<Int>

  /// Creates the rows of 1…4 planes.
  init(_ planes: [Frame.Plane]) {
    var (offsets, strides, heights) = (SIMD4<Int>(), SIMD4<Int>(), SIMD4<Int>())
    for index in planes.indices {
      (offsets[index], strides[index]) = (planes[index].offset, planes[index].stride)
      heights[index] = planes[index].shape.height
    }
    (self.offsets, self.strides, self.heights) = (offsets, strides, heights)
  }

  /// The number of rows in a plane; 0 if the plane does not exist.
  func height(of plane: Int) -> Int { heights[plane] }

  /// The distance from one row of a plane to the next, in bytes.
  func stride(of plane: Int) -> Int { strides[plane] }

  /// The distance from the start of the storage to row `y` of a plane, in bytes.
  func offset(ofRow y: Int, of plane: Int) -> Int { offsets[plane] + y * strides[plane] }
}
