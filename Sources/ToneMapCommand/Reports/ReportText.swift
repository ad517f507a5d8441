internal import Transcoding
internal import HDRMetadata
internal import JSONText

/// The JSON text of a report: keys in alphabetical order and in snake case, except for MaxCLL and MaxFALL, which keep the names of
/// CTA-861.3; an indent of two spaces; non-finite numbers as names.
func jsonText(_ report: some JSONConvertible) -> String {
  String(decoding: report.jsonValue.text.dropLast(), as: UTF8.self)
}
