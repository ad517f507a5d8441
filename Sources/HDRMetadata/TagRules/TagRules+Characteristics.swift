public import Colorimetry

/// What an editor asks of a track before it chooses how to treat it.
public enum MediaCharacteristic: String, CaseIterable, Sendable {
  /// The transfer is PQ or HLG.
  case containsHDR
  /// The primaries are wider than BT.709's.
  case usesWideGamut
  /// There is alpha.
  case containsAlpha
}

extension TagRules {
  /// What a source has.
  ///
  /// The rule: **HDR by its transfer, wide gamut by its primaries, alpha by itself.** What is not tagged is not claimed.
  public static func characteristics(of source: TaggedSource) -> Set<MediaCharacteristic> {
    var characteristics: Set<MediaCharacteristic> = []
    if source.isHDR { characteristics.insert(.containsHDR) }
    if source.color.primaries?.isWiderThanBT709 ?? false { characteristics.insert(.usesWideGamut) }
    if source.hasAlpha { characteristics.insert(.containsAlpha) }
    return characteristics
  }

  /// The color in which a source is handed to somebody who may not have asked for wide gamut.
  ///
  /// The rule: **wide gamut is off by default: a source that uses it is then converted to BT.709 implicitly, and that is
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
  /// Whether these primaries span clearly more than BT.709's.
  ///
  /// - Source: The areas of the triangles: those of the SD systems are within 10 % of BT.709's and count as no wider, all
  ///   others are larger by 30 % and more.
  public var isWiderThanBT709: Bool {
    switch self {
    case .bt709, .bt470BG, .smpte170M, .smpte240M, .ebu3213: false
    case .bt470M, .film, .bt2020, .smpte428, .smpte431, .smpte432: true
    }
  }
}

/// The spaces that programs know by name.
public enum StandardSpace: String, CaseIterable, Sendable {
  /// Standard definition: SMPTE C.
  case sd
  /// High definition: BT.709.
  case hd
  /// P3 with D65.
  case p3
  /// Ultra high definition: BT.2020.
  case uhd

  /// The space that tags stand for.
  ///
  /// The rule: **SD is SMPTE C, HD BT.709, P3 that with D65, UHD BT.2020; the primaries tell.** Others have no such name.
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
  /// - Parameter transfer: The transfer: for HDR PQ or HLG.
  public func tags(transfer: TransferCharacteristics = .bt709) -> ColorDescription {
    switch self {
    case .sd: ColorDescription(primaries: .smpte170M, transfer: transfer, matrix: .smpte170M)
    case .hd: ColorDescription(primaries: .bt709, transfer: transfer, matrix: .bt709)
    case .p3: ColorDescription(primaries: .smpte432, transfer: transfer, matrix: .bt709)
    case .uhd: ColorDescription(primaries: .bt2020, transfer: transfer, matrix: .bt2020NCL)
    }
  }
}
