/// The units of a bare stream, found by the start codes between them.
///
/// - Source: Rec. ITU-T H.264 and H.265, Annex B: `00 00 01` begins a unit, and zeros before it belong to no unit.
package struct StartCodeScanner<Bytes: UnitBytes> {
  private let bytes: Bytes
  private let end: Int
  private var position: Int
  private var unitStart: Int?

  /// - Parameter limit: The number of bytes that are searched.
  package init(_ bytes: Bytes, limit: Int = .max) {
    self.bytes = bytes
    position = bytes.position
    end = bytes.position + min(bytes.remaining, limit)
  }

  /// Returns the position of the next unit, if one begins within the limit.
  package mutating func nextStart() throws(Bytes.Failure) -> Int? {
    if unitStart == nil { unitStart = try passStartCode() }
    return unitStart
  }

  /// Returns the range of the next unit without its start code, or `nil` after the last one within the limit.
  package mutating func nextUnit() throws(Bytes.Failure) -> Range<Int>? {
    guard let start = try nextStart() else { return nil }
    let codeEnd = try passStartCode()
    unitStart = codeEnd
    // A unit never ends in a zero, so zeros before the next start code are not part of it.
    var unitEnd = codeEnd.map { $0 - 3 } ?? end
    while unitEnd > start, try bytes.run(from: unitEnd - 1).first == 0 { unitEnd -= 1 }
    return start..<unitEnd
  }

  /// Moves past the next start code; `nil` without one.
  private mutating func passStartCode() throws(Bytes.Failure) -> Int? {
    var zeros = 0
    while position < end {
      let run = try bytes.run(from: position).prefix(end - position)
      if let count = startCode(in: run, after: &zeros) {
        position += count
        return position
      }
      position += run.count
    }
    return nil
  }
}

/// Returns the number of bytes up to the end of the first start code; `zeros` counts those before the bytes, then those at their end.
private func startCode(in bytes: ArraySlice<UInt8>, after zeros: inout Int) -> Int? {
  for (place, byte) in zip(1..., bytes) {
    if byte == 1, zeros >= 2 { return place }
    zeros = byte == 0 ? zeros + 1 : 0
  }
  return nil
}
