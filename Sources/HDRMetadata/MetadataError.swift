public import Colorimetry

/// Why metadata could not be read: what was found, what was expected, and how to mend it.
///
///     do throws(MetadataError) {
///       _ = try ContentLightLevel(text: "bright")
///     } catch {
///       print(error)  // "bright" was found where …
///     }
public enum MetadataError: Error, Hashable, Sendable {
  /// A payload of a length that its standard does not have.
  case wrongLength(of: String, found: Int, expected: Int)
  /// A box of another kind, or whose header contradicts its length.
  case wrongBox(found: String, expected: String)
  /// A text that is not of the form its option takes.
  case malformedText(found: String, expected: String)
  /// Numbers that could be integers of a standard's units as well as plain coordinates and cd/m².
  case ambiguousUnits(found: String, expected: String)
  /// A number that its standard forbids, or that its field cannot hold.
  case outOfRange(field: String, found: Double, expected: ClosedRange<Double>, unit: String)
  /// A display whose brightest light does not exceed its darkest.
  case emptyLuminanceRange(maximum: Luminance, minimum: Luminance)
  /// A value of a color JSON that its key cannot have.
  case malformedJSON(path: String, found: String, expected: String)
  /// A payload that ends before what it announced.
  case truncated(of: String, afterBytes: Int)
  /// Bytes that their standard does not have there.
  case malformedBytes(of: String, found: String, expected: String)
  /// A value that one carrier has and another has no place for.
  case inexpressible(what: String, carrier: String)
  /// Two statements of one property that disagree.
  case contradiction(path: String, found: String, otherPath: String, other: String)
}

extension MetadataError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let what, let found, let expected):
      "\(what) of \(found) bytes was found where \(expected) bytes (\(expected + 8) with the box header) were expected; "
        + "hand over the whole payload and nothing after it"
    case .wrongBox(let found, let expected):
      "\(quoted(found)) was found where \(expected) was expected; hand over that box or only its payload"
    case .malformedText(let found, let expected):
      "\(quoted(found)) was found where \(expected) was expected; write it in that form"
    case .ambiguousUnits(let found, let expected):
      "\(quoted(found)) was found, whose numbers fit neither form, where \(expected) was expected; "
        + "write all ten numbers as integers, or all as decimals with a decimal point"
    case .outOfRange(let field, let found, let expected, let unit):
      "\(field) of \(plain(found))\(unit) was found where "
        + "\(plain(expected.lowerBound)) to \(plain(expected.upperBound))\(unit) was expected; correct it or leave it out"
    case .emptyLuminanceRange(let maximum, let minimum):
      "a mastering maximum of \(plain(maximum.nits)) cd/m² was found with a minimum of \(plain(minimum.nits)) cd/m², "
        + "where the maximum was expected to be the larger; exchange them or leave the mastering display out"
    case .malformedJSON(let path, let found, let expected):
      "\(path) is \(found) where \(expected) was expected; correct it"
    case .truncated(let what, let count):
      "\(what) of \(count) bytes was found where it announces more than that; hand over the whole of it"
    case .malformedBytes(let what, let found, let expected):
      "\(what) has \(found) where \(expected) was expected; write it anew with a tool that keeps to the standard"
    case .inexpressible(let what, let carrier):
      "\(what) was found, for which \(carrier) has no place, where only what it can carry was expected; "
        + "leave it out or use another carrier"
    case .contradiction(let path, let found, let otherPath, let other):
      "\(path) says \(found) and \(otherPath) says \(other) where the same was expected; correct or remove one of them"
    }
  }
}

/// Text from outside as a message may show it: in quotes, on one line, not longer than a line.
func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
  return "\"\(shown.joined())\(text.unicodeScalars.count > 60 ? "…" : "")\""
}

/// A number as people write it: `1000`, not `1000.0`.
func plain(_ value: Double) -> String {
  Int64(exactly: value).map(String.init) ?? String(value)
}
