/// The content of a metadata OBU of an AV1 stream.
///
///     if case .contentLight(let light) = try AV1Metadata(parsing: obu) { print(light) }
///
/// - Source: AV1 bitstream specification, clauses 5.3, 5.8 and 6.7.
public enum AV1Metadata: Hashable, Sendable {
  /// MaxCLL and MaxFALL: metadata type 1.
  case contentLight(ContentLightLevel)
  /// The mastering display: metadata type 2.
  case masteringDisplay(FixedPointMasteringDisplay)
  /// HDR10+, ST 2094-50 or other registered user data: metadata type 4.
  case registeredUserData(RegisteredUserData)
  /// Metadata of another type, with the trailing bits.
  case other(type: UInt32, payload: [UInt8])

  /// Parses a whole OBU, header first.
  ///
  /// - Throws: `MetadataError.malformedBytes` if it is not a metadata OBU or has no trailing bits; `.truncated` if it is
  ///   longer than the bytes; the errors of the metadata's own parser.
  public init(parsing obu: some Sequence<UInt8>) throws(MetadataError) {
    var bytes = UnitsInMemory(obu, of: "an OBU")
    guard let header = bytes.bytes.first, header & 0xF8 == Self.obuType << 3 else {
      throw .malformedBytes(of: "an OBU", found: "another header", expected: "that of a metadata OBU")
    }
    try self.init(content: bytes.bytes[try bytes.nextUnitOfAV1().content])
  }

  /// Parses the content of an OBU: the metadata type, the metadata and the trailing bits.
  public init(content: some Sequence<UInt8>) throws(MetadataError) {
    var bytes = UnitsInMemory(content, of: "an OBU")
    let type = UInt32(try bytes.leb128())
    try self.init(type: type, payload: bytes.bytes[bytes.position...])
  }

  /// Parses the rest of an OBU after its metadata type, including the trailing bits.
  public init(type: UInt32, payload: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(payload)
    func metadata() throws(MetadataError) -> ArraySlice<UInt8> {
      guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else {
        throw .malformedBytes(of: "a metadata OBU", found: "no trailing bits", expected: "the byte 128")
      }
      return bytes[..<end]
    }
    switch type {
    case 1: self = .contentLight(try ContentLightLevel(parsing: try metadata()))
    case 2: self = .masteringDisplay(try FixedPointMasteringDisplay(parsing: try metadata()))
    case 4: self = .registeredUserData(try RegisteredUserData(parsing: try metadata()))
    default: self = .other(type: type, payload: bytes)
    }
  }

  /// The content of an OBU: the metadata type, the metadata and the trailing bits.
  ///
  /// - Throws: `MetadataError.outOfRange` when a number of dynamic metadata does not fit its field.
  public func content() throws(MetadataError) -> [UInt8] {
    switch self {
    case .contentLight(let light): [1] + light.payload + [0x80]
    case .masteringDisplay(let display): [2] + display.payload + [0x80]
    case .registeredUserData(let data): [4] + (try data.payload()) + [0x80]
    case .other(let type, let payload): Self.leb128(type) + payload
    }
  }

  /// The whole OBU, with its size.
  public func obu() throws(MetadataError) -> [UInt8] {
    let content = try content()
    return [Self.obuType << 3 | 2] + Self.leb128(UInt32(content.count)) + content
  }

  private static let obuType: UInt8 = 5

  private static func leb128(_ number: UInt32) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + leb128(number >> 7)
  }
}
