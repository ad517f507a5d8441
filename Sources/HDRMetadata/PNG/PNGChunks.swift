extension ColorDescription {
  /// Parses the 4 bytes of a chunk `cICP`: primaries, transfer, matrix, range.
  ///
  ///     try ColorDescription(parsingCICP: [9, 16, 0, 1])  // BT.2020, PQ, R′G′B′, full
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clause 11.3.2.6.
  /// - Throws: `MetadataError.wrongLength` for any other number of bytes; `.malformedBytes` for a matrix other than 0, since
  ///   a PNG is R′G′B′, and for a range other than 0 and 1.
  public init(parsingCICP bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try chunk("cICP", bytes, length: 4)
    guard payload[2] == 0, let range = QuantizationRange(h273: Int(payload[3])) else {
      throw .malformedBytes(
        of: "a chunk cICP", found: "matrix \(payload[2]), range \(payload[3])", expected: "matrix 0 and range 0 or 1")
    }
    self.init(
      primaries: ColorPrimaries(h273: Int(payload[0])), transfer: TransferCharacteristics(h273: Int(payload[1])),
      matrix: .identity, range: range)
  }

  /// The profile name, with its final zero, with which a chunk `iCCP` marks samples as PQ in BT.2020, regardless of the profile.
  ///
  /// - Source: W3C, *Using the ITU BT.2100 PQ EOTF with the PNG Format*, 2017, clause 2.
  package static let chunkICCPOfPQ = Array("ITUR_2100_PQ_FULL\0".utf8)

  package static let bt2100PQ = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .identity, range: .full)

  /// The 4 bytes of a chunk `cICP` for R′G′B′ of this color; a missing number is written as 2, a missing range as full.
  public var chunkCICP: [UInt8] {
    codePoints.prefix(2).map { UInt8($0) } + [0, range == .narrow ? 0 : 1]
  }
}

extension MasteringDisplayColorVolume {
  /// Parses the 24 bytes of a chunk `mDCV`, in the order red, green, blue.
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clause 11.3.2.7.
  /// - Throws: `MetadataError.wrongLength` for any other number of bytes.
  public init(parsingMDCV bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try chunk("mDCV", bytes, length: 24)
    try self.init(parsing: Array(payload[4..<12] + payload[..<4] + payload[12...]))
  }

  /// The 24 bytes of a chunk `mDCV`, in the order red, green, blue.
  public var chunkMDCV: [UInt8] { Array(payload[8..<12] + payload[..<8] + payload[12...]) }
}

/// The light levels of a PNG, in finer units than those of video.
///
///     try PNGContentLight(parsing: chunk).contentLight()  // MaxCLL 1000 cd/m², MaxFALL 400 cd/m²
///
/// - Source: W3C, Portable Network Graphics (third edition), clause 11.3.2.8, chunk `cLLI`.
public struct PNGContentLight: Hashable, Sendable {
  /// MaxCLL and MaxFALL; 0 for unknown.
  public var maxCLLUnits, maxFALLUnits: CodedLuminance<NitsInTenThousandths>

  public init(
    maxCLLUnits: CodedLuminance<NitsInTenThousandths>, maxFALLUnits: CodedLuminance<NitsInTenThousandths>
  ) {
    (self.maxCLLUnits, self.maxFALLUnits) = (maxCLLUnits, maxFALLUnits)
  }

  /// The exact equivalents of levels for video.
  public init(_ light: ContentLightLevel) {
    self.init(
      maxCLLUnits: CodedLuminance(clamping: light.maximum ?? .nits(0)),
      maxFALLUnits: CodedLuminance(clamping: light.maximumFrameAverage ?? .nits(0)))
  }

  /// Returns the levels in whole cd/m², as in video: rounded up, so that nothing is brighter than stated.
  ///
  /// - Throws: `MetadataError.outOfRange` for a level above 65 535 cd/m², which does not fit.
  public func contentLight() throws(MetadataError) -> ContentLightLevel {
    ContentLightLevel(
      maxCLL: try CodedQuantity(nearest: .nits(maxCLLUnits.luminance.nits.rounded(.up)), field: "MaxCLL"),
      maxFALL: try CodedQuantity(nearest: .nits(maxFALLUnits.luminance.nits.rounded(.up)), field: "MaxFALL"))
  }

  /// Parses the 8 bytes of a chunk `cLLI`.
  ///
  /// - Throws: `MetadataError.wrongLength` for any other number of bytes.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: chunk("cLLI", bytes, length: 8), box: "cLLI", length: 8)
    self.init(maxCLLUnits: payload.quantity(at: 0), maxFALLUnits: payload.quantity(at: 4))
  }

  /// The 8 bytes of a chunk `cLLI`.
  public var payload: [UInt8] { maxCLLUnits.bytes + maxFALLUnits.bytes }
}

private func chunk(_ name: String, _ bytes: some Sequence<UInt8>, length: Int) throws(MetadataError) -> [UInt8] {
  let bytes = Array(bytes)
  guard bytes.count == length else { throw .wrongLength(of: "a chunk \(name)", found: bytes.count, expected: length) }
  return bytes
}
