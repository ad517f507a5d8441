enum AVCSyntax: NALUnitSyntax {
  static let codec = CodecFacts.Codec.avc

  /// - Source: Rec. ITU-T H.264, Table 7-1.
  static func role(_ start: [UInt8]) -> NALUnitRole {
    guard let header = start.first else { return .other }
    switch header & 0x1F {
    // The first macroblock of a picture has the number 0, which is coded as a single 1 bit.
    case 1, 5: return .picture(isFirst: start.count > 1 && start[1] & 0x80 != 0)
    case 2: return .picture(isFirst: false)
    case 6, 7, 8, 13: return .statement(isBeforePicture: true)
    default: return .other
    }
  }

  static func read(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    guard let header = unit.bytes.first else { return }
    track.facts.codec = .avc
    switch header & 0x1F {
    case 6: try unit.readMessages(of: .avc, into: &track)
    case 7: try readSequence(unit, into: &track)
    case 8:
      var bits = unit.bits(after: 1, of: "PPS")
      track.facts.add(.picture, id: try bits.golomb(upTo: 255), layer: 0)
    case 13: try readExtension(unit, into: &track)
    default: break
    }
  }

  /// Reads the presence of auxiliary alpha pictures, and whether color was multiplied by alpha.
  ///
  /// - Source: Rec. ITU-T H.264, clauses 7.3.2.1.2 and 7.4.2.1.2, *aux_format_idc*.
  private static func readExtension(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    var bits = unit.bits(after: 1, of: "SPS extension")
    _ = try bits.golomb(upTo: 31)
    let mode: AlphaMode? = [1: .straight, 2: .premultiplied][try bits.golomb(upTo: 3)]
    if let mode { track.state(.alpha(mode), in: unit.place("SPS extension"), by: .parameterSet) }
  }

  /// Reads a sequence parameter set up to the end of the usability information.
  ///
  /// - Source: Rec. ITU-T H.264, clause 7.3.2.1.1.
  static func readSequence(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    var bits = unit.bits(after: 1, of: "SPS")
    let profile = try bits.bits(8)
    track.facts.profile = profile
    try bits.skip(8)
    track.facts.level = try bits.bits(8)
    track.facts.add(.sequence, id: try bits.golomb(upTo: 31), layer: 0)
    var sampling = 1
    (track.facts.bitDepth, track.facts.chromaBitDepth) = (8, 8)
    if profilesWithFormat.contains(profile) {
      sampling = try bits.golomb(upTo: 3)
      if sampling == 3 { try bits.skip(1) }
      track.facts.bitDepth = try bits.golomb(upTo: 6) + 8
      track.facts.chromaBitDepth = try bits.golomb(upTo: 6) + 8
      try bits.skip(1)
      if try bits.flag() { try skipScalingLists(sampling == 3 ? 12 : 8, &bits) }
    }
    track.facts.chroma = CodecFacts.ChromaFormat(rawValue: sampling)
    _ = try bits.golomb(upTo: 12)
    try skipOrderCount(&bits)
    _ = try bits.golomb()
    try bits.skip(1)
    try readSize(sampling, &bits, into: &track)
    let usability = try bits.flag() ? try VideoUsability(&bits, codec: .avc) : nil
    track.inferWhatIsAbsent(from: usability?.color, chroma: track.facts.chroma, in: unit)
    // A tick is a field.
    if let usability { track.take(usability, ticksPerFrame: 2, in: unit.place("SPS VUI")) }
  }

  /// The profiles whose sets state chroma format and bit depths; the others are 4:2:0 with 8 bits.
  private static let profilesWithFormat: Set = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// - Source: Rec. ITU-T H.264, clause 7.3.2.1.1.1.
  private static func skipScalingLists(_ count: Int, _ bits: inout BitReader) throws(MediaFileError) {
    for list in 0..<count where try bits.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try bits.signedGolomb()) + 256) & 0xFF }
        last = next == 0 ? last : next
      }
    }
  }

  private static func skipOrderCount(_ bits: inout BitReader) throws(MediaFileError) {
    switch try bits.golomb(upTo: 2) {
    case 0: _ = try bits.golomb(upTo: 12)
    case 1:
      try bits.skip(1)
      _ = try bits.golomb()
      _ = try bits.golomb()
      for _ in 0..<(try bits.golomb(upTo: 255)) { _ = try bits.golomb() }
    default: break
    }
  }

  private static func readSize(
    _ sampling: Int, _ bits: inout BitReader, into track: inout TrackDescription
  ) throws(MediaFileError) {
    let width = (try bits.golomb(upTo: 1 << 16) + 1) * 16
    let rows = try bits.golomb(upTo: 1 << 16) + 1
    let hasFramesOnly = try bits.flag()
    if !hasFramesOnly { try bits.skip(1) }
    try bits.skip(1)
    let height = rows * (hasFramesOnly ? 16 : 32)
    let size = try bits.croppedSize(width, height, sampling: sampling, rows: hasFramesOnly ? 1 : 2)
    track.take(width: size.width, height: size.height)
  }
}
