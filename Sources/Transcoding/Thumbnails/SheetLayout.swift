/// The layout of a movie's pictures on sheets: row by row, from the start of the movie. The last sheet has only the rows that it
/// needs, and a single row ends with its last picture.
public struct SheetLayout: Hashable, Sendable {
  /// The size of a picture.
  public let cell: PictureSize
  /// The pictures in a row, and the rows of a sheet.
  public let columns, rows: Int
  /// The time between pictures, and the duration of the movie, in seconds.
  public let every, duration: Double
  /// The number of pictures.
  public let count: Int

  /// All sheets are open at once.
  private static let mostSheets = 200

  /// - Throws: `settings` for too many or too large sheets.
  init(cell: PictureSize, grid: PictureSize, every: MovieMoment, duration: Double) throws(TranscodingError) {
    (self.cell, columns, rows, self.duration) = (cell, grid.width, grid.height, duration)
    self.every =
      switch every {
      case .seconds(let seconds): seconds
      case .share(let share): share * duration
      }
    let most = PictureSize.sides.upperBound
    guard grid.width <= most / cell.width, grid.height <= most / cell.height else {
      throw .picture(.sheetTooLarge(grid: grid, cell: cell, sides: PictureSize.sides))
    }
    let wanted = max(1, (duration / self.every).rounded(.up))
    let sheets = (wanted / (Double(grid.width) * Double(grid.height))).rounded(.up)
    guard sheets <= Double(Self.mostSheets) else {
      throw .picture(.tooManySheets(sheets, of: grid, every: self.every, allowed: Self.mostSheets))
    }
    // After rounding to milliseconds, the last picture must still have a duration.
    var count = Int(wanted)
    while count > 1, Self.milliseconds(Double(count - 1) * self.every) >= Self.milliseconds(duration) { count -= 1 }
    self.count = count
  }

  var seconds: [Double] { (0..<count).map { Double($0) * every } }

  /// The pictures of each sheet.
  public var sheets: [Range<Int>] {
    stride(from: 0, to: count, by: columns * rows).map { $0..<min(count, $0 + columns * rows) }
  }

  /// The size of a sheet with this many pictures.
  public func size(of count: Int) -> PictureSize {
    PictureSize(width: min(count, columns) * cell.width, height: (count + columns - 1) / columns * cell.height)
  }

  /// The position of a picture on its sheet, in pixels from the top left.
  public func place(_ number: Int) -> (x: Int, y: Int) {
    (number % columns * cell.width, number / columns * cell.height)
  }

  /// The file names for an output: the output's own for one sheet, else numbered from 1.
  func names(_ output: Path) -> (sheets: [Path], vtt: Path) {
    let (stem, ending) = output.stem
    let count = sheets.count
    return (
      count == 1 ? [output] : (1...count).map { Path(stem.bytes + "-\($0)".utf8 + ending) },
      stem + ".vtt"
    )
  }

  /// The WebVTT file by which players find the pictures. Its cues name a sheet and an area on it, and follow each other until the movie ends.
  ///
  /// - Source: W3C, WebVTT: The Web Video Text Tracks Format, section 4.1. W3C, Media Fragments URI 1.0 (basic), clause 4.2.2. RFC 3986,
  ///   clauses 2.1 and 2.3, for names.
  func webVTT(naming names: [Path]) -> String {
    var text = "WEBVTT\n"
    for (sheet, name) in zip(sheets, names) {
      for picture in sheet {
        let (x, y) = place(picture - sheet.lowerBound)
        let end = picture + 1 == count ? max(duration, 0.001) : Double(picture + 1) * every
        text += "\n\(Self.time(Double(picture) * every)) --> \(Self.time(end))\n"
        text += "\(name.reference)#xywh=\(x),\(y),\(cell.width),\(cell.height)\n"
      }
    }
    return text
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds * 1000, 0x1p53).rounded()) }

  private static func time(_ seconds: Double) -> String {
    let all = milliseconds(seconds)
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let parts = [all / 3_600_000, all / 60_000 % 60, all / 1000 % 60].map { digits($0, 2) }
    return parts.joined(separator: ":") + "." + digits(all % 1000, 3)
  }
}

extension Path {
  /// The name without the extension of a picture, and the extension with its dot.
  fileprivate var stem: (Path, ending: [UInt8]) {
    guard (try? PictureKind(output: self)) != nil,
      let dot = FileEnding.complete(self).bytes.lastIndex(of: UInt8(ascii: "."))
    else {
      return (self, [])
    }
    return (Path(bytes[..<dot]), Array(bytes[dot...]))
  }

  var reference: String {
    split.name.bytes.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isKept = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isKept ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
