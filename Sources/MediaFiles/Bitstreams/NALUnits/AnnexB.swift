extension FileReader {
  /// The track of a bare stream, read up to its second picture, within the first mebibytes.
  func annexBTrack<Syntax: NALUnitSyntax>(_: Syntax.Type) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: "")
    track.facts.codec = Syntax.codec
    note { () throws(MediaFileError) in try readUnits(Syntax.self, into: &track) }
    // A set that cannot be read has been reported already.
    if track.facts.profile == nil, problems.isEmpty {
      let container = Syntax.codec == .hevc ? MediaContainer.hevcStream : .avcStream
      note(.missing(part: "sequence parameter set before the first picture", container: container))
    }
    return track
  }

  private func readUnits<Syntax: NALUnitSyntax>(
    _: Syntax.Type, into track: inout TrackDescription
  ) throws(MediaFileError) {
    var scanner = StartCodeScanner(whole)
    var hasPicture = false
    while let unit = try scanner.nextUnit(), step("", at: unit.lowerBound) {
      switch Syntax.role(try bytes(unit.prefix(3))) {
      case .picture(let isFirst):
        guard !(hasPicture && isFirst) else { return }
        hasPicture = true
        continue
      case .statement(let isBeforePicture):
        guard !(hasPicture && isBeforePicture) else { return }
      case .other: continue
      }
      guard unit.count <= ByteWindow.partLimit else { continue }
      let statement = NALUnit(bytes: try bytes(unit), context: "", start: unit.lowerBound)
      note { () throws(MediaFileError) in try Syntax.read(statement, into: &track) }
    }
  }
}

extension Range<Int> {
  func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}

/// The units of a bare stream, found by the start codes between them.
///
/// - Source: Rec. ITU-T H.264 and H.265, Annex B: `00 00 01` begins a unit, and any zeros before belong to no unit.
struct StartCodeScanner {
  private let reader: FileReader
  private let end: Int
  /// The offset to look at next.
  private var position: Int
  private var unitStart: Int?

  /// How much of a stream is searched: the first picture of an 8K stream at a high bit rate is smaller.
  static let limit = 4 << 20

  init(_ window: ByteWindow, limit: Int = Self.limit) {
    reader = window.reader
    position = window.position
    end = window.position + min(window.remaining, limit)
  }

  /// The offsets of the next unit without its start code, or `nil` after the last one within the limit.
  mutating func nextUnit() throws(MediaFileError) -> Range<Int>? {
    if unitStart == nil { unitStart = try passStartCode() }
    guard let start = unitStart else { return nil }
    let codeEnd = try passStartCode()
    unitStart = codeEnd
    // A unit never ends in a zero, so zeros before the next start code are not part of it.
    var unitEnd = codeEnd.map { $0 - 3 } ?? end
    while unitEnd > start, try reader.byte(at: unitEnd - 1) == 0 { unitEnd -= 1 }
    return start..<unitEnd
  }

  /// Moves past the next start code; `nil` if there is none.
  private mutating func passStartCode() throws(MediaFileError) -> Int? {
    var zeros = 0
    while position < end {
      for byte in try reader.run(from: position).prefix(end - position) {
        position += 1
        if byte == 1, zeros >= 2 { return position }
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return nil
  }
}
