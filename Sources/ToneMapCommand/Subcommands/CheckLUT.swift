internal import ArgumentParser
internal import JSONText
internal import Transcoding

struct CheckLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a LUT file and its certificate, or compare two files.",
    discussion: """
      tonemap lut check look.cube
      tonemap lut check hdr10-to-sdr.cube --measure
      tonemap lut check old.cube new.csp --max-difference 0.5

      If NAME.certificate.json is beside the file, the file must match it; with --measure, the conversion of the \
      certificate is planned again and the file's errors must be those that it states. Cubes are interpolated as the certificate \
      or the file says that it was made for, or as the host does that one of them names. The exit code is 1 if a check fails.
      """)

  @Argument(help: "The LUT file.", completion: .file())
  var file: Path

  @Argument(help: "Another LUT file to compare with.", completion: .file())
  var other: Path?

  @Option(LUTSettings[.format]) var format

  @Option("The program or device that will read the LUT; sets the interpolation of cubes.", as: "name")
  var host: LookupHost?

  @Option("The interpolation of cubes; by default that for which the file was made; if unknown, both.", as: "how")
  var lutInterpolation: CubeInterpolation?

  @Option("The maximum difference of the two files, in 8-bit codes.", as: "codes")
  var maxDifference: Double?

  @Flag(help: "Measure the file's errors again, and compare them with the certificate.")
  var measure = false

  @OptionGroup var report: ReportOptions

  func validate() throws {
    guard let maxDifference else { return }
    if other == nil {
      throw ValidationError(
        "--max-difference compares two files, but one was given; name another, or leave it out")
    }
    if !(maxDifference >= 0 && maxDifference.isFinite) {
      throw ValidationError("--max-difference is \(maxDifference), but 0 or more codes were expected")
    }
  }

  func run() throws {
    let lut = try LUTFile.read(file, as: LUTSettings(stated).format)
    if measure || other != nil {
      try MemoryNeed(ofLookupTable: lut.table.cube?.size ?? 0).check("the check", fix: "check a smaller LUT")
    }
    let read = Result { try certificate(of: lut) }
    var check = LUTCheck(of: lut, at: file, madeWith: try? read.get(), as: host, lutInterpolation)
    let checked = Result {
      let certificate = try read.get()
      check.certificate = .some(certificate)
      if measure, let certificate { check.measuredAgain = try measured(lut.table, as: certificate) }
      if let other { try compare(lut.table, with: LUTFile.read(other).table, for: &check) }
    }
    // The findings are printed before any error.
    try Console.print(report.json ? jsonText(check) : "\(check)")
    try checked.get()
    if let failure = check.failure { throw failure }
  }

  // MARK: The certificate

  private func certificate(of lut: LUTFile.Contents) throws(ProgramError) -> Certificate? {
    let path = LUTFile.certificate(of: file)
    guard System.kind(of: path) == .regular else {
      guard measure else { return nil }
      throw ProgramError(
        .notFound,
        "\(path) does not exist, but --measure compares with it; leave --measure out, or make the LUT again")
    }
    let certificate: Certificate
    do {
      certificate = try Certificate(json: System.contents(of: path))
    } catch let error as CertificateError {
      throw ProgramError(.data, "the certificate \(path) is wrong: \(error)")
    } catch {
      throw ProgramError(.notFound, "the certificate \(path) cannot be read (\(error)); check its permissions")
    }
    guard certificate.belongs(to: lut.bytes) else {
      throw ProgramError(
        .checkFailed,
        "\(file) does not match its certificate, whose SHA-256 differs, but the same bytes were expected; make the LUT"
          + " again, or remove the certificate")
    }
    return certificate
  }

  private func measured(_ table: LookupTable, as certificate: Certificate) throws -> [LookupMeasurement] {
    let found = try conversion(of: certificate).measurements(of: table)
    for measured in found {
      guard let claimed = certificate.measurements.first(where: { $0.interpolation == measured.interpolation }) else {
        throw ProgramError(
          .data,
          "the certificate \(LUTFile.certificate(of: file)) is wrong: it states no errors for \(measured.interpolation) interpolation"
        )
      }
      guard !measured.holds(claimed) else { continue }
      let (found, stated) = (measured.codesOf8Bits.maximum.value, claimed.codesOf8Bits.maximum.value)
      throw ProgramError(
        .checkFailed,
        "measured again, \(file) is off by up to \(found.rounded(to: 4)) of an 8-bit code with \(measured.interpolation) interpolation,"
          + " but its certificate states \(stated.rounded(to: 4))")
    }
    return found
  }

  /// The conversion that a certificate's arguments select.
  private func conversion(of certificate: Certificate) throws -> LUTExport {
    let settings: LUTSettings
    do { settings = try MakeLUT.parse(certificate.arguments + ["-"]).settings() } catch {
      throw ProgramError(
        .data,
        "the certificate's arguments are wrong (\(MakeLUT.message(for: error))), but those of tonemap lut were expected; make the LUT again"
      )
    }
    return try LUTExport(settings, for: .console)
  }

  // MARK: Two files

  private func compare(_ table: LookupTable, with other: LookupTable, for check: inout LUTCheck) throws(ProgramError) {
    let difference = LUTFile.difference(of: table, from: other, by: check.interpolation ?? .tetrahedral)
    check.difference = difference
    if let maxDifference, !(difference.maximum.value <= maxDifference) {
      throw ProgramError(
        .checkFailed,
        "the files differ by up to \(difference.maximum.value.rounded(to: 4)) of an 8-bit code, but --max-difference allows \(maxDifference)"
      )
    }
  }
}

