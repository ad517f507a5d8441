/// The part of the codes of a bit depth that the signal 0…1 fills, as stated by a format name or a file header.
///
/// - Source: ITU-T H.273, clause 8.3, *VideoFullRangeFlag*; Apple calls them video range and full range, FFmpeg tv and
///   pc.
public enum CodeRange: String, CaseIterable, Hashable, Sendable {
  /// Black at 16 and white at 235, times 2^(depth − 8).
  case narrow
  /// Black at 0 and white at the largest code.
  case full
}
