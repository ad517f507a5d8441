internal import VideoFrames

/// Memory through which padded rows pass on their way to and from a file; allocated once, when first needed.
struct Staging: Sendable {
  /// 1 MiB: more than the longest possible row, and the maximum that a pipe holds.
  static let size = 1 << 20

  private var bytes: [UInt8] = []

  mutating func withBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(RawVideoError) -> Result
  ) throws(RawVideoError) -> Result {
    if bytes.isEmpty { bytes = Array(repeating: 0, count: Self.size) }
    return try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe body(UnsafeMutableRawBufferPointer(bytes))
    }
  }
}

extension ByteSource {
  /// Reads the planes of a picture, one after another, stored without padding.
  ///
  /// A plane without padding in memory is read directly into place.
  ///
  /// - Returns: The number of bytes read; less than the size of the picture only at the end.
  mutating func read(into frame: inout Frame, through staging: inout Staging) throws(RawVideoError) -> Int {
    do { try frame.makeUnique() } catch { throw .picture(error) }
    var total = 0
    for (index, plane) in frame.planes.enumerated() {
      let count = try unsafe frame.withOwnPlane(index) { rows throws(RawVideoError) in
        if plane.isTight { return try unsafe read(into: rows) }
        return try unsafe readRows(rows, of: plane, through: &staging)
      }
      total += count
      if count < plane.shape.byteCount { break }
    }
    return total
  }

  private mutating func readRows(
    _ rows: UnsafeMutableRawBufferPointer, of plane: Frame.Plane, through staging: inout Staging
  ) throws(RawVideoError) -> Int {
    let bytesPerRow = plane.shape.bytesPerRow
    return try unsafe staging.withBytes { bytes throws(RawVideoError) in
      var total = 0
      var y = 0
      while y < plane.shape.height {
        let height = min(Staging.size / bytesPerRow, plane.shape.height - y)
        let wanted = height * bytesPerRow
        let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
        total += count
        if count < wanted { break }
        for row in 0..<height {
          let source = unsafe bytes[row * bytesPerRow..<(row + 1) * bytesPerRow]
          let target = (y + row) * plane.stride
          unsafe UnsafeMutableRawBufferPointer(rebasing: rows[target..<target + bytesPerRow])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
        }
        y += height
      }
      return total
    }
  }
}

extension ByteSink {
  /// Writes the planes of a picture, one after another, without padding.
  mutating func write(_ frame: Frame, through staging: inout Staging) throws(RawVideoError) {
    for (index, plane) in frame.planes.enumerated() {
      try unsafe frame.withUnsafePlane(index) { rows throws(RawVideoError) in
        if plane.isTight { return try unsafe write(rows) }
        try unsafe writeRows(rows, of: plane, through: &staging)
      }
    }
  }

  private mutating func writeRows(
    _ rows: UnsafeRawBufferPointer, of plane: Frame.Plane, through staging: inout Staging
  ) throws(RawVideoError) {
    let bytesPerRow = plane.shape.bytesPerRow
    try unsafe staging.withBytes { bytes throws(RawVideoError) in
      var y = 0
      while y < plane.shape.height {
        let height = min(Staging.size / bytesPerRow, plane.shape.height - y)
        for row in 0..<height {
          let source = (y + row) * plane.stride
          unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[row * bytesPerRow..<(row + 1) * bytesPerRow])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: rows[source..<source + bytesPerRow]))
        }
        try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[..<(height * bytesPerRow)]))
        y += height
      }
    }
  }
}
