internal import CLibAV

extension MovieFrame {
  /// The width in pixels; 0 without a picture.
  public var width: Int { unsafe Int(pointer.pointee.width) }
  /// The height in pixels; 0 without a picture.
  public var height: Int { unsafe Int(pointer.pointee.height) }

  /// Lends the picture for reading, in place.
  ///
  /// - Aliasing: The view is valid only within `body`.
  /// - Precondition: The frame has a picture: ``MovieReader/read(into:)`` has returned `true`, or it is to be encoded.
  public func withView<Result, Failure: Error>(
    _ body: (borrowing FrameView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let format else { preconditionFailure("a frame has a picture only after one was read into it") }
    guard let view = try? view(of: format) else { preconditionFailure("a picture was not checked when it was read") }
    return try body(view)
  }

  /// Lends the picture for writing, in exclusive memory: memory that an encoder still holds is replaced, as by ``renew()``.
  ///
  /// - Aliasing: The view is valid only within `body`.
  /// - Throws: ``MovieError/noMemory(_:)``, or the error of `body`.
  /// - Precondition: The frame has a picture.
  public mutating func withMutableView<Result>(
    _ body: (inout MutableFrameView) throws -> Result
  ) throws -> Result {
    guard let format else { preconditionFailure("a frame has a picture only after one was read into it") }
    try renew()
    guard unsafe av_frame_make_writable(pointer) >= 0 else { throw MovieError.noMemory("a frame") }
    var view = try unsafe MutableFrameView(format, width: width, height: height, planes: planes(of: format))
    return try body(&view)
  }

  func view(of format: PixelFormat) throws(FrameError) -> FrameView {
    try unsafe FrameView(format, width: width, height: height, planes: planes(of: format))
  }

  private func planes(of format: PixelFormat) -> [FrameView.Plane] {
    format.planes(width: width, height: height).enumerated().map { index, shape in
      unsafe FrameView.Plane(
        start: libav_plane(pointer, Int32(index)), stride: Int(libav_stride(pointer, Int32(index))),
        width: shape.width, height: shape.height)
    }
  }
}
