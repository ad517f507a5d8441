/// The intended luminance of diffuse white.
///
///     try NominalDiffuseWhite(parsing: ndwtBox).luminance  // 203 cd/m²
///
/// - Source: ISO/IEC 23008-12, box `ndwt`, as libheif reads it.
public struct NominalDiffuseWhite: Hashable, Sendable {
  /// The luminance as stated; 0 for the default of ISO 22028-5:2026.
  public var units: CodedLuminance<NitsInTenThousandths>

  public init(units: CodedLuminance<NitsInTenThousandths>) { self.units = units }

  /// The luminance, or `nil` if the box leaves it to ISO 22028-5:2026.
  public var luminance: Luminance? { units == 0 ? nil : units.luminance }

  /// Parses the 8 bytes of the payload of a box `ndwt`, version and flags first, or the whole box of 16 bytes.
  ///
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    units = try Payload(of: bytes, box: "ndwt", length: 8).quantity(at: 4)
  }

  /// The payload of a box `ndwt`, version and flags first.
  public var payload: [UInt8] { [0, 0, 0, 0] + units.bytes }

  /// The whole box `ndwt`, 16 bytes.
  public var box: [UInt8] { Payload.box("ndwt", payload) }
}
