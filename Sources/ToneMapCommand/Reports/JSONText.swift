#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The JSON text of a report: keys in alphabetical order and in snake case, two spaces an indent; what is no finite number, a name.
func jsonText(_ report: some Encodable) throws(CommandError) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.nonConformingFloatEncodingStrategy = .convertToNamedNumbers
  do {
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  } catch {
    throw .fault("the report could not be written as JSON (\(error)), where every report can; leave --json out")
  }
}

// JSON has no infinity and no NaN, which a report of wrong lanes has.
extension JSONEncoder.NonConformingFloatEncodingStrategy {
  static var convertToNamedNumbers: Self {
    .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
}

extension JSONDecoder.NonConformingFloatDecodingStrategy {
  static var convertFromNamedNumbers: Self {
    .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
}
