extension DolbyVisionRPU {
  /// Parses a NAL unit of H.265 of type 62, with its header and emulation prevention, without start code and length.
  ///
  /// - Throws: `MetadataError.malformedBytes` if it is not such a unit; the errors of ``init(payload:)``.
  public init(parsing nal: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(nal)
    guard bytes.count > 2, bytes[0] & 0xFE == 62 << 1 else {
      throw .malformedBytes(
        of: "a NAL unit", found: bytes.first.map { "the header byte \($0)" } ?? "no bytes", expected: "type 62, an RPU")
    }
    try self.init(payload: EmulationPrevention.removing(from: bytes.dropFirst(2)))
  }

  /// Reads the bits between the prefix and the checksum.
  mutating func read(_ reader: inout BitReader) throws(MetadataError) {
    let header = try RPUHeader(&reader)
    profile = header.profile
    if !header.repeatsMapping {
      try reader.skipMapping(header)
      ignored.append(.reshaping)
      if header.hasResidual { ignored.append(.residual) }
    }
    guard header.hasDisplayMetadata else { return }
    _ = (try reader.golomb(upTo: 15), try reader.golomb(upTo: 15))
    refreshesScene = try reader.golomb() != 0
    if !header.isCompressed {
      // The matrices to RGB and to LMS with the offsets between, and the transfer with its parameters, depth and format.
      try reader.skip(9 * 16 + 3 * 32 + 9 * 16 + 3 * 16 + 32 + 5 + 3 * 2)
      source = Source(minimum: try reader.code(), maximum: try reader.code())
      // The diagonal of the display.
      try reader.skip(10)
    }
    try readBlocks(&reader)
    // The second list was added in version 4 of content mapping, which has at least a block of level 254, of two bytes.
    if reader.remaining >= 16 { try readBlocks(&reader) }
  }

  /// Reads a list of blocks; each states its length and its level.
  private mutating func readBlocks(_ reader: inout BitReader) throws(MetadataError) {
    let count = try reader.golomb()
    try reader.zeros(-reader.position & 7)
    for _ in 0..<count {
      let length = try reader.golomb()
      let level: UInt8 = try reader.number(8)
      let end = reader.position + length * 8
      try read(level, &reader)
      guard reader.position <= end else {
        throw reader.origin.malformed("a block of level \(level) of \(length) bytes", expected: "more of them")
      }
      try reader.skip(end - reader.position)
    }
  }

  /// Reads the fields of a block; most levels are skipped.
  private mutating func read(_ level: UInt8, _ reader: inout BitReader) throws(MetadataError) {
    switch level {
    case 1: level1 = LightLevels(minimum: try reader.code(), maximum: try reader.code(), average: try reader.code())
    case 3:
      level3 = Offsets(minimum: try reader.offset(), maximum: try reader.offset(), average: try reader.offset())
    case 5:
      let numbers: [UInt16] = try reader.numbers(4, bits: 13)
      activeArea = ActiveArea(left: numbers[0], right: numbers[1], top: numbers[2], bottom: numbers[3])
    case 6:
      level6 = Stream(
        masteringMaximum: try reader.quantity(16), masteringMinimum: try reader.quantity(16),
        contentLight: ContentLightLevel(maxCLL: try reader.quantity(16), maxFALL: try reader.quantity(16)))
    default:
      if !ignored.contains(.level(level)) { ignored.append(.level(level)) }
    }
  }
}

/// The fields of an RPU's header that determine the later syntax.
private struct RPUHeader {
  /// The number of fractional bits of a coefficient, and whether an integer precedes them.
  var fractionBits = 32
  var hasIntegers = false
  var baseDepth, enhancementDepth: Int
  var hasResidual: Bool
  /// Whether the matrices and the source are those of earlier pictures.
  var isCompressed: Bool
  var hasDisplayMetadata: Bool
  /// Whether the mapping is that of an earlier picture.
  var repeatsMapping: Bool
  var profile: Int?

