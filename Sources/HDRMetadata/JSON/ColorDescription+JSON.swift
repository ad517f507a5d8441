internal import Colorimetry
internal import JSONText

extension ColorDescription {
  /// Parses the object `color` of a sidecar.
  init(_ node: MetadataNode) throws(MetadataError) {
    let numbers = try node.child("cicp")?.list(3...4, of: "a list of primaries, transfer, matrix and range numbers")
    self.init(
      primaries: try Self.property("primaries", of: node, number: numbers?[0]),
      transfer: try Self.property("transfer", of: node, number: numbers?[1]),
      matrix: try Self.property("matrix", of: node, number: numbers?[2]),
      range: try Self.property("range", of: node, number: numbers?.dropFirst(3).first),
      chromaLocation: try Self.property("chroma_location", of: node, number: nil))
  }

  /// The object `color` of a sidecar.
  var jsonValue: JSONValue {
    JSONValue(all: [
      "primaries": primaries?.ffmpegName, "transfer": transfer?.ffmpegName, "matrix": matrix?.ffmpegName,
      "range": range?.ffmpegName, "cicp": codePoints + [range?.rawValue].compactMap(\.self),
      "chroma_location": chromaLocation?.ffmpegName,
    ])
  }

  /// Returns a property stated by a name, a number or both.
  private static func property<Property: CodePoint>(
    _ key: String, of node: MetadataNode, number: MetadataNode?
  ) throws(MetadataError) -> Property? {
    let named: Property? = try node.child(key)?.codePoint()
    let numbered: Property? = try number?.codePoint()
    if let named, let numbered, named != numbered, let name = try node.child(key), let number {
      throw .contradiction(
        path: name.path, found: "\(name.value)", otherPath: number.path,
        other: "\(numbered.rawValue) (\(numbered.ffmpegName))")
    }
    return named ?? numbered
  }
}

extension MetadataNode {
  /// A code point by name or number; `nil` if it is unspecified or reserved.
  fileprivate func codePoint<Property: CodePoint>() throws(MetadataError) -> Property? {
    switch value {
    case .null: return nil
    case .number(let number):
      guard let number = Int(exactly: number), 0...255 ~= number else { break }
      return Property(h273: number)
    case .string(let name):
      if let property = Property(name: name) { return property }
      if Self.unspecifiedNames.contains(name.lowercased()) { return nil }
    default: break
    }
    let names = Property.allCases.map(\.ffmpegName).joined(separator: ", ")
    throw mismatch(expected: "an H.273 number or one of \(names)")
  }

  /// The names of an unspecified property in FFmpeg and x265.
  private static let unspecifiedNames: Set = ["unknown", "unspecified", "undef", "reserved", ""]
}
