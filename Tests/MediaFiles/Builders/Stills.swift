/// Pictures of 4 by 2 pixels in files of their own, byte by byte as the documents of their formats say.
enum TestStills {
  /// A text and zeros after it.
  static func text(_ text: String, zeros count: Int = 0) -> [UInt8] { Array(text.utf8) + zeros(count) }

  /// Adobe's segment, which says that there is no transform.
  static let adobe: (marker: UInt8, content: [UInt8]) = (0xEE, text("Adobe") + [0, 100, 0, 0, 0, 0, 0])

  /// A PNG with a density.
  static func png(across: UInt64, down: UInt64, unit: UInt8) -> [UInt8] {
    TestPNG(chunks: [TestPNG.chunk("pHYs", big(across, 4) + big(down, 4) + [unit])]).bytes
  }

  /// A picture of VP8, whose header has its size.
  static let lossyWebP: (type: String, content: [UInt8]) = ("VP8 ", zeros(6) + little(4, 2) + little(2, 2))

  /// A TIFF with a strip of 24 bytes: SHORTs, LONGs for sizes and places, and RATIONALs, after it.
  static func tiff(_ entries: [(tag: UInt64, value: UInt64)] = [], resolution: (UInt64, UInt64)? = nil) -> [UInt8] {
    var all: [UInt64: UInt64] = [
      256: 4, 257: 2, 258: 8, 259: 1, 262: 2, 273: 8, 277: 3, 278: 2, 279: 24, 284: 1,
    ]
    for (tag, value) in entries { all[tag] = value }
    if resolution != nil { (all[282], all[283]) = (32, 40) }
    var directory = little(UInt64(all.count), 2)
    for (tag, value) in all.sorted(by: { $0.key < $1.key }) {
      let type: UInt64 = tag == 282 || tag == 283 ? 5 : tag == 273 || tag == 279 ? 4 : 3
      directory += little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
    }
    let mark: [UInt8] = [0x49, 0x49, 42, 0]
    var fractions = little(resolution?.0 ?? 0, 4) + little(1, 4)
    fractions += little(resolution?.1 ?? 0, 4) + little(1, 4)
    return mark + little(48, 4) + zeros(24) + fractions + directory + zeros(4)
  }

