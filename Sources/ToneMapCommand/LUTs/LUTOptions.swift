internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import LookupFiles
internal import ToneMapping

/// What a LUT file is to hold, and in which form.
struct LUTOptions: ParsableArguments {
  @Option(
    name: .customLong("host"),
    help: ArgumentHelp(
      "The program or device that will read it: its format, maximum size, interpolation and dialect are kept to.",
      valueName: "name"))
  var host: LookupHost?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of samples of the cube along each component; by default, 33, or what suits the host.",
      valueName: "count"))
  var cubeSize: Int?

  @Option(
    help: ArgumentHelp(
      "Curves before the cube, which spread the source over it: their number of samples; auto where format and host read them.",
      valueName: "auto|none|count"))
  var shaper = LUTSettings.Shaper.automatic

  @Option(
    help: ArgumentHelp(
      "The values of the cube: fitted makes the interpolated result nearest to the plan, sampled takes the plan's own; by default,"
        + " fitted.",
      valueName: "how"))
  var vertices: LUTSettings.Vertices?

  @Option(
    help: ArgumentHelp(
      "How the program that reads it interpolates; by default, as the host does.",
      valueName: "how"))
  var lutInterpolation: CubeInterpolation?

  @Option(
    help: ArgumentHelp(
      "The range of R'G'B' that the LUT takes and gives: full is 0 to 1, narrow is 64/1023 to 940/1023; by default, full.",
      valueName: "narrow|full"),
    completion: .list(QuantizationRange.optionNames), transform: QuantizationRange.init(option:))
  var lutRange = QuantizationRange.full

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Choose the smallest cube whose maximum error is at most this many 8-bit codes.", valueName: "codes"))
  var maxError: Double?

  @Option(
    help: ArgumentHelp(
      "Write an ICC profile: link is the LUT itself, display what the source looks like on the display; .icc is a link.",
      valueName: "kind"))
  var icc: LUTProfile?

  @Flag(help: "Leave out the certificate, and the measurement of the errors.")
  var noCertificate = false

  @OptionGroup var file: LUTFileOptions

  func validate() throws { try validating(settings.check) }

  /// What the options say.
  var settings: LUTSettings {
    var settings = LUTSettings()
    (settings.host, settings.cubeSize, settings.maximumError) = (host, cubeSize, maxError)
    (settings.shaper, settings.vertices) = (shaper, vertices)
    (settings.interpolation, settings.range) = (lutInterpolation, lutRange)
    (settings.format, settings.profile, settings.isCertified) = (file.format, icc, !noCertificate)
    (settings.bitDepth, settings.clfForm, settings.title) = (file.bitDepth, file.clfForm, file.title)
    return settings
  }
}

/// The kind of a LUT file, and how its numbers are written.
struct LUTFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The format of the file; by default, what its name says.", valueName: "name"),
    completion: .list(LookupFileFormat.allCases.map(\.rawValue)))
  var format: LookupFileFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The bits of a value in formats of integers: 3dl and Hald PNG.", valueName: "count"))
  var bitDepth: Int?

  @Option(
    help: ArgumentHelp(
      "The form of a .clf file: smpte is that of ST 2136-1:2024, academy the older one of version 3.0; by default, smpte.",
      valueName: "smpte|academy"))
  var clfForm: CLFForm = .smpte

  @Option(help: ArgumentHelp("What the LUT is called; by default, what it converts.", valueName: "text"))
  var title: String?

  /// How a file is written in a dialect.
  func options(in dialect: CubeDialect) -> LookupFileOptions {
    LookupFileOptions(bitDepth: bitDepth, dialect: dialect, clfForm: clfForm)
  }
}
