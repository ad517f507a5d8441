internal import JSONText

/// The reason why metadata cannot be read: the value found, the value expected, and the fix.
///
///     do throws(MetadataError) {
///       _ = try ContentLightLevel(text: "bright")
///     } catch {
///       print(error)  // "bright" was found, but …
///     }
public enum MetadataError: Error, Hashable, Sendable {
  /// A payload whose length its standard does not allow.
  case wrongLength(of: String, found: Int, expected: Int)
  /// A box of another kind, or with a header that contradicts its length.
  case wrongBox(found: String, expected: String)
  /// A text whose form its option does not accept.
  case malformedText(found: String, expected: String)
  /// Numbers that could be both integers in the units of a standard and plain coordinates and cd/m².
  case ambiguousUnits(found: String, expected: String)
  /// A number that its standard forbids or that does not fit its field.
  case outOfRange(field: String, found: Double, expected: ClosedRange<Double>, unit: String)
  /// A display whose maximum luminance does not exceed its minimum.
  case emptyLuminanceRange(maximum: Luminance, minimum: Luminance)
  /// A value in a JSON document that its key cannot have.
  case malformedJSON(path: String, found: String, expected: String)
  /// A JSON document of a newer version than this program.
  case laterVersion(found: Int, known: Int)
  /// A payload that ends too early.
  case truncated(of: String, afterBytes: Int)
  /// Bytes that their standard does not allow in this place.
  case malformedBytes(of: String, found: String, expected: String)
  /// Bytes that do not match their stated checksum.
  case wrongChecksum(of: String, stated: UInt32, computed: UInt32)
  /// A value that another format cannot express.
  case inexpressible(what: String, carrier: String)
  /// Two values of one property that disagree.
  case contradiction(path: String, found: String, otherPath: String, other: String)
}

extension MetadataError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let what, let found, let expected):
      "\(what) has \(found) bytes, but \(expected) bytes (\(expected + 8) with the box header) were expected; "
        + "pass the whole payload and nothing after it"
    case .wrongBox(let found, let expected):
      "\(quoted(found)) was found, but \(expected) was expected; pass that box or only its payload"
    case .malformedText(let found, let expected):
      "\(quoted(found)) was found, but \(expected) was expected; write it in that form"
    case .ambiguousUnits(let found, let expected):
      "\(quoted(found)) was found, whose numbers fit neither form, but \(expected) was expected; "
        + "write all ten numbers as integers, or all as decimals with a decimal point"
    case .outOfRange(let field, let found, let expected, let unit):
      "\(field) of \(plain(found))\(unit) was found, but "
        + "\(plain(expected.lowerBound)) to \(plain(expected.upperBound))\(unit) was expected; correct it or leave it out"
    case .emptyLuminanceRange(let maximum, let minimum):
      "a mastering maximum of \(plain(maximum.nits)) cd/m² was found with a minimum of \(plain(minimum.nits)) cd/m², "
        + "but the maximum must exceed the minimum; swap them or leave the mastering display out"
    case .malformedJSON(let path, let found, let expected):
      "\(path) is \(found), but \(expected) was expected; correct it"
    case .laterVersion(let found, let known):
      "version is \(found), but at most \(known) was expected; update this program, or write the file again with this version"
    case .truncated(let what, let count):
      "\(what) has only \(count) bytes, but states more; pass all of it"
    case .malformedBytes(let what, let found, let expected):
      "\(what) has \(found), but \(expected) was expected; write it again with a tool that follows the standard"
    case .wrongChecksum(let what, let stated, let computed):
      "\(what) states the checksum 0x\(String(stated, radix: 16)), but its bytes have 0x\(String(computed, radix: 16)); "
        + "it is damaged: copy or encode the file again"
    case .inexpressible(let what, let carrier):
      "\(what) was found, but \(carrier) cannot express it; "
        + "leave it out or use another format"
    case .contradiction(let path, let found, let otherPath, let other):
      "\(path) says \(found), but \(otherPath) says \(other); correct or remove one of them"
    }
  }
}

typealias MetadataNode = JSONNode<MetadataError>

extension MetadataError: JSONFault {
  package init(json path: String?, found: String, expected: String) {
    self = .malformedJSON(path: path ?? "the document", found: found, expected: expected)
  }
}
