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

  /// Parses the arguments of SvtAv1EncApp, or one string as in FFmpeg's `-svtav1-params`.
  ///
  ///     try EncoderOptions(svtAV1: ["--color-primaries", "9", "--content-light", "1000,400"])
  ///
  /// Other options are ignored. Names are accepted as well as numbers.
  ///
  /// - Throws: As `init(x265:)`.
  public init(svtAV1 arguments: [String]) throws(MetadataError) {
    let values = OptionValues(arguments)
    self.init()
    color = ColorDescription(
      primaries: try values.codePoint("color-primaries"),
      transfer: try values.codePoint("transfer-characteristics"),
      matrix: try values.codePoint("matrix-coefficients"), range: try values.codePoint("color-range"))
    if let text = try values["chroma-sample-position"] {
      // AV1's 1 and 2 are H.273's 0 and 2.
      switch text.lowercased() {
      case "0", "unknown": break
      case "1", "left", "vertical": color.chromaLocation = .left
      case "2", "topleft", "colocated": color.chromaLocation = .topLeft
      default: throw .malformedText(found: text, expected: "a value of chroma-sample-position, 0 to 2")
      }
    }
    try values.readStaticMetadata(display: "mastering-display", light: "content-light", into: &metadata)
  }
}
