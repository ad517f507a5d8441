internal import CLibAV

/// The conversion of samples to an encoder's layout that `PixelFormat` lacks.
enum Repacking: Sendable {
  /// The same layout, the more significant byte first.
  case swapped
  /// The planes G′, B′, R′ and alpha of 8 bits, interleaved in the order R′, G′, B′, alpha.
  case interleaved

  /// The layout that replaces a format, by FFmpeg's name, and the conversion to it.
  static func twin(of format: PixelFormat) -> (name: String, way: Repacking)? {
    switch format {
    case .gbrp: ("rgb24", .interleaved)
    case .gbrap: ("rgba", .interleaved)
    case .rgb48: ("rgb48be", .swapped)
    case .rgba64: ("rgba64be", .swapped)
    case .gray16: ("gray16be", .swapped)
    default: nil
    }
  }

  /// Copies the samples of a picture into a frame of the encoder's layout.
  func copy(_ view: borrowing FrameView, to frame: UnsafeMutablePointer<AVFrame>) {
    let planes = view.planes
    let row = unsafe libav_plane(frame, 0)!
    let stride = unsafe Int(libav_stride(frame, 0))
    for y in 0..<view.height {
      let target = unsafe row + y * stride
      switch self {
      case .swapped:
        let count = view.format.planes(width: view.width, height: 1)[0].bytesPerRow
        let source = unsafe planes[0].start! + y * planes[0].stride
        for at in Swift.stride(from: 0, to: count, by: 2) {
          unsafe target[at] = source.load(fromByteOffset: at + 1, as: UInt8.self)
          unsafe target[at + 1] = source.load(fromByteOffset: at, as: UInt8.self)
        }
      case .interleaved:
        for component in 0..<planes.count {
          let plane = planes[view.format.location(ofComponent: component).plane]
          let source = unsafe plane.start! + y * plane.stride
          for x in 0..<view.width {
            unsafe target[x * planes.count + component] = source.load(fromByteOffset: x, as: UInt8.self)
          }
        }
      }
    }
  }
}
