internal import ArgumentParser
internal import Transcoding

struct ConvertLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a LUT file in another format.",
    discussion: """
      tonemap lut convert look.cube look.clf
      tonemap lut convert graded.clf graded.cube --cube-size 33

      A LUT that the other format cannot hold is refused; with --cube-size, everything is sampled into one cube, and the maximum difference \
      from the original is reported.
      """)

  @Argument(help: "The LUT file to read.", completion: .file())
  var input: Path

  @Argument(help: "The LUT file to write; its extension selects the format.", completion: .file())
  var output: Path

  @Option("The program or device that will read the LUT; sets dialect and maximum size.", as: "name")
  var host: LookupHost?

  @Option(
    "Sample everything into one cube of this many samples along each component.", as: "count")
  var cubeSize: Int?

  @OptionGroup var file: LUTFileOptions
  @OptionGroup var overwriting: OverwritingOptions

  func run() throws {
    let (lut, file) = try (LUTFile.read(input), LUTSettings(stated))
    for finding in lut.table.findings { Console.warn("\(finding.found); \(finding.consequence)") }
    let isProfile = file.format == nil && LUTProfile.isNamed(by: output)
    if isProfile, host != nil || file.bitDepth != nil {
      throw ProgramError(
        .settings,
        "\(output) is an ICC profile, but --host and --bit-depth apply only to other files; leave them out, or name another output"
      )
    }
    let format = try isProfile ? nil : LUTFile.format(of: output, file.format, for: host)
    let table = try sampled(lut.table, title: file.title)
    if let format { try file.checkForm(of: format, at: output) }
    try host?.check(title: table.title)
    if let host, let size = table.cube?.size, size > host.maximumCubeSize {
      throw ProgramError(
        .settings,
        "the cube has \(size) samples, but \(host.name) reads at most \(host.maximumCubeSize); give --cube-size")
    }
    if let stated = table.interpolation, cubeSize == nil, format != .clf, format != .ctf {
      Console.warn(
        "\(input) states \(stated.rawValue) interpolation, which \(output) cannot; set it in the program that reads \(output)"
      )
    }
    let read: [ReadFile] = [("the LUT", input)]
    guard let format else {
      let size = table.cube?.size ?? 33
      let whole = table.inFullRange
      let stored = try LUTProfile.tableStored(inLinkOf: whole, size: size)
      if stored.isSampled {
        throw ProgramError(
          .settings,
          "\(input) is not a single cube over 0…1 between curves, as a device link needs; give --cube-size \(size) to sample it"
        )
      }
      let bytes = try LUTProfile.link(whole, size: size, title: table.title ?? "\(input.split.name)")
      let isFile = try LUTFile.place(bytes, at: output, reading: read, force: overwriting.force, .console)
      return try Console.print(LUTFile.difference(of: stored.table, from: lut.table).line, besides: !isFile)
    }
    let (difference, isFile) = try LUTFile.write(
      table, comparing: lut.table, to: output, as: format, file.fileOptions(in: host?.dialect ?? .resolve),
      reading: read,
      force: overwriting.force, .console)
    try Console.print(difference.line, besides: !isFile)
  }

  /// The table to write: with --cube-size, one cube over 0…1.
  private func sampled(_ whole: LookupTable, title: String?) throws(TranscodingError) -> LookupTable {
    var table = whole
    table.title = title ?? table.title
    guard let cubeSize else { return table }
    let full = whole.inFullRange
    table.steps = [.cube(try LUTFile.made { () throws(LookupTableError) in try Cube(size: cubeSize) { full($0) } })]
    (table.inputRange, table.outputRange) = (nil, nil)
    table.comments = LUTComments.withoutErrors(full.comments)
    if let domain = whole.steps.first?.domain, domain.lowerBound < 0 || domain.upperBound > 1 {
      Console.warn(
        "\(input) takes \(domain.lowerBound)…\(domain.upperBound), but one cube of --cube-size takes 0…1, so the rest is left out;"
          + " leave --cube-size out to keep it")
    }
    return table
  }
}

extension LookupTable.Step {
  /// The range of inputs that the step distinguishes; `nil` if unlimited.
  fileprivate var domain: ClosedRange<Double>? {
    switch self {
    case .cube(let cube): cube.domain.low.min()...cube.domain.high.max()
    case .curves(let curves): curves.all.map(\.domain.lowerBound).min()!...curves.all.map(\.domain.upperBound).max()!
    case .matrix, .functions, .limit: nil
    }
  }
}

struct InvertLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invert",
    abstract: "Write the inverse of a LUT.",
    discussion: """
      tonemap lut invert shaper.spi1d unshaper.spi1d

      Curves that always rise or always fall, and matrices, have an inverse. Cubes are refused, since in general they have no inverse.
      """)

  @Argument(help: "The LUT file to read.", completion: .file())
  var input: Path

  @Argument(help: "The LUT file to write; its extension selects the format.", completion: .file())
  var output: Path

  @Option(
    "The number of samples of the inverse curves, at equal steps; by default, as many as the curves have, at the curves' values.",
    as: "count")
  var samples: Int?

  @OptionGroup var file: LUTFileOptions
  @OptionGroup var overwriting: OverwritingOptions

  func validate() throws {
    let sizes = LookupCurve.sizes
    if let samples, !sizes.contains(samples) {
      throw ValidationError("--samples is \(samples), but \(sizes.lowerBound) to \(sizes.upperBound) were expected")
    }
  }

  func run() throws {
    let (lut, file) = try (LUTFile.read(input), LUTSettings(stated))
    for finding in lut.table.findings { Console.warn("\(finding.found); \(finding.consequence)") }
    let exact: LookupTable
    var inverse: LookupTable
    do throws(LookupTableError) {
      exact = try lut.table.inverse()
      inverse = if let samples { try exact.sampledEvenly(samples) } else { exact }
    } catch {
      throw ProgramError(.data, "the LUT \(input) has no inverse: \(error)")
    }
    inverse.title = file.title ?? inverse.title
    let format = try LUTFile.format(of: output, file.format)
    try file.checkForm(of: format, at: output)
    let isUneven = inverse.steps.contains { step in
      if case .curves(let curves) = step { curves.all.contains { $0.positions != nil } } else { false }
    }
    guard !isUneven || format == .csp else {
      throw ProgramError(
        .settings,
        "the inverse has values at uneven steps, which only .csp holds; write that, or give --samples, such as --samples 1024"
      )
    }
    let (difference, isFile) = try LUTFile.write(
      inverse, comparing: exact, to: output, as: format,
      file.fileOptions(in: .resolve),
      reading: [("the LUT", input)], force: overwriting.force, .console)
    try Console.print(difference.line, besides: !isFile)
  }
}
