internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// The color tags that files, containers and bitstreams have in common.
struct ColorTagOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The color primaries; smpte432 is P3-D65. FFmpeg's and x265's names and H.273 numbers work.", valueName: "name"))
  var primaries: Tag<ColorPrimaries>?

  @Option(
    help: ArgumentHelp(
      "The transfer function: pq, hlg or that of SDR. FFmpeg's and x265's names and H.273 numbers work.",
      valueName: "name"))
  var transfer: Tag<TransferCharacteristics>?

  @OptionGroup var coding: CodingTagOptions

  func validate() throws {
    try primaries?.refuseUnnumbered("--primaries")
    try transfer?.refuseUnnumbered("--transfer")
  }

  /// The tags that the options give.
  var color: ColorDescription {
    ColorDescription(
      primaries: primaries?.value, transfer: transfer?.value, matrix: coding.matrix?.value, range: coding.range?.value)
  }
}

/// The color tags that say how a signal became codes.
struct CodingTagOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The matrix coefficients. FFmpeg's and x265's names and H.273 numbers work.", valueName: "name"))
  var matrix: Tag<MatrixCoefficients>?

  @Option(
    help: ArgumentHelp(
      "The quantization range. Wherever one is given, tv, limited, legal and mpeg mean narrow, pc and jpeg full.",
      valueName: "range"))
  var range: Tag<QuantizationRange>?
}
