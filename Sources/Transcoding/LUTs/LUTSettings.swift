/// The settings of a LUT file: its conversion and its form.
public struct LUTSettings: Sendable {
  /// The source's color and metadata; properties that only frames have, such as a size, are not used.
  public var input = InputSettings()
  /// The settings for mapping light to the display.
  public var mapping = MappingSettings()
  /// HDR10+ JSON of one scene, from which the operator `st2094-40` takes its curve.
  public var frameMetadata: MediaLocation?
  /// The kind of display; `nil` is SDR of BT.709.
  public var display: Display.Preset?
  /// The display's primaries, if they differ from those of its kind.
  public var primaries: ColorPrimaries?
  /// The display's transfer function, if it differs from that of its kind.
  public var transfer: TransferCharacteristics?
  /// The program or device that will read the file, whose format, maximum size, interpolation and dialect are respected.
  public var host: LookupHost?
  /// The number of samples of the cube along each component; `nil` means the usual size of the format or the host, or 33.
  public var cubeSize: Int?
  /// The maximum error in 8-bit codes, for which the smallest cube is chosen, in place of a size.
  public var maximumError: Double?
  /// Curves before the cube, which spread the source over it.
  public var shaper = Shaper.automatic
  /// The values of the cube; `nil` means fitted, unless the cube is too large to fit.
  public var vertices: Vertices?
  /// The interpolation of the reader; `nil` means that of the host.
  public var interpolation: CubeInterpolation?
  /// The range of the R′G′B′ inputs and outputs of the LUT: full is 0 to 1, narrow is 64/1023 to 940/1023.
  public var range = QuantizationRange.full
  /// The format of the file; `nil` means the one that its name determines.
  public var format: LookupFileFormat?
  /// The kind of ICC profile to write, which needs the trait `LittleCMS`; `nil` means no profile, or a link if the file name ends in `.icc`.
  public var profile: LUTProfile?
  /// The bit depth of values in integer formats.
  public var bitDepth: Int?
  /// The form of a `.clf` file.
  public var clfForm = CLFForm.smpte
  /// The title of the LUT; `nil` means one from its source and target.
  public var title: String?
  /// Whether the errors are measured, and a certificate of them is written beside the file.
  public var isCertified = true
  /// Whether write-protected files are replaced too.
  public var replacesProtectedFiles = false
  /// Whether every assumption is an error.
  public var isStrict = false

  /// Creates settings for a conversion to BT.709 SDR, from a source whose color is still to be stated.
  public init() {}

  /// Curves before a cube.
  public enum Shaper: Hashable, Sendable {
    /// Curves, if the format and the host read them.
    case automatic
    case none
    /// Curves with this number of samples.
    case entries(Int)
  }

  /// The values of a cube.
  public enum Vertices: String, CaseIterable, Sendable {
    /// Values with which the interpolated result is nearest to the plan, or the plan's own values.
    case fitted, sampled
  }

  var isMeasured: Bool { isCertified || maximumError != nil }

  /// The interpolation of the reader; `nil` if unknown.
  var readerInterpolation: CubeInterpolation? { interpolation ?? host?.interpolation }

  var fileOptions: LookupFileOptions { fileOptions(in: host?.dialect ?? .portable) }

  package func fileOptions(in dialect: CubeDialect) -> LookupFileOptions {
    LookupFileOptions(bitDepth: bitDepth, dialect: dialect, clfForm: clfForm)
  }

  /// - Throws: `settings` for values that no LUT can have.
  package func check() throws(TranscodingError) {
    try require(.cubeSize, cubeSize, in: Cube.sizes)
    if let cubeSize, let host, cubeSize > host.maximumCubeSize { throw .lut(.cubeSize(cubeSize, host)) }
    try require(.maxError, maximumError, "a number of codes above 0") { $0 > 0 && $0.isFinite }
    try allowOne(of: .maxError, .cubeSize)
    if case .entries(let count) = shaper { try require(.shaper, count, in: LookupCurve.sizes) }
    try host?.check(title: title)
  }

