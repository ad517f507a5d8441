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
  private static let longestLine = 1 << 20

  /// The name of the file.
  public let file: String
  /// The header that applies to the next frame.
  public private(set) var header: ClipHeader?
  private var lineCount = 0
  /// The incomplete line at the end of the last piece.
  private var rest: [UInt8] = []

  /// A reader of the file with this name, which errors state.
  public init(file: String) { self.file = file }

  /// Reads the next piece, and calls `body` with each line that it completes.
  ///
  /// - Throws: ``StatisticsError`` with the location of the malformed line, or the error of `body`.
  public mutating func take(
    _ piece: [UInt8], _ body: (StatisticsLine, StatisticsPlace) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    var start = 0
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      try keep(piece[start..<end])
      try finish(isComplete: true, body)
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
    if !JSONLine.isBlank(rest) { try finish(isComplete: false, body) }
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) throws(StatisticsError) {
    guard rest.count + part.count <= Self.longestLine else {
      throw .longLine(StatisticsPlace(file: file, line: lineCount + 1), limit: Self.longestLine)
    }
    rest += part
  }

  /// Finishes a line, which is complete if it ends with a line feed.
  private mutating func finish(
    isComplete: Bool, _ body: (StatisticsLine, StatisticsPlace) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    lineCount += 1
    defer { rest.removeAll(keepingCapacity: true) }
    // Blank lines separate files in some concatenations.
    guard !JSONLine.isBlank(rest) else { return }
    let place = StatisticsPlace(file: file, line: lineCount)
    let line: StatisticsLine
    do throws(StatisticsError) { line = try parse(isComplete, place) } catch { throw error.located(at: place) }
    if case .header(let header) = line { self.header = header }
    if case .frame = line, header == nil { throw .missingHeader(place) }
    try body(line, place)
  }

  /// The line in `rest`; errors lack its location.
  private func parse(_ isComplete: Bool, _ place: StatisticsPlace) throws(StatisticsError) -> StatisticsLine {
    if !isComplete, JSONLine.otherForm(of: rest) == nil, (try? JSONValue(text: rest)) == nil { throw .cutOff(place) }
    let line = try LineNode(line: rest)
    if try line.child("frame") == nil, try line.child("format") != nil { return .header(try ClipHeader(line)) }
    // Without a header nothing is known about the picture, and the caller rejects the line.
    let clip = header ?? ClipHeader(width: 65_536, height: 65_536)
    return .frame(FrameSummary(try FrameStatistics(line, of: clip)))
  }
}

/// A value of a line.
typealias LineNode = JSONNode<StatisticsError>

extension LineNode {
  /// The numbers of pixels and frames: 15 digits are more than any needs, and the sum of 256 such numbers does not overflow.
  static let counts = 0...999_999_999_999_999
  static let count = "a whole number of 0 or more with at most 15 digits"

  /// The object of a line, in which no key is there twice.
  init(line: [UInt8]) throws(StatisticsError) {
    var cursor = JSONCursor(line)
    do {
      self.init(try cursor.value())
      try cursor.finish()
    } catch {
      let found = cursor.otherForm ?? "not JSON from byte \(error.position + 1) on"
      throw StatisticsError(json: nil, found: found, expected: "an object of JSON in UTF-8")
    }
    if let key = cursor.repeatedKey {
      throw StatisticsError(json: key, found: "a duplicate key", expected: "one value")
    }
  }

  /// The value of a key that must be present; `nil` if it is `null`.
  func optional(_ key: String) throws(StatisticsError) -> LineNode? {
    guard value.members[key] != nil else { throw StatisticsError(missing: key) }
    return try child(key)
  }
}
