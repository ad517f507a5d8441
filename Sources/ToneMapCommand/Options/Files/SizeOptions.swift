internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// The size of pictures.
struct SizeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of pictures as they are shown; the height follows, and pixels become square.", valueName: "pixels"))
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The height of pictures as they are shown; the width follows.", valueName: "pixels"))
  var height: Int?

  @Option(
    help: ArgumentHelp(
      "The size that pictures do not exceed as they are shown, such as 1280x720.", valueName: "width x height"),
    transform: PictureSize.init(option:))
  var fit: PictureSize?

  /// States the same in the settings of an output.
  func apply(to settings: inout OutputSettings) {
    (settings.width, settings.height, settings.fit) = (width, height, fit)
  }

  /// The size of a picture of its own.
  var size: ThumbnailSettings.Size? {
    var settings = OutputSettings()
    apply(to: &settings)
    return settings.size
  }

  func validate() throws {
    var settings = OutputSettings()
    apply(to: &settings)
    try validating(settings.check)
  }
}
