/// The rows of one picture, lent for reading.
///
/// - Aliasing: Valid only within `Frame.withUnsafeRows`, like any unsafe pointer; nothing modifies them during that
///   time.
@safe package struct FrameRows {
  private let start: UnsafeRawPointer
  private let planes: PlaneRows

  fileprivate init(start: UnsafeRawPointer, planes: PlaneRows) {
    unsafe self.start = unsafe start
    self.planes = planes
  }

  /// The first sample of a row of a plane.
  ///
  /// - Shape: `planes[plane].shape.bytesPerRow` bytes, then padding up to the stride; 64-byte aligned.
  package func row(_ y: Int, of plane: Int) -> UnsafeRawPointer {
    precondition(y >= 0 && y < planes.height(of: plane), "a plane of \(planes.height(of: plane)) rows has no row \(y)")
    return unsafe start + planes.offset(ofRow: y, of: plane)
  }
}

extension Frame {
  /// Lends all rows for reading.
  @unsafe package func withUnsafeRows<Result>(_ body: (FrameRows) -> Result) -> Result {
    let planes = PlaneRows(planes)
    return unsafe storage.withUnsafeBytes { bytes in
      unsafe body(FrameRows(start: bytes.baseAddress!, planes: planes))
    }
  }
}
