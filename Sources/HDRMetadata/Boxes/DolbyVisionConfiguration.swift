/// The Dolby Vision configuration of a file: profile, level and layers.
///
///     let configuration = try DolbyVisionConfiguration(parsing: dvvCBox)
///     "\(configuration)"  // Dolby Vision 8.4, level 5, base layer and RPU
///
/// Matroska carries the same record without a box, in `BlockAddIDExtraData`. Reserved bits are ignored.
///
/// - Source: The Dolby Vision streams within ISO base media file format, as FFmpeg, GPAC and MediaInfo read and write it.
public struct DolbyVisionConfiguration: Hashable, Sendable {
  /// The version of the record, 1.0.
  public let majorVersion, minorVersion: UInt8
  /// The profile: 5 IPT, 7 two layers, 8 a base layer that other players can show, 10 AV1.
  public let profile: UInt8
  /// The level, a class of pixel rates.
  public private(set) var level: UInt8
  /// Whether there are reference processing units, an enhancement layer, a base layer.
  public let hasRPU, hasEnhancementLayer, hasBaseLayer: Bool
  /// The format in which players without Dolby Vision can show the base layer: 0 none, 1 HDR10, 2 SDR, 4 HLG, 6 Blu-ray's HDR10.
  public let compatibility: UInt8
  /// The compression of the metadata; 0 for none.
  public let compression: UInt8

  /// The record of these properties.
  ///
  /// - Domain: Profile `0...127`, level `0...63`, compatibility `0...15`.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(
    profile: Int, level: Int, compatibility: Int, hasRPU: Bool = true, hasEnhancementLayer: Bool = false,
    hasBaseLayer: Bool = true
  ) throws(MetadataError) {
    for (field, value, maximum) in [
      ("profile", profile, 127), ("level", level, 63), ("compatibility", compatibility, 15),
    ] where !(0...maximum ~= value) {
      throw .outOfRange(
        field: "the Dolby Vision \(field)", found: Double(value), expected: 0...Double(maximum), unit: "")
    }
    (majorVersion, minorVersion, compression) = (1, 0, 0)
    (self.profile, self.level, self.compatibility) = (UInt8(profile), UInt8(level), UInt8(compatibility))
    (self.hasRPU, self.hasEnhancementLayer, self.hasBaseLayer) = (hasRPU, hasEnhancementLayer, hasBaseLayer)
  }

  /// The type of the box for this profile: `dvcC` up to 7, `dvvC` up to 10, `dvwC` above.
  public var boxType: String { profile <= 7 ? "dvcC" : profile <= 10 ? "dvvC" : "dvwC" }

  /// Whether this is profile 8.4, HLG with Dolby Vision, which Apple's players support.
  public var isProfile84: Bool { profile == 8 && compatibility == 4 }

  /// Whether players without Dolby Vision can show the base layer. If not, as in profile 5, 10.0 and 20, its samples are neither Y′CbCr nor R′G′B′,
  /// and only each picture's RPU converts them.
  public var hasCompatibleBaseLayer: Bool { compatibility != 0 }

  /// Raises the level to one that allows pictures of this size and rate.
  package mutating func raiseLevel(width: Int, height: Int, rate: FrameRate) {
    level = max(level, Self.level(width: width, height: height, rate: rate))
  }

  /// The lowest level that allows pictures of this size and rate; the highest if none does.
  package static func level(width: Int, height: Int, rate: FrameRate) -> UInt8 {
    // An average rate may differ a little from the intended one.
    let pixels = Double(width) * Double(height) * rate.value.rounded()
    return UInt8(min(pixelRates.count { Double($0) < pixels } + 1, pixelRates.count))
  }

  /// The maximum number of pixels per second of each level, from 1; 11 differs from 10 only in its width.
  ///
  /// - Source: FFmpeg, `libavcodec/dovi_rpuenc.c`.
  private static let pixelRates = [
    1280 * 720 * 24, 1280 * 720 * 30, 1920 * 1080 * 24, 1920 * 1080 * 30, 1920 * 1080 * 60, 3840 * 2160 * 24,
    3840 * 2160 * 30, 3840 * 2160 * 48, 3840 * 2160 * 60, 3840 * 2160 * 120, 3840 * 2160 * 120, 7680 * 4320 * 60,
    7680 * 4320 * 120,
  ]

  static let boxTypes = ["dvcC", "dvvC", "dvwC"]

  /// The sample entries that are for Dolby Vision alone.
  package static let ownEntries: Set = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]
}

extension DolbyVisionConfiguration {
  /// Parses the 24 bytes of the record, or a whole box `dvcC`, `dvvC` or `dvwC` of 32 bytes.
  ///
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(bytes)
    let type = bytes.count == 32 ? Self.boxTypes.first { bytes[4..<8].elementsEqual($0.utf8) } : nil
    var reader = BitReader(
      try Payload(of: bytes, box: type ?? "dvvC", length: 24).bytes, of: "a Dolby Vision configuration")
    (majorVersion, minorVersion) = (try reader.number(8), try reader.number(8))
    (profile, level) = (try reader.number(7), try reader.number(6))
    (hasRPU, hasEnhancementLayer, hasBaseLayer) = (try reader.flag(), try reader.flag(), try reader.flag())
    (compatibility, compression) = (try reader.number(4), try reader.number(2))
  }

  /// The 24 bytes of the record.
  public var payload: [UInt8] {
    var writer = BitWriter()
    writer.append(low: majorVersion, bits: 8)
    writer.append(low: minorVersion, bits: 8)
    writer.append(low: profile, bits: 7)
    writer.append(low: level, bits: 6)
    for flag in [hasRPU, hasEnhancementLayer, hasBaseLayer] { writer.append(bit: flag) }
    writer.append(low: compatibility, bits: 4)
    writer.append(low: compression, bits: 2)
    return writer.bytes + [UInt8](repeating: 0, count: 24 - writer.bytes.count)
  }

  /// The whole box, of the type for this profile.
  public var box: [UInt8] { Payload.box(boxType, payload) }
}

extension DolbyVisionConfiguration: CustomStringConvertible {
  public var description: String {
    let name = [4, 7].contains(profile) || compatibility == 0 ? "\(profile)" : "\(profile).\(compatibility)"
    let layers = [
      (hasBaseLayer, "base layer"), (hasEnhancementLayer, "enhancement layer"), (hasRPU, "RPU"),
    ].filter(\.0).map(\.1)
    return "Dolby Vision \(name), level \(level), \(layers.isEmpty ? "no layers" : layers.joined(separator: " and "))"
  }
}
