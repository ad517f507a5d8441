internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// The pictures to take, and their size.
struct ThumbnailOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When the picture is shown, since the first one: 12.5, 00:01:02.5 or 30%; by default, one with much detail is looked for.",
      valueName: "time"),
    transform: MovieMoment.init(option:))
  var at: MovieMoment?

  @Option(
    help: ArgumentHelp(
      "The time between pictures that are put on sheets beside a WebVTT file, from which players know where each is: 10, 00:00:10 or 5%.",
      valueName: "time"),
    transform: MovieMoment.init(option:))
  var every: MovieMoment?

  @Option(
    help: ArgumentHelp(
      "The pictures in a row and in a column of a sheet. By default, 5x5.", valueName: "columns x rows"),
    transform: PictureSize.init(option:))
  var grid: PictureSize?

  @OptionGroup var size: SizeOptions

  @Option(help: ArgumentHelp("The kind of picture; by default, what the output's name says.", valueName: "kind"))
  var format: PictureKind?

  func validate() throws {
    try validating(OutputSettings(stated).check)
    if at != nil, every != nil { throw UsageError.momentAndSheets }
    if grid != nil, every == nil { throw UsageError.gridWithoutEvery }
    if every?.isNothing == true { throw UsageError.everyNothing }
  }
}
