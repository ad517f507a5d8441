public import Colorimetry

/// The subject of the rules on tags: the color of a source, its metadata, and whether it has alpha.
///
///     TaggedSource(color: ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)).isHDR  // true
public struct TaggedSource: Hashable, Sendable {
  /// Its color tags.
  public var color: ColorDescription
  /// Its static metadata.
  public var metadata: StaticMetadata
  /// Whether it has per-frame metadata: HDR10+, Dolby Vision, ST 2094-50.
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

  /// Whether its transfer is PQ or HLG.
  public var isHDR: Bool { color.isHDR }

  /// Whether it has any metadata besides its tags.
  public var hasMetadata: Bool { hasDynamicMetadata || metadata != StaticMetadata() }
}

extension ColorDescription {
  /// Whether the transfer is PQ or HLG.
  public var isHDR: Bool { transfer == .pq || transfer == .hlg }

  /// HDTV: BT.709 for primaries, transfer and matrix.
  static let sdr709 = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709)

  /// HDTV with the range and the chroma location of another color.
  static func sdr709(like other: ColorDescription) -> ColorDescription {
    sdr709.completed(by: ColorDescription(range: other.range, chromaLocation: other.chromaLocation))
  }

  /// BT.2100 with HLG.
  static let hlg2100 = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)
}

extension TransferCharacteristics {
  /// The precedence of a transfer in a mix: HLG before PQ before SDR.
  var precedence: Int {
    switch self {
    case .hlg: 2
    case .pq: 1
    default: 0
    }
  }
}

/// How writers, compositions, exports and edits treat tags; each rule is a function of values.
///
/// These are the conventions of Apple's frameworks; code that follows them behaves as editors expect. Nothing here
/// changes a pixel: the results say what to convert, drop or report.
public enum TagRules {}

/// Something that a rule did and that should be reported to the user.
public enum TagReport: Hashable, Sendable {
  /// A wide-gamut source was converted to BT.709 because wide gamut was not requested.
  case wideGamutConverted(ColorPrimaries)
  /// HDR was converted to SDR because the next step does not support HDR.
  case hdrConverted(TransferCharacteristics)
  /// Per-frame metadata was dropped.
  case dynamicMetadataDropped

  /// A short name that does not change, for scripts.
  public var code: String {
    switch self {
    case .wideGamutConverted: "wide-gamut-converted"
    case .hdrConverted: "hdr-converted"
    case .dynamicMetadataDropped: "dynamic-metadata-dropped"
    }
  }
}

extension TagReport: CustomStringConvertible {
  /// One sentence: what was done, why, and how to avoid it.
  public var description: String {
    switch self {
    case .wideGamutConverted(let primaries):
      "colors of \(primaries.ffmpegName) were converted to bt709 because wide gamut was not requested; "
        + "request it to keep them"
    case .hdrConverted(let transfer):
      "\(transfer.ffmpegName) was converted to SDR because the next step does not support HDR; choose one that does to keep it"
    case .dynamicMetadataDropped:
      "per-frame metadata was dropped, because it no longer describes the frames; analyze the result to create it again"
    }
  }
}
