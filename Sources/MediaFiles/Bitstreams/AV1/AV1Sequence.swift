struct AV1Sequence {
  private(set) var facts: CodecFacts
  private(set) var (width, height) = (0, 0)
  private(set) var color = ColorDescription()
  private(set) var frameRate: FrameRate?
  private var bits: BitReader

  /// The header of this payload, which replaces these facts.
  ///
  /// - Source: AV1, clause 5.5.1.
  init(_ bits: BitReader, replacing facts: CodecFacts) throws(MediaFileError) {
    (self.bits, self.facts) = (bits, facts)
    self.facts.codec = .av1
    self.facts.profile = try self.bits.bits(3)
    try self.bits.skip(1)
    let isReduced = try self.bits.flag()
    if isReduced {
      (self.facts.level, self.facts.isHighTier) = (try self.bits.bits(5), false)
    } else {
      try readOperatingPoints()
    }
    let widthBits = try self.bits.bits(4) + 1
    let heightBits = try self.bits.bits(4) + 1
    (width, height) = (try self.bits.bits(widthBits) + 1, try self.bits.bits(heightBits) + 1)
    if !isReduced, try self.bits.flag() { try self.bits.skip(7) }
    try self.bits.skip(3)
    if !isReduced { try skipTools() }
    try self.bits.skip(3)
    try readColor()
  }

  /// - Source: AV1, clauses 5.5.1, 5.5.3 and 5.5.4.
  private mutating func readOperatingPoints() throws(MediaFileError) {
    var delayBits: Int?
    if try bits.flag() {
      let units = UInt64(try bits.bits(32))
      let scale = UInt64(try bits.bits(32))
      // Ticks give the frame rate only if the interval between pictures is constant.
      if try bits.flag() { frameRate = FrameRate(scale, per: units * UInt64(try bits.golomb() + 1)) }
      if try bits.flag() {
        delayBits = try bits.bits(5) + 1
        try bits.skip(42)
      }
    }
    let hasDelay = try bits.flag()
    for point in 0...(try bits.bits(5)) {
      try bits.skip(12)
      let level = try bits.bits(5)
      let isHighTier = level > 7 ? try bits.flag() : false
      if point == 0 { (facts.level, facts.isHighTier) = (level, isHighTier) }
      if let delayBits, try bits.flag() { try bits.skip(2 * delayBits + 1) }
      if hasDelay, try bits.flag() { try bits.skip(4) }
    }
  }

  private mutating func skipTools() throws(MediaFileError) {
    try bits.skip(4)
    let hasOrderHint = try bits.flag()
    if hasOrderHint { try bits.skip(2) }
    let choosesScreenTools = try bits.flag()
    let mayForceScreenTools = choosesScreenTools ? true : try bits.flag()
    // A set flag leaves the choice of integer motion to each picture.
    if mayForceScreenTools, try !bits.flag() { try bits.skip(1) }
    if hasOrderHint { try bits.skip(3) }
  }

  /// - Source: AV1, clause 5.5.2.
  private mutating func readColor() throws(MediaFileError) {
    let isDeep = try bits.flag()
    let isDeepest = facts.profile == 2 && isDeep ? try bits.flag() : false
    let depth = isDeepest ? 12 : isDeep ? 10 : 8
    (facts.bitDepth, facts.chromaBitDepth) = (depth, depth)
    let isMonochrome = facts.profile == 1 ? false : try bits.flag()
    let codes = try bits.flag() ? [try bits.bits(8), try bits.bits(8), try bits.bits(8)] : [2, 2, 2]
    color = ColorDescription(h273: codes)
    if !isMonochrome, codes == [1, 13, 0] {
      (color.range, facts.chroma) = (.full, .yuv444)
      return
    }
    color.range = try bits.flag() ? .full : .narrow
    guard !isMonochrome else { return facts.chroma = .monochrome }
    facts.chroma = try readSampling()
    // 1 and 2 are H.273's 0 and 2; 0 means unknown.
    if facts.chroma == .yuv420 { color.chromaLocation = [1: .left, 2: .topLeft][try bits.bits(2)] }
  }

  private mutating func readSampling() throws(MediaFileError) -> CodecFacts.ChromaFormat {
    switch facts.profile {
    case 0: return .yuv420
    case 1: return .yuv444
    default:
      guard facts.bitDepth == 12 else { return .yuv422 }
      guard try bits.flag() else { return .yuv444 }
      return try bits.flag() ? .yuv420 : .yuv422
    }
  }
}
