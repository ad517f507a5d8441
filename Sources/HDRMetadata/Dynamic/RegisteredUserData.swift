/// User data whose owner is registered by Rec. ITU-T T.35: three kinds of dynamic metadata, or other data, unchanged.
///
/// An SEI message 4, an AV1 metadata OBU of type 4 and a Matroska block addition of type 4 carry the same bytes.
///
/// - Source: Rec. ITU-T H.264, clause D.2.6; the codes of SMPTE ST 2094-40 and ST 2094-50.
public enum RegisteredUserData: Hashable, Sendable {
  /// HDR10+: SMPTE ST 2094-40.
  case hdr10Plus(HDR10PlusMetadata)
  /// The headroom-adaptive tone map of SMPTE ST 2094-50.
  case headroomAdaptiveMetadata(HeadroomAdaptiveMetadata)
  /// Dolby Vision, as in AV1.
  case dolbyVision(DolbyVisionRPU)
  /// Other data, or a version of ST 2094-50 that readers of the first version must ignore; from the country code on.
  case other([UInt8])

  /// Parses the bytes of the message, the country code first.
  ///
  /// - Throws: `MetadataError.truncated`, `.malformedBytes`, `.outOfRange` or `.wrongChecksum` if the data claims to be of a known kind
  ///   and is malformed.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(bytes)
    func rest(after header: [UInt8]) -> ArraySlice<UInt8>? {
      bytes.starts(with: header) ? bytes.dropFirst(header.count) : nil
    }
    if let rest = rest(after: HDR10PlusMetadata.header) {
      self = .hdr10Plus(try HDR10PlusMetadata(afterHeader: rest))
    } else if let rest = rest(after: HeadroomAdaptiveMetadata.header),
      let toneMap = try HeadroomAdaptiveMetadata(afterHeader: rest)
    {
      self = .headroomAdaptiveMetadata(toneMap)
    } else if let rest = rest(after: DolbyVisionRPU.header) {
      self = .dolbyVision(try DolbyVisionRPU(afterHeader: rest))
    } else {
      self = .other(bytes)
    }
  }

  /// Whether a message is dynamic metadata for pictures instead of captions and the like: of the providers of HDR10+ and ST 2094-50, with
  /// Dolby Vision's whole header, since that provider has other messages too, or of a kind that is named.
  package static func isForPictures(_ bytes: [UInt8]) -> Bool {
    [HDR10PlusMetadata.header.prefix(3), HeadroomAdaptiveMetadata.header.prefix(3), DolbyVisionRPU.header[...]]
      .contains { bytes.starts(with: $0) } || Self.other(bytes).otherName != nil
  }

  /// The common name of other dynamic metadata for pictures; `nil` for all other data, such as captions.
  ///
  /// - Source: T/UWA 005.1 as in FFmpeg: country 0x26, provider 4, code 5; ETSI TS 103 433-1, annex A: country 0xB5, provider 0x3A.
  package var otherName: String? {
    guard case .other(let bytes) = self else { return nil }
    if bytes.starts(with: [0x26, 0x00, 0x04, 0x00, 0x05]) { return "HDR Vivid" }
    return bytes.starts(with: [0xB5, 0x00, 0x3A]) ? "SL-HDR" : nil
  }

  /// The bytes of the message, the country code first.
  ///
  /// - Throws: `MetadataError.outOfRange` if a number does not fit its field.
  public func payload() throws(MetadataError) -> [UInt8] {
    switch self {
    case .hdr10Plus(let metadata): try metadata.payload()
    case .headroomAdaptiveMetadata(let metadata): try metadata.payload()
    case .dolbyVision(let rpu): rpu.message()
    case .other(let bytes): bytes
    }
  }
}
