internal import Colorimetry
internal import HDRMetadata

extension ByteWindow {
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
    let color = ColorDescription(
      primaries: ColorPrimaries(h273: Int(try content.integer(bytes: 1))),
      transfer: TransferCharacteristics(h273: Int(try content.integer(bytes: 1))),
      matrix: MatrixCoefficients(h273: Int(try content.integer(bytes: 1))))
    track.state(.color(color), in: place, by: .parameterSet)
    // 1 is 8-bit alpha, 2 is 16-bit.
    if try content.integer(bytes: 1) & 15 != 0 { track.state(.alpha(nil), in: place, by: .parameterSet) }
  }
}
