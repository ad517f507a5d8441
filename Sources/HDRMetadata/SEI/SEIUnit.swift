/// A NAL unit of supplemental enhancement information: its header and its messages.
///
///     let unit = try SEIUnit(parsing: nal, of: .hevc)
///     for message in unit.messages { print(try message.content()) }
///
/// - Source: Rec. ITU-T H.264, clauses 7.3.1 and 7.3.2.3; H.265, clauses 7.3.1 and 7.3.2.4.
public struct SEIUnit: Hashable, Sendable {
  /// The header of the NAL unit: one byte for AVC, two for HEVC.
  public let header: [UInt8]
  /// The messages, in order.
  public var messages: [SEIMessage]

  /// The codec of a NAL unit.
  public enum Codec: CaseIterable, Sendable {
    /// H.264: unit type 6.
    case avc
    /// H.265: unit types 39, prefix, and 40, suffix.
    case hevc
  }

  /// The unit of these messages, before the picture, in the base layer.
  public init(_ messages: [SEIMessage], of codec: Codec) {
    header = codec == .avc ? [0x06] : [0x4E, 0x01]
    self.messages = messages
  }

  /// Parses a NAL unit with its header and emulation prevention, without start code and length.
  ///
  ///     try SEIUnit(parsing: [0x4E, 0x01, 0x93, 0x01, 0x12, 0x80], of: .hevc)  // alternative transfer 18
  ///
  /// Zeros after the trailing bits, which Annex B allows, are ignored.
  ///
  /// - Throws: `MetadataError.malformedBytes` if it is not an SEI unit; `.truncated` if a message runs past its end.
  public init(parsing nal: some Sequence<UInt8>, of codec: Codec) throws(MetadataError) {
    let bytes = Array(nal)
    guard bytes.count > codec.headerLength, codec.isSEI(bytes[0]) else {
      throw .malformedBytes(
        of: "a NAL unit", found: bytes.isEmpty ? "no bytes" : "the header byte \(bytes[0])",
        expected: codec == .avc ? "type 6, SEI" : "type 39 or 40, SEI")
    }
    header = Array(bytes.prefix(codec.headerLength))
    messages = try SEIMessage.messages(
      rbsp: EmulationPrevention.removing(from: bytes.dropFirst(codec.headerLength)))
  }

  /// The NAL unit, with its header and emulation prevention, without start code and length.
  public var bytes: [UInt8] { header + EmulationPrevention.adding(to: SEIMessage.rbsp(messages)) }
}

extension SEIUnit.Codec {
  fileprivate var headerLength: Int { self == .avc ? 1 : 2 }

  /// Whether the first byte of a NAL unit is that of SEI, with the forbidden bit zero.
  fileprivate func isSEI(_ byte: UInt8) -> Bool {
    switch self {
    case .avc: byte & 0x9F == 0x06
    case .hevc: byte & 0xFE == 39 << 1 || byte & 0xFE == 40 << 1
    }
  }
}
