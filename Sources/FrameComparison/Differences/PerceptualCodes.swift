package import VideoFrames

/// The format in which pictures are compared: PQ-ICtCp in 16 bits, full range.
///
/// A step of I is 0.011 ΔE ITP, a step of Ct 0.0055.
package enum PerceptualCodes {
  package static let format = PixelFormat.yuv444p16
  static let maximum = 65535.0
  static let neutral = 32768.0

  /// Returns the color of codes, or of means of codes.
  static func color(_ i: Double, _ ct: Double, _ cp: Double) -> ITP {
    ITP(SIMD3(i / maximum, (ct - neutral) / maximum / 2, (cp - neutral) / maximum))
  }
}

extension FrameView {
  /// The rows of a picture in ``PerceptualCodes``.
  var perceptualRows: PlaneRows {
    precondition(format == PerceptualCodes.format, "\(format) was found, but PQ-ICtCp was expected")
    return picture
  }
}

extension PlaneRows {
  @inline(__always) func codes(_ y: Int, of plane: Int) -> UnsafePointer<UInt16> {
    unsafe row(y, of: plane).assumingMemoryBound(to: UInt16.self)
  }
}
