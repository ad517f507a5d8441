extension ConversionPlan {
  /// Whether the stages bring all light to the target's peak or below, whatever the source contains.
  ///
  /// A tone curve and a gamut map end at that peak. Without either, light above the peak passes: SDR signals above 1, and PQ
  /// above the source's stated peak.
  package var keepsToPeak: Bool { has(.tone) || has(.gamut) }
}
