public import Colorimetry

/// The luminance that diffuse white is meant to have.
///
///     try NominalDiffuseWhite(parsing: ndwtBox).luminance  // 203 cd/m²
///
/// - Source: ISO/IEC 23008-12, box `ndwt`, as libheif reads it.
public struct NominalDiffuseWhite: Hashable, Sendable {
  /// The luminance as stated, in units of 0.0001 cd/m²; 0 for the default of ISO/TS 22028-5.
  public var units: UInt32

  /// The white of this number.
  public init(units: UInt32) { self.units = units }

  /// The luminance, or `nil` if the box leaves it to ISO/TS 22028-5.
  public var luminance: Luminance? {
    units == 0 ? nil : .nits(Double(units) / MasteringDisplayColorVolume.unitsPerNit)
  }

  /// From the 8 bytes of the payload of a box `ndwt`, version and flags first, or from that whole box of 16 bytes.
  ///
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    units = try Payload(of: bytes, box: "ndwt", length: 8).uint32(at: 4)
  }

  /// The payload of a box `ndwt`, version and flags first.
  public var payload: [UInt8] { [0, 0, 0, 0] + units.bigEndianBytes }

  /// The whole box `ndwt`, 16 bytes.
  public var box: [UInt8] { Payload.box("ndwt", payload) }
}