extension LookupTable.Step {
  var inWords: String {
    switch self {
    case .cube(let cube):
      let domain = cube.domain == .unit ? "" : ", from \(list(cube.domain.low)) to \(list(cube.domain.high))"
      return "cube of \(cube.size)×\(cube.size)×\(cube.size) samples\(domain)"
    case .curves(let curves):
      let sizes = Set(curves.all.map(\.values.count)).sorted().map(String.init).joined(separator: ", ")
      let domain =
        curves.red.domain == 0...1 ? "" : ", from \(curves.red.domain.lowerBound) to \(curves.red.domain.upperBound)"
      return "curves of \(sizes) samples\(domain)" + (Set(curves.all).count == 1 ? ", the same for all components" : "")
    case .matrix: return "matrix"
    case .functions(let functions): return "\(functions) of each component"
    case .limit(let range): return "limit to \(range.lowerBound)…\(range.upperBound)"
    }
  }
}

struct LUTCheck {
  private let file: Path
  private let lut: LookupTable
  /// The reader of the file, and its interpolation; `nil` if unknown.
  private let host: LookupHost?
  let interpolation: CubeInterpolation?
  /// The inspections with that interpolation, or with all if it is unknown.
  private let inspections: [(interpolation: CubeInterpolation?, seen: LookupInspection)]
  /// The certificate of the file; `.some(nil)` if it has none, `nil` if the certificate was not read.
  var certificate: Certificate??
  var measuredAgain: [LookupMeasurement]?
  /// The difference to another file, in 8-bit codes.
  var difference: LookupMeasurement.Errors<EightBitCodes>?

  /// Inspects the table with the interpolation that is requested, else a given host's, else that for which the file was made: of the certificate's
  /// arguments, of the file, of the host that one of them names.
  init(
    of contents: LUTFile.Contents, at file: Path, madeWith certificate: Certificate?, as host: LookupHost?,
    _ asked: CubeInterpolation?
  ) {
    lut = contents.table
    // The certificate of a library has no arguments.
    let isCertain = certificate?.arguments.isEmpty == false
    let certifiedHost = certificate?.value(of: "host").flatMap(LookupHost.init)
    let maker = isCertain ? certifiedHost : LookupHost.named(in: lut.comments, of: contents.format)
    let certified = certificate?.value(of: "lut-interpolation").flatMap(CubeInterpolation.init)
    let made = certified ?? lut.interpolation ?? maker?.interpolation
    let interpolation = asked ?? (host == nil || host == maker ? made : host?.interpolation)
    let kinds: [CubeInterpolation?] =
      interpolation == nil && lut.cube != nil ? CubeInterpolation.allCases : [interpolation]
    inspections = kinds.map { [lut] in ($0, LookupInspection(of: lut, interpolation: $0)) }
    (self.file, self.host, self.interpolation) = (file, host ?? maker, interpolation)
  }

