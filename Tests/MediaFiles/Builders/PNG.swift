/// A PNG file of no pixels, from its chunks.
struct TestPNG {
  /// Width, height, bit depth and color type: 0 gray, 2 R′G′B′, 3 palette, 4 and 6 with alpha.
  var header: (width: UInt64, height: UInt64, depth: UInt8, form: UInt8) = (64, 36, 16, 2)
  /// The chunks between the header and the pixels.
  var chunks: [[UInt8]] = []

  /// A chunk; nothing here reads its checksum.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(UInt64(content.count), 4) + Array(type.utf8) + content + zeros(4)
  }

  var bytes: [UInt8] {
    let first = big(header.width, 4) + big(header.height, 4) + [header.depth, header.form, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", first) + chunks.flatMap { $0 }
      + Self.chunk("IDAT", zeros(8)) + Self.chunk("tRNS", []) + Self.chunk("IEND", [])
  }

  /// BT.2020 with PQ, a display of 1000 cd/m² with P3-D65, MaxCLL 993 and MaxFALL 119 cd/m², and what a reader of none of them takes.
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clauses 11.3.2.5 to 11.3.2.8.
  static let hdr = TestPNG(chunks: [
    chunk("sRGB", [0]), chunk("gAMA", big(45455, 4)), chunk("cICP", [9, 16, 0, 1]),
    chunk(
      "mDCV",
      [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450].flatMap { big($0, 2) } + big(10_000_000, 4) + big(1, 4)),
    chunk("cLLI", big(9_930_000, 4) + big(1_190_000, 4)),
  ])
}