  /// A JPEG of one scan, with segments before its frame of type `marker`.
  static func jpeg(
    _ segments: [(marker: UInt8, content: [UInt8])] = [], marker: UInt8 = 0xC0, sampling: [UInt8] = [0x22, 0x11, 0x11]
  ) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker] + big(UInt64(content.count + 2), 2) + content
    }
    var frame: [UInt8] = [8] + big(2, 2) + big(4, 2)
    frame.append(UInt8(sampling.count))
    for (index, value) in sampling.enumerated() { frame += [UInt8(index + 1), value, 0] }
    var bytes: [UInt8] = [0xFF, 0xD8]
    for (marker, content) in segments { bytes += segment(marker, content) }
    bytes += segment(marker, frame) + segment(0xDA, [1, 1, 0, 0, 63, 0])
    return bytes + [0x12, 0xFF, 0, 0x34, 0xFF, 0xD9]
  }

  static func jfif(unit: UInt8, _ across: UInt64, _ down: UInt64) -> (marker: UInt8, content: [UInt8]) {
    (0xE0, Array("JFIF\0".utf8) + [1, 2, unit] + big(across, 2) + big(down, 2) + [0, 0])
  }

  /// A WebP of these chunks.
  static func webP(_ chunks: (type: String, content: [UInt8])...) -> [UInt8] {
    let content = chunks.flatMap { chunk in
      Array(chunk.type.utf8) + little(UInt64(chunk.content.count), 4) + chunk.content + zeros(chunk.content.count % 2)
    }
    return Array("RIFF".utf8) + little(UInt64(content.count + 4), 4) + Array("WEBP".utf8) + content
  }

  /// A lossless picture of one color, whose header has the size less 1, and a bit for alpha.
  ///
  /// - Source: RFC 9649, clauses 3.4 and 3.7.2.1.1: neither transforms nor caches, and five prefix codes of one symbol each, which take no bits of
  ///   pixels.
  static func losslessWebP(
    hasAlpha: Bool, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 255
  ) -> (type: String, content: [UInt8]) {
    var (bits, count): (UInt64, UInt64) = (0, 3)
    for symbol in [green, red, blue, alpha] {
      bits |= (5 | UInt64(symbol) << 3) << count
      count += 11
    }
    return ("VP8L", [0x2F] + little(3 | 1 << 14 | (hasAlpha ? 1 << 28 : 0), 4) + little(bits | 1 << count, 7))
  }

  /// An OpenEXR of one block, with these channels; its data window begins `left` pixels right of its display window, and that at `origin`.
  static func exr(
    flags: UInt64 = 0, channels: [String] = ["B", "G", "R"], compression: UInt8 = 3, aspect: Float = 1,
    left: Int32 = 0, origin: (x: Int32, y: Int32) = (0, 0), chromaticities: [Float] = [], tileMode: UInt8? = nil
  ) -> [UInt8] {
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      Array("\(name)\0\(type)\0".utf8) + little(UInt64(value.count), 4) + value
    }
    func float(_ number: Float) -> [UInt8] { little(UInt64(number.bitPattern), 4) }
    var list: [UInt8] = []
    for channel in channels {
      list += Array("\(channel)\0".utf8) + little(1, 4) + zeros(4)
      list += little(1, 4) + little(1, 4)
    }
    list.append(0)
    func window(left: Int32) -> [UInt8] {
      [left, origin.y, origin.x + 3, origin.y + 1].flatMap { little(UInt64(UInt32(bitPattern: $0)), 4) }
    }
    var header: [UInt8] = [0x76, 0x2F, 0x31, 0x01]
    header += little(2 | flags, 4)
    header += attribute("channels", "chlist", list) + attribute("compression", "compression", [compression])
    header += attribute("dataWindow", "box2i", window(left: origin.x + left))
    header +=
      attribute("displayWindow", "box2i", window(left: origin.x))
      + attribute("pixelAspectRatio", "float", float(aspect))
    if !chromaticities.isEmpty {
      header += attribute("chromaticities", "chromaticities", chromaticities.flatMap(float))
    }
    if let tileMode { header += attribute("tiles", "tiledesc", little(16, 4) + little(16, 4) + [tileMode]) }
    header.append(0)
    // A block of lines says its first, a tile its place and its level.
    return header + little(UInt64(header.count + 8), 8) + zeros(tileMode == nil ? 4 : 16) + little(5, 4) + zeros(5)
  }

  /// A DPX of 8 bits, whose fields of the image header have these values.
  static func dpx(descriptor: UInt8 = 50, transfer: UInt8 = 6, creator: String = "", aspect: [UInt64] = [1, 1])
    -> [UInt8]
  {
    var bytes = zeros(2048 + 24)
    func put(_ place: Int, _ value: [UInt8]) { bytes.replaceSubrange(place..<place + value.count, with: value) }
    put(0, Array("SDPX".utf8) + big(2048, 4))
    put(160, Array(creator.utf8))
    put(768, big(0, 2) + big(1, 2) + big(4, 4) + big(2, 4))
    put(800, [descriptor, transfer, 6, 8])
    put(1628, big(aspect[0], 4) + big(aspect[1], 4))
    return bytes
  }

  /// A JPEG XL's header of 4 by 2 pixels: 10 bits, alpha that color was multiplied by, BT.2100's primaries and PQ; made by hand, bit by bit.
  ///
  /// - Source: ISO/IEC 18181-1:2022, annexes D and E.
  static let jpegXL: [UInt8] = {
    let fields: [(value: Int, count: Int)] = [
      // Not small, height 2, ratio 7 (2 to 1).
      (0, 1), (0, 2), (1, 9), (7, 3),
      // Not the default, nothing extra; integers of 10 bits; 16-bit buffers; one extra channel.
      (0, 1), (0, 1), (0, 1), (1, 2), (1, 1), (1, 2),
      // Not the default: alpha, 8 bits, not scaled, no name, associated.
      (0, 1), (0, 2), (0, 1), (0, 2), (0, 2), (0, 2), (1, 1),
      // No XYB; no default color, no profile, RGB, D65.
      (0, 1), (0, 1), (0, 1), (0, 2), (1, 2),
      // Primaries 9: 2 and 7; no gamma; transfer 16: 2 and 14; intent 0.
      (2, 2), (7, 4), (0, 1), (2, 2), (14, 4), (0, 2),
    ]
    var bytes: [UInt8] = [0xFF, 0x0A]
    for (place, bit) in fields.flatMap({ field in (0..<field.count).map { field.value >> $0 & 1 } }).enumerated() {
      if place % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(bit << (place % 8))
    }
    return bytes + zeros(4)
  }()

  /// One of each format.
  static let all: [(name: String, bytes: [UInt8])] = [
    ("tiff", tiff()), ("jpeg", jpeg([jfif(unit: 0, 1, 2)])), ("webp", webP(losslessWebP(hasAlpha: true))),
    ("exr", exr(chromaticities: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329])), ("dpx", dpx()),
    ("jxl", jpegXL), ("ppm", text("P6 4 2 255\n", zeros: 24)),
    ("pam", text("P7\nWIDTH 4\nHEIGHT 2\nDEPTH 2\nMAXVAL 255\nENDHDR\n", zeros: 16)),
    ("pfm", text("PF\n4 2\n-1.0\n", zeros: 96)),
  ]
}
