extension FrameView {
  /// The maximum finite sample of R, G and B, or of gray, in floating point; 0 if no sample is above 0.
  ///
  /// - Parameters:
  ///   - isPremultiplied: Whether samples are multiplied by alpha, if there is alpha; pixels whose alpha is 0 are then ignored.
  ///   - convert: Converts the samples of a pixel to R, G and B, if needed.
  func maximumSample(isPremultiplied: Bool, _ convert: ((SIMD3<Float>) -> SIMD3<Float>)?) -> Float {
    precondition(format.isFloat, "\(format) is not a floating-point format")
    let isGray = format.model == .gray
    let (size, planes) = (format.bytesPerSample, planes)
    let hasAlpha = isPremultiplied && format.hasAlpha
    let components = (isGray ? [0, 0, 0] : [0, 1, 2]) + (hasAlpha ? [isGray ? 1 : 3] : [])
    let places = unsafe components.map { component in
      let location = format.location(ofComponent: component)
      let plane = planes[location.plane]
      return unsafe (
        start: plane.start! + location.offset * size, stride: plane.stride, step: location.step * size
      )
    }
    func sample(_ index: Int, _ x: Int, _ y: Int) -> Float {
      let address = unsafe places[index].start + y * places[index].stride + x * places[index].step
      return unsafe size == 2
        ? Float(halfBits: UInt16(littleEndian: address.loadUnaligned(as: UInt16.self)))
        : Float(bitPattern: UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
    }
    var maximum: Float = 0
    for y in 0..<height {
      for x in 0..<width {
        var color = SIMD3(sample(0, x, y), sample(1, x, y), sample(2, x, y))
        if hasAlpha {
          let alpha = sample(3, x, y)
          guard alpha > 0 else { continue }
          color /= alpha
        }
        if let convert { color = convert(color) }
        for component in 0..<3 where color[component] > maximum && color[component].isFinite {
          maximum = color[component]
        }
      }
    }
    return maximum
  }

  /// Whether there is a plane of alpha, of 8 or 16 bits, whose codes are all the maximum.
  var isOpaque: Bool {
    guard format.hasAlpha, format.layout == .planar, !format.isFloat, format.bitDepth % 8 == 0, let alpha = planes.last,
      let start = unsafe alpha.start
    else { return false }
    return (0..<height).allSatisfy { y in
      unsafe UnsafeRawBufferPointer(start: start + y * alpha.stride, count: width * format.bytesPerSample)
        .allSatisfy { $0 == 255 }
    }
  }
}