  private var seen: LookupInspection { inspections[0].seen }
  /// The inspection whose grays fall most.
  private var worst: (interpolation: CubeInterpolation?, seen: LookupInspection) {
    inspections.max { $0.seen.maximumFall < $1.seen.maximumFall }!
  }
  private var maximumTint: Double { inspections.map(\.seen.maximumNeutralCast.value).max()! }

  /// The faults of the file and the suspicious traits of its colors, a sentence each.
  private var findings: [String] {
    let isCut = seen.outputs.map { $0.lowerBound < 0 || $0.upperBound > 1 } ?? false
    return lut.findings.map { "\($0.found); \($0.consequence)" }
      + [
        seen.swapsRedAndBlue
          ? "red in moves blue out most, and blue in red: the order of the entries may be mistaken" : nil,
        seen.isConstant ? "every input gives the same output" : nil,
        isCut ? "some output values are outside 0…1, where integer formats and many players clip" : nil,
      ].compactMap(\.self)
  }

  private var hasCertificate: Bool? { certificate.map { $0 != nil } }
  private var measurements: [LookupMeasurement]? { measuredAgain ?? certificate?.map(\.measurements) }

  /// The error if grays fall by more than rounding explains, a tenth of an 8-bit code.
  var failure: ProgramError? {
    let fall = worst.seen.maximumFall.value
    guard fall > 0.1, let firstFall = worst.seen.firstFall else { return nil }
    return ProgramError(
      .checkFailed,
      "grays become darker where the input rises, from \(firstFall.rounded(to: 4)) on, by up to \(fall.rounded(to: 2)) 8-bit codes"
        + "\(worst.interpolation.map { ", read with \($0.rawValue) interpolation" } ?? "")")
  }

  var summary: String {
    if let failure { return "Not to be used: \(failure)." }
    if let difference { return "Compared with the other file: " + difference.sentence }
    guard let measured = measurements?.read(by: interpolation).worst else {
      switch hasCertificate {
      case true?: return "The certificate states no errors for its reader's interpolation."
      case false?: return "The file's errors against its conversion are unknown, because it has no certificate."
      case nil: return "The file's errors against its conversion are unknown."
      }
    }
    return measured.codesOf8Bits.sentence
  }
}

extension LUTCheck: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "file": "\(file)", "summary": summary, "title": lut.title, "steps": lut.steps.map(\.inWords),
      "takes_narrow_range": lut.inputRange == .narrow, "gives_narrow_range": lut.outputRange == .narrow,
      "outputs": seen.outputs.map { [$0.lowerBound, $0.upperBound] }, "first_fall": worst.seen.firstFall,
      "maximum_fall": worst.seen.maximumFall.value, "maximum_tint": maximumTint,
      "findings": findings, "host": host?.rawValue, "interpolation": interpolation?.rawValue,
      "certificate": hasCertificate, "measurements": measurements, "difference": difference,
    ])
  }
}

