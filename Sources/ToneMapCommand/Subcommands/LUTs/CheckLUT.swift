internal import Transcoding
internal import ArgumentParser

/// `tonemap lut check`: inspects a LUT file, its certificate, and its difference to another.
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

  /// The certificate beside the file; `nil` without one.
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

  /// Measures the errors again.
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
