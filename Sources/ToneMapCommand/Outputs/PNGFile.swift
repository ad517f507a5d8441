internal import CPNG
internal import ToneMapping

/// An 8-bit R′G′B′ picture as a PNG file, tagged sRGB.
enum PNGFile {
  /// The bytes of the file for a planar G′B′R′ frame with 8 bits.
  static func bytes(of frame: borrowing Frame) throws(CommandError) -> [UInt8] {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(frame.width)
    unsafe image.height = png_uint_32(frame.height)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    defer { unsafe png_image_free(&image) }
    let pixels = interleaved(frame)
    var size: png_alloc_size_t = 0
    guard unsafe png_image_write_to_memory(&image, nil, &size, 0, pixels, 0, nil) != 0 else {
      throw unsafe fault(image)
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard unsafe png_image_write_to_memory(&image, &bytes, &size, 0, pixels, 0, nil) != 0 else {
      throw unsafe fault(image)
    }
    return Array(bytes.prefix(Int(size)))
  }

  /// The samples of a planar frame, interleaved as R′G′B′.
  private static func interleaved(_ frame: borrowing Frame) -> [UInt8] {
    precondition(frame.format == .gbrp)
    let (width, height) = (frame.width, frame.height)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for component in 0..<3 {
      let index = frame.format.location(ofComponent: component).plane
      let stride = frame.planes[index].stride
      unsafe frame.withUnsafePlane(index) { plane in
        for y in 0..<height {
          for x in 0..<width { pixels[(y * width + x) * 3 + component] = unsafe plane[y * stride + x] }
        }
      }
    }
    return pixels
  }

  private static func fault(_ image: png_image) -> CommandError {
    let message = unsafe withUnsafeBytes(of: image.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let sentence = "libpng could not make the PNG (\(message)); choose another kind of output"
    return message.contains("memory") ? .system(sentence) : .fault(sentence)
  }
}
