internal import ToneMapping

extension Frame {
  /// This picture turned clockwise by a quarter, a half or three quarters.
  ///
  /// - Parameter degrees: 0, 90, 180 or 270.
  /// - Precondition: `isTurnable` says that it can be.
  func turned(by degrees: Int) throws -> Frame {
    guard degrees != 0 else { return self }
    return try withView { try Frame($0, turnedBy: degrees) }
  }

  /// The turn by quarters that is nearest to a clockwise turn in degrees: 0, 90, 180 or 270.
  static func turn(nearest rotation: Int) -> Int { (rotation + 45) / 90 % 4 * 90 }

  /// Whether pictures of a format and size can be turned: chroma is as coarse across as down, and each sample keeps its pixels.
  static func isTurnable(_ format: PixelFormat, _ size: PictureSize) -> Bool {
    guard format.layout == .planar else { return false }
    return format.chroma == .c444 || format.chroma == .c420 && size.width % 2 == 0 && size.height % 2 == 0
  }

  /// A picture turned clockwise by a quarter, a half or three quarters.
  ///
  /// - Parameter degrees: 90, 180 or 270.
  /// - Precondition: `isTurnable` says that it can be.
  init(_ picture: borrowing FrameView, turnedBy degrees: Int) throws {
    let (format, isSideways) = (picture.format, degrees % 180 != 0)
    let (width, height) = (picture.width, picture.height)
    precondition(Frame.isTurnable(format, PictureSize(width: width, height: height)))
    try self.init(format, width: isSideways ? height : width, height: isSideways ? width : height)
    for (index, plane) in picture.planes.enumerated() {
      if format.bytesPerSample == 1 {
        try fill(index, from: plane, turnedBy: degrees, as: UInt8.self)
      } else {
        try fill(index, from: plane, turnedBy: degrees, as: UInt16.self)
      }
    }
  }

  private mutating func fill<Sample: BitwiseCopyable>(
    _ index: Int, from source: FrameView.Plane, turnedBy degrees: Int, as sample: Sample.Type
  ) throws {
    guard let start = unsafe source.start else { return }
    let (shape, stride, size) = (planes[index].shape, planes[index].stride, MemoryLayout<Sample>.size)
    try unsafe withUnsafeMutablePlane(index) { target in
      for y in 0..<shape.height {
        for x in 0..<shape.width {
          let (column, row) =
            switch degrees {
            case 90: (y, shape.width - 1 - x)
            case 180: (shape.width - 1 - x, shape.height - 1 - y)
            default: (shape.height - 1 - y, x)
            }
          let sample = unsafe start.loadUnaligned(fromByteOffset: row * source.stride + column * size, as: Sample.self)
          unsafe target.storeBytes(of: sample, toByteOffset: y * stride + x * size, as: Sample.self)
        }
      }
    }
  }
}
