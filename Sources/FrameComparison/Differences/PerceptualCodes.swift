package import VideoFrames

/// Pictures whose pixels are compared: PQ-ICtCp in 16 bits, full range.
///
/// A step of I is 0.011 ΔE ITP, one of Ct 0.0055.
package enum PerceptualCodes {
  /// The format of the pictures.
  package static let format = PixelFormat.yuv444p16
  static let maximum = 65535.0
  static let neutral = 32768.0

  /// The color of codes, or of means of codes.
  static func color(_ i: Double, _ ct: Double, _ cp: Double) -> ITP {
    ITP(SIMD3(i / maximum, (ct - neutral) / maximum / 2, (cp - neutral) / maximum))
  }
}

/// The rows of such a picture, as pointers.
@unsafe struct PerceptualRows {
  private let planes: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
  private let strides: (Int, Int, Int)
  let width, height: Int

  init(_ view: borrowing FrameView) {
    precondition(view.format == PerceptualCodes.format, "\(view.format) was found, but PQ-ICtCp was expected")
    let planes = view.planes
    unsafe (self.planes) = (planes[0].start!, planes[1].start!, planes[2].start!)
    unsafe strides = (planes[0].stride, planes[1].stride, planes[2].stride)
    unsafe (width, height) = (view.width, view.height)
  }

  /// The codes of a row of I, Ct or Cp.
  @inline(__always) func row(_ y: Int, of plane: Int) -> UnsafePointer<UInt16> {
    let address =
      switch plane {
      case 0: unsafe planes.0 + y * strides.0
      case 1: unsafe planes.1 + y * strides.1
      default: unsafe planes.2 + y * strides.2
      }
    return unsafe address.assumingMemoryBound(to: UInt16.self)
  }
}
