package struct UnitsInMemory: UnitBytes {
  package let bytes: [UInt8]
  /// The name of the bytes, for error messages.
  let name: String
  package private(set) var position = 0

  package init(_ bytes: some Sequence<UInt8>, of name: String) { (self.bytes, self.name) = (Array(bytes), name) }

  package var remaining: Int { bytes.count - position }

  @discardableResult package mutating func skip(_ count: Int) throws(MetadataError) -> Range<Int> {
    guard count <= remaining else { throw .truncated(of: name, afterBytes: bytes.count) }
    defer { position += count }
    return position..<position + count
  }

  package mutating func integer(bytes count: Int) throws(MetadataError) -> UInt64 {
    UInt64(bigEndianBytes: bytes[try skip(count)])
  }

  package func run(from place: Int) throws(MetadataError) -> ArraySlice<UInt8> { bytes[place...] }

  package func malformed(at _: Int, found: String, expected: String) -> MetadataError {
    .malformedBytes(of: name, found: found, expected: expected)
  }
}
