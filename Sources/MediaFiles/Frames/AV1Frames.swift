struct IVFFrames: StoredFrames {
  private let blank: TrackDescription
  private var content: ByteWindow
  /// The duration of a tick of the file's clock, in seconds.
  private let tick: Double?

  init(of track: TrackDescription, in reader: FileReader) throws(MediaFileError) {
    blank = track.unstated
    content = reader.whole
    let header = try IVFHeader(content)
    tick = header.ticks > 0 && header.seconds > 0 ? Double(header.seconds) / Double(header.ticks) : nil
    try content.skip(header.length)
  }

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    guard content.remaining > 0, content.reader.step("", at: content.position) else { return nil }
    var frame = StoredFrame(byte: content.position, track: blank)
    let (time, sample) = try content.nextFrame(path: "frame")
    frame.time = tick.map { Double(time) * $0 }
    sample.readSample(into: &frame.track)
    return frame
  }
}

/// The frames of a bare AV1 stream: each temporal unit has one shown frame.
///
/// - Source: AV1, clauses 7.5 and 6.2.2: each unit begins with a temporal delimiter, type 2.
struct TemporalUnits: StoredFrames {
  let blank: TrackDescription
  var content: ByteWindow
  /// The offset of the delimiter that begins the next unit.
  var delimiter: Int?

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    var frame = delimiter.map { StoredFrame(byte: $0, track: blank) }
    delimiter = nil
    while content.remaining > 0, content.reader.step("", at: content.position) {
      let start = content.position
      guard let unit = content.reader.noting(errorOf: try content.nextUnitOfAV1()) else {
        // Nothing can be found after a unit with a wrong size.
        try content.skip(content.remaining)
        break
      }
      if unit.type == 2, frame != nil {
        delimiter = start
        return frame
      }
      if frame == nil { frame = StoredFrame(byte: start, track: blank) }
      let inside = content.window(unit.content)
      content.reader.noting(errorOf: try inside.readUnitOfAV1(unit.type, at: start, into: &frame!.track))
    }
    return frame
  }
}

struct LengthDelimitedUnits: StoredFrames {
  let blank: TrackDescription
  var content: ByteWindow

  mutating func next() throws(MediaFileError) -> StoredFrame? {
    guard content.remaining > 0, content.reader.step("", at: content.position) else { return nil }
    var frame = StoredFrame(byte: content.position, track: blank)
    var length = content
    // A truncated unit is read as far as possible.
    let size = try length.leb128()
    let reader = content.reader
    if size > length.remaining {
      reader.noting(errorOf: try content.readTemporalUnit(into: &frame.track))
      try content.skip(content.remaining)
    } else {
      var unit = try content.window(length.position - content.position + size, path: content.path)
      reader.noting(errorOf: try unit.readTemporalUnit(into: &frame.track))
    }
    return frame
  }
}
