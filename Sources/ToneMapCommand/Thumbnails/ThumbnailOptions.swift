internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// Which pictures are taken, and how large they become.
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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width in pixels; the height follows. By default, the movie's, with at most 1280 pixels on either side, and on sheets at most 160.",
      valueName: "pixels"))
  var width: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The height in pixels; the width follows.", valueName: "pixels"))
  var height: Int?

  @Option(
    help: ArgumentHelp("The size that the picture must not exceed, such as 640x360.", valueName: "width x height"),
    transform: PictureSize.init(option:))
  var fit: PictureSize?

  @Option(help: ArgumentHelp("The kind of picture; by default, what the output's name says.", valueName: "kind"))
  var format: PictureKind?

  func validate() throws {
    let given = [("--width", width != nil), ("--height", height != nil), ("--fit", fit != nil)].filter(\.1).map(\.0)
    guard given.count < 2 else {
      throw ValidationError(
        "\(list(given)) were given, but one of them is enough, since the picture keeps its shape; use --fit for two limits"
      )
    }
    for (name, side) in [("--width", width), ("--height", height)] {
      guard let side, !PictureShape.sides.contains(side) else { continue }
      throw ValidationError("\(name) is \(side), but \(PictureShape.sidesInWords) pixels were expected")
    }
    if at != nil, every != nil {
      throw ValidationError(
        "--at and --every were given, but one picture or sheets of many were expected; leave one of them out")
    }
    if grid != nil, every == nil {
      throw ValidationError("--grid was given, but sheets have a picture every so many seconds; give --every too")
    }
    if every?.isNothing == true {
      throw ValidationError("--every is 0, but a time of 0.001 s or more, or a share above 0% was expected, such as 10")
    }
    if let fit, !PictureShape.sides.contains(fit.width) || !PictureShape.sides.contains(fit.height) {
      throw ValidationError("--fit is \(fit), but sides of \(PictureShape.sidesInWords) pixels were expected")
    }
  }

  /// The size that the options say.
  var size: ThumbnailSettings.Size? {
    width.map { .width($0) } ?? height.map { .height($0) } ?? fit.map { .fit($0) }
  }
}
