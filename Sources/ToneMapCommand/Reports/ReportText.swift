internal import Transcoding
internal import JSONText

/// The JSON text of a report: keys in alphabetical order and in snake case, except for MaxCLL and MaxFALL, which keep the names of
/// CTA-861.3; an indent of two spaces; non-finite numbers as names.
func jsonText(_ report: some JSONConvertible) -> String {
  String(decoding: report.jsonValue.text.dropLast(), as: UTF8.self)
}

/// Formats names and values, one pair per line, with the values in one column; a value that is `nil` has no line.
func table(column: Int = 16, _ facts: [(String, String?)]) -> String {
  facts.compactMap { name, value in value.map { name.padded(to: column) + $0.onOneLine } }.joined(separator: "\n")
}

/// Formats rows of equal length: columns aligned to the right, two spaces apart.
func aligned(_ rows: [[String]]) -> [String] {
  let widths = rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
  return rows.map { row in
    zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
  }
}

func list(_ color: SIMD3<some CustomStringConvertible>) -> String { "\(color.x), \(color.y), \(color.z)" }

extension SIMD3<Double> {
  func rounded(to places: Int) -> SIMD3 { SIMD3(x.rounded(to: places), y.rounded(to: places), z.rounded(to: places)) }
}

extension String {
  /// The text padded with spaces up to a column, with at least one.
  func padded(to column: Int) -> String { self + String(repeating: " ", count: max(1, column - count)) }

  /// A camel-case name in snake case: `contentLight` becomes `content_light`.
  var snakeCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : $1 == " " ? "_" : "\($1)" }
  }
}
