internal import Colorimetry
internal import HDRMetadata

extension ByteWindow {
  /// Reads the header of a VP9 key frame: profile, depth, matrix and range.
  ///
  /// - Source: VP9 Bitstream & Decoding Process Specification, clauses 6.2 and 6.2.2.
  func readVP9Header(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    let place = Place(path: path.isEmpty ? "frame header" : "\(path) frame header", byte: position)
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
      track.facts.chroma = .yuv420
      if profile & 1 == 1 {
        switch (try bits.flag(), try bits.flag()) {
        case (true, true): track.facts.chroma = .yuv420
        case (true, false): track.facts.chroma = .yuv422
        default: track.facts.chroma = .yuv444
        }
      }
    }
    track.state(.color(color), in: place, by: .parameterSet)
  }

  private static let matricesOfVP9: [Int: MatrixCoefficients] = [
    1: .bt470BG, 2: .bt709, 3: .smpte170M, 4: .smpte240M, 5: .bt2020NCL, 7: .identity,
  ]
}
