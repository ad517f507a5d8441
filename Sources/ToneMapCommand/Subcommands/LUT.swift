internal import Transcoding
internal import ArgumentParser

struct LUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lut",
    abstract: "Make, check, invert and convert LUT files.",
    discussion: """
      tonemap lut hdr10-to-sdr.cube --transfer pq --max-cll 1000,400
      tonemap lut check hdr10-to-sdr.cube
      tonemap lut convert look.cube look.clf

      Without a subcommand, a LUT is made.
      """,
    subcommands: [MakeLUT.self, CheckLUT.self, InvertLUT.self, ConvertLUT.self], defaultSubcommand: MakeLUT.self)
}

struct MakeLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make a LUT file of a conversion, and a certificate of its errors.",
    discussion: """
      tonemap lut hdr10-to-sdr.cube --transfer pq --max-cll 1000,400
      tonemap lut phone.cube --transfer hlg --host resolve
      tonemap lut hlg-to-pq.cube --transfer hlg --to pq --max-error 1

      The LUT maps R′G′B′ of the source's signal, 0 to 1, to R′G′B′ of the display's. NAME.certificate.json states the errors of the file against the exact result, over all colors of the source, \
      for trilinear and tetrahedral interpolation. --help-hidden lists further options.
      """)

  @Argument(
    help: "The file to write; its extension selects the format. The file - is standard output, without a certificate.",
    completion: .file())
  var output: Path

  @OptionGroup(title: "LUT") var lut: LUTOptions
  @OptionGroup(title: "Conversion") var display: DisplayOptions
  @OptionGroup(title: "Conversion") var tone: ToneOptions
  @OptionGroup var source: SourceColorOptions
  @OptionGroup(title: "More about the source", visibility: .further) var sidecar: ColorJSONOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Mapping", visibility: .further) var mapping: MappingOptions
  @OptionGroup(title: "Mapping", visibility: .further) var dynamic: FrameMetadataOptions
  @OptionGroup(title: "Output", visibility: .further) var target: OutputColorOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Reports") var strictness: StrictOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    guard report.json, lut.noCertificate else { return }
    throw ValidationError(
      "--json prints the certificate, but --no-certificate leaves it out; leave one of them out")
  }

  func run() throws {
    let settings = try settings()
    // An invalid name is reported before planning.
    _ = try LUTKind(of: output, settings)
    let baked = try LUTExport(settings, for: .console)
      .write(to: output, certifying: arguments, naming: { $0.named(in: .words) })
    guard let certificate = baked.certificate else { return }
    let words = certificate.inWords(readBy: baked.table.interpolation)
    let text = report.json ? String(decoding: certificate.json, as: UTF8.self) : words
    try Console.print(text, besides: !baked.isFile)
  }

  func settings() throws -> LUTSettings { try LUTSettings(stated) }

  /// The command-line words that recreate the file under another name.
  private var arguments: [String] {
    var words = Array(Arguments.words.drop { $0 != "lut" }.dropFirst())
    if words.first == "make" { words.removeFirst() }
    return Arguments.leavingOut(output, of: words) { try MakeLUT.parse($0).output }
      .filter { !["--json", "--force", "--"].contains($0) }
  }
}

struct LUTOptions: ParsableArguments {
  @Option(LUTSettings[.host]) var host
  @Option(LUTSettings[.cubeSize]) var cubeSize
  @Option(LUTSettings[.shaper]) var shaper
  @Option(LUTSettings[.vertices]) var vertices
  @Option(LUTSettings[.lutInterpolation]) var lutInterpolation
  @Option(LUTSettings[.lutRange]) var lutRange
  @Option(LUTSettings[.maxError]) var maxError
  @Option(LUTSettings[.icc]) var icc
  @Flag(LUTSettings[.noCertificate]) var noCertificate = false
  @OptionGroup var file: LUTFileOptions

  func validate() throws { try validating(LUTSettings(stated).check) }
}

struct LUTFileOptions: ParsableArguments {
  @Option(LUTSettings[.format]) var format
  @Option(LUTSettings[.bitDepth]) var bitDepth
  @Option(LUTSettings[.clfForm]) var clfForm
  @Option(LUTSettings[.title]) var title
}
