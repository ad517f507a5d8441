internal import HDRMetadata
internal import CPNGFiles
internal import ToneMapping

/// An R′G′B′ picture as a PNG file.
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
      hasAlpha: format.hasAlpha, isInterlaced: false)
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
    guard isWritten else { throw fault(reason) }
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

  /// The reason for a failure, in libpng's words; empty if memory ran out.
  static func text(of reason: pngfile_reason) -> String {
    unsafe withUnsafeBytes(of: reason.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Whether a file ends before its last chunk, IEND. A file that ends with this chunk only has wrong lengths.
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clauses 5.3 and 11.2.5.
  static func isCutShort(_ bytes: [UInt8]) -> Bool {
    let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    return !bytes.suffix(end.count).elementsEqual(end)
      && !chunks(of: bytes).contains { $0.type == "IEND" && $0.place.count >= end.count }
  }

  /// The chunks of a file: their types, and their ranges with length and checksum, as far as present.
  static func chunks(of bytes: [UInt8]) -> some Sequence<(type: String, place: Range<Int>)> {
    sequence(state: 8) { start -> (type: String, place: Range<Int>)? in
      guard start + 8 <= bytes.count else { return nil }
      let end = start + bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } + 12
      defer { start = end }
      return (String(decoding: bytes[start + 4..<start + 8], as: UTF8.self), start..<min(end, bytes.count))
    }
  }

  static let noMemory = TranscodingError.system(
    "there is no memory for a PNG; close other programs, or raise this program's memory limit")

  private static func fault(_ reason: pngfile_reason) -> TranscodingError {
    let message = text(of: reason)
    guard !message.isEmpty, !message.contains("memory") else { return noMemory }
    return .fault("libpng could not make the PNG (\(message)); choose another kind of output")
  }
}
