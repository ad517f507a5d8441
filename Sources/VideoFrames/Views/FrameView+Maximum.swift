extension FrameView {
  /// The maximum finite sample of R, G and B, or of gray, in floating point; 0 if none is above 0.
  package func maximumSample() -> Float {
    precondition(format.isFloat, "\(format) is not a floating-point format")
    var maximum: Float = 0
    let (size, planes) = (format.bytesPerSample, planes)
    for component in 0..<(format.model == .gray ? 1 : 3) {
      let location = format.location(ofComponent: component)
      let plane = planes[location.plane]
      guard let start = unsafe plane.start else { continue }
      for y in 0..<height {
        let row = unsafe start + y * plane.stride + location.offset * size
        for x in 0..<width {
          let place = x * location.step * size
          let sample =
            unsafe size == 2
            ? Float(halfBits: UInt16(littleEndian: row.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
            : Float(bitPattern: UInt32(littleEndian: row.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
          if sample > maximum, sample.isFinite { maximum = sample }
        }
      }
    }
    return maximum
  }
}
