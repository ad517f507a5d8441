extension ConversionPlan {
  /// Whether the stages bring all light to the target's peak or below, whatever the source holds.
  ///
  /// A tone curve and a gamut map end there. Without either, light above the peak passes: that of SDR signals above 1, and
  /// that of PQ above what its source is said to reach.
  package var keepsToPeak: Bool {
    guard case .light(_, let stages, _) = core else { return false }
    return stages.contains { stage in
      switch stage {
      case .tone, .gamut: true
      case .primaries, .surround: false
      }
    }
  }
}
