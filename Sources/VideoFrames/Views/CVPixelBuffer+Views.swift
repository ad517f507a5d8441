#if canImport(CoreVideo)
  public import CoreVideo

  extension CVPixelBuffer {
    /// Lends this picture for reading: its memory stays locked for the CPU while `body` runs.
    ///
    ///     try pixelBuffer.withFrameView { view in try converter.convert(view, into: &output) }
    ///
    /// - Throws: `FrameError` if the buffer has a format that `PixelFormat` lacks, or cannot be locked; or the error of `body`.
    public func withFrameView<Result>(_ body: (borrowing FrameView) throws -> Result) throws -> Result {
      try lent(.readOnly) { format, planes in
        try body(
          unsafe FrameView(
            format, width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), planes: planes))
      }
    }

    /// Lends this picture for writing: its memory stays locked for the CPU while `body` runs.
    ///
    /// - Throws: `FrameError` if the buffer has a format that `PixelFormat` lacks, or cannot be locked; or the error of `body`.
    public func withMutableFrameView<Result>(_ body: (inout MutableFrameView) throws -> Result) throws -> Result {
      try lent([]) { format, planes in
        var view = try unsafe MutableFrameView(
          format, width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), planes: planes)
        return try body(&view)
      }
    }

    private func lent<Result>(
      _ flags: CVPixelBufferLockFlags, _ body: (PixelFormat, [FrameView.Plane]) throws -> Result
    ) throws -> Result {
      let code = CVPixelBufferGetPixelFormatType(self)
      let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
      // The oldest codes are numbers.
      let name = letters.allSatisfy { (32..<127).contains($0) } ? String(decoding: letters, as: UTF8.self) : "\(code)"
      guard let format = PixelFormat(name: name) else {
        throw FrameError(
          .pixelBuffer, "the pixel buffer has the format \(name)", but: "that is not supported",
          fix: "ask its producer for one such as x420 or 420v")
      }
      let locked = CVPixelBufferLockBaseAddress(self, flags)
      guard locked == kCVReturnSuccess else {
        throw FrameError(
          .pixelBuffer, "the pixel buffer was to be locked", but: "Core Video returned \(locked)",
          fix: "check that the buffer has memory that the CPU can access")
      }
      defer { CVPixelBufferUnlockBaseAddress(self, flags) }
      guard CVPixelBufferIsPlanar(self) else {
        let plane = unsafe FrameView.Plane(
          start: CVPixelBufferGetBaseAddress(self), stride: CVPixelBufferGetBytesPerRow(self),
          width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self))
        return try body(format, [plane])
      }
      return try body(
        format,
        (0..<CVPixelBufferGetPlaneCount(self)).map { index in
          unsafe FrameView.Plane(
            start: CVPixelBufferGetBaseAddressOfPlane(self, index),
            stride: CVPixelBufferGetBytesPerRowOfPlane(self, index),
            width: CVPixelBufferGetWidthOfPlane(self, index), height: CVPixelBufferGetHeightOfPlane(self, index))
        })
    }
  }
#endif
