internal import HDRMetadata

extension FileReader {
  /// Reads from a JPEG, WebP or TIFF file what FFmpeg's decoders leave out of it: how its picture is shown, and whether all of it is there.
  /// What is missing is noted.
  package func readPictureFile(into track: inout TrackDescription) {
    note { () throws(MediaFileError) in
      var content = whole
      switch try content.bytes(min(content.remaining, 4)) {
      case let start where start.starts(with: [0xFF, 0xD8]): try whole.readJPEG(into: &track)
      case let start where start.elementsEqual("RIFF".utf8): try whole.readWebP(into: &track)
      case [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42]:
        track.takeOrientation(try whole.renamed("TIFF").exifOrientation())
        try whole.renamed("TIFF").checkTIFFEnd()
      default: break
      }
    }
  }
}

extension TrackDescription {
  /// Takes what Exif says of the orientation, the first time that it does.
  mutating func takeOrientation(_ orientation: PictureOrientation?) {
    guard let orientation, !orientation.isUpright, geometryStatements.isEmpty else { return }
    geometryStatements.append(.orientation(orientation))
  }
}

extension ByteWindow {
  /// Reads the segments of a JPEG, and the first picture's end.
  ///
  /// - Source: ITU-T T.81, clause B.1; CIPA DC-008 (Exif 2.32), clause 4.7.2.
  fileprivate func readJPEG(into track: inout TrackDescription) throws(MediaFileError) {
    var content = renamed("the picture")
    try content.skip(2)
    while reader.step("JPEG", at: content.position) {
      guard try content.integer(bytes: 1) == 0xFF else { return }
      var marker = try content.integer(bytes: 1)
      while marker == 0xFF { marker = try content.integer(bytes: 1) }
      if marker == 0xD9 { return }
      if marker == 1 || 0xD0...0xD8 ~= marker { continue }
      let length = Int(try content.integer(bytes: 2))
      guard length >= 2 else { return }
      var segment = try content.window(length - 2, path: content.path)
      if marker == 0xE1, segment.remaining > 6, try segment.bytes(6).elementsEqual("Exif\0\0".utf8) {
        reader.note { () throws(MediaFileError) in
          track.takeOrientation(try segment.renamed("Exif").exifOrientation())
        }
      }
      if marker == 0xDA {
        guard try !content.endsAsJPEG else { return }
        try content.skipScan()
      }
    }
  }

  /// Moves past coded samples to the next marker, where bytes FF are followed by 00 or are restarts.
  private mutating func skipScan() throws(MediaFileError) {
    reader.lift()
    let start = position
    var (place, isMark) = (start, false)
    while place < end {
      for byte in try reader.run(from: place) {
        if isMark, byte != 0, byte != 0xFF, !(0xD0...0xD7 ~= byte) {
          try skip(place - 1 - start)
          return
        }
        isMark = byte == 0xFF
        place += 1
      }
    }
    throw .truncated(part: path, byte: start, needed: end - start + 2, found: end - start)
  }

  /// Whether the last two bytes are the end of a JPEG. No scan has them within it, so nothing of one is then missing.
  private var endsAsJPEG: Bool {
    get throws(MediaFileError) {
      var content = self
      try content.skip(max(0, remaining - 2))
      return try content.bytes(content.remaining) == [0xFF, 0xD9]
    }
  }

  /// Reads the chunks of a WebP file.
  ///
  /// - Source: RFC 9649, clauses 2.3 to 2.7.
  fileprivate func readWebP(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    try content.skip(4)
    let length = Int(try content.littleEndian(4))
    guard length <= content.remaining else {
      throw .truncated(part: "RIFF", byte: start, needed: length + 8, found: content.remaining + 8)
    }
    guard try content.bytes(4).elementsEqual("WEBP".utf8) else { return }
    while content.remaining >= 8, reader.step("WebP", at: content.position) {
      let type = FourCharacterCode(rawValue: try content.integer())
      let length = Int(try content.littleEndian(4))
      var chunk = try content.window(min(length, content.remaining), path: "\(type)")
      if type == "EXIF" {
        // Some writers repeat the mark of JPEG.
        var mark = chunk
        if try mark.bytes(min(6, mark.remaining)).elementsEqual("Exif\0\0".utf8) { chunk = mark }
        track.takeOrientation(try chunk.renamed("EXIF").exifOrientation())
      }
      try content.skip(min(length % 2, content.remaining))
    }
  }
}
