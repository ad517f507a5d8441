// Written by notebooks/derivations/elementary.py: edit that file instead of this one.

/// The factors of binary logarithms.
enum Scales {
  /// ln(2), 26 bits.
  static let ln2 = 0x1.62e43p-1
  /// The remainder of ln(2) beyond `ln2`.
  static let ln2Rest = -0x1.05c610ca86c39p-29
  /// log10(2), 26 bits.
  static let log10of2 = 0x1.344135p-2
  /// The remainder of log10(2) beyond `log10of2`.
  static let log10of2Rest = 0x1.3ef3fde623e25p-31
  /// 1/3, 26 bits.
  static let third = 0x1.5555558p-2
  /// The remainder of 1/3 beyond `third`.
  static let thirdRest = -0x1.5555555555555p-29
}
