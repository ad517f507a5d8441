/// The kind of an auxiliary image, by its name: alpha or depth.
///
///     try AuxiliaryType(parsing: auxCBox).isAlpha
///
/// - Source: ISO/IEC 23008-12, clause 6.5.8, box `auxC`; names as in libheif and libavif.
public struct AuxiliaryType: Hashable, Sendable {
  /// The name.
  public let urn: String
  /// The bytes after the name; HEVC may have SEI units there.
  public let subtype: [UInt8]

  /// The type of this name.
  ///
  /// - Throws: `MetadataError.malformedText` if the name contains a zero, which would end it.
  public init(urn: String, subtype: [UInt8] = []) throws(MetadataError) {
    guard !urn.utf8.contains(0) else { throw .malformedText(found: urn, expected: "a name without U+0000") }
    (self.urn, self.subtype) = (urn, subtype)
  }

  private init(known urn: String) { (self.urn, subtype) = (urn, []) }

  /// HEIF's name for alpha.
  public static let hevcAlpha = AuxiliaryType(known: "urn:mpeg:hevc:2015:auxid:1")
  /// HEIF's name for depth.
  public static let hevcDepth = AuxiliaryType(known: "urn:mpeg:hevc:2015:auxid:2")
  /// AVIF's name for alpha.
  public static let alpha = AuxiliaryType(known: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
  /// AVIF's name for depth.
  public static let depth = AuxiliaryType(known: "urn:mpeg:mpegB:cicp:systems:auxiliary:depth")

  /// Whether the image is alpha, by either name.
  public var isAlpha: Bool { [Self.hevcAlpha.urn, Self.alpha.urn].contains(urn) }

  /// Whether the image is depth, by either name.
  public var isDepth: Bool { [Self.hevcDepth.urn, Self.depth.urn].contains(urn) }
}

extension AuxiliaryType {
  /// Parses the payload of a box `auxC`, version and flags first, or the whole box.
  ///
  /// - Throws: `MetadataError.truncated` if the name does not end; `.malformedBytes` if it is not UTF-8.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = Payload.content(of: bytes, box: "auxC")
    guard payload.count >= 4, let end = payload[4...].firstIndex(of: 0) else {
      throw .truncated(of: "a payload of auxC", afterBytes: payload.count)
    }
    guard let urn = String(validating: payload[4..<end], as: UTF8.self) else {
      throw .malformedBytes(of: "a payload of auxC", found: "a name that is not text", expected: "UTF-8")
    }
    try self.init(urn: urn, subtype: Array(payload[(end + 1)...]))
  }

  /// The payload of a box `auxC`, version and flags first.
  public var payload: [UInt8] { [0, 0, 0, 0] + Array(urn.utf8) + [0] + subtype }

  /// The whole box `auxC`.
  public var box: [UInt8] { Payload.box("auxC", payload) }
}
