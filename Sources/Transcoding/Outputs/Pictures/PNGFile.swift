internal import CPNGFiles

enum PNGFile {
  /// The frame formats that the file holds unchanged.
  static let formats: [PixelFormat] = [.gbrp, .gbrap, .gbrp16, .gbrap16]

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

/// The color statement of a PNG, in chunks before its pixels.
///
/// - Source: W3C, Portable Network Graphics (third edition), clauses 11.3.2.1, 11.3.2.2, 11.3.2.5 to 11.3.2.8 and 11.3.4.3.
struct PNGColor {
  /// The concatenated chunks: length, type and content of each.
  private(set) var chunks: [UInt8] = []

  init(_ color: ColorDescription, _ metadata: StaticMetadata = StaticMetadata(), pixelAspect: PixelAspect? = nil) {
    if color.primaries != nil || color.transfer != nil { add("cICP", color.chunkCICP) }
    // For readers without cICP support. These chunks cannot express PQ or HLG.
    if color.primaries == .bt709, color.transfer == .sRGB {
      add("sRGB", [0])
    } else if let gamma = color.transfer?.gamma {
      add("gAMA", Self.units(1 / gamma))
      if let primaries = color.primaries?.chromaticities {
        let points = [primaries.white, primaries.red, primaries.green, primaries.blue]
        add("cHRM", points.flatMap { Self.units($0.x) + Self.units($0.y) })
      }
    }
    if color.isHDR {
      if let display = metadata.mastering { add("mDCV", display.chunkMDCV) }
      if let light = metadata.contentLight { add("cLLI", PNGContentLight(light).payload) }
    }
    if let pixelAspect, pixelAspect.numerator != pixelAspect.denominator {
      // Pixels per unknown unit: wide pixels are fewer across than down.
      let sides = [pixelAspect.denominator, pixelAspect.numerator]
      add("pHYs", sides.flatMap { UInt32($0).bigEndianBytes } + [0])
    }
  }

  private mutating func add(_ type: String, _ content: [UInt8]) {
    chunks += UInt32(content.count).bigEndianBytes + type.utf8 + content
  }

  /// A number in units of 1/100 000.
  private static func units(_ value: Double) -> [UInt8] { UInt32((value * 100_000).rounded()).bigEndianBytes }
}

extension TransferCharacteristics {
  /// The exponent of the display's transfer; `nil` if it is not a power function.
  ///
  /// - Source: ITU-R BT.1886, Annex 1, with a black of 0, for signals of BT.709's camera.
  fileprivate var gamma: Double? {
    switch self {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12: 2.4
    case .bt470M: 2.2
    case .bt470BG: 2.8
    case .linear: 1
    default: nil
    }
  }
}
