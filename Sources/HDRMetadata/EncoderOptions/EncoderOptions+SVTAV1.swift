internal import Colorimetry

extension EncoderOptions {
  /// The arguments of SvtAv1EncApp.
  ///
  /// - Source: SVT-AV1, Docs/Parameters.md, *Color Description Options*: numbers of H.273, `--color-range` 0 or 1,
  ///   `--chroma-sample-position` 1 left or 2 top-left.
  var svtAV1: EncoderCommandLine {
    var list = EncoderCommandLine()
    let positions: [ChromaLocation: String] = [.left: "1", .topLeft: "2"]
    list.add("--color-primaries", color.primaries.map { "\($0.rawValue)" })
    list.add("--transfer-characteristics", color.transfer.map { "\($0.rawValue)" })
    list.add("--matrix-coefficients", color.matrix.map { "\($0.rawValue)" })
    list.add("--color-range", color.range.map { "\($0.rawValue)" })
    list.add("--chroma-sample-position", color.chromaLocation.flatMap { positions[$0] })
    list.add("--mastering-display", metadata.mastering?.decimalText)
    list.add("--content-light", metadata.contentLight?.text)
    list.leaveOut(
      "the chroma location \(color.chromaLocation?.h273Name ?? "")",
      if: color.chromaLocation.map { positions[$0] == nil } ?? false)
    list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }
}
