/// The fields of an H.264 sequence parameter set that are read here.
struct AVCSequence {
  private var bits: BitReader

  private(set) var profile: Int?
  private(set) var level: Int?
  private(set) var id: Int?
  private(set) var chroma: CodecFacts.ChromaFormat?
  private(set) var bitDepth: Int?
  private(set) var chromaBitDepth: Int?
  private(set) var size: (width: Int, height: Int)?
  private(set) var usability: VideoUsability?

  /// The set in this payload, before it is read.
  init(_ bits: BitReader) { self.bits = bits }

  /// Reads up to the end of the usability information.
  ///
  /// - Source: Rec. ITU-T H.264, clause 7.3.2.1.1.
  mutating func read() throws(MediaFileError) {
    let profile = try bits.bits(8)
    self.profile = profile
    try bits.skip(8)
    level = try bits.bits(8)
    id = try bits.golomb(upTo: 31)
    var sampling = 1
    (bitDepth, chromaBitDepth) = (8, 8)
    if Self.profilesWithFormat.contains(profile) {
      sampling = try bits.golomb(upTo: 3)
      if sampling == 3 { try bits.skip(1) }
      bitDepth = try bits.golomb(upTo: 6) + 8
      chromaBitDepth = try bits.golomb(upTo: 6) + 8
      try bits.skip(1)
      if try bits.flag() { try skipScalingLists(sampling == 3 ? 12 : 8) }
    }
    chroma = CodecFacts.ChromaFormat(rawValue: sampling)
    _ = try bits.golomb(upTo: 12)
    try skipOrderCount()
    _ = try bits.golomb()
    try bits.skip(1)
    try readSize(sampling)
    if try bits.flag() { usability = try VideoUsability(&bits, codec: .avc) }
  }

  /// The profiles whose sets state chroma format and bit depths; the others are 4:2:0 with 8 bits.
  private static let profilesWithFormat: Set = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// - Source: Rec. ITU-T H.264, clause 7.3.2.1.1.1.
  private mutating func skipScalingLists(_ count: Int) throws(MediaFileError) {
    for list in 0..<count where try bits.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try bits.signedGolomb()) + 256) & 0xFF }
        last = next == 0 ? last : next
      }
    }
  }

  private mutating func skipOrderCount() throws(MediaFileError) {
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

  private mutating func readSize(_ sampling: Int) throws(MediaFileError) {
    let width = (try bits.golomb(upTo: 1 << 16) + 1) * 16
    let rows = try bits.golomb(upTo: 1 << 16) + 1
    let hasFramesOnly = try bits.flag()
    if !hasFramesOnly { try bits.skip(1) }
    try bits.skip(1)
    let height = rows * (hasFramesOnly ? 16 : 32)
    var crop = [0, 0, 0, 0]
    if try bits.flag() { for side in 0..<4 { crop[side] = try bits.golomb(upTo: 1 << 20) } }
    let horizontal = sampling == 1 || sampling == 2 ? 2 : 1
    let vertical = (sampling == 1 ? 2 : 1) * (hasFramesOnly ? 1 : 2)
    size = (width - horizontal * (crop[0] + crop[1]), height - vertical * (crop[2] + crop[3]))
  }
}
