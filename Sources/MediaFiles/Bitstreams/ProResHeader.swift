internal import Colorimetry
internal import HDRMetadata

extension ByteWindow {
  /// Reads the header of a ProRes frame: chroma, color, alpha.
  ///
  /// - Source: SMPTE RDD 36:2015, clause 5.1, *frame_header()*.
  func readProResHeader(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    try content.skip(4)
    guard try content.integer(UInt32.self) == FourCharacterCode("icpf").rawValue else { return }
    let place = Place(path: "\(path) frame header", byte: content.position)
    try content.skip(12)
    track.facts.chroma = [2: .yuv422, 3: .yuv444][try content.integer(bytes: 1) >> 6]
    try content.skip(1)
    let color = ColorDescription(
      primaries: ColorPrimaries(h273: Int(try content.integer(bytes: 1))),
      transfer: TransferCharacteristics(h273: Int(try content.integer(bytes: 1))),
      matrix: MatrixCoefficients(h273: Int(try content.integer(bytes: 1))))
    track.state(.color(color), in: place, by: .parameterSet)
    // 1 is alpha of 8 bits, 2 of 16.
    if try content.integer(bytes: 1) & 15 != 0 { track.state(.alpha(nil), in: place, by: .parameterSet) }
  }
}
