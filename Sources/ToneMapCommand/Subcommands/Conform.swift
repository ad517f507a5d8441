internal import ArgumentParser

/// `tonemap conform`: the lanes against the truth, for one plan.
struct Conform: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare what frames are converted to with the exact result, for a plan, over colors of the input.",
    discussion: """
      tonemap conform --transfer pq
      tonemap conform --transfer pq --exhaustive --checkpoint default.json
      tonemap conform --transfer hlg --tone-mapping bt2446a --sample 65536 --json

      Runs code triples of a 4:4:4 input through the plan twice: as frames are, on lanes, and color by color in double precision. \
      Tells the greatest difference before rounding, where it is, and how many colors lie beyond the bound: 0.05 of an 8-bit \
      code, 0.10 of a 10-bit code. Ends with 1 where one does.
      """)

  @Argument(
    help: "Y4M or raw frames to take layout and tags from; without it, the options say everything.", completion: .file()
  )
  var input: String?

  @OptionGroup(title: "Colors") var colors: ColorOptions
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Mapping") var mapping: MappingOptions
  @OptionGroup(title: "Output") var target: OutputOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func run() throws {
    try Conforming(
      input: input, colors: colors,
      choices: Choices(source: source, metadata: metadata, mapping: mapping, target: target, strict: report.strict),
      running: running, tellsJSON: report.json
    ).run()
  }
}

/// Which colors are compared, and how closely.
struct ColorOptions: ParsableArguments {
  @Flag(help: "Compare every code triple: 2^30 of them for 10 bits.")
  var exhaustive = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Compare so many code triples, spread evenly; 4194304 unless said.", valueName: "count"))
  var sample: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where the sample begins, 0 or more.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The difference that is allowed, where the bound above will not do.", valueName: "codes"))
  var limit: Double?

  @Option(
    help: ArgumentHelp("A file in which a run keeps what it has done, and from which it goes on.", valueName: "file"),
    completion: .file())
  var checkpoint: String?

  func validate() throws {
    guard !exhaustive || sample == nil else {
      throw ValidationError("--exhaustive and --sample both tell which colors, but one was expected")
    }
    // As many as --exhaustive runs through at most, in 5 to 45 minutes of a processor; 2^40 would take days to weeks.
    if let sample, !(1...1 << 30).contains(sample) {
      throw ValidationError("--sample is \(sample), but 1 to \(1 << 30) colors, 2^30, were expected")
    }
    if checkpoint == "-" {
      throw ValidationError("--checkpoint is -, but a file was expected, which is read and written again and again")
    }
    if let limit, !(limit >= 0 && limit.isFinite) {
      throw ValidationError("--limit is \(limit), but 0 or more codes were expected")
    }
  }
}
