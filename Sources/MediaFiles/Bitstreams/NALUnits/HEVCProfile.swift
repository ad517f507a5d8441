struct HEVCProfile {
  var profile: Int
  var isHighTier: Bool
  var compatible: UInt32
  var level: Int
}

extension HEVCProfile {
  /// Reads *profile_tier_level( )*. If it contains no profile, that of `before` continues to apply.
  ///
  /// - Source: Rec. ITU-T H.265, clause 7.3.3.
  init(_ bits: inout BitReader, sublayers: Int, continuing before: HEVCProfile? = nil) throws(MediaFileError) {
    if let before {
      self = before
    } else {
      try bits.skip(2)
      isHighTier = try bits.flag()
      profile = try bits.bits(5)
      compatible = UInt32(try bits.bits(32))
      try bits.skip(48)
    }
    level = try bits.bits(8)
    var lengths = 0
    for sublayer in 0..<(sublayers == 0 ? 0 : 8) {
      // The list of flags is padded to 8 sublayers.
      let hasProfile = try bits.flag()
      let hasLevel = try bits.flag()
      if sublayer < sublayers { lengths += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0) }
    }
    try bits.skip(lengths)
  }
}