  /// - Throws: `settings` for the form of a CLF if a file has another format.
  package func checkForm(of format: LookupFileFormat, at path: Path) throws(TranscodingError) {
    guard ![.clf, .ctf].contains(format), let form = given([.clfForm]).first else { return }
    throw .lut(.otherFile(form, path: "\(path)", expected: ".clf and .ctf files"))
  }
}

extension LookupHost {
  /// - Throws: `settings` for a title that the host misreads.
  package func check(title: String?) throws(TranscodingError) {
    guard self == .youtube, let title, title.split(whereSeparator: \.isWhitespace).count == 2 else { return }
    throw .lut(.titleOfTwoWords(title))
  }
}

extension LUTSettings: SettingsTable {
  package static let rows: [Setting<Self>] =
    InputSettings.color.map { $0.within(\.input) } + MappingSettings.rows.map { $0.within(\.mapping) } + own

  private static let own: [Setting<Self>] = [
    Setting(
      .to, \.display, as: "display", choices: Display.Preset.choices,
      help: OutputSettings.displays + ". Default: sdr709; srgb for a JPEG."
    ) { $0.display = try Display.Preset(shortName: $1) },
    .outPrimaries(\.primaries), .outTransfer(\.transfer), .frameMetadata(\.frameMetadata),
    Setting(
      .host, \.host, as: "name",
      help: "The program or device that will read the LUT; sets format, maximum size, interpolation and dialect."),
    Setting(
      .cubeSize, \.cubeSize, as: "count",
      help: "The number of samples of the cube along each component; by default, 33, or the host's usual size."),
    Setting(
      .shaper, \.shaper, as: "auto|none|count",
      help:
        "The number of samples of the curves before the cube, which distribute the source over it; auto has curves where format and host read them."
    ),
    Setting(
      .vertices, \.vertices, as: "how",
      help:
        "The values of the cube: fitted makes the interpolated result nearest to the plan, sampled takes the plan's values; by default,"
        + " fitted."),
    Setting(
      .lutInterpolation, \.interpolation, as: "how",
      help: "The interpolation of the program that reads the LUT; by default, the host's."),
    Setting(
      .lutRange, \.range, as: "narrow|full",
      help: "The range of the LUT's R'G'B': full is 0 to 1, narrow is 64/1023 to 940/1023; by default, full."),
    Setting(
      .maxError, \.maximumError, as: "codes",
      help: "Choose the smallest cube whose maximum error is at most this many 8-bit codes."),
    Setting(
      .icc, \.profile, as: "kind",
      help:
        "Write an ICC profile: link is the LUT itself, display describes the source as seen on the display; .icc is a link."
    ),
    Setting(
      .noCertificate, \.isCertified, isSet: false,
      help: "Leave out the certificate and the measurement of errors."),
    Setting(.format, \.format, as: "name", help: "The format of the file; by default, the one of its extension."),
    Setting(.bitDepth, \.bitDepth, as: "count", help: "The bits of a value in integer formats: 3dl and Hald PNG."),
    Setting(
      .clfForm, \.clfForm, as: "smpte|academy",
      help: "The form of a .clf file: smpte is ST 2136-1:2024, academy the older version 3.0; by default, smpte."),
    Setting(.title, \.title, as: "text", help: "The LUT's title; by default, its conversion."),
    .force(\.replacesProtectedFiles), .strict(\.isStrict),
  ]
}

extension LUTProfile: SettingValue {}
extension LUTSettings.Vertices: SettingValue {}

extension LUTSettings.Shaper: SettingValue {
  package var shownByDefault: String? { "auto" }

  package init(option text: String) throws(ExpectedText) {
    switch text {
    case "auto": self = .automatic
    case "none": self = .none
    default:
      guard let count = Int(text), LookupCurve.sizes.contains(count) else {
        throw ExpectedText("auto, none or a number of samples")
      }
      self = .entries(count)
    }
  }
}
