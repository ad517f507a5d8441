/// How far static metadata is trusted.
public enum MetadataTrust: String, CaseIterable, Sendable {
  /// Trusted where it does not contradict itself.
  case auto
  /// Trusted wherever it is a valid luminance.
  case always
  /// Not trusted.
  case never
}
