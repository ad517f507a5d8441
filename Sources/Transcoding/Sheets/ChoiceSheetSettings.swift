internal import HDRMetadata
public import ToneMapping

/// Which frames of a movie are compared, and under which mappings.
public struct ChoiceSheetSettings: Sendable {
  /// What is known about the movie, where that is more than it states.
  public var input = InputSettings()
  /// How the movie's color relates to its alpha; `nil` is what the movie states, else straight.
  public var alpha: AlphaMode?
  /// The codes of the movie's alpha; `nil` is all.
  public var alphaRange: AlphaRange?
  /// How light is mapped, but for operator, variant and gamut map.
  public var mapping = MappingSettings()
  /// The operators; an empty list means all.
  public var toneMappings: [ToneOperator] = []
  /// The ways to apply an operator to color; an empty list means all.
  public var variants: [ToneVariant] = []
  /// The gamut maps; an empty list means all.
  public var gamutMappings: [GamutOperator] = []
  /// When the pictures are shown; an empty list looks for one with much detail.
  public var at: [MovieMoment] = []
  /// The width of the pictures in pixels; `nil` is what fits a page, with at most 1280 pixels on the longer side.
  public var width: Int?
  /// Whether a quality in JOD is asked for, which needs the program `cvvdp`.
  public var measuresQuality = true
  /// Whether write-protected files are replaced too.
  public var replacesProtectedFiles = false
  /// Threads and vector instructions.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false
  /// The words that a command line needs besides those of a choice: what the other settings say.
  package var options: [String] = []

  /// All mappings of one picture.
  public init() {}

  /// Every way to map light that is asked for.
  public var choices: [MappingChoice] { MappingChoice.all(toneMappings, variants, gamutMappings) }

  /// How a picture of the movie is made.
  var ofPictures: ThumbnailSettings {
    var settings = ThumbnailSettings()
    (settings.input, settings.alpha, settings.alphaRange) = (input, alpha, alphaRange)
    (settings.mapping, settings.at, settings.size) = (mapping, at.first, width.map { .width($0) })
    (settings.mapping.toneMapping, settings.mapping.toneMappingVariant) = (.spline, nil)
    (settings.replacesProtectedFiles, settings.running, settings.isStrict) = (replacesProtectedFiles, running, isStrict)
    return settings
  }

  /// - Throws: `settings` for what no movie has.
  func check() throws(TranscodingError) {
    for moment in at { try moment.check("\(.at)") }
  }
}
