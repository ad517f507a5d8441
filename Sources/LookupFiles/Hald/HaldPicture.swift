internal import CPNGFiles

/// Hald CLUT pictures: a cube as a PNG file, its rows in sequence, with red varying fastest.
///
/// A picture of level L has L³ × L³ pixels and holds a cube of size L². Its numbers are display codes, regardless of its color profile;
/// alpha is not used.
///
/// - Source: FFmpeg, `vf_lut3d.c`, on `haldclut`; E. Steenberg, *Hald CLUT*.
enum HaldPicture {
  static let depths = [8, 16]

  /// The supported levels: level 16 is a cube of size 256.
  static let levels = 2...16

  /// 16³, the side of a cube of size 256.
  private static let longestSide: UInt32 = 4096

  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let depth = options.bitDepth ?? 16
    let cube = try table.onlyCube(for: .hald)
    guard let level = levels.first(where: { $0 * $0 == cube.size }) else {
      let near = levels.first { $0 * $0 > cube.size } ?? levels.upperBound
      throw .cannotHold(
        .hald, found: "a cube of size \(cube.size)", fix: "use the square of a whole number, such as \(near * near)")
    }
    let codes = try cube.codes(depth == 8 ? 255 : 65535, for: .hald)
    var samples: [UInt8] = []
    samples.reserveCapacity(codes.count * 3 * depth / 8)
    for code in codes {
      for component in 0..<3 {
        if depth == 16 { samples.append(UInt8(code[component] >> 8)) }
        samples.append(UInt8(truncatingIfNeeded: code[component]))
      }
    }
    return try file(samples, side: level * level * level, depth: depth, texts: try texts(table))
  }

  /// The title and the comments as null-terminated keys and texts.
  private static func texts(_ table: LookupTable) throws(LookupFileError) -> [UInt8] {
    let pairs = (table.title.map { [("Title", $0)] } ?? []) + table.comments.map { ("Comment", $0) }
    guard !pairs.contains(where: { $0.1.utf8.contains(0) }) else {
      throw .cannotHold(.hald, found: "a title or a comment with a zero", fix: "leave the character out")
    }
    return pairs.flatMap { Array($0.0.utf8) + [0] + Array($0.1.utf8) + [0] }
  }

  private static func file(
    _ samples: [UInt8], side: Int, depth: Int, texts: [UInt8]
  ) throws(LookupFileError) -> [UInt8] {
    let header = pngfile_header(
      width: UInt32(side), height: UInt32(side), depth: UInt8(depth), isRGB: true, hasAlpha: false)
    var (bytes, reason) = ([UInt8](), pngfile_reason())
    let isWritten = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
      unsafe texts.withUnsafeBytes { texts in
        unsafe pngfile_write(
          header, samples, texts.baseAddress?.assumingMemoryBound(to: CChar.self), texts.count, nil, 0, false,
          { bytes, piece, count in
            unsafe bytes!.assumingMemoryBound(to: [UInt8].self).pointee.append(
              contentsOf: UnsafeBufferPointer(start: piece, count: count))
          }, bytes, &reason)
      }
    }
    guard isWritten else { throw fault(reason) }
    return bytes
  }

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var (header, reason) = (pngfile_header(), pngfile_reason())
    guard unsafe pngfile_read(bytes, bytes.count, longestSide, false, &header, nil, nil, nil, &reason) else {
      throw fault(reason)
    }
    let (width, height, depth) = (Int(header.width), Int(header.height), Int(header.depth))
    guard header.isRGB, depths.contains(depth) else {
      throw .picture(found: "another kind of PNG", expected: "red, green and blue of 8 or 16 bits, without a palette")
    }
    guard width == height, let level = levels.first(where: { $0 * $0 * $0 == width }) else {
      throw .picture(
        found: "\(width) × \(height) pixels",
        expected: "a square whose side is the cube of \(levels.lowerBound) to \(levels.upperBound), such as 512")
    }
    let (size, count) = (level * level, width * width * 3 * depth / 8)
    var table = LookupTable(steps: [])
    var isRead = false
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: count) { samples, initialized in
      isRead = unsafe withUnsafeMutablePointer(to: &table) { table in
        unsafe pngfile_read(
          bytes, bytes.count, longestSide, false, &header, samples.baseAddress,
          { table, key, text, count, isUTF8 in
            let string = unsafe text!.withMemoryRebound(to: UInt8.self, capacity: count) { text in
              unsafe HaldPicture.string(UnsafeBufferPointer(start: text, count: count), isUTF8: isUTF8)
            }
            unsafe table!.assumingMemoryBound(to: LookupTable.self).pointee.add(String(cString: key!), string)
          }, table, &reason)
      }
      initialized = isRead ? count : 0
    }
    guard isRead else { throw fault(reason) }
    table.steps = [.cube(try at(1, try Cube(size: size, values: values(samples, depth: depth))))]
    return table
  }

  /// Decodes a text in UTF-8 or in Latin-1, whose bytes are Unicode's first 256 characters.
  private static func string(_ bytes: UnsafeBufferPointer<UInt8>, isUTF8: Bool) -> String {
    guard !isUTF8 else { return unsafe String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(unsafe bytes.map { Unicode.Scalar($0) }))
  }

  private static func values(_ samples: [UInt8], depth: Int) -> [SIMD3<Float>] {
    let bytes = depth / 8
    let maximum = Float((1 << depth) - 1)
    return (0..<samples.count / bytes / 3).map { pixel in
      func code(_ component: Int) -> Float {
        let place = (pixel * 3 + component) * bytes
        return Float(bytes == 1 ? UInt16(samples[place]) : UInt16(samples[place]) << 8 | UInt16(samples[place + 1]))
      }
      return SIMD3(code(0), code(1), code(2)) / maximum
    }
  }

  private static func fault(_ reason: pngfile_reason) -> LookupFileError {
    let text = unsafe withUnsafeBytes(of: reason.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty || text.contains("memory")
      ? .noMemory : .picture(found: "no whole PNG (\(text))", expected: "a file that is not damaged")
  }
}

extension LookupTable {
  /// Keeps a text: a title, or comments, one per line, prefixed with their key unless it is `Comment`.
  fileprivate mutating func add(_ key: String, _ text: String) {
    if key == "Title", title == nil {
      title = text
    } else {
      let prefix = key == "Comment" ? "" : "\(key): "
      comments += text.lines.map { prefix + $0 }
    }
  }
}
