internal import Transcoding
internal import ArgumentParser
internal import HDRMetadata
internal import LightStatistics
internal import ToneMapping

/// The files to write about the light of a whole clip.
struct LightOptions: ParsableArguments {
  @Option(
    name: .customLong("hdr10plus"),
    help: ArgumentHelp(
      "The file of HDR10+ to write, JSON of profile A, as hdr10plus_tool and x265 read it; - is standard output.",
      valueName: "file"))
  var hdr10Plus: Path?

  @Option(
    name: .customLong("hdr10plus-target-peak"), parsing: .unconditional,
    help: ArgumentHelp(
      "Write HDR10+ of profile B: with a curve for each scene, fitted to bt2390 for a display of this peak, a whole number.",
      valueName: "cd/m²"))
  var hdr10PlusTargetPeak: UInt32?

  @Option(
    help: ArgumentHelp("The picture of light over time to write, a file .svg; - is standard output.", valueName: "file")
  )
  var plot: Path?

  func validate() throws {
    try validating(settings.check)
    guard let plot, plot != .standardStream, FileEnding.of(plot) != "svg" else { return }
    throw UsageError.plotNotSVG(plot)
  }

  /// The settings that the options state.
  var settings: LightOutput {
    LightOutput(hdr10Plus: hdr10Plus, hdr10PlusTargetPeak: hdr10PlusTargetPeak, plot: plot)
  }
}
