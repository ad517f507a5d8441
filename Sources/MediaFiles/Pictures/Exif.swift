struct TIFFDirectory {
  private let window: ByteWindow
  private let isLittleEndian: Bool
  /// The entries by their tags, the first of duplicates; `values` is the offset of the values.
  private var entries: [Int: (type: Int, count: Int, values: Int)] = [:]
  /// The position of the offset of the next directory.
  private var end = 0

  /// - Parameter offset: The start of the directory; the first directory by default.
  /// - Source: TIFF 6.0, section 2.
  init(_ window: ByteWindow, at offset: Int? = nil) throws(MediaFileError) {
    var header = window
    let mark = try header.bytes(4)
    guard mark == [0x49, 0x49, 42, 0] || mark == [0x4D, 0x4D, 0, 42] else {
      throw .malformed(
        part: window.path, byte: window.position, found: hexadecimal(mark), expected: "49 49 2a 00 or 4d 4d 00 2a")
    }
    (self.window, isLittleEndian) = (window, mark[0] == 0x49)
    let first = try number(of: 4, at: 4)
    let start = offset ?? first
    let count = try number(of: 2, at: start)
    end = start + 2 + 12 * count
    for index in 0..<count {
      let entry = start + 2 + 12 * index
      guard window.reader.step(window.path, at: window.position) else { return }
      let (tag, type) = (try number(of: 2, at: entry), try number(of: 2, at: entry + 2))
      let count = try number(of: 4, at: entry + 4)
      // Values of up to four bytes are in the entry.
      let values = count * Self.size(type) <= 4 ? entry + 8 : try number(of: 4, at: entry + 8)
      if entries[tag] == nil { entries[tag] = (type, count, values) }
    }
  }

  /// The number of bytes of a value of a type: 1 BYTE, 2 ASCII, 3 SHORT, 4 LONG, 5 RATIONAL, 6 to 10 the same with signs, 11 FLOAT, 12 DOUBLE.
  private static func size(_ type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: 1
    }
  }

  func next() throws(MediaFileError) -> Int { try number(of: 4, at: end) }

  func contains(_ tag: Int) -> Bool { entries[tag] != nil }

  func count(of tag: Int) -> Int { entries[tag]?.count ?? 0 }

  /// A whole number of an entry, by its index; `nil` if it is absent.
  func number(_ tag: Int, _ index: Int = 0) throws(MediaFileError) -> Int? {
    guard let entry = entries[tag], index < entry.count else { return nil }
    let size = min(4, Self.size(entry.type))
    return try number(of: size, at: entry.values + index * size)
  }

  func fraction(_ tag: Int, _ index: Int = 0) throws(MediaFileError) -> (above: Int, below: Int)? {
    guard let entry = entries[tag], entry.type == 5, index < entry.count else { return nil }
    let place = entry.values + 8 * index
    return (try number(of: 4, at: place), try number(of: 4, at: place + 4))
  }

  func bytes(_ tag: Int) throws(MediaFileError) -> [UInt8]? {
    guard let entry = entries[tag] else { return nil }
    var content = window
    try content.skip(entry.values)
    content = try content.window(entry.count * Self.size(entry.type), path: content.path)
    return try content.rest()
  }

  /// The orientation, from Exif's first directory or TIFF's; `nil` if it is absent, or 0, which some writers use for *unknown*.
  ///
  /// - Source: CIPA DC-008 (Exif 2.32), clauses 4.5 and 4.6.4; TIFF 6.0, section 2.
  func orientation() throws(MediaFileError) -> PictureOrientation? {
    guard let number = try number(274), number != 0 else { return nil }
    guard let orientation = PictureOrientation(exif: number) else {
      throw .malformed(
        part: window.path, byte: window.position, found: "the orientation \(number)", expected: "1 to 8")
    }
    return orientation
  }

  /// The place of an entry's values for a statement.
  func place(of tag: Int, _ name: String) -> Place {
    Place(path: "TIFF/\(name)", byte: window.position + (entries[tag]?.values ?? 0))
  }

  private func number(of bytes: Int, at offset: Int) throws(MediaFileError) -> Int {
    Int(try window.field(offset, bytes, isBigEndian: !isLittleEndian))
  }
}
