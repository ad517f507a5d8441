/// A family of export presets.
public enum ExportPreset: String, CaseIterable, Sendable {
  /// HEVC, which carries HDR.
  case hevc
  /// ProRes, which carries HDR.
  case proRes
  /// H.264, which does not.
  case h264
}

extension TagRules {
  /// The color of an exported source.
  public struct ExportedColor: Hashable, Sendable {
    /// The tags of the result.
    public var color: ColorDescription
    /// What was done and should be reported.
    public var reports: [TagReport]
  }

  /// The color of a source after export with a preset.
  ///
  /// The rule: **presets such as HEVC and ProRes keep the format of the source; presets such as H.264 mean SDR.** All keep SDR.
  public static func exported(_ source: ColorDescription, by preset: ExportPreset) -> ExportedColor {
    guard preset == .h264, source.isHDR, let transfer = source.transfer else {
      return ExportedColor(color: source, reports: [])
    }
    return ExportedColor(color: .sdr709(like: source), reports: [.hdrConverted(transfer)])
  }
}
