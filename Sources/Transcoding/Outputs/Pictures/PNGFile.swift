internal import HDRMetadata
internal import CPNGFiles
internal import ToneMapping

enum PNGFile {
  /// The frame formats that the file holds unchanged.
  static let formats: [PixelFormat] = [.gbrp, .gbrap, .gbrp16, .gbrap16]

  /// The bytes of the file.
  ///
  /// - Precondition: The frame is a whole picture in one of these formats.
  static func bytes(of frame: borrowing FrameView, stating color: PNGColor) throws(TranscodingError) -> [UInt8] {
    let format = frame.format
    precondition(formats.contains(format))
    let header = pngfile_header(
      width: UInt32(frame.width), height: UInt32(frame.height), depth: UInt8(format.bitDepth), isRGB: true,
      hasAlpha: format.hasAlpha)
    let pixels = interleaved(frame)
    var (bytes, reason) = ([UInt8](), pngfile_reason())
    let isWritten = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
      unsafe pngfile_write(
        header, pixels, nil, 0, color.chunks, color.chunks.count, true,
        { bytes, piece, count in
          unsafe bytes!.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: piece, count: count))
          Signals.progressed()
        }, bytes, &reason)
    }
    guard isWritten else { throw TranscodingError(reason) { .output(.failedPNG(reason: $0)) } }
    return bytes
  }

  /// The samples of a planar frame, interleaved as R′, G′, B′ and alpha, big-endian.
  private static func interleaved(_ frame: borrowing FrameView) -> [UInt8] {
    let (format, width, height) = (frame.format, frame.width, frame.height)
    let (components, size) = (format.componentCount, format.bytesPerSample)
    let count = width * height * components * size
    let planes = frame.planes
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
      for component in 0..<components {
        let plane = planes[format.location(ofComponent: component).plane]
        guard let start = unsafe plane.start else { continue }
        for y in 0..<height {
          let row = unsafe start + y * plane.stride
          var place = (y * width * components + component) * size
          for x in 0..<width {
            if size == 1 {
              unsafe pixels[place] = unsafe row.load(fromByteOffset: x, as: UInt8.self)
            } else {
              let code = unsafe UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
              unsafe pixels[place] = UInt8(code >> 8)
              unsafe pixels[place + 1] = UInt8(truncatingIfNeeded: code)
            }
            place += components * size
          }
        }
      }
      initialized = count
    }
  }
}
