internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// `tonemap conform`: compares the results of the lanes with the exact ones, for one plan.
struct Conform: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare converted colors with the exact result.",
    discussion: """
      tonemap conform --transfer pq
      tonemap conform --transfer pq --exhaustive
      tonemap conform --transfer hlg --tone-mapping bt2446a --sample 65536 --json

      Converts code triples of a 4:4:4 input twice: on vectors, as frames are converted, and color by color in double precision. \
      Reports the maximum difference before rounding, the color that has it, and how many colors exceed the bound of 0.05 of an 8-bit \
      code or 0.10 of a 10-bit code. The exit code is 1 if a color exceeds it. --help-hidden lists further options.
      """)

  @Argument(
    help: "Y4M or raw frames to take layout and tags from; without it, the options state everything.",
    completion: .file()
  )
  var input: Path?

  @OptionGroup(title: "Colors") var colors: ColorOptions
  @OptionGroup var conversion: ConversionOptions
  @OptionGroup(title: "Common") var strictness: StrictOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    try validating(ConversionSettings(self, for: conversion.display).check)
    if conversion.display.isShared { throw UsageError.sharedByNone }
  }

  func run() throws {
    try Conforming(
      input: input, colors: colors,
      context: PlanningContext(ConversionSettings(self, for: conversion.display), .console),
      running: running, threads: RunningSettings(stated).threads, printsJSON: report.json
    ).run()
  }
}

/// The colors to compare, and the allowed difference.
struct ColorOptions: ParsableArguments {
  @Flag(help: "Compare every code triple: 2^30 of them for 10 bits.")
  var exhaustive = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Compare this many code triples, spread evenly; by default, 4194304.", valueName: "count"))
  var sample: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where the sample begins, 0 or more.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The allowed difference, in place of the bound above.", valueName: "codes"))
  var limit: Double?

  func validate() throws {
    if exhaustive, sample != nil { throw UsageError.twoChoicesOfColors }
    // The limit equals that of --exhaustive, which takes 5 to 45 minutes of processor time; 2^40 would take days to weeks.
    if let sample, !(1...1 << 30).contains(sample) {
      throw UsageError.outOfRange("--sample", found: "\(sample)", allowed: "1 to \(1 << 30) colors, 2^30,")
    }
    if seed > 1 << 53 { throw UsageError.seedTooLarge(seed, allowed: 1 << 53) }
    if let limit, !(limit >= 0 && limit.isFinite) {
      throw UsageError.outOfRange("--limit", found: "\(limit)", allowed: "0 or more codes")
    }
  }
}