extension LUTCheck: CustomStringConvertible {
  var description: String {
    let neutrals = worst.seen.firstFall.map { "become darker at \($0.rounded(to: 4)), although the input rises" }
    let tint = maximumTint < 0.001 ? "never tinted" : "tinted by up to \(maximumTint.rounded(to: 3)) 8-bit codes"
    let output = seen.outputs.map { "\($0.lowerBound.rounded(to: 6))…\($0.upperBound.rounded(to: 6))" }
    let unknown = lut.cube.map { _ in "unknown, so both were checked" }
    func named(_ range: QuantizationRange?) -> String { range == .narrow ? "narrow" : "full" }
    var facts: [(String, String?)] = [("title", lut.title)] + lut.steps.map { ("step", $0.inWords) }
    facts += [
      ("reader", host?.name), ("interpolation", interpolation?.rawValue ?? unknown), ("output", output ?? "not finite"),
      ("neutrals", "\(neutrals ?? "rise"), \(tint)"),
      ("range", "takes R′G′B′ of \(named(lut.inputRange)) range, gives \(named(lut.outputRange)) range"),
    ]
    facts += findings.map { ("finding", $0) }
    facts += [
      ("certificate", hasCertificate.map { $0 ? "names this file" : "none" }),
      ("measured", measuredAgain != nil ? "the errors that the certificate states" : nil),
    ]
    let measured = (measurements ?? []).read(by: interpolation).map(\.inWords)
    return ([summary, table(facts)] + measured + [difference?.line].compactMap(\.self)).joined(separator: "\n")
  }
}

extension [LookupMeasurement] {
  /// The errors with a reader's interpolation; all of them if that is unknown.
  func read(by interpolation: CubeInterpolation?) -> Self {
    filter { interpolation == nil || $0.interpolation == interpolation?.rawValue }
  }

  /// The errors of which one color in a thousand has the largest.
  var worst: LookupMeasurement? { self.max { $0.codesOf8Bits.percentile999 < $1.codesOf8Bits.percentile999 } }
}

extension LookupMeasurement.Neutrals {
  var inWords: String {
    let tint = maximumCast < 0.001 ? "never tinted" : "tinted by up to \(maximumCast.value.rounded(to: 3)) codes"
    return "off by up to \(maximumError.value.rounded(to: 3)) codes, \(tint)"
      + (neverFalls ? "" : ", and darker somewhere although the source is brighter")
  }
}

extension LookupMeasurement.Errors<EightBitCodes> {
  var line: String { "difference      8-bit codes \(inWords)" }

  var sentence: String {
    func codes(_ number: Double) -> String {
      switch number {
      case ..<0.005: "less than a hundredth of a code"
      case 0.45..<0.55: "half a code"
      case ..<0.95: "\(number.rounded(to: 2)) of a code"
      case ..<1.05: "one code"
      case ..<9.5: "\(number.rounded(to: 1)) codes"
      case ..<1e6: "\(Int(number.rounded())) codes"
      default: "a million codes"
      }
    }
    if percentile999.value < 0.005 { return "999 of 1000 colors are off by less than a hundredth of a code." }
    return "A typical color is off by \(codes(mean.value)), one in a thousand by \(codes(percentile999.value)) or more."
  }
}

extension Certificate {
  /// A report on the file, which begins with its errors as its reader interpolates; with the larger ones if that is unknown.
  func inWords(readBy interpolation: CubeInterpolation?) -> String {
    let cube = file.cubeSize.map { "cube of \($0)×\($0)×\($0) samples" } ?? "no cube"
    let shaper = file.shaperSize.map { ", after curves of \($0) samples" } ?? ""
    let sentence = measurements.read(by: interpolation).worst.map {
      "\($0.codesOf8Bits.sentence) (\($0.interpolation) interpolation)"
    }
    let facts = table([("file", "\(file.name), \(file.bytes) bytes, \(cube)\(shaper)")])
    return ([sentence, facts].compactMap(\.self) + measurements.map(\.inWords)).joined(separator: "\n")
  }
}

extension LookupMeasurement {
  var inWords: String {
    let worst = list(worstColor.components.rounded(to: 4))
    return table([
      (interpolation, "\(colors) colors of the source"), ("  ΔE ITP", deltaEITP.inWords),
      ("  8-bit codes", "\(codesOf8Bits.inWords), worst at R′G′B′ \(worst)"),
      ("  10-bit codes", codesOf10Bits.inWords), ("  neutrals", neutrals.inWords),
      ("  up to peak", neutralsBelowPeak?.inWords), ("  in gamut", shownAsTheyAre?.inWords),
      ("  the rest", others?.inWords),
    ])
  }
}
