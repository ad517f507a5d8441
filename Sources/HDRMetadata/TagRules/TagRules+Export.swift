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
  /// What an export makes of a source.
  public struct ExportedColor: Hashable, Sendable {
    /// The tags of the result.
    public var color: ColorDescription
    /// What was done and should be told.
    public var reports: [TagReport]
  }

  /// The color of a source that is exported by a preset.
  ///
  /// The rule: **presets like HEVC and ProRes keep the source's format; presets like H.264 mean SDR.** SDR is kept by all.
  public static func exported(_ source: ColorDescription, by preset: ExportPreset) -> ExportedColor {
    guard preset == .h264, source.isHDR, let transfer = source.transfer else {
      return ExportedColor(color: source, reports: [])
    }
    return ExportedColor(color: .sdr709(like: source), reports: [.hdrConverted(transfer)])
  }
}
