extension ConversionPlan {
  /// The short, common names of a LUT's source and target, `PQ in BT.2020`, and a title in one word, which every reader of LUT files accepts:
  /// `PQ-to-BT.709`.
  var lutNames: (source: String, target: String, title: String) {
    let transfer = sourceTransfer.map { $0.codePoint.map(Self.short) ?? "\($0)" } ?? "signal"
    let (shown, gamut) = (Self.short(display.transfer), Self.short(display.primaries))
    let source = sourceTags.primaries.map(Self.short) ?? sourceGamut.map { "\($0)" } ?? "its primaries"
    let suffix = display.transfer.isHDR || gamut == shown ? "" : "-\(gamut)"
    let title = "\(transfer)-to-\(shown)\(suffix)".map { $0.isWhitespace ? "-" : String($0) }.joined()
    return ("\(transfer) in \(source)", "\(shown) in \(gamut)", title)
  }

  private static func short(_ primaries: ColorPrimaries) -> String {
    switch primaries {
    case .bt709: "BT.709"
    case .bt2020: "BT.2020"
    case .smpte432: "P3-D65"
    default: primaries.ffmpegName
    }
  }

  private static func short(_ transfer: TransferCharacteristics) -> String {
    switch transfer {
    case .pq: "PQ"
    case .hlg: "HLG"
    case .sRGB: "sRGB"
    case .bt709, .bt2020_10, .bt2020_12, .smpte170M: "SDR"
    default: transfer.ffmpegName
    }
  }
}
