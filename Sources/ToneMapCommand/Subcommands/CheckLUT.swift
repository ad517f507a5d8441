internal import ArgumentParser
internal import Colorimetry
internal import LookupCertificates
internal import LookupFiles
internal import LookupTables

/// `tonemap lut check`: looks at a LUT file, its certificate, and how it differs from another.
struct CheckLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a LUT file and its certificate, or compare two files.",
    discussion: """
      tonemap lut check look.cube
      tonemap lut check hdr10-to-sdr.cube --measure
      tonemap lut check old.cube new.csp --max-difference 0.5

      If NAME.certificate.json lies beside the file, the file must be the one that it names; with --measure, the conversion of the \
      certificate is planned again and the file's errors must be those that it states. The exit code is 1 if a check fails.
      """)

  @Argument(help: "The LUT file.", completion: .file())
  var file: Path

  @Argument(help: "Another LUT file to compare with.", completion: .file())
  var other: Path?

  @Option(
    help: ArgumentHelp("The format of the file; by default, what its name says.", valueName: "name"),
    completion: .list(LookupFileFormat.allCases.map(\.rawValue)))
  var format: LookupFileFormat?

  @Option(
    help: ArgumentHelp(
      "How cubes are interpolated; by default, as the file says, otherwise tetrahedral.", valueName: "how"))
  var lutInterpolation: CubeInterpolation?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the two files may differ, in 8-bit codes.", valueName: "codes"))
  var maxDifference: Double?

  @Flag(help: "Measure the file's errors again, and compare them with the certificate.")
  var measure = false

  func validate() throws {
    if maxDifference != nil && other == nil {
      throw ValidationError("--max-difference compares two files, but one was given; name another, or leave it out")
    }
    if let maxDifference, !(maxDifference >= 0 && maxDifference.isFinite) {
      throw ValidationError("--max-difference is \(maxDifference), but 0 or more codes were expected")
    }
  }

  func run() throws {
    let lut = try LUTFile.read(file, as: format)
    if measure || other != nil {
      try MemoryNeed(ofLookupTable: lut.table.cube?.size ?? 0).check("the check", mend: "check a smaller LUT")
    }
    try Console.print(lines(of: lut.table).joined(separator: "\n"))
    try checkCertificate(of: lut)
    if let other { try compare(lut.table, with: LUTFile.read(other).table) }
  }

  // MARK: The file by itself

  private func lines(of table: LookupTable) -> [String] {
    let seen = LookupInspection(of: table, interpolation: lutInterpolation)
    let neutrals =
      seen.firstFall.map { "become darker at \($0.rounded(to: 4)), although the input rises" } ?? "rise"
    let tint = seen.maximumNeutralCast.value
    var lines =
      (table.title.map { ["title           \($0)".onOneLine] } ?? [])
      + table.steps.map { "step            \($0.inWords)" }
    lines += [
      seen.outputs.map { "output          \($0.lowerBound.rounded(to: 6))…\($0.upperBound.rounded(to: 6))" }
        ?? "output          not finite",
      "neutrals        \(neutrals), "
        + (tint < 0.001 ? "never tinted" : "tinted by up to \(tint.rounded(to: 3)) 8-bit codes"),
    ]
    lines += table.findings.map { "finding         \($0.found); \($0.consequence)" }
    if table.inputRange == .narrow { lines.append("range           takes R′G′B′ of narrow range") }
    if table.outputRange == .narrow { lines.append("range           gives R′G′B′ of narrow range") }
    if seen.swapsRedAndBlue {
      lines.append(
        "finding         red in moves blue out most, and blue in red: the order of the entries may be mistaken")
    }
    if seen.isConstant { lines.append("finding         every input gives the same output") }
    if let outputs = seen.outputs, outputs.lowerBound < 0 || outputs.upperBound > 1 {
      lines.append("finding         values outside 0…1 come out, which formats of integers and many players cut off")
    }
    return lines
  }

  // MARK: The certificate

  private func checkCertificate(of lut: LUTFile.Contents) throws {
    let path = LUTFile.certificate(of: file)
    guard System.kind(of: path) == .regular else {
      guard !measure else {
        throw CommandError.noInput(
          "\(path) is not there, but --measure compares with it; leave --measure out, or make the LUT again")
      }
      return try Console.print("certificate     none")
    }
    let certificate: Certificate
    do {
      certificate = try Certificate(parsing: System.contents(of: path))
    } catch let error as CertificateError {
      throw CommandError.data("the certificate \(path) is wrong: \(error)")
    } catch {
      throw CommandError.noInput("the certificate \(path) cannot be read (\(error)); check its rights")
    }
    guard certificate.belongs(to: lut.bytes) else {
      throw CommandError.checkFailed(
        "\(file) is not the file that its certificate names, since its SHA-256 differs, but the same bytes were expected; make the LUT"
          + " again, or remove the certificate")
    }
    try Console.print("certificate     names this file")
    guard measure else { return }
    let found = try LUTMaking.measurements(of: lut.table, as: certificate.arguments)
    for measured in found {
      guard let claimed = certificate.measurements.first(where: { $0.interpolation == measured.interpolation }) else {
        throw CommandError.data(
          "the certificate \(path) is wrong: it states no errors for \(measured.interpolation) interpolation")
      }
      guard !measured.holds(claimed) else { continue }
      throw CommandError.checkFailed(
        "measured again, \(file) is off by up to \(measured.codesOf8Bits.maximum.value.rounded(to: 4)) of an 8-bit code with"
          + " \(measured.interpolation) interpolation, but its certificate states \(claimed.codesOf8Bits.maximum.value.rounded(to: 4))"
      )
    }
    try Console.print("measured        the errors that the certificate states")
  }

  // MARK: Two files

  private func compare(_ table: LookupTable, with other: LookupTable) throws {
    let (table, other) = (table.inFullRange, other.inFullRange)
    let interpolation = lutInterpolation ?? table.interpolation ?? .tetrahedral
    let difference = LookupMeasurement.measure(
      table, interpolations: [interpolation], shown: { Light($0.components) },
      against: { other($0, interpolation: interpolation) })[0]
    try Console.print("difference      8-bit codes \(difference.codesOf8Bits.inWords)")
    if let maxDifference, !(difference.codesOf8Bits.maximum.value <= maxDifference) {
      throw CommandError.checkFailed(
        "the files differ by up to \(difference.codesOf8Bits.maximum.value.rounded(to: 4)) of an 8-bit code, but --max-difference allows"
          + " \(maxDifference)")
    }
  }
}

extension LookupTable.Step {
  /// The step in words.
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

  private func list(_ color: SIMD3<Double>) -> String { "\(color.x), \(color.y), \(color.z)" }
}
