internal import ArgumentParser
internal import LookupFiles
internal import LookupTables

/// `tonemap lut convert`: the same LUT in another format.
struct ConvertLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a LUT file in another format.",
    discussion: """
      tonemap lut convert look.cube look.clf
      tonemap lut convert graded.clf graded.cube --cube-size 33

      What the other format cannot hold is refused; with --cube-size, everything is sampled into one cube, and the greatest difference \
      from the original is told.
      """)

  @Argument(help: "The LUT file to read.", completion: .file())
  var input: Path

  @Argument(help: "The LUT file to write; its name says the format.", completion: .file())
  var output: Path

  @Option(
    help: ArgumentHelp(
      "The program or device that will read it: its dialect and greatest size are kept to.", valueName: "name"))
  var host: LookupHost?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Sample everything into one cube of this many samples along each component.", valueName: "count")
  )
  var cubeSize: Int?

  @OptionGroup var file: LUTFileOptions
  @OptionGroup var overwriting: OverwritingOptions

  func run() throws {
    let lut = try LUTFile.read(input)
    let isProfile = file.format == nil && LUTProfile.isNamed(by: output)
    let format = try isProfile ? nil : LUTFile.format(of: output, file.format)
    var table = lut.table
    if let cubeSize {
      let whole = lut.table
      table.steps = [.cube(try LUTFile.explained { try Cube(size: cubeSize) { whole($0) } })]
    }
    table.title = file.title ?? table.title
    if let host, let size = table.cube?.size, size > host.greatestCube {
      throw CommandError.usage(
        "the cube has \(size) samples, but \(host.name) reads at most \(host.greatestCube); give --cube-size")
    }
    guard let format else {
      let title = table.title ?? "\(input.split.name)"
      try Outputs.write(
        LUTProfile.link(table, size: table.cube?.size ?? 33, title: title), to: output, as: "the profile",
        reading: ["the LUT": input])
      return
    }
    var options = LookupFileOptions()
    options.bitDepth = file.bitDepth
    options.dialect = host?.dialect ?? .resolve
    try LUTFile.write(table, comparing: lut.table, to: output, as: format, options, force: overwriting.force)
  }
}

/// `tonemap lut invert`: the LUT that undoes another.
struct InvertLUT: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invert",
    abstract: "Write the LUT that undoes another.",
    discussion: """
      tonemap lut invert shaper.spi1d unshaper.spi1d

      Curves that always rise or always fall, and matrices, have an inverse. Cubes have none in general and are refused.
      """)

  @Argument(help: "The LUT file to read.", completion: .file())
  var input: Path

  @Argument(help: "The LUT file to write; its name says the format.", completion: .file())
  var output: Path

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of samples of the inverse curves, at equal steps; by default, as many as the curves have, at their own values.",
      valueName: "count"))
  var samples: Int?

  @OptionGroup var file: LUTFileOptions
  @OptionGroup var overwriting: OverwritingOptions

  func validate() throws {
    if let samples, !LookupCurve.sizes.contains(samples) {
      throw ValidationError(
        "--samples is \(samples), but \(LookupCurve.sizes.lowerBound) to \(LookupCurve.sizes.upperBound) were expected")
    }
  }

  func run() throws {
    let lut = try LUTFile.read(input)
    var inverse: LookupTable
    do {
      inverse = try lut.table.inverse()
      if let samples { inverse = try inverse.sampledEvenly(samples) }
    } catch {
      throw CommandError.data("the LUT \(input) has no inverse: \(error)")
    }
    inverse.title = file.title ?? inverse.title
    var options = LookupFileOptions()
    options.bitDepth = file.bitDepth
    try LUTFile.write(
      inverse, comparing: inverse, to: output, as: LUTFile.format(of: output, file.format), options,
      force: overwriting.force)
  }
}
