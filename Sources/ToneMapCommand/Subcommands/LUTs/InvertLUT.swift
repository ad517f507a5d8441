internal import Transcoding
internal import ArgumentParser

/// `tonemap lut invert`: the inverse of a LUT.
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
    let (difference, isFile) = try LUTFile.write(
      inverse, comparing: exact, to: output, as: format,
      file.fileOptions(in: .resolve),
      reading: [("the LUT", input)], force: overwriting.force, .console)
    try Console.print(difference.line, besides: !isFile)
  }
}
