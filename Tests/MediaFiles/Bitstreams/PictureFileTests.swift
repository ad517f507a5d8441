import MediaFiles
import HDRMetadata
import Testing

/// JPEG, WebP and TIFF files, of which only the orientation and the end are read.
@Suite struct PictureFileTests {
  private static func read(_ bytes: [UInt8]) -> (orientation: PictureOrientation, isCutShort: Bool, problems: Int) {
    let reader = FileReader(bytes: bytes)
    var track = TrackDescription(id: 1, codecTag: "")
    reader.readPictureFile(into: &track)
    return (track.geometry.orientation, reader.isCutShort, reader.problems.count)
  }

  /// A TIFF structure with its directory after some bytes: entries of one whole number each.
  private static func tiff(_ entries: [(tag: UInt64, value: UInt64)], data: [UInt8], isLittleEndian: Bool) -> [UInt8] {
    let number = isLittleEndian ? little : big
    let directory = entries.flatMap { entry in
      // Orientations are SHORT, places are LONG.
      let isShort = entry.tag == 274
      return number(entry.tag, 2) + number(isShort ? 3 : 4, 2) + number(1, 4)
        + number(entry.value, isShort ? 2 : 4) + zeros(isShort ? 2 : 0)
    }
    return (isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]) + number(UInt64(8 + data.count), 4) + data
      + number(UInt64(entries.count), 2) + directory + zeros(4)
  }

  private static let exif = tiff([(274, 6)], data: [], isLittleEndian: false)
  private static let turned = PictureOrientation(exif: 6)

  /// A comment, Exif, a quantization table with the mark of an end, and two scans with a restart.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0xFF, 0xD9, 0xFF, 0xE1, 0, UInt8(8 + exif.count)] + Array("Exif\0\0".utf8) + exif
    + [0xFF, 0xFF, 0xDB, 0, 4, 0xFF, 0xD9, 0xFF, 0xDA, 0, 4, 1, 2, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD3, 0x56]
    + [0xFF, 0xDA, 0, 3, 1, 0x78, 0x9A, 0xFF, 0xD9]

  @Test func photographs() throws {
    let whole = Self.read(Self.jpeg)
    #expect(whole.orientation == Self.turned && !whole.isCutShort && whole.problems == 0)
    // A gain map may follow, or anything else.
    let longer = Self.read(Self.jpeg + [1, 2, 3])
    #expect(longer.orientation == Self.turned && !longer.isCutShort && longer.problems == 0)
    for count in 3..<Self.jpeg.count {
      let cut = Self.read(Array(Self.jpeg.prefix(count)))
      #expect(cut.isCutShort, "\(count) of \(Self.jpeg.count) bytes")
    }
  }

  /// Some writers begin the chunk with the mark of JPEG.
  @Test(arguments: ["", "Exif\0\0"]) func webP(mark: String) throws {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + little(UInt64(content.count), 4) + content + zeros(content.count % 2)
    }
    let chunks = Array("WEBP".utf8) + chunk("VP8L", [1, 2, 3]) + chunk("EXIF", Array(mark.utf8) + Self.exif)
    let whole = Self.read(chunk("RIFF", chunks))
    #expect(whole.orientation == Self.turned && !whole.isCutShort && whole.problems == 0)
    #expect(Self.read(chunk("RIFF", chunks).dropLast()).isCutShort)
  }

  @Test(arguments: [false, true]) func tiff(isLittleEndian: Bool) throws {
    // Its strip of five bytes lies before or after its directory.
    let before = Self.tiff([(273, 8), (274, 5), (279, 5)], data: zeros(5), isLittleEndian: isLittleEndian)
    let whole = Self.read(before)
    #expect(whole.orientation == PictureOrientation(exif: 5) && !whole.isCutShort && whole.problems == 0)
    #expect(Self.read(Array(before.prefix(10))).isCutShort)
    let after = Self.tiff([(273, 50), (274, 5), (279, 5)], data: [], isLittleEndian: isLittleEndian) + zeros(5)
    #expect(after.count == 55 && !Self.read(after).isCutShort)
    #expect(Self.read(after.dropLast()).isCutShort)
  }

  /// An orientation that Exif does not have, and bytes that are no Exif.
  @Test func damagedExif() throws {
    let nine = Self.read(Self.tiff([(274, 9)], data: [], isLittleEndian: true))
    #expect(nine.orientation.isUpright && nine.problems == 1 && !nine.isCutShort)
    let none = Self.read(Self.tiff([(274, 0)], data: [], isLittleEndian: true))
    #expect(none.orientation.isUpright && none.problems == 0)
    var jpeg = Self.jpeg
    jpeg[18] = 0x20
    let other = Self.read(jpeg)
    #expect(other.orientation.isUpright && other.problems == 1 && !other.isCutShort)
  }
}
