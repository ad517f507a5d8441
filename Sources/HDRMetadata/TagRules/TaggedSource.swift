public import Colorimetry

/// What the rules on tags are about: a source's color, the metadata beside it, and whether it has alpha.
///
///     TaggedSource(color: ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)).isHDR  // true
public struct TaggedSource: Hashable, Sendable {
  /// What its tags say.
  public var color: ColorDescription
  /// What it says once.
  public var metadata: StaticMetadata
  /// Whether it says something for each frame: HDR10+, Dolby Vision, ST 2094-50.
  public var hasDynamicMetadata: Bool
  /// Whether it has alpha.
  public var hasAlpha: Bool

  /// The source of these properties.
  public init(
    color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), hasDynamicMetadata: Bool = false,
    hasAlpha: Bool = false
  ) {
    self.color = color
    self.metadata = metadata
    self.hasDynamicMetadata = hasDynamicMetadata
    self.hasAlpha = hasAlpha
  }

  /// Whether its transfer is one of HDR: PQ or HLG.
  public var isHDR: Bool { color.isHDR }

  /// Whether it says anything beside its tags.
  public var hasMetadata: Bool { hasDynamicMetadata || metadata != StaticMetadata() }
}

extension ColorDescription {
  /// Whether the transfer is one of HDR: PQ or HLG.
  public var isHDR: Bool { transfer == .pq || transfer == .hlg }

  /// HDTV: BT.709 three times.
  static let sdr709 = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709)

  /// HDTV with the range and the chroma location of another color.
  static func sdr709(like other: ColorDescription) -> ColorDescription {
    sdr709.completed(by: ColorDescription(range: other.range, chromaLocation: other.chromaLocation))
  }

  /// BT.2100 with HLG.
  static let hlg2100 = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)
}

extension TransferCharacteristics {
  /// How far a transfer goes before others in a mix: HLG before PQ before SDR.
  var precedence: Int {
    switch self {
    case .hlg: 2
    case .pq: 1
    default: 0
    }
  }
}

/// How tags pass through writers, compositions, exports and edits: each rule a function of values.
///
/// They are the rules by which Apple's frameworks are used; whoever follows them gets what an editor expects. Nothing here
/// touches a pixel: the results say what is to be converted, dropped or told.
public enum TagRules {}

/// Something that a rule did and that its user should be told.
public enum TagReport: Hashable, Sendable {
  /// A source of more colors than BT.709 was narrowed because wide gamut was not asked for.
  case wideGamutConverted(ColorPrimaries)
  /// HDR became SDR because what follows takes no HDR.
  case hdrConverted(TransferCharacteristics)
  /// Metadata of each frame did not survive.
  case dynamicMetadataDropped

  /// A short name that stays the same, for scripts.
  public var code: String {
    switch self {
    case .wideGamutConverted: "wide-gamut-converted"
    case .hdrConverted: "hdr-converted"
    case .dynamicMetadataDropped: "dynamic-metadata-dropped"
    }
  }
}

extension TagReport: CustomStringConvertible {
  /// One sentence: what was done, why, how to have it otherwise.
  public var description: String {
    switch self {
    case .wideGamutConverted(let primaries):
      "colors of \(primaries.ffmpegName) were converted to bt709, since wide gamut was not asked for; "
        + "ask for it to keep them"
    case .hdrConverted(let transfer):
      "\(transfer.ffmpegName) was converted to SDR, which is all that what follows takes; choose one that takes HDR to keep it"
    case .dynamicMetadataDropped:
      "per-frame metadata was dropped, because it no longer describes the frames; analyze the result to create it again"
    }
  }
}
