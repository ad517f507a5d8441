/// The rows of one picture, lent for reading.
///
/// - Aliasing: Valid only within `Frame.withUnsafeRows`, as any unsafe pointer; nobody writes them meanwhile.
@safe package struct FrameRows {
  private let start: UnsafeRawPointer
  private let planes: [Frame.Plane]

  fileprivate init(start: UnsafeRawPointer, planes: [Frame.Plane]) {
    unsafe self.start = unsafe start
    self.planes = planes
  }

  /// The first sample of a row of a plane.
  ///
  /// - Shape: `planes[plane].shape.bytesPerRow` bytes, then padding up to the stride; 64-byte aligned.
  package func row(_ y: Int, of plane: Int) -> UnsafeRawPointer {
    let plane = planes[plane]
    precondition((0..<plane.shape.height).contains(y), "a plane of \(plane.shape.height) rows has no row \(y)")
    return unsafe start + plane.offset + y * plane.stride
  }
}

extension Frame {
  /// Lends all rows for reading.
  @unsafe package func withUnsafeRows<Result>(_ body: (FrameRows) -> Result) -> Result {
    unsafe storage.withUnsafeBytes { bytes in unsafe body(FrameRows(start: bytes.baseAddress!, planes: planes)) }
  }
}
