extension ByteWindow {
  /// Reads the chunks of a WebP file.
  ///
  /// - Source: RFC 9649, clauses 2.3 to 2.7 and 3.4; RFC 6386, clauses 9.1 and 9.2: the matrix of BT.601. Its range is narrow, and its chroma lies
  ///   between the samples of luma, as libwebp reads it.
  func readWebP(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    try content.skip(4)
    let length = Int(try content.littleEndian(4))
    guard length <= content.remaining else {
      throw .truncated(part: "RIFF", byte: start, needed: length + 8, found: content.remaining + 8)
    }
    try content.skip(4)
    while content.remaining >= 8, reader.step("WebP", at: content.position) {
      let place = content.position
      let type = FourCharacterCode(rawValue: try content.integer())
      let length = Int(try content.littleEndian(4))
      var chunk = try content.window(min(length, content.remaining), path: "\(type)")
      switch type {
      case "VP8X":
        let flags = try chunk.integer(bytes: 1)
        guard flags & 2 == 0 else { throw .unreadPicture(UnreadPicture("an animated WebP", .magick)) }
        if flags & 16 != 0 { track.state(.alpha(.straight), in: Place(path: "VP8X", byte: place), by: .container) }
      case "VP8 ":
        try chunk.skip(6)
        let (width, height) = (Int(try chunk.littleEndian(2)) & 0x3FFF, Int(try chunk.littleEndian(2)) & 0x3FFF)
        track.take(
          width: width, height: height, depth: 8, chroma: .yuv420,
          inferring: ColorDescription(matrix: .bt470BG, range: .narrow, chromaLocation: .center))
      case "VP8L":
        try chunk.skip(1)
        let bits = Int(try chunk.littleEndian(4))
        track.take(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1, depth: 8, chroma: .yuv444)
        if bits >> 28 & 1 == 1, !track.hasAlpha {
          track.state(.alpha(.straight), in: Place(path: "VP8L", byte: place), by: .container)
        }
      case "ICCP":
        track.state(.iccProfile, try chunk.rest(), in: Place(path: "ICCP", byte: place), by: .container)
      case "EXIF":
        reader.noting { () throws(MediaFileError) in
          // Some writers repeat JPEG's Exif signature.
          var mark = chunk
          if try mark.bytes(min(6, mark.remaining)).elementsEqual("Exif\0\0".utf8) { chunk = mark }
          track.readOrientation(try TIFFDirectory(chunk.renamed("EXIF")).orientation())
        }
      default: break
      }
      try content.skip(min(length % 2, content.remaining))
    }
    guard track.width != nil else {
      throw .malformed(part: path, byte: start, found: "no picture", expected: "a chunk VP8 or VP8L")
    }
  }
}
