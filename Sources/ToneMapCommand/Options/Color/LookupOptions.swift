internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// A lookup table that takes the place of all work on light.
struct LookupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Convert by this lookup table, and not by light; --to then says what the table's colors are tagged as.",
      valueName: "file"),
    completion: .file())
  var lut: Path?

  @Option(
    help: ArgumentHelp(
      "How a cube is interpolated; by default, as the file says, tetrahedral if it does not.", valueName: "name"))
  var lutInterpolation: CubeInterpolation?

  @Option(
    help: ArgumentHelp(
      "The R'G'B' that the lookup table takes and gives: full is 0 to 1, narrow is 64/1023 to 940/1023; by default, as the file says, full if it does not.",
      valueName: "narrow|full"),
    completion: .list(QuantizationRange.optionNames), transform: QuantizationRange.init(option:))
  var lutRange: QuantizationRange?

  /// What the options say.
  var settings: LookupSettings {
    var settings = LookupSettings()
    (settings.file, settings.interpolation, settings.range) = (lut, lutInterpolation, lutRange)
    return settings
  }
}
