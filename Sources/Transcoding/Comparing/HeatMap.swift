/// A picture of the differences between two frames: black where they are equal, then blue, red, yellow and white at 16 ΔE ITP and above.
enum HeatMap {
  /// The difference that is shown as white, in ΔE ITP.
  private static let white = 16.0
  /// The colors of the scale, at equal distances.
  private static let ramp: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(0.1, 0.1, 0.55), SIMD3(0.65, 0.1, 0.45), SIMD3(0.95, 0.45, 0.1), SIMD3(1, 0.9, 0.3),
    SIMD3(1, 1, 1),
  ]

  /// The bytes of the PNG file.
  ///
  /// - Parameter steps: ΔE ITP of each pixel, in 64ths.
  static func png(_ steps: [UInt16], _ size: PictureSize) throws -> [UInt8] {
    var picture = try Frame(.gbrp, width: size.width, height: size.height)
    for (plane, component) in [1, 2, 0].enumerated() {
      let stride = picture.planes[plane].stride
      try unsafe picture.withUnsafeMutablePlane(plane) { bytes in
        for y in 0..<size.height {
          for x in 0..<size.width { unsafe bytes[y * stride + x] = color(steps[y * size.width + x])[component] }
        }
      }
    }
    return try picture.withView {
      try PNGFile.bytes(
        of: $0,
        stating: PNGColor(ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .identity, range: .full)))
    }
  }

  private static func color(_ step: UInt16) -> SIMD3<UInt8> {
    let place = min(Double(step) / 64 / white, 1) * Double(ramp.count - 1)
    let index = min(Int(place), ramp.count - 2)
    let color = ramp[index] + (ramp[index + 1] - ramp[index]) * (place - Double(index))
    return SIMD3(UInt8((color.x * 255).rounded()), UInt8((color.y * 255).rounded()), UInt8((color.z * 255).rounded()))
  }
}
