#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The JSON text of a report: keys in alphabetical order and in snake case, two spaces an indent.
func jsonText(_ report: some Encodable) throws(CommandError) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  do {
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  } catch {
    throw .fault("the report could not be written as JSON (\(error)), where every report can; leave --json out")
  }
}
