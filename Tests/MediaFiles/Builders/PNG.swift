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

  static let profiled = TestPNG(chunks: [chunk("iCCP", TestProfile.pq)] + hdr.chunks)
}

/// Contents of chunks iCCP, as Python's zlib compresses profiles: that of Display P3 with the numbers of Apple's, in a block of fixed codes, and one whose tag `cicp`
/// says BT.2020 and PQ, in one of dynamic codes.
enum TestProfile {
  static let displayP3 =
    Array("a\0\0".utf8)
    + bytes(
      hex:
        "78da6360605cc200042c0e0c0cb979254541ee4e0a1191510a0c482031b9b8808176803d25b5381948df00628322a0e50c0c8c1c40b6483a842d0362"
        + "2741d80620765148903390ed02642ba443d82920761284dd0262e7e6942643cd6704629ed4bcd060905e2096617061c86428662860c8614864a86450"
        + "6008603046f8b9f93e0383edfeffffffef468879ed6760d868cec0c0b51321a661c1c020c8cdc0706267416251225888198899d2d218183e2d6760e0"
        + "8d646010be00d4134da93c004f9939f8")
  static let pq =
    Array("b\0\0".utf8)
    + bytes(
      hex:
        "78dab550bb0d42310c34f01a240a06a078433000a2a1052aa0f31d1414a02748c1480cc2008c44ec387c06c052dec597f3d97e22fd4672343391d339"
        + "5dd68b79bbd9ee5af90ae5b593ffc5607fb832e33d9f098fb45e8f7c46ec2e29e353a4370d8deb97ab5f83a891e1587ae9704b3e33a00afb4269374b"
        + "68e019e1b9da25bfd3c842b828c2744e55273743513ae0ad7760a9a3b744986a1802c5b34c54c474836a832af1a1a0c138fb9900e182dacbd5b60362"
        + "696a2dd0d8d8160c83f81d2451caf002b96c8590")
}
