/// The frames of a bare stream with start codes.
///
/// - Source: Rec. ITU-T H.265, clause 7.4.2.4.4; H.264, clause 7.4.1.2.3: a new picture begins with its first part, or with a unit that precedes
///   pictures and follows parts of the previous one.
struct AnnexBFrames<Syntax: NALUnitSyntax>: StoredFrames {
  private let reader: FileReader
  private let blank: TrackDescription
  private var scanner: StartCodeScanner<ByteWindow>
  /// The frame whose units are being collected, and whether it has a picture yet.
  private var open: StoredFrame?
  private var hasPicture = false
  /// The unit that ended the last frame: the first of the next, whose problems are those of that frame.
  private var waiting: Range<Int>?

  init(of track: TrackDescription, in reader: FileReader) {
    self.reader = reader
    blank = track.unstated
    scanner = StartCodeScanner(reader.whole)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    while let unit = try nextUnit(), reader.step("", at: unit.lowerBound) {
      let beginning = try reader.bytes(unit.prefix(3))
      let role = Syntax.role(beginning)
      if hasPicture, role.beginsPicture {
        waiting = unit
        return close()
      }
      if open == nil { open = StoredFrame(byte: unit.lowerBound, track: blank) }
      switch role {
      case .picture:
        hasPicture = true
        Syntax.pass(beginning, of: &open!.track)
      case .statement where unit.count <= ByteWindow.partLimit:
        reader.noting { () throws(MediaFileError) in
          let statement = NALUnit(bytes: try reader.bytes(unit), context: "", start: unit.lowerBound)
          try Syntax.read(statement, into: &open!.track)
        }
      default: break
      }
    }
    return hasPicture ? close() : nil
  }

  private mutating func nextUnit() throws(MediaFileError) -> Range<Int>? {
    defer { waiting = nil }
    if let waiting { return waiting }
    return try scanner.nextUnit()
  }

  private mutating func close() -> StoredFrame? {
    defer { (open, hasPicture) = (nil, false) }
    return open
  }
}
