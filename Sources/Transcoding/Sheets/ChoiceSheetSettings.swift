/// The frames of a movie to compare, and the mappings.
public struct ChoiceSheetSettings: Sendable {
  /// Properties of the movie that override those in its file.
  public var input = InputSettings()
  /// The mode of the movie's alpha; `nil` is the stated one, else straight.
  public var alpha: AlphaMode?
  /// The code range of the movie's alpha; `nil` is full.
  public var alphaRange: AlphaRange?
  /// The mapping settings other than operator, variant and gamut map.
  public var mapping = MappingSettings()
  /// The operators; empty means all.
  public var toneMappings: [ToneOperator] = []
  /// The variants of applying an operator to color; empty means all.
  public var variants: [ToneVariant] = []
  /// The gamut maps; empty means all.
  public var gamutMappings: [GamutOperator] = []
  /// The times of the pictures; empty selects one detailed picture.
  public var at: [MovieMoment] = []
  /// The width of the pictures in pixels; `nil` fits a page, with at most 1280 pixels on the longer side.
  public var width: Int?
  /// Whether quality is measured in JOD, which needs the program `cvvdp`.
  public var measuresQuality = true
  /// Whether write-protected files are replaced.
  public var replacesProtectedFiles = false
  /// Threads and vector instructions.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false
  /// The command-line words for all settings other than a choice's.
  package var options: [String] = []

  /// All mappings of one picture.
  public init() {}

  public var choices: [MappingChoice] { MappingChoice.all(toneMappings, variants, gamutMappings) }

  var ofPictures: ThumbnailSettings {
    var settings = ThumbnailSettings()
    (settings.input, settings.alpha, settings.alphaRange) = (input, alpha, alphaRange)
    (settings.mapping, settings.at, settings.size) = (mapping, at.first, width.map { .width($0) })
    (settings.mapping.toneMapping, settings.mapping.toneMappingVariant) = (.spline, nil)
    (settings.replacesProtectedFiles, settings.running, settings.isStrict) = (replacesProtectedFiles, running, isStrict)
    return settings
  }
}