  init(_ reader: inout BitReader) throws(MetadataError) {
    try reader.expect(2, bits: 6, of: "type")
    // Other classes of formats have no depths here.
    try reader.expect(0, bits: 3, of: "class of formats")
    try reader.skip(8)
    let kind = try reader.unsigned(4)
    try reader.skip(4)
    // Without this information, depths and coefficients are those of earlier pictures.
    guard try reader.flag() else {
      throw reader.origin.malformed("no information of its sequence", expected: "it in each picture")
    }
    try reader.skip(1)
    switch try reader.unsigned(2) {
    case 0: (hasIntegers, fractionBits) = (true, try reader.golomb(upTo: 32))
    case 1: break
    case let number: throw reader.origin.malformed("coefficients of kind \(number)", expected: "kind 0 or 1")
    }
    try reader.skip(2)
    let isFullRange = try reader.flag()
    baseDepth = try reader.golomb(upTo: 8) + 8
    // The upper bits are the mapping of an extended base layer.
    enhancementDepth = try reader.golomb() & 0xFF + 8
    let outputDepth = try reader.golomb(upTo: 8) + 8
    try reader.skip(1)
    let extensions = try reader.unsigned(3)
    guard extensions <= 1, enhancementDepth <= 16 else {
      throw reader.origin.malformed(
        "the reserved bits \(extensions) and an enhancement layer of \(enhancementDepth) bits",
        expected: "0 or 1, and 8 to 16")
    }
    isCompressed = extensions == 1
    let isEnhancementResampled = try reader.flag()
    hasResidual = try !reader.flag()
    hasDisplayMetadata = try reader.flag()
    repeatsMapping = try reader.flag()
    if repeatsMapping { _ = try reader.golomb(upTo: 15) }
    profile =
      switch kind {
      case 0: isFullRange ? 5 : nil
      case 1 where isEnhancementResampled && hasResidual: outputDepth == 12 ? 7 : 4
      case 1: 8
      default: nil
      }
  }
}

extension BitReader {
  fileprivate mutating func code() throws(MetadataError) -> PQ12Code { PQ12Code(Int(try unsigned(12))) }

  fileprivate mutating func offset<Unit>() throws(MetadataError) -> CodedQuantity<Unit, Int16> {
    CodedQuantity(units: try number(12) - 2048)
  }

  fileprivate mutating func expect(_ number: UInt32, bits: Int, of field: String) throws(MetadataError) {
    let found = try unsigned(bits)
    guard found == number else { throw origin.malformed("the \(field) \(found)", expected: "\(number)") }
  }

  /// Skips the curves from the signal of the base layer, and those from the signal of the residual, if it is present.
  fileprivate mutating func skipMapping(_ header: RPUHeader) throws(MetadataError) {
    _ = (try golomb(upTo: 15), try golomb(), try golomb())
    var pieces: [Int] = []
    for _ in 0..<3 {
      pieces.append(try golomb(upTo: 7) + 1)
      try skip((pieces[pieces.count - 1] + 1) * header.baseDepth)
    }
    if header.hasResidual {
      try expect(0, bits: 3, of: "coding of the residual")
      try skip(2 * header.baseDepth)
    }
    for _ in 0..<2 where try golomb() > 0 { throw origin.malformed("a picture of several parts", expected: "one") }
    for count in pieces {
      for _ in 0..<count { try skipPiece(header) }
    }
    guard header.hasResidual else { return }
    for _ in 0..<3 {
      try skip(header.enhancementDepth)
      try skipCoefficients(3, header)
    }
  }

  /// Skips a polynomial of one component, or of all three.
  private mutating func skipPiece(_ header: RPUHeader) throws(MetadataError) {
    if try golomb(upTo: 1) == 0 {
      let order = try golomb(upTo: 1) + 1
      if order == 1, try flag() { throw origin.malformed("a linear interpolation", expected: "a polynomial") }
      return try skipCoefficients(order + 1, header)
    }
    let order = Int(try unsigned(2)) + 1
    guard order <= 3 else { throw origin.malformed("a regression of order \(order)", expected: "at most 3") }
    try skipCoefficients(1 + 7 * order, header)
  }

  /// Skips coefficients. Integers with and without a sign have the same length.
  private mutating func skipCoefficients(_ count: Int, _ header: RPUHeader) throws(MetadataError) {
    for _ in 0..<count {
      if header.hasIntegers { _ = try golomb() }
      try skip(header.fractionBits)
    }
  }
}
