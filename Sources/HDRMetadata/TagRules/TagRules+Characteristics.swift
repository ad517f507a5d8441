public import Colorimetry

/// The characteristics of a track that an editor checks before it decides how to treat it.
public enum MediaCharacteristic: String, CaseIterable, Sendable {
  /// The transfer is PQ or HLG.
  case containsHDR
  /// The primaries are wider than BT.709's.
  case usesWideGamut
  /// The track has alpha.
  case containsAlpha
}

extension TagRules {
  /// The characteristics of a source.
  ///
  /// The rule: **the transfer decides about HDR, the primaries about wide gamut.** Untagged properties are not claimed.
  public static func characteristics(of source: TaggedSource) -> Set<MediaCharacteristic> {
    var characteristics: Set<MediaCharacteristic> = []
    if source.isHDR { characteristics.insert(.containsHDR) }
    if source.color.primaries?.isWiderThanBT709 ?? false { characteristics.insert(.usesWideGamut) }
    if source.hasAlpha { characteristics.insert(.containsAlpha) }
    return characteristics
  }

  /// The color in which a source is opened for a client that may not have asked for wide gamut.
  ///
  /// The rule: **wide gamut is off by default: a source that uses it is then implicitly converted to BT.709, and that is
  /// reported.**
  public static func opened(
    _ source: TaggedSource, allowsWideGamut: Bool = false
  ) -> (color: ColorDescription, reports: [TagReport]) {
    guard !allowsWideGamut, let primaries = source.color.primaries, primaries.isWiderThanBT709 else {
      return (source.color, [])
    }
    let transfer = source.isHDR ? source.color.transfer : nil
    return (
      .sdr709(like: source.color), [.wideGamutConverted(primaries)] + (transfer.map { [.hdrConverted($0)] } ?? [])
    )
  }
}

extension ColorPrimaries {
  /// Whether the gamut of these primaries is clearly larger than BT.709's.
  ///
  /// - Source: The areas of the triangles: those of the SD systems are within 10 % of BT.709's and do not count as wider; all
  ///   others are larger by 30 % and more.
  public var isWiderThanBT709: Bool {
    switch self {
    case .bt709, .bt470BG, .smpte170M, .smpte240M, .ebu3213: false
    case .bt470M, .film, .bt2020, .smpte428, .smpte431, .smpte432: true
    }
  }
}

/// The color spaces that programs know by name.
public enum StandardSpace: String, CaseIterable, Sendable {
  /// Standard definition: SMPTE C.
  case sd
  /// High definition: BT.709.
  case hd
  /// P3 with D65.
  case p3
  /// Ultra high definition: BT.2020.
  case uhd

  /// The space that tags describe.
  ///
  /// The rule: **the primaries decide: SMPTE C is SD, BT.709 HD, P3 with D65 P3, BT.2020 UHD.** Others have no such name.
  public init?(_ color: ColorDescription) {
    switch color.primaries {
    case .smpte170M, .smpte240M: self = .sd
    case .bt709: self = .hd
    case .smpte432: self = .p3
    case .bt2020: self = .uhd
    default: return nil
    }
  }

  /// The tags for this space.
  ///
  /// - Source: QuickTime's triples: SD 6-1-6, HD 1-1-1, P3 12-1-1, UHD 9-x-9; BT.709's transfer is BT.601's and BT.2020's.
  /// - Parameter transfer: The transfer; PQ or HLG for HDR.
  public func tags(transfer: TransferCharacteristics = .bt709) -> ColorDescription {
    switch self {
    case .sd: ColorDescription(primaries: .smpte170M, transfer: transfer, matrix: .smpte170M)
    case .hd: ColorDescription(primaries: .bt709, transfer: transfer, matrix: .bt709)
    case .p3: ColorDescription(primaries: .smpte432, transfer: transfer, matrix: .bt709)
    case .uhd: ColorDescription(primaries: .bt2020, transfer: transfer, matrix: .bt2020NCL)
    }
  }
}
