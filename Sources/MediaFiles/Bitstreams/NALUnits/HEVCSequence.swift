/// The fields of an H.265 sequence parameter set that are read here.
struct HEVCSequence {
  var bits: BitReader
  let layer: Int
  /// The facts of the layer, which the set replaces.
  var facts: CodecFacts

  private(set) var id: Int?
  private(set) var size: (width: Int, height: Int)?
  private(set) var usability: VideoUsability?

  /// Reads up to the end of the usability information.
  ///
  /// - Source: Rec. ITU-T H.265, clauses 7.3.2.2 and F.7.3.2.2.
  mutating func read() throws(MediaFileError) {
    try bits.skip(4)
    let sublayers = try bits.bits(3)
    // In a layer above the base, 7 means that the extension of the video parameter set has the other fields.
    let isExtended = layer > 0 && sublayers == 7
    if !isExtended {
      try bits.skip(1)
      let profile = try HEVCProfile(&bits, sublayers: sublayers)
      (facts.profile, facts.level) = (profile.profile, profile.level)
      (facts.compatibleProfiles, facts.isHighTier) = (profile.compatible, profile.isHighTier)
    }
    id = try bits.golomb(upTo: 15)
    if isExtended {
      if try bits.flag() { try bits.skip(8) }
    } else {
      try readFormat()
    }
    let orderCountBits = try bits.golomb(upTo: 12) + 4
    if !isExtended {
      let areAllStated = try bits.flag()
      for _ in (areAllStated ? 0 : sublayers)...sublayers { for _ in 0..<3 { _ = try bits.golomb() } }
    }
    for _ in 0..<6 { _ = try bits.golomb() }
    if try bits.flag() { try skipScalingLists(mayBeInferred: isExtended) }
    try bits.skip(2)
    if try bits.flag() {
      try bits.skip(8)
      _ = try bits.golomb()
      _ = try bits.golomb()
      try bits.skip(1)
    }
    try skipReferenceSets()
    if try bits.flag() {
      let count = try bits.golomb(upTo: 32)
      try bits.skip(count * (orderCountBits + 1))
    }
    try bits.skip(2)
    if try bits.flag() { usability = try VideoUsability(&bits, codec: .hevc) }
  }

  private mutating func readFormat() throws(MediaFileError) {
    let sampling = try bits.golomb(upTo: 3)
    facts.chroma = CodecFacts.ChromaFormat(rawValue: sampling)
    if sampling == 3 { try bits.skip(1) }
    let width = try bits.golomb(upTo: 1 << 20)
    let height = try bits.golomb(upTo: 1 << 20)
    size = try bits.croppedSize(width, height, sampling: sampling)
    facts.bitDepth = try bits.golomb(upTo: 8) + 8
    facts.chromaBitDepth = try bits.golomb(upTo: 8) + 8
  }

  /// - Source: Rec. ITU-T H.265, clauses 7.3.4 and F.7.3.2.2.1.
  private mutating func skipScalingLists(mayBeInferred: Bool) throws(MediaFileError) {
    if mayBeInferred, try bits.flag() { return try bits.skip(6) }
    guard try bits.flag() else { return }
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        guard try bits.flag() else {
          _ = try bits.golomb()
          continue
        }
        for _ in 0..<(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0)) { _ = try bits.golomb() }
      }
    }
  }

  /// - Source: Rec. ITU-T H.265, clause 7.3.7.
  private mutating func skipReferenceSets() throws(MediaFileError) {
    var pictures = 0
    for index in 0..<(try bits.golomb(upTo: 64)) {
      if index > 0, try bits.flag() {
        try bits.skip(1)
        _ = try bits.golomb()
        var kept = 0
        for _ in 0...pictures {
          let isUsed = try bits.flag()
          let isKept = isUsed ? true : try bits.flag()
          kept += isKept ? 1 : 0
        }
        pictures = kept
      } else {
        let negative = try bits.golomb(upTo: 16)
        pictures = negative + (try bits.golomb(upTo: 16))
        for _ in 0..<pictures {
          _ = try bits.golomb()
          try bits.skip(1)
        }
      }
    }
  }
}

struct HEVCProfile {
  var profile: Int
  var isHighTier: Bool
  var compatible: UInt32
  var level: Int

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
