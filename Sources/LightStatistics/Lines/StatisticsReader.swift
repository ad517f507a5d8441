internal import JSONText

/// A line of a statistics file, without the histograms.
public enum StatisticsLine: Hashable, Sendable {
  /// A header, at the start of the file or of a part of it.
  case header(ClipHeader)
  /// A frame.
  case frame(FrameSummary)
}

/// Reads a statistics file in pieces, keeping at most one line.
///
///     var reader = StatisticsReader(file: "part2.jsonl")
///     try reader.take(piece) { line, place in … }
///     try reader.finish { line, place in … }
public struct StatisticsReader: Sendable {
  /// The maximum number of bytes in a line: frames have two to five thousand.
  public static let longestLine = 1 << 20

  /// The name of the file.
  public let file: String
  /// The header that applies to the next frame.
  public private(set) var header: ClipHeader?
  /// The number of lines read.
  public private(set) var lineCount = 0
  /// The text of that header, which concatenated files repeat.
  private var headerText: [UInt8] = []
  /// The incomplete line at the end of the last piece.
  private var rest: [UInt8] = []

  /// A reader of the file with this name, which errors state.
  public init(file: String) { self.file = file }

  private var place: StatisticsPlace { StatisticsPlace(file: file, line: lineCount) }

  /// Reads the next piece, and calls `body` with each line that it completes.
  ///
  /// - Throws: ``StatisticsError`` with the location of the malformed line, or the error of `body`.
  public mutating func take(
    _ piece: [UInt8], _ body: (StatisticsLine, StatisticsPlace) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    var start = 0
    if !rest.isEmpty {
      guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else { return try keep(piece[...]) }
      try keep(piece[..<end])
      let line = rest
      rest = []
      try read(line, 0..<line.count, body)
      start = end + 1
    }
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      try read(piece, start..<end, body)
      start = end + 1
    }
    try keep(piece[start...])
  }

  /// Finishes the file. A last line without a line feed counts if it is complete.
  ///
  /// - Throws: ``StatisticsError``, as `take`; `.cutOff` if the last line is incomplete.
  public mutating func finish(
    _ body: (StatisticsLine, StatisticsPlace) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    let line = rest
    rest = []
    guard !JSONLine.isBlank(line) else { return }
    guard (try? JSONValue(text: line)) != nil else {
      lineCount += 1
      guard let form = JSONLine.otherForm(of: line) else { throw .cutOff(place) }
      throw .malformed(place, found: form, expected: "an object of JSON in UTF-8")
    }
    try read(line, 0..<line.count, body)
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) throws(StatisticsError) {
    guard rest.count + part.count <= Self.longestLine else {
      lineCount += 1
      throw .longLine(place, limit: Self.longestLine)
    }
    rest += part
  }

  private mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, _ body: (StatisticsLine, StatisticsPlace) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    lineCount += 1
    // Blank lines separate files in some concatenations.
    guard !JSONLine.isBlank(bytes[range]) else { return }
    let line: StatisticsLine
    do throws(LineFault) { line = try parse(bytes, range) } catch { throw error.error(at: place) }
    switch line {
    case .header(let header) where self.header != header:
      (self.header, headerText) = (header, Array(bytes[range]))
    case .header: break
    case .frame where header == nil: throw .missingHeader(place)
    case .frame: break
    }
    try body(line, place)
  }

  private func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(LineFault) -> StatisticsLine {
    if let header, bytes[range].elementsEqual(headerText) { return .header(header) }
    let line = try LineNode(bytes, in: range)
    if try line.child("frame") == nil, try line.child("format") != nil { return .header(try ClipHeader(line)) }
    // Without a header nothing is known about the picture, and the caller rejects the line.
    let clip = header ?? ClipHeader(width: 65_536, height: 65_536)
    return .frame(FrameSummary(try FrameStatistics(line, of: clip)))
  }
}
