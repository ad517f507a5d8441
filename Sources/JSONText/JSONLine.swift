/// Rules common to all readers of JSON lines.
package enum JSONLine {
  /// The byte order mark of UTF-8, which may precede a text.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a line contains only space, such as the carriage return of an empty line. Such lines are skipped.
  package static func isBlank(_ line: some Collection<UInt8>) -> Bool {
    line.dropFirst(line.starts(with: mark) ? mark.count : 0).allSatisfy { $0 <= 0x20 }
  }

  /// The recognized form of a text that is not JSON in UTF-8; `nil` if it is not recognized.
  ///
  /// - Source: The Unicode Standard, clause 23.8, for the byte order marks; RFC 8259, clause 8.1, for UTF-8.
  package static func otherForm(of text: some Collection<UInt8>) -> String? {
    let start = Array(text.prefix(4))
    if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // The first character of JSON is ASCII, which has no zero byte in UTF-8; UTF-32 has two adjacent ones.
    if start.count == 4, start.prefix(2).contains(0) {
      return start[1] == 0 && (start[0] == 0 || start[2] == 0) ? "UTF-32" : "UTF-16"
    }
    guard let end = text.firstIndex(of: 0x0D), text[end...].contains(where: { $0 > 0x20 }) else { return nil }
    return "several lines that end with a carriage return alone"
  }
}
