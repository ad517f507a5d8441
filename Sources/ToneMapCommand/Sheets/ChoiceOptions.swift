internal import Transcoding
internal import ArgumentParser
internal import ToneMapping

/// Several comma-separated values of one option.
struct CommaSeparatedList<Value: ExpressibleByArgument> {
  let values: [Value]

  /// - Throws: `UsageError` for an unknown name.
  init(option: String) throws {
    values = try option.split(separator: ",", omittingEmptySubsequences: false).map { try oneOf("\($0)") }
  }
}

/// The pictures to compare, and the mappings.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When a picture is shown, since the first one: 12.5, 00:01:02.5 or 30%; give it again for another picture. By default, one with much detail is looked for.",
      valueName: "time"),
    transform: MovieMoment.init(option:))
  var at: [MovieMoment] = []

  @Option(
    help: ArgumentHelp("Tone curves, such as spline,bt2390,hable; by default, all.", valueName: "names"),
    completion: ToneOperator.defaultCompletionKind, transform: CommaSeparatedList<ToneOperator>.init(option:))
  var toneMapping: [CommaSeparatedList<ToneOperator>] = []

  @Option(
    help: ArgumentHelp(
      "How tone curves are applied to color, such as brightness,rgb; by default, in all ways.", valueName: "names"),
    completion: .list(ToneVariant.allCases.map(\.rawValue)), transform: CommaSeparatedList<ToneVariant>.init(option:))
  var toneMappingVariant: [CommaSeparatedList<ToneVariant>] = []

  @Option(
    help: ArgumentHelp("Gamut maps, such as perceptual,clip; by default, all.", valueName: "names"),
    completion: GamutOperator.defaultCompletionKind, transform: CommaSeparatedList<GamutOperator>.init(option:))
  var gamutMapping: [CommaSeparatedList<GamutOperator>] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the pictures; the height follows. By default, what fits a page, with at most 1280 pixels on the longer side.",
      valueName: "pixels"))
  var width: Int?

  @Flag(
    name: .customLong("no-jod"), help: "Do not measure the quality in JOD, for which cvvdp is run if it is installed.")
  var noJOD = false

  func validate() throws {
    let sides = PictureShape.sides
    guard let width, !sides.contains(width) else { return }
    throw UsageError.outOfRange(
      "--width", found: "\(width)", allowed: "\(sides.lowerBound) to \(sides.upperBound) pixels")
  }
}
