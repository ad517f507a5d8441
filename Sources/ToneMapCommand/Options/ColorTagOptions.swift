internal import ArgumentParser
internal import ToneMapping

/// The tags that files, containers and bitstreams all have.
struct ColorTagOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The color primaries; H.273 numbers also.", valueName: "name"))
  var primaries: Tag<ColorPrimaries>?

  @Option(help: ArgumentHelp("The transfer characteristics; H.273 numbers also.", valueName: "name"))
  var transfer: Tag<TransferCharacteristics>?

  @Option(help: ArgumentHelp("The matrix coefficients; H.273 numbers also.", valueName: "name"))
  var matrix: Tag<MatrixCoefficients>?

  @Option(help: ArgumentHelp("The quantization range.", valueName: "name"))
  var range: Tag<QuantizationRange>?

  /// The tags that the options give.
  var color: ColorDescription {
    ColorDescription(
      primaries: primaries?.value, transfer: transfer?.value, matrix: matrix?.value, range: range?.value)
  }
}
