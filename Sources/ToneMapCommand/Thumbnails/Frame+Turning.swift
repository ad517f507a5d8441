internal import ToneMapping

extension Frame {
  /// This picture turned clockwise by a quarter, a half or three quarters.
  ///
  /// - Parameter degrees: 0, 90, 180 or 270.
  /// - Precondition: The samples have 16 bits and lie in planes of the picture's size.
  func turned(by degrees: Int) throws -> Frame {
    guard degrees != 0 else { return self }
    precondition(format == .gbrp16)
    let isUpright = degrees == 180
    var turned = try Frame(format, width: isUpright ? width : height, height: isUpright ? height : width)
    for plane in 0..<3 {
      let (from, to) = (planes[plane].stride / 2, turned.planes[plane].stride / 2)
      let (columns, rows) = (turned.width, turned.height)
      try unsafe withUnsafePlane(plane) { source in
        let source = unsafe source.bindMemory(to: UInt16.self)
        try unsafe turned.withUnsafeMutablePlane(plane) { target in
          let target = unsafe target.bindMemory(to: UInt16.self)
          for y in 0..<rows {
            for x in 0..<columns {
              let (column, row) =
                switch degrees {
                case 90: (y, columns - 1 - x)
                case 180: (columns - 1 - x, rows - 1 - y)
                default: (rows - 1 - y, x)
                }
              unsafe target[y * to + x] = unsafe source[row * from + column]
            }
          }
        }
      }
    }
    return turned
  }
}
