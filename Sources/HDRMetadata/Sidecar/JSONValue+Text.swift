#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension JSONValue {
  /// The value of a JSON text.
  init(text: some Sequence<UInt8>) throws(MetadataError) { self = try JSONParser.value(of: text) }

  /// The JSON text of this value: two spaces of indentation, keys in alphabetical order, a line feed at the end.
  ///
  /// - Precondition: Its numbers are finite, as those of metadata are.
  package var text: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("a number that is not finite") }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
