extension ByteWindow {
  /// Reads the header of a VP9 key frame: profile, depth, matrix and range.
  ///
  /// - Source: VP9 Bitstream & Decoding Process Specification, clauses 6.2 and 6.2.2.
  func readVP9Header(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    let place = Place("frame header", in: path, byte: position)
    var bits = BitReader(try content.bytes(min(16, remaining)), in: place)
    guard try bits.bits(2) == 2 else { return }
    let profile = try bits.bits(1) | (try bits.bits(1) << 1)
    if profile == 3 { try bits.skip(1) }
    // A frame that is shown again, or is not a key frame, states nothing.
    guard try !bits.flag(), try !bits.flag() else { return }
    try bits.skip(2)
    guard try bits.bits(24) == 0x49_8342 else { return }
    track.facts.profile = profile
    let depth = profile < 2 ? 8 : try bits.flag() ? 12 : 10
    (track.facts.bitDepth, track.facts.chromaBitDepth) = (depth, depth)
    let space = try bits.bits(3)
    var color = ColorDescription(matrix: Self.matricesOfVP9[space])
    if space == 7 {
      color.range = .full
      track.facts.chroma = .yuv444
    } else {
      color.range = try bits.flag() ? .full : .narrow
      let (halvesWidth, halvesHeight) = profile & 1 == 1 ? (try bits.flag(), try bits.flag()) : (true, true)
      track.facts.chroma = !halvesWidth ? .yuv444 : halvesHeight ? .yuv420 : .yuv422
    }
    track.state(.color(color), in: place, by: .parameterSet)
  }

  private static let matricesOfVP9: [Int: MatrixCoefficients] = [
    1: .bt470BG, 2: .bt709, 3: .smpte170M, 4: .smpte240M, 5: .bt2020NCL, 7: .identity,
  ]

  /// Reads the header of a ProRes frame: chroma, color, alpha.
  ///
  /// A frame begins with its size and its name, which Matroska omits.
  ///
  /// - Source: SMPTE RDD 36:2015, clause 5.1, *frame()* and *frame_header()*; Matroska codec mappings, `V_PRORES`.
  func readProResHeader(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    var beginning = content
    try beginning.skip(4)
    if try beginning.integer(UInt32.self) == FourCharacterCode("icpf").rawValue {
      content = beginning
    } else if track.codecTag != "V_PRORES" {
      return
    }
    let place = Place(path: "\(path) frame header", byte: content.position)
    try content.skip(12)
    track.facts.chroma = [2: .yuv422, 3: .yuv444][try content.integer(bytes: 1) >> 6]
    try content.skip(1)
    let color = ColorDescription(h273: [
      Int(try content.integer(bytes: 1)), Int(try content.integer(bytes: 1)), Int(try content.integer(bytes: 1)),
    ])
    track.state(.color(color), in: place, by: .parameterSet)
    // 1 is 8-bit alpha, 2 is 16-bit.
    if try content.integer(bytes: 1) & 15 != 0 { track.state(.alpha(nil), in: place, by: .parameterSet) }
  }
}
