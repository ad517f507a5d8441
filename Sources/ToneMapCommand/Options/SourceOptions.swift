internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import RawVideo
internal import ToneMapping

/// What the input is: its layout, if the file does not state it, and its color tags.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The size of raw frames, such as 3840x2160.", valueName: "width x height"),
    transform: PictureSize.init(_:))
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "The layout of raw frames: FFmpeg's names, such as yuv420p10le, or Apple's four-character codes, such as x420.",
      valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.option)
  var pixelFormat: PixelFormat.Spelling?

  @Option(
    help: ArgumentHelp("Frames per second, such as 25 or 24000/1001.", valueName: "rate"), transform: FrameRate.option)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "The color primaries; smpte432 is P3-D65. FFmpeg's and x265's names, H.273 numbers and cameras' gamuts work.",
      valueName: "name"))
  var primaries: SourceTag<ColorPrimaries, Gamut>?

  @Option(
    help: ArgumentHelp(
      "The transfer function: pq, hlg, that of SDR or a camera's log. FFmpeg's and x265's names and H.273 numbers work.",
      valueName: "name"))
  var transfer: SourceTag<TransferCharacteristics, CameraLog>?

  @OptionGroup var coding: CodingTagOptions

  @Option(help: ArgumentHelp("Where chroma samples sit.", valueName: "name"))
  var chromaLocation: Tag<ChromaLocation>?

  /// What the options say, with that of metadata.
  func settings(_ metadata: MetadataOptions) -> InputSettings {
    var settings = InputSettings()
    (settings.size, settings.pixelFormat, settings.frameRate) = (size, pixelFormat, fps)
    (settings.primaries, settings.transfer) = (primaries, transfer)
    (settings.matrix, settings.range) = (coding.matrix?.value, coding.range?.value)
    settings.chromaLocation = chromaLocation?.value
    (settings.metadata, settings.trust) = (metadata.messages.metadata, metadata.trustMetadata)
    settings.colorJSON = metadata.colorJSON
    return settings
  }
}

extension FrameRate {
  /// The rate that an option states.
  static func option(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw ValidationError("expected frames per second, above 0, such as 25, 23.976 or 24000/1001")
    }
    return rate
  }
}
