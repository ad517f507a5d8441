internal import HDRMetadata

extension ByteWindow {
  /// How a picture is shown as Exif's first directory says, which is also that of TIFF; `nil` if it does not say, or says 0, as some writers do
  /// for *unknown*.
  ///
  /// - Throws: `.truncated` if the directory is not there; `.malformed` for bytes that are not Exif, and for other numbers than those of Exif.
  /// - Source: CIPA DC-008 (Exif 2.32), clauses 4.5 and 4.6.4; TIFF 6.0, section 2.
  package func exifOrientation() throws(MediaFileError) -> PictureOrientation? {
    let directory = try TIFFDirectory(self)
    guard let number = try directory.last(of: 274), number != 0 else { return nil }
    guard let orientation = PictureOrientation(exif: number) else {
      throw .malformed(part: path, byte: position, found: "the orientation \(number)", expected: "1 to 8")
    }
    return orientation
  }

  /// Makes sure that the last strip or tile of a TIFF file lies within it.
  ///
  /// - Source: TIFF 6.0, sections 3 and 15.
  func checkTIFFEnd() throws(MediaFileError) {
    let directory = try TIFFDirectory(self)
    for (offset, length) in [(273, 279), (324, 325)] {
      guard let start = try directory.last(of: offset), let count = try directory.last(of: length) else { continue }
      var content = self
      try content.skip(min(start, remaining))
      try content.skip(count)
    }
  }
}

/// The first directory of a TIFF structure.
private struct TIFFDirectory {
  private let window: ByteWindow
  private let isLittleEndian: Bool
  private let start: Int

  init(_ window: ByteWindow) throws(MediaFileError) {
    var header = window
    let mark = try header.bytes(4)
    guard mark == [0x49, 0x49, 42, 0] || mark == [0x4D, 0x4D, 0, 42] else {
      throw .malformed(
        part: window.path, byte: window.position, found: hexadecimal(mark), expected: "49 49 2a 00 or 4d 4d 00 2a")
    }
    (self.window, isLittleEndian) = (window, mark[0] == 0x49)
    start = Int(try isLittleEndian ? header.littleEndian(4) : header.integer(bytes: 4))
  }

  /// The last of an entry's whole numbers; `nil` if there is no such entry.
  func last(of tag: Int) throws(MediaFileError) -> Int? {
    for index in 0..<(try number(of: 2, at: start)) {
      let entry = start + 2 + 12 * index
      guard window.reader.step(window.path, at: window.position) else { return nil }
      guard try number(of: 2, at: entry) == tag else { continue }
      // SHORT or LONG: what fits into four bytes lies in the entry.
      let width = try number(of: 2, at: entry + 2) == 3 ? 2 : 4
      let count = try number(of: 4, at: entry + 4)
      guard count > 0 else { return nil }
      let values = count * width <= 4 ? entry + 8 : try number(of: 4, at: entry + 8)
      return try number(of: width, at: values + (count - 1) * width)
    }
    return nil
  }

  private func number(of bytes: Int, at offset: Int) throws(MediaFileError) -> Int {
    var field = window
    try field.skip(offset)
    return Int(try isLittleEndian ? field.littleEndian(bytes) : field.integer(bytes: bytes))
  }
}
