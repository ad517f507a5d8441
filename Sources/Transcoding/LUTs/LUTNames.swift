/// The short, common names of a LUT's source and target.
struct LUTNames {
  /// The source and the target: `PQ in BT.2020`.
  let source, target: String
  /// The title in one word, which every reader of LUT files accepts: `PQ-to-BT.709`.
  let title: String

  init(_ plan: ConversionPlan) {
    let transfer = plan.sourceTransfer.map { $0.codePoint.map(Self.short) ?? "\($0)" } ?? "signal"
    let display = Self.short(plan.display.transfer)
    source =
      "\(transfer) in \(plan.sourceTags.primaries.map(Self.short) ?? plan.sourceGamut.map { "\($0)" } ?? "its primaries")"
    target = "\(display) in \(Self.short(plan.display.primaries))"
    let sdr = plan.display.transfer.isHDR ? "" : "-\(Self.short(plan.display.primaries))"
    title = "\(transfer)-to-\(display)\(sdr == "-\(display)" ? "" : sdr)".map { $0.isWhitespace ? "-" : String($0) }
      .joined()
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
