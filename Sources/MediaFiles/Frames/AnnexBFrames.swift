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

  init(of track: TrackDescription, in reader: FileReader) {
    self.reader = reader
    blank = track.unstated
    scanner = StartCodeScanner(reader.whole)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    while let unit = try scanner.nextUnit(), reader.step("", at: unit.lowerBound) {
      let beginning = try reader.bytes(unit.prefix(3))
      let role = Syntax.role(beginning)
      var finished: StoredFrame?
      switch role {
      case .picture(isFirst: true), .statement(isBeforePicture: true):
        if hasPicture { finished = close() }
      default: break
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
      if let finished { return finished }
    }
    return hasPicture ? close() : nil
  }

  private mutating func close() -> StoredFrame? {
    defer { (open, hasPicture) = (nil, false) }
    return open
  }
}
