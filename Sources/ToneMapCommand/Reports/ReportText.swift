#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The JSON text of a report: keys in alphabetical order and in snake case, except for MaxCLL and MaxFALL, which keep the names of
/// CTA-861.3; two spaces an indent; a number that is not finite as a name.
func jsonText(_ report: some Encodable) throws(CommandError) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .custom { path in
    let name = path.last?.stringValue ?? ""
    return ReportKey(stringValue: ["maxCLL": "MaxCLL", "maxFALL": "MaxFALL"][name] ?? name.snakeCase)
  }
  encoder.nonConformingFloatEncodingStrategy = .convertToNamedNumbers
  do {
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  } catch {
    throw .fault("the report could not be written as JSON (\(error)); leave --json out")
  }
}

/// A key of a report.
private struct ReportKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// JSON has no infinity and no NaN, which can occur in a report about wrong lanes.
extension JSONEncoder.NonConformingFloatEncodingStrategy {
  static var convertToNamedNumbers: Self {
    .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
}
