/// Coded bytes that are read from their front, in memory or in a file: the input of the parsers of units.
package protocol UnitBytes {
  associatedtype Failure: Error
  var position: Int { get }
  var remaining: Int { get }
  /// Moves past `count` bytes and returns their range.
  ///
  /// - Throws: If fewer are left.
  @discardableResult mutating func skip(_ count: Int) throws(Failure) -> Range<Int>
  /// The next `count` bytes, at most 8, as a number, the most significant first.
  mutating func integer(bytes count: Int) throws(Failure) -> UInt64
  /// At least one byte from a position on.
  func run(from place: Int) throws(Failure) -> ArraySlice<UInt8>
  /// The error for bytes from `start` on that are not what was expected.
  func malformed(at start: Int, found: String, expected: String) -> Failure
}

extension UnitBytes {
  /// A NAL unit after its length, whose size in bytes the codec's configuration states.
  ///
  /// - Source: ISO/IEC 14496-15, clauses 5.2.3 and 8.2.2.
  package mutating func nextUnit(lengthBytes: Int) throws(Failure) -> Range<Int> {
    try skip(Int(clamping: try integer(bytes: lengthBytes)))
  }

  /// The next unit (OBU) of AV1: its type, and the range of its content. A unit without a size extends to the end.
  ///
  /// - Source: AV1 bitstream specification, clauses 5.3.1 to 5.3.3.
  package mutating func nextUnitOfAV1() throws(Failure) -> (type: Int, content: Range<Int>) {
    let start = position
    let header = try integer(bytes: 1)
    guard header & 0x80 == 0 else {
      throw malformed(at: start, found: "a unit whose forbidden bit is set", expected: "an AV1 unit")
    }
    if header & 4 != 0 { try skip(1) }
    let length = header & 2 == 0 ? remaining : try leb128()
    return (Int(header >> 3 & 15), try skip(length))
  }

  /// A number in groups of seven bits, the least significant first.
  ///
  /// - Throws: If it has more than 8 bytes or 32 bits.
  /// - Source: AV1 bitstream specification, clause 4.10.5, *leb128()*.
  package mutating func leb128() throws(Failure) -> Int {
    let start = position
    var number = 0
    for place in 0..<8 {
      let byte = Int(try integer(bytes: 1))
      number |= (byte & 0x7F) << (7 * place)
      guard byte & 0x80 == 0 else { continue }
      if number <= UInt32.max { return number } else { break }
    }
    throw malformed(at: start, found: "a number of more than 32 bits", expected: "a number that fits")
  }
}

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
