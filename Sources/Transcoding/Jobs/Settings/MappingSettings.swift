public import ToneMapping

/// The mapping of the source's light to the display.
public struct MappingSettings: Sendable {
  /// The tone-mapping operator, with its parameters: `.spline(kneeAdaptation: 0.2)`.
  public var toneMapping = ToneOperator.spline
  /// The application of the tone curve to color; `nil` is the operator's default.
  public var toneMappingVariant: ToneVariant?
  /// The mapping of colors outside the display's gamut: `.perceptual(chromaPreservation: 0.5)`.
  public var gamutMapping = GamutOperator.perceptual
  /// The knee adaptation of `spline`, `0...1`; `nil` is the operator's default.
  package var kneeAdaptation: Double?
  /// The chroma preservation of perceptual gamut mapping, `0...1`; `nil` is the map's default.
  package var preserveChroma: Double?
  /// Whether SDR highlights are expanded for HDR, up to the display's peak.
  public var expandHighlights = false
  /// The peak luminance of the source, overriding its metadata.
  public var sourcePeak: Luminance?
  /// The peak luminance of the display.
  public var targetPeak: Luminance?
  /// The luminance of SDR white.
  public var referenceWhite = Luminance.referenceWhite
  /// The size of a 3D table that approximates the conversion, in samples per component; `nil` for no table.
  public var lattice: Int?
  /// The adjustments of the light itself.
  public var look = Look()
  /// The transfer function of SDR signals.
  public var sdrTransfer = SDRTransfer.bt1886
  /// The light around the display; `nil` is the light that the picture was graded for.
  public var surround: Surround?

  public init() {}

  package var gamut: GamutOperator { preserveChroma.map { .perceptual(chromaPreservation: $0) } ?? gamutMapping }

  func checkParameters() throws(TranscodingError) {
    if preserveChroma != nil, gamutMapping != .perceptual {
      throw .setting(
        .needs(.preserveChroma, .gamutMapping, value: "\(GamutOperator.perceptual)", found: "\(gamutMapping)"))
    }
    if kneeAdaptation != nil, toneMapping != .spline {
      throw .setting(.needs(.kneeAdaptation, .toneMapping, value: "\(ToneOperator.spline)", found: "\(toneMapping)"))
    }
  }
}

/// A lookup table that replaces all light processing.
public struct LookupSettings: Sendable {
  /// The file; `nil` for no table.
  public var file: MediaLocation?
  /// The interpolation of a cube; `nil` is the file's, else tetrahedral.
  public var interpolation: CubeInterpolation?
  /// The range of the table's R′G′B′ input and output; `nil` is the file's, else full.
  public var range: QuantizationRange?

  public init() {}
}

extension MappingSettings: SettingsTable {
  fileprivate static let never: SettingUse = { _, _ in false }
  private static let tone: SettingUse = { plan, _ in plan.stages.has(.tone) }
  private static let gamut: SettingUse = { plan, _ in plan.stages.has(.gamut) }
  private static let look: SettingUse = { plan, _ in plan.stages.has(.look) }

  package static let rows: [Setting<Self>] = [
    Setting(
      .toneMapping, \.toneMapping, as: "name", used: tone, trying: ToneOperator.all.filter { !$0.followsMetadata },
      help:
        "The tone curve: spline, bt2390, bt2446a, hable, reinhard, mobius, clip, none, or one of \(ToneOperator.all.count - 8) others. Default: spline."
    ),
    Setting(
      .toneMappingVariant, \.toneMappingVariant, as: "name", used: tone, trying: ToneVariant.allCases,
      help: "The way that the tone curve is applied to color; by default, brightness."),
    Setting(
      .kneeAdaptation, \.kneeAdaptation, as: "0…1", used: tone, trying: [0, 1],
      help:
        "The movement of spline's knee, 0 to 1; by default 0, which keeps shadows and mid-tones; 0.4 is libplacebo's."),
    Setting(
      .gamutMapping, \.gamutMapping, as: "name", used: gamut, trying: GamutOperator.all,
      help: "The map of out-of-gamut colors into the display's gamut."),
    Setting(
      .preserveChroma, \.preserveChroma, as: "0…1", used: gamut, trying: [0, 1],
      help:
        "The property that perceptual gamut mapping keeps for colors too bright and too colorful for the display: 0 intensity, 1 chroma;"
        + " by default, 0.75, or 0.5 where the display's gamut contains the source's."
    ),
    Setting(
      .expandHighlights, \.expandHighlights, used: never, trying: [false, true],
      help:
        "Make the highlights of SDR brighter for HDR, up to the display's peak; light below half of the signal does not change."
    ),
    Setting(
      .sourcePeak, \.sourcePeak, as: "cd/m²", used: { tone($0, $1) && $1.headroomAdaptiveToneMap == nil },
      trying: [nil, .nits(300), .nits(3000)],
      help: "The peak luminance of the source, if its metadata is wrong or missing."),
    Setting(
      .targetPeak, \.targetPeak, as: "cd/m²", used: tone, trying: [nil, .nits(150), .nits(600)],
      help: "The display's peak luminance."),
    Setting(
      .referenceWhite, \.referenceWhite, as: "cd/m²", used: never, trying: [.nits(100), .nits(203)],
      help: "The luminance of SDR 100 %; 100 is the older practice."),
    Setting(
      .sdrTransfer, \.sdrTransfer, as: "name", used: never, trying: SDRTransfer.allCases,
      help: "The transfer function of SDR signals."),
    Setting(
      .viewing, \.surround, as: "name or lux", used: never,
      trying: [nil, .asAuthored, .reference, .office, .lux(5), .lux(500)],
      help: "The light around the display: as-authored, dark, office, or a number of lux; by default, as-authored."),
    Setting(
      .exposure, \.look.exposure, as: "stops", used: look, trying: [0, 1],
      help: "-6 to 6; 1 doubles the light. Default: 0."),
    Setting(
      .contrast, \.look.contrast, as: "factor", used: look, trying: [1, 1.5],
      help: "0.5 to 2; the exponent of luminance about 18 % gray. Default: 1."),
    Setting(
      .saturation, \.look.saturation, as: "factor", used: look, trying: [1, 0.5],
      help: "0 to 4; 0 is black and white. Default: 1."),
  ]
}

extension LookupSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(
      .lut, \.file, as: "file", endings: [],
      help:
        "Convert with this lookup table instead of a tone curve; \(.to) then states the color of the table's output."),
    Setting(
      .lutInterpolation, \.interpolation, as: "name", used: MappingSettings.never, trying: CubeInterpolation.allCases,
      help: "The interpolation of a cube; by default, the one that the file states, else tetrahedral."),
    Setting(
      .lutRange, \.range, as: "narrow|full", used: MappingSettings.never, trying: [.full, .narrow],
      help:
        "The range of the lookup table's R'G'B': full is 0 to 1, narrow is 64/1023 to 940/1023; by default, the one that the file states, else full."
    ),
  ]
}
